//! PGN from anywhere: `cargo fuzz run pgn --sanitizer none -- -dict=pgn.dict`.
//!
//! Whatever the bytes, reading ends with records or errors; every record, also the one an error carries, replays
//! legally and is read back as itself.
#![no_main]

use chess_rules::{Game, pgn::Pgn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    kibitzer_fuzz::records::<Pgn>(bytes, |record| {
        let _ = Game::from(record);
    });
});
