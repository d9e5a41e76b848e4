//! Names of moves from anywhere: `cargo fuzz run san --sanitizer none`.
//!
//! The first byte says the start and how many bytes then each choose a move; the rest is read as SAN and as UCI.
//! What is read is a legal move and is read back from the name written for it.
#![no_main]

use board_core::MoveGen;
use chess_rules::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [start, plies, bytes @ ..] = bytes else {
        return;
    };
    let mut position = Position::chess960(518 ^ usize::from(*start)).expect("below 960");
    let (choices, text) = bytes.split_at(bytes.len().min(usize::from(*plies)));
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.advance(moves[usize::from(choice) % moves.len()]);
    }
    for mv in position.legal_moves() {
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
        assert_eq!(position.parse_uci(&position.uci(mv).to_string()), Ok(mv));
    }
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    for mv in [position.parse_san(text).ok(), position.parse_uci(text).ok()] {
        if let Some(mv) = mv {
            assert!(position.is_legal(mv));
        }
    }
});
