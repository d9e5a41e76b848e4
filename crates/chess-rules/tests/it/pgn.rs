//! PGN files as they come: the good, the annotated and the broken.

#![allow(clippy::print_stderr)]

use std::io::Read;

use chess_rules::{
    Game, GameResult, Move, Outcome, Position,
    pgn::{Limits, Pgn, PgnError, PgnFault, Reader, Record, Tree, Visitor},
};

fn read(text: impl AsRef<[u8]>) -> Vec<Result<Record, PgnError>> {
    Reader::new(text.as_ref()).collect()
}

fn only(text: &str) -> Record {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap()
}

#[test]
fn real_games_round_trip() {
    let Some(folder) = test_data::path("chess-pgn") else {
        return;
    };
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let mut paths: Vec<_> = files.map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "pgn"));
    paths.sort();
    let (mut count, mut plies) = (0, 0);
    for path in paths {
        for game in Reader::new(std::fs::File::open(&path).unwrap()) {
            let record = game.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let text = record.write();
            assert!(
                text.lines()
                    .all(|line| line.len() < 80 || line.starts_with('['))
            );
            let again = only(&text);
            assert_eq!(again.tree, record.tree);
            assert_eq!(again.result, record.result);
            assert_eq!(again.write(), text);
            for (name, value) in record.headers.iter().filter(|(name, _)| *name != "Result") {
                assert_eq!(again.headers.get(name), Some(value));
            }
            let mut position = *record.tree.start();
            for mv in record.moves() {
                let fen = position.to_fen();
                assert_eq!(Position::from_fen(&fen), Ok(position));
                assert_eq!(
                    Position::from_fen(&position.to_shredder_fen()),
                    Ok(position)
                );
                assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
                assert_eq!(position.parse_uci(&position.uci(mv).to_string()), Ok(mv));
                position.advance(mv);
                plies += 1;
            }
            count += 1;
        }
    }
    assert!(count >= 60 && plies > 3_680, "{count} games, {plies} plies");
}

#[test]
fn everything_a_game_can_say_is_kept() {
    let record = only(concat!(
        "% escaped\n[Event \"a \\\"b\\\" \\\\\"] [Odd_1 \"\"]\n\n",
        "{first} 1. e4! {best\n by test} $10 (1.d4 d5 (1... Nf6!? ; King's Indian perhaps\n 2. c4) 2. c4 $255)\n",
        "% hidden )\n",
        "({no} 1. c4 ()) e5?? 2 Nf3 Nc6 3.Bb5 a6 1/2-1/2 "
    ));
    assert_eq!(record.headers.get("Event"), Some("a \"b\" \\"));
    assert_eq!(record.headers.get("Odd_1"), Some(""));
    assert_eq!(record.result, GameResult::Draw);
    let tree = &record.tree;
    assert_eq!(tree.len(), 12);
    assert_eq!(tree.node(Tree::ROOT).comments(), ["first"]);
    let first: Vec<_> = tree.children(Tree::ROOT).collect();
    let said = |i: usize| tree.node(first[i]);
    assert_eq!(first.len(), 3);
    assert_eq!(said(0).nags(), [1, 10]);
    assert_eq!(said(0).comments(), ["best by test"]);
    assert_eq!(said(2).comments_before(), ["no"]);
    let after_d4: Vec<_> = tree.children(first[1]).collect();
    assert_eq!(tree.node(after_d4[1]).nags(), [5]);
    assert_eq!(tree.node(after_d4[1]).comments(), ["King's Indian perhaps"]);
    assert_eq!(only(&record.write()).tree, record.tree);
}

#[test]
fn what_is_said_about_the_start_is_written_back() {
    for text in ["!? {before} $22 *", "{before} !? 1. e4 *", "$10 1-0"] {
        let record = only(text);
        assert!(!record.tree.node(Tree::ROOT).nags().is_empty());
        assert_eq!(only(&record.write()).tree, record.tree, "{text}");
    }
}

