//! Measures peers in turns, so that other load on the machine affects all of them equally.

use std::time::{Duration, Instant};

/// A peer: its name, and work that returns a count.
pub type Peer<'a> = (&'a str, &'a dyn Fn() -> u64);

/// The fastest of `rounds` runs of each peer; in every round each runs once.
///
/// # Panics
/// If a peer does not return `count`.
#[must_use]
pub fn fastest(peers: &[Peer], count: u64, rounds: usize) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; peers.len()];
    for _ in 0..rounds {
        for ((name, work), best) in peers.iter().zip(&mut best) {
            let start = Instant::now();
            assert_eq!(work(), count, "{name}");
            *best = start.elapsed().min(*best);
        }
    }
    best
}

/// `many` rounds under `cargo bench`, one when the bench is only tested.
#[must_use]
pub fn rounds(many: usize) -> usize {
    if std::env::args().any(|arg| arg == "--bench") {
        many
    } else {
        1
    }
}
