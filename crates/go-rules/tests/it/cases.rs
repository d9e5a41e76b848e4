//! Known cases as rows: a name, the board, whose turn, the moves, the board after them, the ko point,
//! and how many stones Black and White have taken.

use board_core::{Board, Color, MoveGen, Occupancy};
use go_rules::{Game, Illegal, Ko, Move, Position, Rules};

struct Case {
    name: &'static str,
    before: &'static [&'static str],
    first: Color,
    /// SGF points, `--` for a pass.
    moves: &'static str,
    after: &'static [&'static str],
    ko: Option<&'static str>,
    taken: [usize; 2],
}

const CASES: &[Case] = &[
    Case {
        name: "one stone in the corner",
        before: &["O . .", "X . .", ". . ."],
        first: Color::Black,
        moves: "ba",
        after: &[". X .", "X . .", ". . ."],
        ko: None,
        taken: [1, 0],
    },
    Case {
        name: "ko",
        before: &[". X O .", "X . X O", ". X O .", ". . . ."],
        first: Color::White,
        moves: "bb",
        after: &[". X O .", "X O . O", ". X O .", ". . . ."],
        ko: Some("cb"),
        taken: [0, 1],
    },
    Case {
        name: "ko ends by a move elsewhere",
        before: &[". X O .", "X . X O", ". X O .", ". . . ."],
        first: Color::White,
        moves: "bb dd",
        after: &[". X O .", "X O . O", ". X O .", ". . . X"],
        ko: None,
        taken: [0, 1],
    },
    Case {
        name: "ko ends by a pass",
        before: &[". X O .", "X . X O", ". X O .", ". . . ."],
        first: Color::White,
        moves: "bb --",
        after: &[". X O .", "X O . O", ". X O .", ". . . ."],
        ko: None,
        taken: [0, 1],
    },
    Case {
        name: "retaking two stones is no ko",
        before: &[". . . .", "X X O .", "O . X O", "X X O .", ". . . ."],
        first: Color::White,
        moves: "bc cc",
        after: &[". . . .", "X X O .", ". . X O", "X X O .", ". . . ."],
        ko: None,
        taken: [2, 1],
    },
    Case {
        name: "snapback",
        before: &["X O . . X", "X O O O X", ". X X X ."],
        first: Color::Black,
        moves: "ca da ca",
        after: &["X . X . X", "X . . . X", ". X X X ."],
        ko: None,
        taken: [5, 1],
    },
    Case {
        name: "four chains at once",
        before: &[
            ". . X . .",
            ". X O X .",
            "X O . O X",
            ". X O X .",
            ". . X . .",
        ],
        first: Color::Black,
        moves: "cc",
        after: &[
            ". . X . .",
            ". X . X .",
            "X . X . X",
            ". X . X .",
            ". . X . .",
        ],
        ko: None,
        taken: [4, 0],
    },
    Case {
        name: "a winding chain",
        before: &[
            "X O O O O .",
            ". X X X O X",
            ". X O X O X",
            ". X O X O X",
            ". X O O O X",
        ],
        first: Color::Black,
        moves: "fa",
        after: &[
            "X . . . . X",
            ". X X X . X",
            ". X . X . X",
            ". X . X . X",
            ". X . . . X",
        ],
        ko: None,
        taken: [12, 0],
    },
    Case {
        name: "a stone without liberties that takes",
        before: &[". O X", "O X .", ". X ."],
        first: Color::Black,
        moves: "aa",
        after: &["X . X", "O X .", ". X ."],
        ko: Some("ba"),
        taken: [1, 0],
    },
    Case {
        name: "recapture under the stones",
        before: &[". O O X", "O X X X", "X . . .", ". . . ."],
        first: Color::Black,
        moves: "aa",
        after: &["X . . X", ". X X X", "X . . .", ". . . ."],
        ko: None,
        taken: [3, 0],
    },
];

fn play(position: &mut Position, moves: &str) -> Result<(), Illegal> {
    for name in moves.split_whitespace() {
        let mv = match name {
            "--" => Move::PASS,
            _ => Move::place(position.size().parse_sgf(name).unwrap()),
        };
        position.check(mv)?;
        position.play(mv);
    }
    Ok(())
}

#[test]
fn known_cases() {
    for case in CASES {
        let mut position = Position::from_rows(case.before).unwrap();
        position.set_to_move(case.first);
        let outcome = play(&mut position, case.moves);
        assert_eq!(outcome, Ok(()), "{}", case.name);
        let after = Position::from_rows(case.after).unwrap();
        assert_eq!(
            position.contents(),
            after.contents(),
            "{}\n{position}",
            case.name
        );
        let ko = position.ko().map(|point| position.size().sgf(point));
        assert_eq!(ko.as_deref(), case.ko, "{}", case.name);
        assert_eq!(
            Color::BOTH.map(|c| position.captures(c)),
            case.taken,
            "{}",
            case.name
        );
    }
}

