use board_core::{Board, Occupancy};
use proptest::prelude::*;

use super::*;
use crate::Illegal;

fn one(text: &str) -> Record {
    let mut games = Record::read(text).unwrap();
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn fault(text: &str) -> RecordError {
    Record::read(text).unwrap_err()
}

/// The record as if it had not been read from text.
fn made(mut record: Record) -> Record {
    record.tree = None;
    record.info.misread.clear();
    record
}

fn names(record: &Record) -> Vec<String> {
    record
        .moves
        .iter()
        .map(|play| record.size.sgf_move(play.mv))
        .collect()
}

#[test]
fn what_is_written_is_read() {
    let mut record = Record::new(Size::new(13, 9).unwrap());
    record.info.black = "A ] b \\ c : d".into();
    record.info.komi = Some(0.5);
    record.info.rules = Some("Chinese".into());
    record.info.handicap = 2;
    record.info.comment = "two\nlines".into();
    record.info.other.push(Property::new("SO", "here"));
    record.setup = vec![(0, Color::Black), (5, Color::White), (20, Color::Black)];
    record.first = Color::White;
    record.comment = "[start]\\\nend\\".into();
    record.moves.push(Play::new(Color::White, Move::place(40)));
    record.moves.push(Play::new(Color::Black, Move::PASS));
    record.moves[1].comment = "a pass\r\n".into();
    assert_eq!(made(one(&record.write())), record);
}

#[test]
fn an_application_names_itself() {
    let mut record = Record::new(Size::square(9).unwrap());
    let own = format!("AP[go-rules:{}]", env!("CARGO_PKG_VERSION"));
    assert!(record.write().contains(&own));
    record.info.application = Some(Application::new("a:b]\n", "1.2"));
    assert!(
        record.write().contains(r"AP[a\:b\]:1.2]"),
        "{}",
        record.write()
    );
    assert_eq!(one(&record.write()).info.application, None);
}

proptest! {
    #[test]
    fn any_legal_record_is_read_back(
        side in 1usize..=25,
        picks in prop::collection::vec(any::<u32>(), 0..60),
        texts in prop::array::uniform3("[ -~é囲\\[\\]\\\\:;()\n]{0,12}"),
        komi in prop::option::of(-20i16..20),
        handicap in 2u32..9,
    ) {
        let mut record = Record::new(Size::square(side).unwrap());
        let mut position = Position::initial(record.size);
        for pick in picks {
            let moves = board_core::laws::legal_moves(&position);
            let mv = moves[pick as usize % moves.len()];
            let mut play = Play::new(position.to_move(), mv);
            play.comment = texts[pick as usize % 3].clone();
            record.moves.push(play);
            position.play(mv);
        }
        let [black, comment, about] = texts;
        record.info.black = info::one_line(&black);
        record.comment = comment;
        record.info.comment = about;
        record.info.komi = komi.map(|half| f32::from(half) / 2.0);
        record.info.handicap = handicap;
        let read = one(&record.write());
        prop_assert_eq!(made(read.clone()), record);
        let last = read.positions().last().unwrap().unwrap();
        prop_assert_eq!(last, position);
        // Written with all properties that were read, it is still the same game.
        let tree = read.tree.as_ref().unwrap();
        prop_assert_eq!(made(one(&tree.write())), made(read));
    }

    /// No text causes a panic, and whatever is read from it can be written and read again.
    #[test]
    fn any_text_is_read_or_refused(text in "[();\\[\\]:\\\\ \nBWACEZSTMGKHLP0-9a-zé]{0,200}") {
        harmless(&text);
    }

    #[test]
    fn any_text_that_looks_like_a_game_is_read_or_refused(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "(;", ";", ")", "B[aa]", "W[bb]", "B[]", "W[tt]", "AB[aa:cc]", "AE[bb]", "AW[cc][dd]",
                "PL[W]", "SZ[3]", "SZ[5:2]", "GM[1]", "GM[2]", "C[a\\]b]", "LB[aa:x]", "KM[x]", "\n", "x",
                "C[open", "HA[2]", "Copyright[x]", "AP[a\\:b:c]", "FG[]", "TR[aa][ba]", "MULTI[1][2]",
            ]),
            0..40,
        ),
    ) {
        harmless(&format!("(;{}", parts.concat()));
    }
}

