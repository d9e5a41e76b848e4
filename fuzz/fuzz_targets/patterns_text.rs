//! Texts as patterns: no panic in any notation, and what is read is drawn and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patterns::{Field, Group, Pattern, PatternTree, notation};

fuzz_target!(|text: &str| {
    let field = Field::from_rows(&[". X O .", "X . . O", "O X . .", ". . X O"]).unwrap();
    let mut tree = PatternTree::new(Group::TurnsAndColors);
    for named in notation::read(text).into_iter().flatten() {
        let drawn = named.pattern.to_string();
        // A drawing has no letter for a mark on a point that may have a stone.
        if let Ok(again) = drawn.parse::<Pattern>() {
            assert_eq!(again.to_string(), drawn);
            assert_eq!((again.size(), again.anchor()), (named.pattern.size(), named.pattern.anchor()));
        }
        tree.insert(&named.pattern, ());
        assert!(tree.id(&named.pattern).is_some());
    }
    for place in tree.search(&field) {
        assert!(tree.pattern(place.id).is_some());
    }
});