/// What a case says of moves that are not legal.
#[test]
fn what_is_forbidden() {
    let ko = [". X O .", "X . X O", ". X O .", ". . . ."];
    let suicide = [". X . .", "X X . .", ". . X .", ". X . X"];
    let rows = [
        (
            "retaking at once",
            &ko,
            Color::White,
            "bb cb",
            Err(Illegal::Ko),
        ),
        (
            "retaking after a threat",
            &ko,
            Color::White,
            "bb dd da cb",
            Ok(()),
        ),
        (
            "on a stone",
            &ko,
            Color::White,
            "ba",
            Err(Illegal::Occupied),
        ),
        (
            "suicide of one stone",
            &suicide,
            Color::White,
            "aa",
            Err(Illegal::Suicide),
        ),
        (
            "the same point for the other",
            &suicide,
            Color::Black,
            "aa",
            Ok(()),
        ),
        (
            "a point with a liberty",
            &suicide,
            Color::White,
            "ad",
            Ok(()),
        ),
    ];
    for (name, rows, first, moves, outcome) in rows {
        let mut position = Position::from_rows(rows).unwrap();
        position.set_to_move(first);
        assert_eq!(play(&mut position, moves), outcome, "{name}");
    }
    let position = Position::from_rows(&ko).unwrap();
    for point in [16, 17, 65_535, usize::MAX] {
        assert_eq!(position.check(Move::place(point)), Err(Illegal::OffBoard));
    }
}

#[test]
fn suicide_where_it_is_legal() {
    let rows = [". O X .", ". O X .", "O O X .", "X X X ."];
    let closed = Position::from_rows(&rows).unwrap();
    let mut open = closed.clone().with_suicide(true);
    for position in [&closed, &open] {
        let mut other = position.clone();
        other.set_to_move(Color::White);
        assert_eq!(
            other.check(Move::place(0)),
            Ok(()),
            "the other eye point stays a liberty"
        );
    }
    open.set_to_move(Color::White);
    open.play(Move::place(0));
    open.set_to_move(Color::White);
    assert_eq!(open.check(Move::place(4)), Ok(()));
    assert_eq!(
        open.clone().with_suicide(false).check(Move::place(4)),
        Err(Illegal::Suicide)
    );
    let before = open.clone();
    let undo = open.play(Move::place(4));
    assert_eq!(undo.removed(), 6);
    assert_eq!(open.captures(Color::Black), 6);
    assert_eq!(open.get(4), Occupancy::Empty);
    assert_eq!(open.ko(), None);
    open.undo(undo);
    assert_eq!(open, before);
    assert_eq!(open.captures(Color::Black), 0);
}

/// Plays SGF points; the error says at which move.
fn play_game(game: &mut Game, moves: &str) -> Result<(), (usize, Illegal)> {
    let size = game.position().size();
    for (i, name) in moves.split_whitespace().enumerate() {
        let mv = Move::place(size.parse_sgf(name).unwrap());
        game.play(mv).map_err(|why| (i, why))?;
    }
    Ok(())
}

fn with_ko(ko: Ko) -> Rules {
    Rules {
        ko,
        ..Rules::JAPANESE
    }
}

#[test]
fn triple_ko() {
    // Three kos, two with a white stone to take and one with a black.
    let rows = [
        ". X O .", "X O . O", ". X O .", // first
        ". X O .", "X O . O", ". X O .", // second
        ". X O .", "X . X O", ". X O .", // third
    ];
    let start = Position::from_rows(&rows).unwrap();
    let cycle = "cb bh ce bb ch be";
    for (ko, expected) in [
        (Ko::Simple, Ok(())),
        (Ko::Positional, Err((5, Illegal::Superko))),
        (Ko::Situational, Err((5, Illegal::Superko))),
    ] {
        let mut game = Game::new(start.clone(), with_ko(ko));
        assert_eq!(play_game(&mut game, cycle), expected, "{ko:?}");
        let same = game.position().stones_key() == start.stones_key();
        assert_eq!(same, expected.is_ok());
    }
}

#[test]
fn sending_two_returning_one() {
    // White adds a stone, Black takes the two, White retakes one: the same stones, but the other
    // side to move.
    let mut start = Position::from_rows(&[". O . O", "X X O .", ". . . ."]).unwrap();
    start.set_to_move(Color::White);
    let moves = "aa ca ba";
    for (ko, expected) in [
        (Ko::Simple, Ok(())),
        (Ko::Situational, Ok(())),
        (Ko::Positional, Err((2, Illegal::Superko))),
    ] {
        let mut game = Game::new(start.clone(), with_ko(ko));
        assert_eq!(play_game(&mut game, moves), expected, "{ko:?}");
    }
}