fn harmless(text: &str) {
    for tree in Tree::read_each(text, &Limits::default()) {
        match tree {
            Ok(tree) => {
                let again = Tree::read_each(&tree.write(), &Limits::default()).next();
                assert_eq!(
                    again.unwrap().map(|tree| tree.nodes().len()),
                    Ok(tree.nodes().len())
                );
                if let Ok(record) = Record::from_tree(tree) {
                    assert!(record.positions().all(|position| position.is_ok()));
                    assert_eq!(made(one(&record.write())), made(record));
                }
            }
            Err(error) => {
                if let Some(record) = error.record() {
                    assert!(
                        record.positions().all(|position| position.is_ok()),
                        "{text:?}"
                    );
                    one(&record.write());
                }
            }
        }
    }
}

#[test]
fn the_old_forms() {
    // FF[3]: mixed-case names, tt as a pass, text around the game, moves in the root.
    let old = one(
        "mail header (not a game)\r\n(;GaMe[1]FF[3]SiZe[9]PlayerBlack[Ann]Black[ee]\n;White[tt];B[])junk",
    );
    assert_eq!(old.info.black, "Ann");
    assert_eq!(names(&old), ["ee", "", ""]);
    // Point lists, compressed or not, with a hole; setup in several nodes.
    let setup = one("(;SZ[5]AB[aa:ba][ee];AW[ac:cd]AE[bc]PL[W];B[ea])");
    let black: Vec<usize> = (0..25)
        .filter(|&p| setup.setup.contains(&(p, Color::Black)))
        .collect();
    let white = setup
        .setup
        .iter()
        .filter(|stone| stone.1 == Color::White)
        .count();
    assert_eq!((black, white), (vec![0, 1, 24], 5));
    assert_eq!(setup.first, Color::Black, "a move says more than PL");
    // A game without properties is valid.
    let empty = one("(;)");
    assert_eq!(
        (empty.size, empty.first, empty.moves.len()),
        (Size::NINETEEN, Color::Black, 0)
    );
}

#[test]
fn who_moves_first() {
    for (text, first) in [
        ("(;SZ[9])", Color::Black),
        ("(;SZ[9]PL[W])", Color::White),
        ("(;SZ[9]PL[white])", Color::White),
        ("(;SZ[9]HA[2]AB[cc][gg])", Color::White),
        ("(;SZ[9]HA[2]AB[cc][gg];B[ee])", Color::Black),
        ("(;SZ[9];W[ee])", Color::White),
    ] {
        assert_eq!(one(text).first, first, "{text}");
        assert_eq!(one(text).start().unwrap().to_move(), first, "{text}");
    }
}

#[test]
fn game_info() {
    let text = "(;SZ[9]KM[5,5]HA[0]RU[AGA]PB[Two\nlines]US[me]PB[again]TM[3600];GN[late];B[aa])";
    let record = one(text);
    assert_eq!(record.info.komi, Some(5.5));
    assert_eq!(
        record.rules(),
        Rules {
            komi: 5.5,
            ..Rules::AGA
        }
    );
    assert_eq!(record.info.black, "Two lines");
    assert_eq!(record.info.name, "late");
    let other = [Property::new("US", "me"), Property::new("TM", "3600")];
    assert_eq!(record.info.other, other);
    let odd = |text: &str| one(text).info.misread.join("; ");
    assert_eq!(odd("(;KM[6,5]HA[2])"), "KM[6,5] is read as 6.5");
    assert_eq!(
        odd("(;KM[none])"),
        "KM[none] is no komi, and is passed over"
    );
    let stones = "HA[999999999] is no number of handicap stones, and is passed over";
    assert_eq!(odd("(;HA[999999999])"), stones);
    assert_eq!(one("(;HA[999999999])").info.handicap, 0);
    assert_eq!(odd("(;KM[]HA[1])"), "");
    for text in ["(;KM[inf])", "(;KM[NaN])", "(;KM[six])", "(;KM[])"] {
        assert_eq!(one(text).info.komi, None, "{text}");
    }
}

#[test]
fn escapes_and_soft_line_breaks() {
    let record = one("(;C[a\\]b\\\\c\\:d\\\ne\\\r\nf\ng])");
    assert_eq!(record.comment, "a]b\\c:def\ng");
}

#[test]
fn variations_are_kept() {
    let text =
        "(;SZ[5]VW[];B[aa](;W[bb]N[main];B[cc])(;W[dd](;B[ee])(;B[ea]LB[ea:x\\]]KGSX[1][2])))";
    let record = one(text);
    assert_eq!(names(&record), ["aa", "bb", "cc"]);
    let tree = record.tree.unwrap();
    assert_eq!(tree.leaves().count(), 3);
    let again = one(&tree.write()).tree.unwrap();
    assert_eq!(again.nodes()[1..], tree.nodes()[1..]);
    let last = &again.nodes()[again.leaves().last().unwrap()];
    assert_eq!(last.value("LB"), Some("ea:x]"));
    assert_eq!(last.properties[2].values, ["1", "2"]);
}

