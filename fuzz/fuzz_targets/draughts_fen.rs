//! Draughts FEN from anywhere: `cargo fuzz run draughts_fen --sanitizer none`.
//!
//! The first byte chooses the variant. Whatever the text, reading ends with a position or with faults; every position
//! is written and read back as itself and obeys the laws of `board-core`, and every move is read back from its
//! notation.
#![no_main]

use board_core::laws;
use checkers_rules::{Position, RuleSet, Variant, perft};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let variant = Variant::ALL[usize::from(choice) % Variant::ALL.len()];
    let rules = RuleSet::of(variant);
    let position = match Position::from_fen(rules, text) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.faults.is_empty() && !error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(Position::from_fen(rules, &position.to_fen()), Ok(position));
    let moves = position.legal_moves();
    assert_eq!(perft(&position, 1), moves.len() as u64);
    for &mv in &moves {
        assert_eq!(position.parse_move(&position.notation(mv)), Ok(mv));
    }
    laws::position(&position, 0, |position: &Position| {
        let again = Position::from_fen(rules, &position.to_fen());
        board_core::MoveGen::key(&again.expect("its own FEN is read"))
    })
    .or_else(|broken| {
        // Runs of Frisian kings are part of a key, but of no FEN.
        let run = variant == Variant::Frisian && broken.law.contains("key after a move");
        if run { Ok(()) } else { Err(broken) }
    })
    .expect("the laws hold");
});
