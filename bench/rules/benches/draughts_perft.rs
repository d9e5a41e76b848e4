//! Draughts perft: leaves counted a second, from the start of every variant.
//!
//! No other crate with a move generator for draughts was found to compare with.
//!
//! `cargo bench -p rules-bench --bench draughts_perft` prints a table; `-- --test` only checks the counts.

#![allow(clippy::print_stdout)]

use checkers_rules::{Position, RuleSet, Variant, perft, perft_ordered};
use rules_bench::turns::{Peer, fastest, rounds};

/// Variant, depth, count with capture orders distinguished, and without.
const STARTS: [(Variant, usize, u64, u64); 8] = [
    (Variant::English, 10, 18_391_564, 18_391_564),
    (Variant::International, 9, 41_022_614, 41_022_423),
    (Variant::Brazilian, 10, 21_566_606, 21_560_022),
    (Variant::Russian, 10, 22_450_628, 22_444_032),
    (Variant::Pool, 10, 22_442_551, 22_435_955),
    (Variant::Italian, 10, 17_761_384, 17_761_384),
    (Variant::Frisian, 9, 16_204_497, 15_605_069),
    (Variant::Czech, 10, 18_368_918, 18_368_918),
];

fn main() {
    println!("millions of leaves a second\n");
    println!("| variant | depth | orders told apart | not |");
    println!("|---|--:|--:|--:|");
    for (variant, depth, ordered, plain) in STARTS {
        let start = Position::initial(RuleSet::of(variant));
        print!("| {} | {depth} |", variant.name());
        let works: [(Peer, u64); 2] = [
            (("ordered", &|| perft_ordered(&start, depth)), ordered),
            (("plain", &|| perft(&start, depth)), plain),
        ];
        for (peer, count) in works {
            let time = fastest(&[peer], count, rounds(8))[0];
            print!(" {:.0} |", count as f64 / time.as_secs_f64() / 1e6);
        }
        println!();
    }
}