#[test]
fn a_comment_may_hold_what_looks_like_a_header() {
    let mut record = only("1. e4 *");
    let first = record.tree.main_line().next().unwrap();
    // Wherever the line is broken, no line may look like the next game's first.
    for before in 0..100 {
        let comment = format!("{} [Event \"x\"] %", "y".repeat(before));
        record.tree.add_comment(first, &comment);
    }
    assert_eq!(only(&record.write()).tree, record.tree);
}

#[test]
fn encodings_and_marks() {
    let mut bytes = b"\xEF\xBB\xBF[White \"M\xFCller\"]\r\n[Black \"".to_vec();
    bytes.extend("Müller".as_bytes());
    bytes.extend(b"\"]\r\n\r\n1. e4 {\xE9t\xE9} *\r\n");
    let record = read(&bytes).remove(0).unwrap();
    assert_eq!(record.headers.get("White"), record.headers.get("Black"));
    let first = record.tree.main_line().next().unwrap();
    assert_eq!(record.tree.node(first).comments(), ["été"]);
}

#[test]
fn generous_moves() {
    let record = only("1.e4 e5 2.Ng1f3 Ng8-f6 3.Be2 d5 4.0-0 Be7 5.exd5 c5 6.dxc6 e.p. bxc6 1-0");
    assert_eq!(record.moves().count(), 12);
    let game = Game::from(&record);
    let castled = game.moves().nth(6).unwrap();
    assert_eq!(castled.to_string(), "e1h1");
}

#[test]
fn chess960_games() {
    let text = concat!(
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n",
        "[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n",
        "1. Nd3 Nd6 2. g3 g6 3. O-O O-O-O *\n"
    );
    let error = read(text).remove(0).unwrap_err();
    assert_eq!(
        error.ply, 4,
        "the king stays on g1, the rook there is in the way: {error}"
    );
    let text = text.replace("3. O-O O-O-O", "3. Bxg6 hxg6");
    let record = only(&text.replace("Bxg6 hxg6", "f4 f5"));
    assert_eq!(only(&record.write()).tree, record.tree);
    assert_eq!(record.headers.get("Variant"), Some("Chess960"));
}

/// A file, the fault in words, and how many plies were saved.
#[test]
fn broken_games_say_where() {
    let rows = [
        (
            "1. e4 e5 2. Ke3 *",
            "line 1, column 13, ply 2: \"Ke3\": no such move is legal",
            2,
        ),
        (
            "1. e4 e5\n2. Nc3 Nc6\n3. Ne2 *",
            "line 3, column 4, ply 4: \"Ne2\": several pieces can make this move",
            4,
        ),
        (
            "1. e4 e5 2. -- *",
            "line 1, column 13, ply 2: \"--\": not a move in algebraic notation",
            2,
        ),
        (
            "1. e4 {open",
            "line 1, column 7, ply 1: a comment without end",
            1,
        ),
        (
            "1. e4 (1. d4 d5",
            "line 1, column 16, ply 2: a variation without end",
            3,
        ),
        (
            "1. e4 (1. d4 *",
            "line 1, column 14, ply 1: a variation without end",
            2,
        ),
        (
            "1. e4 e5",
            "line 1, column 9, ply 2: the game ends without a result",
            2,
        ),
        ("1. e4 ) e5 *", "line 1, column 7, ply 1: unexpected ')'", 1),
        (
            "(1. e4) *",
            "line 1, column 1, ply 0: a variation before any move",
            0,
        ),
        (
            "1. e4 \0 e5 *",
            "line 1, column 7, ply 1: unexpected '\\0'",
            1,
        ),
        (
            "1. e4 $999 *",
            "line 1, column 8, ply 1: not a numeric annotation glyph",
            1,
        ),
        (
            "1. e4 !!! *",
            "line 1, column 7, ply 1: not a numeric annotation glyph",
            1,
        ),
        (
            "[Event \"x]\n\n1. e4 *",
            "line 1, column 1, ply 0: not a tag pair",
            0,
        ),
        (
            "[Variant \"Atomic\"]\n\n1. e4 *",
            "line 3, column 1, ply 0: variant \"Atomic\" is not known",
            0,
        ),
        (
            "[FEN \"9/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*",
            "line 3, column 1, ply 0: header FEN: FEN: '9' in rank 8; white has 0 kings instead of one; black has 0 kings instead of one",
            0,
        ),
    ];
    for (text, fault, plies) in rows {
        let good = "[Event \"next\"]\n\n1. d4 *\n";
        let games = read(format!("{text}\n\n{good}"));
        let error = games[0].as_ref().unwrap_err();
        // A game that only the end of the file could end is ended by the next one.
        let at_end = text.ends_with(['5', '4']) && !text.ends_with('*');
        if !at_end {
            assert_eq!(error.to_string(), format!("game 1, {fault}"), "{text}");
        }
        assert_eq!(error.record.as_ref().unwrap().tree.len(), plies, "{text}");
        assert_eq!(games.len(), 2, "{text}");
        let next = games[1].as_ref().unwrap();
        assert_eq!(next.headers.get("Event"), Some("next"));
        assert_eq!(next.moves().count(), 1);
        let alone = read(text).remove(0).unwrap_err();
        assert_eq!(alone.to_string(), format!("game 1, {fault}"), "{text}");
    }
}

