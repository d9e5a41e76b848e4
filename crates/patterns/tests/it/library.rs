//! Collections: what a library answers is what a slow scan of every position finds.

use std::ops::ControlFlow;

use board_core::Color;
use go_rules::record::Record;
use patterns::{
    Answer, Edges, Field, GameId, Group, Library, Pattern, Query, QueryError, Rectangle, Signature,
    Symmetry,
};
use proptest::prelude::*;

/// Random legal play in the middle of a small board, so that much is taken.
fn random_game(moves: &[usize]) -> Record {
    use board_core::MoveGen;
    let size = go_rules::Size::new(6, 5).unwrap();
    let mut record = Record::new(size);
    record.setup = vec![(7, Color::White), (22, Color::Black)];
    record.info.result = if moves.len().is_multiple_of(2) {
        "B+R"
    } else {
        "W+1.5"
    }
    .into();
    record.info.date = format!("{}-01-01", 1990 + moves.len() % 7);
    let mut position = record.start().unwrap();
    for (i, &choice) in moves.iter().enumerate() {
        if choice.is_multiple_of(11) {
            position.set_to_move(!position.to_move());
        }
        let mut legal = Vec::new();
        let _ = position.visit_legal(|mv| {
            legal.push(mv);
            ControlFlow::<()>::Continue(())
        });
        let mv = legal[(choice + i) % legal.len()];
        let play = go_rules::record::Play::new(position.to_move(), mv);
        record.moves.push(play);
        position.play(mv);
    }
    record
}

#[derive(Debug, PartialEq, PartialOrd, Clone)]
struct Seen {
    game: usize,
    after: usize,
    symmetry: Symmetry,
    rectangle: Rectangle,
    next: Option<((usize, usize), Color, usize, bool)>,
}

/// The definition: every position of every game is looked at, every form at every place.
fn slow_scan(games: &[Record], pattern: &Pattern, group: Group, every: bool) -> Vec<Seen> {
    let mut seen: Vec<Seen> = Vec::new();
    for (game, record) in games.iter().enumerate() {
        let fields: Vec<Field> = record
            .positions()
            .enumerate()
            .map(|(time, position)| {
                let position = position.unwrap();
                let field = Field::from_board(&position, record.size.cols()).unwrap();
                let next = record.moves.get(time).map(|play| play.color);
                let last = time
                    .checked_sub(1)
                    .map(|before| !record.moves[before].color);
                match next.or(last) {
                    Some(side) => field.with_to_move(side),
                    None => field,
                }
            })
            .collect();
        for (form, symmetry) in pattern.forms(group) {
            let (cols, rows) = form.size();
            for (x, y) in (0..rows_of(&fields[0])).flat_map(|y| (0..25).map(move |x| (x, y))) {
                let mut before = false;
                let mut first = true;
                for (after, field) in fields.iter().enumerate() {
                    let here = form.matches(field, x, y);
                    // A position counts from its first time on, and again when it was gone; whose turn it
                    // is does not make it gone.
                    let stones = form.clone().matches(&untimed(field, &form), x, y);
                    if here && !before && (first || every) {
                        first = false;
                        let rectangle = Rectangle { x, y, cols, rows };
                        let next = slow_next(record, after, rectangle, symmetry);
                        seen.push(Seen {
                            game,
                            after,
                            symmetry,
                            rectangle,
                            next,
                        });
                    }
                    before = stones && (before || here);
                }
            }
        }
    }
    seen.sort_by(|a, b| a.partial_cmp(b).unwrap());
    seen
}

fn rows_of(field: &Field) -> i32 {
    field.size().1 as i32
}

/// The field with the turn a form asks for.
fn untimed(field: &Field, form: &Pattern) -> Field {
    match form.to_move() {
        Some(side) => field.clone().with_to_move(side),
        None => field.clone(),
    }
}

