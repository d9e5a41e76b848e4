//! PDN from anywhere: `cargo fuzz run pdn --sanitizer none -- -dict=pdn.dict`.
//!
//! Whatever the bytes, reading ends with records or errors; every record, also the one an error carries, replays
//! legally and is read back as itself.
#![no_main]

use checkers_rules::pdn::{Limits, ROSTER, Reader, Record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits {
        depth: 1_000,
        ..Limits::default()
    };
    let mut plies = Vec::new();
    for game in Reader::with_limits(bytes, limits) {
        match game {
            Ok(record) => {
                plies.push(record.moves().count());
                check(&record);
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                check(
                    &error
                        .record
                        .expect("a reader of records keeps what it read"),
                );
                break;
            }
        }
    }
    // The main lines alone are the same, as long as they are read without a fault.
    let mut reader = Reader::with_limits(bytes, limits);
    for count in plies {
        let mut main = Plies(0);
        assert!(reader.visit(&mut main).expect("a game").is_ok());
        assert_eq!(main.0, count);
    }
});

struct Plies(usize);

impl checkers_rules::pdn::Visitor for Plies {
    fn mv(&mut self, _: &checkers_rules::Position, _: checkers_rules::Move) {
        self.0 += 1;
    }
}

fn check(record: &Record) {
    let _ = record.game();
    let text = record.write();
    let mut games = Reader::new(text.as_bytes());
    let again = games.next().expect("a game");
    let again = again.unwrap_or_else(|error| panic!("a written game is read: {error}"));
    assert!(games.next().is_none());
    assert_eq!(again.tree, record.tree);
    assert_eq!(again.result, record.result);
    assert_eq!(again.write(), text);
    for (name, value) in record.headers.iter() {
        if !ROSTER.contains(&name) && !["SetUp", "FEN", "GameType"].contains(&name) {
            assert!(again.headers.iter().any(|pair| pair == (name, value)));
        }
    }
}