#[test]
fn nesting_to_depth_10_000_and_beyond() {
    let deep = |depth: usize| {
        // Each variation replaces the move before it by another one.
        let open: String = (0..depth)
            .map(|i| if i % 2 == 0 { " (1. d4" } else { " (1. e4" })
            .collect();
        format!("1. e4{open}{} *", ")".repeat(depth))
    };
    let record = only(&deep(10_000));
    assert_eq!(record.tree.len(), 10_001);
    assert_eq!(only(&record.write()).tree, record.tree);
    // Nested in the tree too: each variation goes one move further before the next one opens.
    let path = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut text = String::new();
    for ply in 0..10_000 {
        let main = ["Nc3", "Nc6"][ply % 2];
        text.push_str(&format!("{main} ({} ", path[ply % 4]));
    }
    text.push_str(&format!("{} *", ")".repeat(10_000)));
    let record = only(&text);
    assert_eq!(record.moves().count(), 1);
    assert_eq!(record.tree.len(), 20_000);
    assert_eq!(only(&record.write()).tree, record.tree);

    let error = read(deep(200_000)).remove(0).unwrap_err();
    assert!(
        matches!(error.fault, PgnFault::Limit { limit: 100_000, .. }),
        "{error}"
    );
    // The main line alone does not look into variations and may be given any depth.
    let text = deep(200_000);
    let mut reader = Reader::new(text.as_bytes());
    assert!(reader.visit(&mut ()).unwrap().is_ok());
}

/// So many bytes of one value, then the end.
struct Endless(usize, u8);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.0);
        buffer[..count].fill(self.1);
        self.0 -= count;
        Ok(count)
    }
}

#[test]
fn lines_of_100_megabytes() {
    for (begin, byte, what) in [
        ("1. ", b'a', "a token"),
        ("1. e4 {", b'x', "a comment"),
        ("1. e4 ;", b'x', "a comment"),
        ("[Event \"", b'x', "a header"),
        ("1. e4 ", b'.', "a game"),
        ("1. e4 (", b'(', "variations nested"),
    ] {
        let bytes = begin.as_bytes().chain(Endless(100 << 20, byte));
        let end = "\n\n[Event \"next\"]\n\n1. e4 *\n";
        let mut reader = Reader::new(bytes.chain(end.as_bytes()));
        let error = reader.next().unwrap().unwrap_err();
        match (what, &error.fault) {
            ("variations nested", PgnFault::EarlyVariation) => {}
            (_, PgnFault::Limit { what: found, .. }) => assert_eq!(*found, what),
            _ => panic!("{what}: {error}"),
        }
        assert_eq!(reader.next().unwrap().unwrap().moves().count(), 1);
        assert!(reader.next().is_none());
    }
    // Null bytes: not a game, but not the end of anything either.
    let nulls = Endless(10 << 20, 0).chain(&b"\n[Event \"next\"]\n\n*"[..]);
    let games: Vec<_> = Reader::new(nulls).collect();
    assert!(games[0].is_err() && games[1].is_ok() && games.len() == 2);
}

