//! SGF from anywhere: `cargo fuzz run sgf --sanitizer none`.
//!
//! Whatever the bytes, reading ends with records or an error; every record, also the one an error carries,
//! replays legally and is read back as itself.
#![no_main]

use go_rules::record::{Limits, Record, Tree, decode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits {
        listed_points: 10_000,
        ..Limits::default()
    };
    let text = decode(bytes);
    for tree in Tree::read_each(&text, &limits) {
        match tree {
            Ok(tree) => {
                let again = first_tree(&tree.write());
                assert_eq!(again.nodes()[1..], tree.nodes()[1..]);
                match Record::from_tree(tree) {
                    Ok(record) => check(record),
                    Err(error) => error.record().cloned().into_iter().for_each(check),
                }
            }
            Err(error) => error.record().cloned().into_iter().for_each(check),
        }
    }
});

fn first_tree(text: &str) -> Tree {
    let tree = Tree::read_each(text, &Limits::default()).next();
    tree.expect("a written tree is found")
        .expect("a written tree is read")
}

fn check(mut record: Record) {
    for position in record.positions() {
        position.expect("what was read is legal");
    }
    record.tree = None;
    let mut again =
        Record::from_tree(first_tree(&record.write())).expect("a written record is read");
    again.tree = None;
    assert_eq!(again, record);
}