fn slow_next(
    record: &Record,
    after: usize,
    at: Rectangle,
    symmetry: Symmetry,
) -> Option<((usize, usize), Color, usize, bool)> {
    let inside = |number: usize| {
        let (col, row) = record.size.col_row(record.moves[number - 1].mv.point()?);
        let (x, y) = (
            col as i32 - at.x,
            (record.size.rows() - 1 - row) as i32 - at.y,
        );
        let inside = (0..at.cols as i32).contains(&x) && (0..at.rows as i32).contains(&y);
        inside.then_some((x, y))
    };
    let (number, (x, y)) =
        (after + 1..=record.moves.len()).find_map(|number| Some((number, inside(number)?)))?;
    let play = &record.moves[number - 1];
    let back = symmetry.inverse();
    let point = back.point((x as usize, y as usize), (at.cols, at.rows));
    let color = if symmetry.swaps_colors() {
        !play.color
    } else {
        play.color
    };
    let mut between = record.moves[after..number - 1].iter();
    let tenuki = between.any(|other| other.color == play.color);
    Some((point, color, number, tenuki))
}

fn quick_scan(library: &Library, query: &Query) -> Vec<Seen> {
    let answer = library.search(query).unwrap();
    let mut seen: Vec<Seen> = answer
        .hits
        .iter()
        .map(|hit| Seen {
            game: hit.game.0 as usize,
            after: hit.after,
            symmetry: hit.symmetry,
            rectangle: hit.rectangle,
            next: hit.next.map(|n| (n.point, n.color, n.number, n.tenuki)),
        })
        .collect();
    let followed = seen.iter().filter(|seen| seen.next.is_some()).count();
    let counted: usize = answer.continuations.iter().map(|next| next.all.count).sum();
    assert_eq!(followed, counted);
    seen.sort_by(|a, b| a.partial_cmp(b).unwrap());
    seen
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_as_a_slow_scan(
        games in prop::collection::vec(prop::collection::vec(any::<usize>(), 1..60), 1..4),
        cut in (0..60_usize, 0..4_i32, 0..4_i32, 1..4_usize, 1..3_usize),
        free in prop::collection::vec((0..4_usize, 0..3_usize, 1..8_u8), 0..3),
        kept in any::<bool>(),
        every in any::<bool>(),
        turn in prop_oneof![3 => Just(None), 1 => Just(Some(Color::Black))],
        group in prop_oneof![Just(Group::TurnsAndColors), Just(Group::Identity)],
    ) {
        let games: Vec<Record> = games.iter().map(|moves| random_game(moves)).collect();
        let mut library = Library::new();
        for game in &games {
            library.add(game, "random").unwrap();
        }
        // Every position is the one the record has.
        let last = games.len() - 1;
        for (time, position) in games[last].positions().enumerate() {
            prop_assert_eq!(library.game(GameId(last as u32)).unwrap().position(time), position.unwrap().contents());
        }
        let (time, x, y, cols, rows) = cut;
        let position = games[0].positions().nth(time.min(games[0].moves.len())).unwrap().unwrap();
        let field = Field::from_board(&position, 6).unwrap();
        let edges = if kept { Edges::Kept } else { Edges::Dropped };
        let from = Rectangle { x, y, cols: cols.min(6 - x as usize), rows: rows.min(5 - y as usize) };
        let exact = Pattern::cut(&field, from, edges).unwrap();
        let (cols, rows) = exact.size();
        let points = (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
        let mut cells: Vec<_> = points.map(|(x, y)| exact.at(x, y)).collect();
        for (x, y, bits) in free {
            if x < cols && y < rows {
                cells[y * cols + x] = patterns::Demand::from_bits(bits);
            }
        }
        let mut pattern = Pattern::new(cols, rows, cells).unwrap().anchored(exact.anchor());
        if let Some(side) = turn {
            pattern = pattern.with_to_move(side);
        }
        let query = Query::new(pattern.clone()).in_group(group);
        let query = if every { query.every_occurrence() } else { query };
        let defined = slow_scan(&games, &pattern, group, every);
        prop_assert_eq!(quick_scan(&library, &query), defined.clone());

        // Filters leave what they say, and the rest alone.
        if !every && turn.is_none() {
            let late: Vec<usize> = quick_scan(&library, &query.clone().within_moves(0..=10)).iter().map(|s| s.after).collect();
            prop_assert_eq!(late.len(), defined.iter().filter(|seen| seen.after <= 10).count());
        }
        let year = 1990 + games[0].moves.len() as u16 % 7;
        let in_year = quick_scan(&library, &query.clone().in_years(year..=year));
        let of_year = |seen: &&Seen| 1990 + games[seen.game].moves.len() as u16 % 7 == year;
        prop_assert_eq!(in_year.len(), defined.iter().filter(of_year).count());

        // A sequence of one move leaves the hits that go on with it.
        if let Some((point, color, ..)) = defined.iter().find_map(|seen| seen.next) && !every {
            let followed = quick_scan(&library, &query.followed_by(&[(color, point)])).len();
            let of_move = |seen: &&Seen| seen.next.is_some_and(|next| (next.0, next.1) == (point, color));
            prop_assert!(followed >= defined.iter().filter(of_move).count());
        }

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("index");
        library.save(&path).unwrap();
        let opened = Library::open(&path).unwrap();
        let query = Query::new(pattern).in_group(group);
        prop_assert_eq!(opened.search(&query).unwrap(), library.search(&query).unwrap());

        // Of parts, each in an index of its own, the answers add up, and the libraries too.
        let whole = library.search(&query).unwrap();
        let (mut merged, mut sum) = (Library::new(), Answer::default());
        for (number, game) in games.iter().enumerate() {
            let mut part = Library::new();
            part.add(game, "random").unwrap();
            let path = folder.path().join(format!("part {number}"));
            part.save(&path).unwrap();
            let part = Library::open(&path).unwrap();
            let answer = part.search(&query).unwrap();
            #[cfg(feature = "serde")]
            let answer: Answer = serde_json::from_str(&serde_json::to_string(&answer).unwrap()).unwrap();
            sum.add(answer, number as u32);
            merged.merge(part);
        }
        prop_assert_eq!(&sum, &whole);
        prop_assert_eq!(merged.search(&query).unwrap(), whole.clone());
        merged.save(&path).unwrap();
        prop_assert_eq!(Library::open(&path).unwrap().search(&query).unwrap(), whole);

        prop_assert!(library.remove(GameId(0)) && !library.remove(GameId(0)));
        prop_assert!(quick_scan(&library, &query).iter().all(|seen| seen.game != 0));
    }
}

#[test]
fn professional_games_as_a_slow_scan_finds_them() {
    let Some(folder) = test_data::path("go-sgf") else {
        return;
    };
    let mut library = Library::new();
    let mut faults = Vec::new();
    let go_on = |_| ControlFlow::Continue(());
    let pro = folder.join("pro");
    library
        .add_folder(&pro, go_on, |fault| faults.push(fault))
        .unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    assert!(library.len() >= 38);
    let ids: Vec<GameId> = library.ids().take(test_data::how_many(5, 12)).collect();
    let games: Vec<Record> = ids
        .iter()
        .map(|&id| {
            let bytes = std::fs::read(pro.join(&library.game(id).unwrap().info().source)).unwrap();
            Record::read(&go_rules::record::decode(&bytes))
                .unwrap()
                .remove(0)
        })
        .collect();
    let mut few = Library::new();
    for game in &games {
        few.add(game, "").unwrap();
    }
    let mut hits = 0;
    for text in [
        ". X .\nX . X\n. X .",
        ". . X .\n. O X .\n. . O .\n- - - -",
        "|. . . . .\n|. ? . . .\n|. . X ? .\n|. . . . .\n+- - - - -",
        "X O\nO .",
    ] {
        let pattern: Pattern = text.parse().unwrap();
        for every in [false, true] {
            let quick = quick_scan(&few, &asked(&pattern, every));
            assert_eq!(
                quick,
                slow_scan(&games, &pattern, Group::TurnsAndColors, every)
            );
            hits += quick.len();
        }
    }
    assert!(hits > 100);
}

/// A question for the first occurrence in a game, or for every one.
fn asked(pattern: &Pattern, every: bool) -> Query {
    let query = Query::new(pattern.clone());
    match every {
        true => query.every_occurrence(),
        false => query,
    }
}

/// A move that takes its own chain is a move in the rectangle, though no stone is ever seen there.
#[test]
fn suicide_is_a_move() {
    let text = "(;SZ[5]RU[NZ];B[ab];W[aa];B[bb];W[ee];B[ca];W[ba];B[dd];W[ba];B[aa])";
    let record = Record::read(text).unwrap().remove(0);
    assert_eq!(record.moves.len(), 9);
    let mut library = Library::new();
    library.add(&record, "").unwrap();
    let games = [record];
    let mut suicides = 0;
    for text in [". X", ".", "O .", "? .\nX X", "----\n|O.X\n|XX.", "O O"] {
        let pattern: Pattern = text.parse().unwrap();
        for every in [false, true] {
            let quick = quick_scan(&library, &asked(&pattern, every));
            assert_eq!(
                quick,
                slow_scan(&games, &pattern, Group::TurnsAndColors, every),
                "{text}"
            );
            let is_suicide = |seen: &&Seen| seen.next.is_some_and(|next| next.2 == 6);
            suicides += quick.iter().filter(is_suicide).count();
        }
    }
    assert!(suicides >= 4, "{suicides}");
}

/// A pattern that is its own mirror image may be followed by either of two moves.
#[test]
fn sequences_turn_with_the_pattern() {
    let mut library = Library::new();
    library.add_text("(;SZ[9];B[cg];W[gc];B[ce])", "one", |fault| {
        panic!("{fault:?}")
    });
    let corner: Pattern = "|.....\n|.....\n|..X..\n|.....\n|.....\n+-----"
        .parse()
        .unwrap();
    for (point, times) in [((2, 4), 1), ((4, 2), 1), ((3, 3), 0)] {
        let query = Query::new(corner.clone()).followed_by(&[(Color::Black, point)]);
        assert_eq!(
            library.search(&query).unwrap().hits.len(),
            times,
            "{point:?}"
        );
    }
}

/// More games than are kept side by side, of two sizes, some taken out.
#[test]
fn thousands_of_games() {
    let mut library = Library::new();
    let mut small = Record::new(go_rules::Size::square(5).unwrap());
    small.info.date = "2001-02".into();
    let mut games: Vec<Record> = Vec::new();
    for i in 0..2_500_usize {
        let moves: Vec<usize> = (0..i % 5).map(|k| i * 31 + k * 7).collect();
        games.push(if i % 10 == 3 {
            small.clone()
        } else {
            random_game(&moves)
        });
    }
    for game in &games {
        library.add(game, "").unwrap();
    }
    let gone = |id: &GameId| id.0 % 7 == 2;
    for id in library.ids().filter(gone).collect::<Vec<_>>() {
        assert!(library.remove(id));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    library.save(&path).unwrap();
    let opened = Library::open(&path).unwrap();
    assert_eq!(opened.len(), library.len());
    let kept: Vec<GameId> = library.ids().collect();
    for (new, &old) in kept.iter().enumerate() {
        let new = GameId(new as u32);
        let (new, old) = (opened.game(new).unwrap(), library.game(old).unwrap());
        assert_eq!(new.info(), old.info());
        assert!(new.moves().eq(old.moves()));
    }
    let pattern: Pattern = ". X\nO .".parse().unwrap();
    for query in [
        Query::new(pattern.clone()),
        Query::new(pattern.clone()).in_years(1991..=1993),
        Query::new("...\n...\n---".parse().unwrap()),
    ] {
        let answer = library.search(&query).unwrap();
        assert!(answer.hits.is_sorted_by_key(|hit| hit.game));
        assert!(!answer.hits.iter().any(|hit| gone(&hit.game)));
        let mut numbered = answer.clone();
        for hit in &mut numbered.hits {
            let at = kept.binary_search(&hit.game).unwrap();
            hit.game = GameId(at as u32);
        }
        assert_eq!(opened.search(&query).unwrap(), numbered);
    }
    let mut defined = slow_scan(&games, &pattern, Group::TurnsAndColors, false);
    defined.retain(|seen| !gone(&GameId(seen.game as u32)));
    assert!(defined.len() > 500);
    assert_eq!(quick_scan(&library, &Query::new(pattern)), defined);
    let any = Query::new(".".parse().unwrap()).in_group(Group::Identity);
    let day = |text: &str| text.parse().unwrap();
    for (from, to, found) in [
        ("2001-01", "2001-02", true),
        ("2001-02-01", "2001", true),
        ("2001-02-02", "2001", false),
        ("2002", "2003", false),
    ] {
        let answer = library
            .search(&any.clone().in_dates(day(from), day(to)))
            .unwrap();
        assert_eq!(!answer.hits.is_empty(), found, "{from} to {to}");
    }
}

#[test]
fn bad_games_and_bad_questions() {
    let mut library = Library::new();
    let mut faults = Vec::new();
    let text = "(;SZ[9];B[aa];W[aa];B[bb])(;SZ[99];B[aa])(;SZ[9]PB[ok];B[ee])(;SZ[9];B[aa]";
    assert_eq!(
        library.add_text(text, "mixed", |fault| faults.push(fault)),
        3
    );
    let of: Vec<&str> = faults.iter().map(|fault| fault.source.as_str()).collect();
    assert_eq!(of, ["mixed", "mixed#2", "mixed#4"]);
    let kept = faults[0].kept.unwrap();
    assert_eq!(library.game(kept).unwrap().moves().count(), 1);
    assert!(faults[1].kept.is_none());

    let loose = Query::new("X:".parse().unwrap());
    let refused = library.search(&loose).unwrap_err();
    assert!(matches!(refused, QueryError::OffBoard));
    let outside = Query::new("X.".parse().unwrap()).followed_by(&[(Color::White, (2, 0))]);
    let refused = library.search(&outside).unwrap_err();
    assert!(matches!(refused, QueryError::Sequence { x: 2, y: 0 }));
    let day = |text: &str| text.parse().unwrap();
    let any = Query::new("X".parse().unwrap());
    let turned = { any.clone() }.in_dates(day("1996-06"), day("1996-05-31"));
    let refused = library.search(&turned).unwrap_err();
    assert!(matches!(refused, QueryError::Dates { .. }));
    let large = Query::new(".".repeat(19).parse().unwrap());
    assert_eq!(library.search(&large).unwrap().hits, []);
    assert!(!library.has_room(&large) && library.has_room(&any));
}

#[test]
fn signatures() {
    let Some(folder) = test_data::path("go-sgf") else {
        return;
    };
    let mut library = Library::new();
    let go_on = |_| ControlFlow::Continue(());
    library
        .add_folder(&folder.join("pro"), go_on, |_| {})
        .unwrap();
    let moves = |id| library.game(id).unwrap().moves().count();
    for id in library.ids().filter(|&id| moves(id) > 71) {
        let signature = library.game(id).unwrap().signature();
        let text = signature.to_string();
        assert_eq!(text.parse::<Signature>(), Ok(signature));
        assert_eq!(library.with_signature(&signature).unwrap(), [id]);
        // As if the record had been turned by 180°, and one move were not known.
        let turned: String = text
            .bytes()
            .map(|letter| (b's' - (letter - b'a')) as char)
            .collect();
        let turned: Signature = format!("??{}", &turned[2..]).parse().unwrap();
        assert_eq!(library.with_signature(&turned).unwrap(), [id]);
    }
    for bad in [
        "",
        "aabbcc",
        "aabbccddeef",
        "aabbccddeeffgg",
        "aabbccddeezz",
        "AABBCCDDEEFF",
    ] {
        assert!(bad.parse::<Signature>().is_err(), "{bad}");
    }
}