#[test]
fn limits_are_options() {
    let limits = Limits {
        token: 4,
        text: 20,
        game: 60,
        depth: 1,
    };
    for (text, what) in [
        ("1. Ngf3+ *", Some("a token")),
        ("1. e4 {twenty-one characters} *", Some("a comment")),
        ("[Event \"twenty-one characters\"] *", Some("a header")),
        ("1. e4 (1. d4 (1. c4)) *", Some("variations nested")),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 5. Ng1 Nb8 6. Nf3 Nf6 *",
            Some("a game"),
        ),
        ("1. e4 (1. d4) e5 *", None),
    ] {
        let found = Reader::with_limits(text.as_bytes(), limits).next().unwrap();
        match (found, what) {
            (Ok(_), None) => {}
            (
                Err(PgnError {
                    fault: PgnFault::Limit { what, .. },
                    ..
                }),
                Some(expected),
            ) => {
                assert_eq!(what, expected);
            }
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
}

#[test]
fn a_file_that_breaks_off() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let mut reader = Reader::new(b"1. e4 * 1. d4 d5".chain(Broken));
    assert!(reader.next().unwrap().is_ok());
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(error.fault, PgnFault::Io(_)), "{error}");
    assert_eq!(error.record.unwrap().moves().count(), 2);
    assert!(reader.next().is_none());
}

#[test]
fn a_visitor_gets_the_main_line() {
    #[derive(Default)]
    struct Plies(Vec<Move>, Option<GameResult>);
    impl Visitor<Pgn> for Plies {
        fn mv(&mut self, position: &Position, mv: Move) {
            assert!(position.legal_moves().contains(&mv));
            self.0.push(mv);
        }
        fn result(&mut self, result: GameResult) {
            self.1 = Some(result);
        }
    }
    let text = "1. e4 (1. d4 {) } ; )\n (1. Zz9)) e5 (1... c5) 2. Qh5 Ke7 3. Qxe5# 1-0";
    let mut plies = Plies::default();
    Reader::new(text.as_bytes())
        .visit(&mut plies)
        .unwrap()
        .unwrap();
    let mut game = Game::new(Position::initial());
    for mv in plies.0 {
        game.play(mv).unwrap();
    }
    assert!(matches!(game.outcome(), Some(Outcome::Checkmate { .. })));
    assert_eq!(plies.1, game.outcome().map(Outcome::result));
}

/// A game that the rules end is written with its result, and one that goes on without.
#[test]
fn what_was_played_has_its_result() {
    let after = |fen: &str, moves: &[&str]| {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for name in moves {
            let mv = game.position().parse_san(name).unwrap();
            game.play(mv).unwrap();
        }
        Record::from(&game).write()
    };
    let start = Position::initial().to_fen();
    let mated = after(&start, &["f3", "e5", "g4", "Qh4#"]);
    assert!(mated.trim_end().ends_with("0-1"), "{mated}");
    let stalemate = after("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", &["Qf7"]);
    assert!(stalemate.trim_end().ends_with("1/2-1/2"), "{stalemate}");
    let open = after(&start, &["e4"]);
    assert!(open.trim_end().ends_with('*'), "{open}");
    // A header that says something else is found out.
    let said =
        only("[Result \"1-0\"]\n[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1/2-1/2\n");
    assert_eq!(said.contradiction(), Some("1-0"));
}