#[test]
fn collections_survive_a_bad_game() {
    let text = "(;SZ[9];B[aa])\n(;SZ[9];B[aa];W)\n(;SZ[9];B[zz])\n(;GM[2])\n(;SZ[9];B[cc])\n";
    let limits = Limits::default();
    let games: Vec<_> = Record::read_each(text, &limits).collect();
    let lines: Vec<usize> = games
        .iter()
        .filter_map(|game| match game {
            Err(RecordError::Syntax { line, .. } | RecordError::NotGo { line, .. }) => Some(*line),
            _ => None,
        })
        .collect();
    assert_eq!(lines, [2, 4]);
    let good: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(good, [true, false, false, false, true]);
    assert_eq!(names(games[4].as_ref().unwrap()), ["cc"]);
}

#[test]
fn faults_are_placed() {
    for (text, place) in [
        ("(;B[aa]\n  é B)", (2, 3)),
        ("(;SZ[9]\nPB[x] y [12k])", (2, 7)),
        ("(;B;W[aa])", (1, 4)),
        ("(;C[never closed", (1, 4)),
        ("(;B[aa]", (1, 8)),
        ("(;(;)B[aa])", (1, 6)),
        ("(;(;);)", (1, 6)),
        ("(;())", (1, 4)),
        ("(;((;)))", (1, 4)),
        ("(;[aa])", (1, 3)),
    ] {
        let error = fault(text);
        let RecordError::Syntax { line, column, .. } = error else {
            panic!("{text}: {error}")
        };
        assert_eq!((line, column), place, "{text}: {error}");
    }
    assert_eq!(fault("").to_string(), fault("no game ( here").to_string());
    let other = RecordError::NotGo {
        line: 1,
        column: 5,
        found: "3".into(),
    };
    assert_eq!(fault("(;GM[3])"), other);
}

#[test]
fn what_came_before_a_fault_is_kept() {
    let kept = |text| names(fault(text).record().unwrap());
    assert_eq!(kept("(;SZ[9];B[aa];W[bb];B[cc"), ["aa", "bb"]);
    assert_eq!(kept("(;SZ[9];B[aa];W[bb](;B[cc];W[dd"), ["aa", "bb", "cc"]);
    assert_eq!(kept("(;SZ[9];B[aa];W[bb];B[bb];W[cc])"), ["aa", "bb"]);
    assert_eq!(kept("(;SZ[9];B[aa];W[zz];B[bb])"), ["aa"]);
    assert_eq!(kept("(;SZ[9];B[aa];AW[bb];B[cc])"), ["aa"]);
    assert_eq!(kept("(;SZ[9];B[aa];W[aa];B[cc"), ["aa"]);
    let error = fault("(;SZ[9];B[aa];W[aa])");
    assert_eq!(
        error.to_string(),
        "move 2, white \"aa\": the point is occupied"
    );
}

#[test]
fn setups_that_are_none() {
    assert!(matches!(
        fault("(;SZ[9]AB[zz])"),
        RecordError::SetupPoint { .. }
    ));
    assert!(matches!(
        fault("(;SZ[9]AB[aa:zz])"),
        RecordError::SetupPoint { .. }
    ));
    assert!(matches!(
        fault("(;SZ[2]AB[aa]AW[ba][ab])"),
        RecordError::Setup(_)
    ));
    for size in ["0", "26", "-1", "x", "19:", "9:99", "99999999999999999999"] {
        let found = size.to_owned();
        assert_eq!(
            fault(&format!("(;SZ[{size}])")),
            RecordError::Size { found }
        );
    }
    assert_eq!(one("(;SZ[ 13 ])").size, Size::square(13).unwrap());
    assert_eq!(one("(;SZ[5:3])").size, Size::new(5, 3).unwrap());
}

