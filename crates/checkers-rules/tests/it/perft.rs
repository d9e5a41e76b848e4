//! Published counts of positions some plies ahead.
//!
//! Source: the tests of `dctl`, the draughts library of R. Halbersma, which name those who counted first; for checkers
//! also the On-Line Encyclopedia of Integer Sequences, A133046. "Ordered" counts tell captures apart that take the
//! same pieces in another order, the others do not.

use checkers_rules::{Position, RuleSet, Variant, perft, perft_ordered};

const TABLE: &str = include_str!("perft.txt");

/// Variant, FEN (empty for the start), whether ordered, counts from depth 1 on.
type Row = (Variant, &'static str, bool, Vec<u64>);

fn rows() -> impl Iterator<Item = Row> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let fields: Vec<_> = line.split('|').map(str::trim).collect();
        let [variant, order, fen, counts] = fields[..] else {
            panic!("four fields: {line}")
        };
        let named = |v: &Variant| format!("{v:?}") == variant;
        let variant = Variant::ALL.into_iter().find(named).expect("a variant");
        let ordered = match order {
            "ordered" => true,
            "sets" => false,
            other => panic!("{other:?} in {line}"),
        };
        let counts = counts.split(' ').map(|count| count.parse().unwrap());
        (variant, fen, ordered, counts.collect())
    })
}

/// Counts above this are left to the slow tests.
const QUICK: u64 = 5_000_000;

/// Counts above this are left alone: each would take minutes.
const SLOW: u64 = 1_800_000_000;

fn check(wanted: impl Fn(u64) -> bool) {
    for (variant, fen, ordered, counts) in rows() {
        let rules = RuleSet::of(variant);
        let position = if fen.is_empty() {
            Position::initial(rules)
        } else {
            Position::from_fen(rules, fen).unwrap()
        };
        let count = if ordered { perft_ordered } else { perft };
        assert_eq!(count(&position, 0), 1);
        for (i, &expected) in counts.iter().enumerate().filter(|&(_, &n)| wanted(n)) {
            let depth = i + 1;
            let found = count(&position, depth);
            assert_eq!(
                found, expected,
                "{variant:?} {fen} ordered {ordered} depth {depth}"
            );
        }
    }
}

#[test]
fn quick_counts() {
    check(|count| count <= QUICK);
}

#[test]
#[ignore = "some thirty thousand million positions: minutes on one core"]
fn deep_counts() {
    check(|count| QUICK < count && count <= SLOW);
}
