//! Peers timed in turns, so that what else the machine does meets all alike.

use std::time::{Duration, Instant};

/// One peer: its name, and the work that counts something.
pub type Peer<'a> = (&'a str, &'a dyn Fn() -> u64);

/// The fastest of `rounds` runs of each peer, one run of each after the other in every round.
///
/// # Panics
/// If a peer does not arrive at `count`.
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
