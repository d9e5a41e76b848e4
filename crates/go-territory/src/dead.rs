//! Which stones are dead at the end of a game, found by playing on.

use board_core::{Color, Occupancy};
use go_rules::Position;

use crate::{grid::parts, playout::Playouts, unconditionally_alive};

/// So many games are played between two looks at what they say.
const BATCH: u32 = 64;

/// Playing ends early when every chain is so many standard deviations from the balance.
const SIGMAS: f64 = 4.0;

/// Estimates dead stones by playing the position to the end many times.
///
/// It is meant for positions in which both sides have passed. Both sides begin equally often; a chain is
/// dead when its points are more often the enemy's in the end. The moves are random, but for what decides
/// life at the end of a game: eyes are kept, chains in atari are saved and taken, the vital point of a
/// small eye is played, and no chain is given up unless its capture leaves its enemy a single eye, so
/// that seki stays.
///
/// [Unconditionally alive](unconditionally_alive) chains are alive regardless of the playouts.
///
/// The answer is a function of the position and of these fields.
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
    /// How many games are played out at most; fewer when all is clear sooner. With 0 nothing is known
    /// and all stones live.
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

/// How playouts of a position end.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Of every point, how often it is Black's in the end less how often it is White's: 1 is always
    /// Black's, −1 always White's.
    pub ownership: Vec<f32>,
    /// The chains of the position, by their first points.
    pub chains: Vec<Chain>,
    /// How many games were played out.
    pub playouts: u32,
}

/// A chain and how likely it lives.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Whose it is.
    pub color: Color,
    /// Its stones, ascending.
    pub stones: Vec<usize>,
    /// The share of the playouts, 0 to 1, in which its points are its side's in the end and not the
    /// enemy's. 1 for the unconditionally alive.
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
    /// Whose each point is in at least this share of the playouts more than the other's, 0 to 1; `Empty`
    /// where it is less sure.
    #[must_use]
    pub fn owners(&self, share: f32) -> Vec<Occupancy> {
        let owner = |&value: &f32| match value {
            value if value >= share => Occupancy::Black,
            value if -value >= share => Occupancy::White,
            _ => Occupancy::Empty,
        };
        self.ownership.iter().map(owner).collect()
    }

    /// How many points of area Black is ahead in the end, on average and without komi; negative when White is.
    #[must_use]
    pub fn margin(&self) -> f32 {
        self.ownership.iter().sum()
    }

    /// Whether it looks like the end of a game: no chain's life is in doubt (30 to 70 %), and four points
    /// of five are one side's in 85 % of the playouts. Games that were counted end so, games that
    /// were resigned seldom; an empty board does not.
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

    /// How playouts of a position end.
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

/// The share of ends in which a chain's points are its own, one half if they never are anybody's.
fn life(chain: &Chain, ends: &[[u32; 2]]) -> f32 {
    let sum = |side: Color| -> f32 {
        let ends = chain.stones.iter().map(|&stone| ends[stone][side.index()]);
        ends.sum::<u32>() as f32
    };
    let (own, enemy) = (sum(chain.color), sum(!chain.color));
    (own + 0.5) / (own + enemy + 1.0)
}