#[test]
fn limits_are_kept() {
    let limits = Limits {
        bytes: 60,
        games: 2,
        nodes: 5,
        depth: 3,
        values: 4,
        listed_points: 100,
    };
    let read = |text: &str| Record::read_each(text, &limits).next().unwrap().map(|_| ());
    let what = |text: &str| match read(text) {
        Err(RecordError::TooLarge { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(read("(;(;)(;;)(;))"), Ok(()));
    assert_eq!(what("(;;;;)"), "nodes in a line");
    let many = Record::read_each("(;)(;)(;)(;)", &limits);
    assert_eq!(
        many.map(|game| game.is_ok()).collect::<Vec<_>>(),
        [true, true, false]
    );
    assert_eq!(Record::read_each("(;)(;)", &limits).count(), 2);
    assert_eq!(what("(;A[][][][][])"), "property values");
    assert_eq!(what("(;(;)(;)(;)(;)(;))"), "nodes");
    assert_eq!(
        what("(;TR[aa:jj][aa])".replace("[aa])", "[aa:ab])").as_str()),
        "points in compressed lists"
    );
    assert_eq!(what(&" ".repeat(61)), "bytes of text");
}

#[test]
fn nothing_nests_too_deep() {
    let limits = Limits {
        depth: usize::MAX,
        ..Limits::default()
    };
    // A line of nodes and a tower of variations, each much deeper than a stack could recurse.
    let line = format!("(;SZ[9]{})", ";B[]".repeat(300_000));
    let tower = format!("{}{}", "(;".repeat(300_000), ")".repeat(300_000));
    let broken = "(;".repeat(300_000);
    assert_eq!(
        Record::read_each(&line, &limits)
            .next()
            .unwrap()
            .unwrap()
            .moves
            .len(),
        300_000
    );
    let tree = Tree::read_each(&tower, &limits).next().unwrap().unwrap();
    assert_eq!(tree.nodes().len(), 300_000);
    assert!(tree.write().len() > 600_000);
    assert!(Record::read_each(&broken, &limits).next().unwrap().is_err());
}

#[test]
fn a_changed_record_is_still_checked() {
    let mut record = one("(;SZ[9];B[aa];W[bb])");
    record.moves.push(Play::new(Color::Black, Move::place(0)));
    let outcomes: Vec<bool> = record
        .positions()
        .map(|position| position.is_ok())
        .collect();
    assert_eq!(outcomes, [true, true, true, false]);
    record.setup.push((0, Color::White));
    record.setup.push((0, Color::White));
    assert_eq!(record.positions().count(), 1);
    assert!(record.start().is_err());
}

#[test]
fn the_replay_shows_every_move() {
    let record = one("(;SZ[3]AB[ba]AW[aa];B[ab];W[cc])");
    let shown: Vec<Position> = record.positions().map(Result::unwrap).collect();
    assert_eq!(shown.len(), 3);
    assert_eq!(shown[0].get(0), Occupancy::White);
    assert_eq!(shown[1].get(0), Occupancy::Empty);
    assert_eq!(shown[2].get(8), Occupancy::White);
}

#[test]
fn komi_as_servers_write_it() {
    let komi = |properties: &str| one(&format!("(;SZ[19]{properties};B[aa])")).rules().komi;
    for (properties, points) in [
        ("KM[7.5]", 7.5),
        ("KM[0]", 0.0),
        ("KM[-20]", -20.0),
        ("KM[650]", 6.5),
        ("KM[375]RU[Chinese]", 7.5),
        ("KM[-550]", -5.5),
        ("KM[1e30]RU[Chinese]", 7.5),
        ("KM[x]RU[Japanese]", 6.5),
        ("HA[2]AB[dd][pp]", 0.5),
        ("HA[2]KM[5.5]AB[dd][pp]", 5.5),
    ] {
        assert_eq!(komi(properties), points, "{properties}");
    }
}

#[test]
fn a_game_is_its_record() {
    let mut game = Game::new(Position::initial(Size::square(5).unwrap()), Rules::CHINESE);
    for name in ["C3", "C2", "pass", "D2"] {
        game.play(game.position().parse_move(name).unwrap())
            .unwrap();
    }
    let mut record = Record::from(&game);
    record.info.rules = Some("Chinese".into());
    assert_eq!(Game::try_from(&one(&record.to_string())).unwrap(), game);

    let what = |text: &str| match Game::try_from(&one(text)) {
        Err(RecordError::Move {
            number,
            fault,
            record,
            ..
        }) => {
            assert_eq!(record.moves.len(), number - 1);
            (number, fault)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(what("(;SZ[5];B[aa];B[bb])"), (2, MoveFault::Turn));
    let over = "(;SZ[5];B[];W[];B[aa])";
    assert_eq!(what(over), (3, MoveFault::Illegal(Illegal::GameOver)));
}
