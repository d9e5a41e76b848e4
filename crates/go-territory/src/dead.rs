//! Which stones are dead at the end of a game, found by playing on.

use board_core::{Color, Occupancy};
use go_rules::Position;

use crate::{grid::parts, playout::Playouts};

/// So many games are played between two looks at what they say.
const BATCH: u32 = 64;

/// Playing ends early when every chain is so many standard deviations from the balance.
const SIGMAS: f64 = 4.0;

/// How to estimate dead stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadStones {
    /// How many games are played out.
    pub playouts: u32,
    /// The same seed gives the same answer.
    pub seed: u64,
}

impl Default for DeadStones {
    fn default() -> DeadStones {
        DeadStones {
            playouts: 800,
            seed: 1,
        }
    }
}

impl DeadStones {
    /// The dead stones of a position in which both sides have passed, ascending.
    #[must_use]
    pub fn find(&self, position: &Position) -> Vec<usize> {
        let size = position.size();
        let contents = position.contents();
        let chains = parts(size, |point| contents[point].color());
        let mut playouts = Playouts::new(size, &contents, self.seed);
        let mut shares: Vec<f64> = Vec::new();
        while playouts.played < self.playouts {
            playouts.play(BATCH.min(self.playouts - playouts.played));
            shares = chains
                .iter()
                .map(|(color, chain)| {
                    let ends = |side: Color| -> f64 {
                        chain
                            .iter()
                            .map(|&p| f64::from(playouts.ends[p][side.index()]))
                            .sum()
                    };
                    let (own, enemy) = (ends(*color), ends(!*color));
                    (own + 0.5) / (own + enemy + 1.0)
                })
                .collect();
            let doubt = SIGMAS * 0.5 / f64::from(playouts.played).sqrt();
            if shares.iter().all(|share| (share - 0.5).abs() > doubt) {
                break;
            }
        }
        let mut dead: Vec<usize> = Vec::new();
        for ((_, chain), share) in chains.into_iter().zip(shares) {
            if share < 0.5 {
                dead.extend(chain);
            }
        }
        dead.sort_unstable();
        dead.retain(|&p| contents[p] != Occupancy::Empty);
        dead
    }
}
