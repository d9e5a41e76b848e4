//! PDN from anywhere: `cargo fuzz run pdn --sanitizer none -- -dict=pdn.dict`.
//!
//! Whatever the bytes, reading ends with records or errors; every record, also the one an error carries, replays
//! legally and is read back as itself.
#![no_main]

use checkers_rules::{Game, pdn::Pdn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    kibitzer_fuzz::records::<Pdn>(bytes, |record| {
        let _ = Game::from(record);
    });
});
