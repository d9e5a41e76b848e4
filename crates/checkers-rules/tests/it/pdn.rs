//! PDN files as they come: the good, the annotated and the broken.

#![allow(clippy::print_stderr)]

use board_core::{Color, MoveGen};
use checkers_rules::{
    Game, GameResult, NotationError, Position, RuleSet, Variant,
    pdn::{Limits, PdnError, PdnFault, Reader, Record, Tree},
};

fn read(text: impl AsRef<[u8]>) -> Vec<Result<Record, PdnError>> {
    Reader::new(text.as_ref()).collect()
}

fn only(text: &str) -> Record {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn the_games_of_the_american_checker_federation_round_trip() {
    let Some(path) = test_data::path("checkers-pdn/ACF.pdn") else {
        return;
    };
    let file = std::fs::File::open(path).unwrap();
    let (mut count, mut plies, mut results) = (0, 0, [0; 4]);
    for game in Reader::new(file) {
        let record = game.unwrap_or_else(|error| panic!("{error}"));
        let text = record.write();
        let long = |line: &&str| line.len() >= 80 && !line.starts_with('[');
        assert_eq!(text.lines().find(long), None);
        let again = only(&text);
        assert_eq!(again.tree, record.tree);
        assert_eq!(again.result, record.result);
        assert_eq!(again.write(), text);
        for mv in Game::from(&record).moves() {
            plies += usize::from(mv.from != mv.to || mv.is_capture());
        }
        results[match record.result {
            GameResult::Win(Color::Black) => 0,
            GameResult::Win(Color::White) => 1,
            GameResult::Draw => 2,
            _ => 3,
        }] += 1;
        count += 1;
    }
    assert_eq!((count, plies), (9_377, 460_287));
    assert!(results[..3].iter().all(|&n| n > 1_000), "{results:?}");
}

#[test]
fn everything_a_game_can_say_is_kept() {
    let record = only(concat!(
        "% escaped\n[Event \"a \\\"b\\\" \\\\\"] [Odd_1 \"\"]\n\n",
        "{first} 1. 11-15! {best\n by test} $10 (1.9-14 22-18 (1... 23-19!? ; perhaps\n 2. 14-18) 2. 5-9 $255)\n",
        "% hidden )\n",
        "({no} 1. 12-16 ()) 23-19(?) 2 8-11 22x17 3.0-0 "
    ).replace("22x17 3.0-0", "22-17 0-0").as_str());
    assert_eq!(record.headers.get("Event"), Some("a \"b\" \\"));
    assert_eq!(record.headers.get("Odd_1"), Some(""));
    assert_eq!(record.result, GameResult::BothLose);
    let tree = &record.tree;
    assert_eq!(tree.len(), 10);
    assert_eq!(tree.node(Tree::ROOT).comments(), ["first"]);
    let first: Vec<_> = tree.children(Tree::ROOT).collect();
    let said = |i: usize| tree.node(first[i]);
    assert_eq!(first.len(), 3);
    assert_eq!(said(0).nags(), [1, 10]);
    assert_eq!(said(0).comments(), ["best by test"]);
    assert_eq!(said(2).comments_before(), ["no"]);
    let second = tree.children(first[0]).next().unwrap();
    assert_eq!(tree.node(second).nags(), [2]);
    let after: Vec<_> = tree.children(first[1]).collect();
    assert_eq!(tree.node(after[1]).nags(), [5]);
    assert_eq!(tree.node(after[1]).comments(), ["perhaps"]);
    assert_eq!(only(&record.write()).tree, record.tree);
}

#[test]
fn a_game_begins_where_its_headers_say() {
    let record =
        only("[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"B:W32,K50:B1-3\"]\n\n1... 1-6 2. 32-28 2-0");
    assert_eq!(record.tree.start().to_fen(), "B:W32,K50:B1,2,3");
    assert_eq!(record.result, GameResult::Win(Color::White));
    let text = record.write();
    assert!(text.contains("\n[GameType \"20,W,10,10,N2,0\"]\n[FEN \"B:W32,K50:B1,2,3\"]\n[SetUp \"1\"]\n\n1... 1-6 2. 32-28 2-0\n"), "{text}");
    let frisian = RuleSet::of(Variant::Frisian);
    let mut reader = Reader::new("1. 31-27 20-24 *".as_bytes()).with_rules(frisian);
    assert_eq!(
        reader.next().unwrap().unwrap().tree.start().rules(),
        frisian
    );
    // The separator says nothing; the header does, and Black began.
    let record = only("[Result \"1-0\"]\n\n1. 11-15 *");
    assert_eq!(record.result, GameResult::Win(Color::Black));
}

#[test]
fn squares_by_letter_and_digit() {
    let record = only("[GameType \"25\"]\n\n1. c3-d4 f6-g5 2. b2c3 g7-f6 3. 22-17 d6-c5 *");
    let text = record.write();
    assert!(
        text.ends_with("1. c3-d4 f6-g5 2. b2-c3 g7-f6 3. c3-b4 d6-c5 *\n"),
        "{text}"
    );
    let taking = only(
        "[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 c7:e5:c3 *",
    );
    let text = taking.write();
    assert!(text.ends_with("4. b4:d6 c7:c3 *\n"), "{text}");
}

#[test]
fn two_ways_are_told_apart() {
    let start = Position::from_fen(RuleSet::ENGLISH, "B:W14,15,22,23:B10").unwrap();
    assert_eq!(start.parse_move("10x26"), Err(NotationError::Ambiguous));
    let left = start.parse_move("10x17x26").unwrap();
    assert_eq!(start.parse_move("10:17:26"), Ok(left));
    assert_eq!(start.notation(left), "10x17x26");
    assert_eq!(start.parse_move("10x18x26"), Err(NotationError::Illegal));
    for wrong in [
        "", "10", "10x", "x26", "10x33", "10x0", "10x26x", "10_26", "a9-b2", "é1-b2",
    ] {
        assert_eq!(
            start.parse_move(wrong),
            Err(NotationError::Syntax),
            "{wrong}"
        );
    }
    // A flying king: the squares where it turns, and right behind what it takes where it goes straight on.
    let rules = RuleSet::INTERNATIONAL;
    let start = Position::from_fen(rules, "W:WK46:B37,28,14,20").unwrap();
    for mv in start.legal_moves() {
        let text = start.notation(mv);
        assert_eq!(start.parse_move(&text), Ok(mv), "{text}");
        for path in start.paths(mv) {
            assert_eq!((path[0], path[path.len() - 1]), (mv.from, mv.to));
            assert_eq!(path.len(), mv.captured.len() + 1);
            assert_eq!(path[1].number(), 32, "right behind 37: {path:?}");
        }
    }
}

#[test]
fn a_broken_game_is_told_and_the_next_one_read() {
    let rows = [
        (
            "1. 11-15 23-20 *",
            1,
            10,
            1,
            "\"23-20\": no such move is legal",
        ),
        ("[Event \"x]\n\n1. 11-15 *", 1, 1, 0, "not a tag pair"),
        (
            "[FEN \"B:W30:Q\"]\n\n*",
            3,
            1,
            0,
            "header FEN: \"Q\" is no part of a FEN; Black's list is missing",
        ),
        (
            "[GameType \"99\"]\n\n*",
            3,
            1,
            0,
            "game type \"99\" is not known",
        ),
        ("1. 11-15 (9-14 *", 1, 16, 1, "a variation without end"),
        ("1. 11-15 {x", 1, 10, 1, "a comment without end"),
        ("(11-15) *", 1, 1, 0, "a variation before any move"),
        ("1. 11-15", 1, 9, 1, "the game ends without a result"),
        (
            "1. 11-15 $256 *",
            1,
            11,
            1,
            "not a numeric annotation glyph",
        ),
        ("1. 11-15 # *", 1, 10, 1, "unexpected '#'"),
        ("1. 11-15\0 *", 1, 9, 1, "unexpected '\\0'"),
    ];
    for (text, line, column, ply, fault) in rows {
        let file = format!("{text}\n\n[Event \"next\"]\n\n1. 12-16 *\n");
        let games = read(&file);
        let error = games[0].as_ref().unwrap_err();
        let told = (error.line, error.column, error.ply, error.fault.to_string());
        // What breaks off at the end of the file meets the next game instead.
        if !fault.contains("end") {
            assert_eq!(told, (line, column, ply, fault.to_owned()), "{text}");
        } else {
            assert_eq!(error.fault.to_string(), fault, "{text}");
        }
        assert_eq!(
            error.record.as_ref().unwrap().moves().count(),
            ply,
            "{text}"
        );
        let next = games.last().unwrap().as_ref().unwrap();
        assert_eq!((games.len(), next.moves().count()), (2, 1), "{text}");
    }
}

#[test]
fn limits_are_kept() {
    let limits = Limits {
        token: 8,
        text: 40,
        game: 300,
        depth: 3,
    };
    let fault = |text: &str| {
        let game = Reader::with_limits(text.as_bytes(), limits).next();
        game.unwrap().unwrap_err().fault.to_string()
    };
    assert_eq!(fault("1. 11-15-18-22 *"), "a token of more than 8");
    let long = "y".repeat(60);
    assert_eq!(
        fault(&format!("1. 11-15 {{{long}}} *")),
        "a comment of more than 40"
    );
    assert_eq!(
        fault(&format!("[Event \"{long}\"]\n\n*")),
        "a header of more than 40"
    );
    let nested = format!("1. 11-15 {}", "(1. 9-14 ".repeat(4));
    assert_eq!(fault(&nested), "variations nested of more than 3");
    assert_eq!(
        fault(&format!("1. 11-15 {}", "{yy} ".repeat(80))),
        "a game of more than 300"
    );
    let deep = format!(
        "1. 11-15 {}{} *",
        "(1. 9-14 ".repeat(50_000),
        ")".repeat(50_000)
    );
    assert_eq!(only(&deep).tree.len(), 50_001);
}

#[test]
fn a_side_without_moves_needs_no_result() {
    let record = only("[FEN \"B:W18:B15\"]\n\n1. 15x22");
    assert_eq!(record.result, GameResult::Win(Color::Black));
    assert!(matches!(
        read("[FEN \"B:W18,32:B15\"]\n\n1. 15x22")[0]
            .as_ref()
            .unwrap_err()
            .fault,
        PdnFault::NoResult
    ));
}

#[test]
fn a_game_becomes_a_record() {
    let mut game = Game::new(Position::initial(RuleSet::CHECKERS_CHECKER));
    assert_eq!(game.position().to_move(), Color::White);
    for text in ["22-18", "11-15", "18x11", "8x15"] {
        game.play(game.position().parse_move(text).unwrap())
            .unwrap();
    }
    let text = Record::from(&game).write();
    assert!(
        text.ends_with("[GameType \"21,W,8,8,N1,0\"]\n\n1. 22-18 11-15 2. 18x11 8x15 *\n"),
        "{text}"
    );
    let again = only(&text);
    assert!(again.moves().eq(game.moves()));
    assert_eq!(again.tree.start().rules().first, Color::White);
}

#[test]
fn results_that_contradict_each_other_are_told() {
    let told = |header: &str, end: &str| {
        let text = format!("[Result \"{header}\"]\n\n1. 11-15 22-18 2. 15x22 {end}");
        let record = only(&text);
        record.contradiction().map(str::to_owned)
    };
    assert_eq!(told("1-0", "0-1").as_deref(), Some("1-0"));
    assert_eq!(told("1/2-1/2", "1-0").as_deref(), Some("1/2-1/2"));
    for (header, end) in [("1-0", "1-0"), ("1-0", "*"), ("*", "0-1"), ("?", "0-1")] {
        assert_eq!(told(header, end), None, "{header} {end}");
    }
}
