//! The referee of chess: a script of situations, and random games.
#![cfg(feature = "chess")]

use crate::common::{Scripted, play, random};
use board_core::{Cell, Color, Occupancy};
use chess_rules::{Game, Kind, Piece, Position};
use proptest::prelude::*;
use referee::chess::Chess;

impl Scripted for Chess {
    fn parse(_: &str, text: &str) -> Chess {
        match text {
            "start" => Chess::new(),
            fen => Game::new(Position::from_fen_lenient(fen).unwrap()).into(),
        }
    }

    fn put(letter: char) -> (Color, Kind) {
        let piece = Piece::from_letter(letter).unwrap();
        (piece.color, piece.kind)
    }
}

#[test]
fn every_reason() {
    let outcome = play::<Chess>(include_str!("chess.txt"));
    assert!(
        outcome.situations >= 20,
        "{} situations",
        outcome.situations
    );
}

fn starts() -> impl Strategy<Value = Chess> {
    // The second one is full of castling, promotions and captures en passant.
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ];
    prop::sample::select(fens.to_vec())
        .prop_map(|fen| Game::new(Position::from_fen(fen).unwrap()).into())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn legal_games_never_alarm(start in starts(), choices in prop::collection::vec(any::<u16>(), 0..80)) {
        random::a_legal_game_is_told(&start, &choices, false);
        random::a_legal_game_is_followed(&start, &choices, usize::MAX);
    }

    #[test]
    fn illegal_positions_always_alarm(
        start in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..40),
        edits in prop::collection::vec((0usize..64, prop::sample::select(Occupancy::ALL)), 1..4),
    ) {
        random::an_illegal_position_is_an_alarm(&start, &choices, &edits);
    }
}
