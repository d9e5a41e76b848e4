//! Finds the dead stones at the end of a game by playouts.

use board_core::{Color, Occupancy};
use go_rules::Position;

use crate::{grid::parts, playout::Playouts, unconditionally_alive};

/// Number of playouts between two tests for an early end.
const BATCH: u32 = 64;

/// Playouts end early when the balance of every chain is this many standard deviations from even.
const SIGMAS: f64 = 4.0;

/// Estimates dead stones by playing the position to the end many times.
///
/// Meant for positions in which both sides have passed. Each side moves first in half of the playouts; a chain is dead
/// if its points are the enemy's more often than its own at the end. Moves are random, except where they decide life
/// and death: eyes are kept, chains in atari are saved and captured, the vital point of a small eye is played, and no
/// chain is sacrificed unless its capture leaves the enemy a single eye, so that seki persists.
///
/// [Unconditionally alive](unconditionally_alive) chains are alive regardless of the playouts.
///
/// The result depends only on the position and these fields.
///
/// ```
/// use go_rules::Position;
/// use go_territory::DeadStones;
///
/// // White's stone on the left cannot live; White's chain on the right has two eyes.
/// let position = Position::from_rows(&[
///     ". . X O . O .",
///     ". O X O O O O",
///     ". . X X X X X",
///     ". . X . . . .",
/// ])?;
/// assert_eq!(DeadStones::default().find(&position), [8]);
/// # Ok::<(), go_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadStones {
    /// Most playouts; fewer if the result is clear earlier. With 0, all stones are alive.
    pub playouts: u32,
    /// Seed of the random moves.
    pub seed: u64,
}

impl Default for DeadStones {
    /// 384 playouts.
    fn default() -> DeadStones {
        DeadStones {
            playouts: 384,
            seed: 1,
        }
    }
}

/// The statistics of playouts of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// For every point, the fraction of playouts that end with it Black's minus the fraction with it White's: 1 is
    /// always Black's, −1 always White's.
    pub ownership: Vec<f32>,
    /// The chains of the position, in order of their first points.
    pub chains: Vec<Chain>,
    /// Number of playouts.
    pub playouts: u32,
}

/// A chain and its probability of life.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Its side.
    pub color: Color,
    /// Its stones, ascending.
    pub stones: Vec<usize>,
    /// The fraction of the playouts, 0 to 1, in which its points end as its side's. 1 for unconditionally alive chains.
    pub life: f32,
}

impl Estimate {
    /// The stones of chains that lose their points more often than not, ascending.
    #[must_use]
    pub fn dead(&self) -> Vec<usize> {
        let dead = self.chains.iter().filter(|chain| chain.life < 0.5);
        let mut stones: Vec<usize> = dead.flat_map(|chain| &chain.stones).copied().collect();
        stones.sort_unstable();
        stones
    }
}

impl Estimate {
    /// The owner of each point whose absolute ownership is at least `share`, 0 to 1; `Empty` for the others.
    #[must_use]
    pub fn owners(&self, share: f32) -> Vec<Occupancy> {
        let owner = |&value: &f32| match value {
            value if value >= share => Occupancy::Black,
            value if -value >= share => Occupancy::White,
            _ => Occupancy::Empty,
        };
        self.ownership.iter().map(owner).collect()
    }

    /// Black's mean lead at the end in points of area, without komi; negative if White leads.
    #[must_use]
    pub fn margin(&self) -> f32 {
        self.ownership.iter().sum()
    }

    /// Whether the position looks like the end of a game: no chain has a life between 30 and 70 %, and four fifths of
    /// the points belong to one side in 85 % of the playouts. Counted games end so, resigned games rarely; an empty
    /// board does not look so.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let clear = self.ownership.iter().filter(|value| value.abs() > 0.7);
        let doubtful = |chain: &Chain| (0.3..0.7).contains(&chain.life);
        5 * clear.count() >= 4 * self.ownership.len() && !self.chains.iter().any(doubtful)
    }
}

impl DeadStones {
    /// The dead stones of a position in which both sides have passed, ascending.
    #[must_use]
    pub fn find(&self, position: &Position) -> Vec<usize> {
        self.estimate(position).dead()
    }

    /// The statistics of playouts of a position.
    #[must_use]
    pub fn estimate(&self, position: &Position) -> Estimate {
        let size = position.size();
        let contents = position.contents();
        let mut chains: Vec<Chain> = parts(size, |point| contents[point].color())
            .into_iter()
            .map(|(color, stones)| Chain {
                color,
                stones,
                life: 1.0,
            })
            .collect();
        let safe = unconditionally_alive(position);
        let mut playouts = Playouts::new(size, &contents, self.seed);
        while playouts.played < self.playouts {
            playouts.play(BATCH.min(self.playouts - playouts.played));
            for chain in &mut chains {
                if safe.binary_search(&chain.stones[0]).is_err() {
                    chain.life = life(chain, &playouts.ends);
                }
            }
            let doubt = SIGMAS * 0.5 / f64::from(playouts.played).sqrt();
            let clear = |chain: &Chain| f64::from((chain.life - 0.5).abs()) > doubt;
            if chains.iter().all(clear) {
                break;
            }
        }
        let played = playouts.played.max(1) as f32;
        let ownership = playouts.ends.iter();
        Estimate {
            ownership: ownership
                .map(|&[black, white]| (black as f32 - white as f32) / played)
                .collect(),
            chains,
            playouts: playouts.played,
        }
    }
}

/// The fraction of ends in which a chain's points belong to its side; one half if they never belong to either.
fn life(chain: &Chain, ends: &[[u32; 2]]) -> f32 {
    let sum = |side: Color| -> f32 {
        let ends = chain.stones.iter().map(|&stone| ends[stone][side.index()]);
        ends.sum::<u32>() as f32
    };
    let (own, enemy) = (sum(chain.color), sum(!chain.color));
    (own + 0.5) / (own + enemy + 1.0)
}
