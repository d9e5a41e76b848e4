//! FEN from anywhere: `cargo fuzz run fen --sanitizer none`.
//!
//! Whatever the text, reading ends with a position or with a fault; every position is written and read back as
//! itself and obeys the laws of `board-core`. What is read strictly is read leniently alike.
#![no_main]

use board_core::{MoveGen, laws};
use chess_rules::{Position, perft};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let strict = Position::from_fen(text);
    let lenient = Position::from_fen_lenient(text);
    if let Err(error) = &strict {
        assert!(!error.faults.is_empty() && !error.to_string().is_empty());
    }
    if let Ok(position) = &strict {
        assert_eq!(Ok(position), lenient.as_ref());
        assert_eq!(Ok(*position), Position::from_fen(&position.to_fen()));
        assert_eq!(
            Ok(*position),
            Position::from_fen(&position.to_shredder_fen())
        );
    }
    let Ok(position) = lenient else {
        return;
    };
    assert_eq!(Ok(position), Position::from_fen_lenient(&position.to_fen()));
    assert_eq!(
        Ok(position),
        Position::from_fen_lenient(&position.to_shredder_fen())
    );
    assert_eq!(perft(&position, 1), position.legal_moves().len() as u64);
    laws::position(&position, 0, |position: &Position| {
        // The laws also give the turn away, which may leave a check that no setup allows.
        let again = position.setup().lenient_position();
        again.map_or(position.key(), |again| again.key())
    })
    .expect("the laws hold");
});
