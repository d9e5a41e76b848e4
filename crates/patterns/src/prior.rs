//! A move prior for `sequence_search` (feature `prior`): rates moves by local shapes.
//!
//! The shape around a point consists of the stones and edges near it, as seen by the side to move, in a normal form
//! under rotation and reflection. A collection gives the frequency of each shape and of moves in it. Rare large shapes
//! are smoothed by the smaller shapes inside them. Nested shapes follow D. Stern, R. Herbrich and T. Graepel, "Bayesian
//! pattern ranking for move prediction in the game of Go", 2006; here with plain frequencies.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use board_core::zobrist::splitmix64;
use board_core::{Board, Color, MoveGen, Occupancy};
use go_rules::{Move, Position, Size};
use sequence_search::{Model, Moment, MovePrior};

use crate::{GameId, Library, LibraryError};

/// Sizes of shapes: largest |dx| + |dy| + max(|dx|, |dy|). They have 8, 20 and 36 points.
const REACHES: [i32; 3] = [3, 5, 7];
/// Largest distance along a row or column.
const FAR: i32 = 3;
/// Weight of the rate of a smaller shape, in occurrences of the larger shape.
const PRIOR_WEIGHT: f32 = 40.0;
/// One in this many points that were not played is sampled.
const SAMPLED: u64 = 8;
/// Shapes with fewer occurrences and no moves are dropped.
const RARE: f32 = 32.0;

/// A move prior learnt from local shapes.
///
/// ```
/// use go_rules::{Move, Position, Size};
/// use patterns::prior::ShapePrior;
/// use patterns::Library;
/// use board_core::Color;
///
/// let mut library = Library::new();
/// library.add_text("(;SZ[9];B[dd];W[ed];B[cf];W[dc];B[cc];W[ec];B[cd])", "game", |_| {});
/// let prior = ShapePrior::learn(&library, library.ids())?;
/// let position = Position::initial(Size::square(9)?);
/// assert!(prior.odds(&position, 40, Color::Black) > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// To use it in a search, lower the model's price of a move and pass the prior to the decoder.
///
/// ```
/// # use patterns::{Library, prior::ShapePrior};
/// # fn show<O: board_core::Observation<Cell = board_core::Occupancy>>(library: &Library, evidence: &O) -> Result<(), Box<dyn std::error::Error>> {
/// use sequence_search::{Decoder, Settings};
///
/// let prior = ShapePrior::learn(library, library.ids())?;
/// let mut settings = Settings::exact();
/// prior.make_room(&mut settings.model);
/// let start = go_rules::Position::initial(go_rules::Size::NINETEEN);
/// let game = Decoder::new(&settings).start(start, 0.0).prior(&prior).decode(evidence)?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct ShapePrior {
    keys: Keys,
    shapes: [Shapes; REACHES.len()],
    /// Number of moves divided by the number of points where they might have been played.
    mean: f32,
    /// Weight of the log odds: 1 is the full prior, 0 none.
    pub weight: f32,
    /// Prices cannot be negative: a move that is more likely than an average one by this many nats is free, and all
    /// others cost this much more. [`ShapePrior::make_room`] lowers the model's price by the same amount.
    pub allowance: f32,
}

/// By shape: its occurrences, and the moves played in it.
type Shapes = HashMap<u64, (f32, f32), BuildHasherDefault<Hashed>>;

impl ShapePrior {
    /// Learns from games. An eighth of the points that were not played is sampled; the sample is always the same.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read from the opened index.
    pub fn learn(
        library: &Library,
        games: impl IntoIterator<Item = GameId>,
    ) -> Result<ShapePrior, LibraryError> {
        let keys = Keys::new();
        let mut shapes = [(); REACHES.len()].map(|()| Shapes::default());
        let (mut seen, mut played) = (0.0, 0.0);
        for id in games {
            let game = library.game(id)?;
            let size = game.size();
            for (time, (side, mv)) in game.moves().enumerate() {
                let Some(at) = mv.point() else {
                    continue;
                };
                let stones = game.position(time);
                let board = |point: usize| stones[point];
                for point in (0..stones.len()).filter(|&point| stones[point] == Occupancy::Empty) {
                    let draw = splitmix64(u64::from(id.0), (time * stones.len() + point) as u64);
                    let sampled = draw.is_multiple_of(SAMPLED);
                    if !sampled && point != at {
                        continue;
                    }
                    let there = if sampled { SAMPLED as f32 } else { 0.0 };
                    let here = f32::from(u8::from(point == at));
                    seen += f64::from(there);
                    played += f64::from(here);
                    for (shapes, shape) in
                        shapes.iter_mut().zip(keys.shapes(size, board, point, side))
                    {
                        let entry = shapes.entry(shape).or_default();
                        entry.0 += there;
                        entry.1 += here;
                    }
                }
            }
        }
        for shapes in &mut shapes {
            shapes.retain(|_, (seen, played)| *played > 0.0 || *seen >= RARE);
            shapes.shrink_to_fit();
        }
        Ok(ShapePrior {
            keys,
            shapes,
            mean: if seen > 0.0 {
                (played / seen) as f32
            } else {
                1.0
            },
            weight: 1.0,
            allowance: 3.0,
        })
    }

    /// The odds of a move of `side` on an empty point relative to an average point.
    ///
    /// # Panics
    /// If it is not a point of the board.
    #[must_use]
    pub fn odds(&self, position: &Position, point: usize, side: Color) -> f32 {
        let board = |point: usize| position.get(point);
        let shapes = self.keys.shapes(position.size(), board, point, side);
        let mut rate = self.mean;
        for (shapes, shape) in self.shapes.iter().zip(shapes) {
            if let Some((seen, played)) = shapes.get(&shape) {
                rate = (played + PRIOR_WEIGHT * rate) / (seen + PRIOR_WEIGHT);
            }
        }
        rate / self.mean
    }

    /// Number of known shapes, of all sizes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shapes.iter().map(HashMap::len).sum()
    }

    /// Whether no shapes were learnt: then all moves are equally likely.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Subtracts the [`allowance`](ShapePrior::allowance) from the model's price of a placement, so that an average
    /// move costs the same as before; the price of false moves stays.
    pub fn make_room(&self, model: &mut Model) {
        let room = self.allowance.min(model.placement);
        model.placement -= room;
        model.touch += room;
    }
}

impl MovePrior<Position> for ShapePrior {
    fn price(&self, position: &Position, mv: Move, _: Moment) -> f32 {
        let Some(point) = mv.point() else {
            return 0.0;
        };
        let odds = self.odds(position, point, position.to_move());
        (self.allowance - self.weight * odds.ln()).max(0.0)
    }

    fn counts_plies(&self) -> bool {
        false
    }
}

/// By content (own, other, edge) and orientation of the board.
type Turned = [[u64; 8]; 3];

/// Hash keys of stones near a point, for each of the eight orientations.
#[derive(Clone, Debug)]
struct Keys {
    /// Nearest first: the step and its keys.
    near: Vec<((i32, i32), Turned)>,
    /// Number of these steps in each shape.
    counts: [usize; REACHES.len()],
}

impl Keys {
    fn new() -> Keys {
        let reach = |&(dx, dy): &(i32, i32)| dx.abs() + dy.abs() + dx.abs().max(dy.abs());
        let steps = (-FAR..=FAR).flat_map(|dy| (-FAR..=FAR).map(move |dx| (dx, dy)));
        let mut steps: Vec<(i32, i32)> = steps.filter(|&step| step != (0, 0)).collect();
        steps.sort_by_key(reach);
        let number = |(dx, dy): (i32, i32), content: usize| {
            let place = ((dy + FAR) * 8 + dx + FAR) as u64;
            splitmix64(0x5ba9_e5ee, place * 4 + content as u64)
        };
        let turned = |(dx, dy): (i32, i32), turn: usize| {
            let (dx, dy) = if turn & 4 != 0 { (dy, dx) } else { (dx, dy) };
            let flip = |step: i32, bit| if turn & bit != 0 { -step } else { step };
            (flip(dx, 1), flip(dy, 2))
        };
        let all = |step| {
            std::array::from_fn(|content| {
                std::array::from_fn(|turn| number(turned(step, turn), content))
            })
        };
        Keys {
            counts: REACHES.map(|far| steps.iter().filter(|step| reach(step) <= far).count()),
            near: steps.iter().map(|&step| (step, all(step))).collect(),
        }
    }

    /// The hashes of the shapes around a point, smallest first.
    fn shapes(
        &self,
        size: Size,
        board: impl Fn(usize) -> Occupancy,
        point: usize,
        side: Color,
    ) -> [u64; REACHES.len()] {
        let (cols, rows) = (size.cols() as i32, size.rows() as i32);
        let (col, row) = size.col_row(point);
        let mut sums = [0; 8];
        let mut known = 0;
        self.counts.map(|count| {
            for ((dx, dy), keys) in &self.near[known..count] {
                let (x, y) = (col as i32 + dx, row as i32 + dy);
                let content = if (0..cols).contains(&x) && (0..rows).contains(&y) {
                    match board((y * cols + x) as usize).color() {
                        None => continue,
                        Some(color) => usize::from(color != side),
                    }
                } else {
                    2
                };
                for (sum, key) in sums.iter_mut().zip(keys[content]) {
                    *sum ^= key;
                }
            }
            known = count;
            sums.into_iter().min().unwrap_or_default()
        })
    }
}

/// A hasher that keeps the hash of a shape, which is random already.
#[derive(Clone, Copy, Debug, Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A collection in which a stone with one liberty is always captured.
    fn takers() -> Library {
        let mut library = Library::new();
        for i in 0..40 {
            let far = (b'a' + i % 5) as char;
            let text = format!("(;SZ[9]AB[cd][dc][de]AW[dd][g{far}];B[ed])");
            assert_eq!(library.add_text(&text, "", |fault| panic!("{fault:?}")), 1);
        }
        library
    }

    #[test]
    fn what_was_played_often_is_likely_however_it_lies() {
        let library = takers();
        let prior = ShapePrior::learn(&library, library.ids()).unwrap();
        // Mirrored, and with colours exchanged.
        let rows = [
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . O . . .",
            ". . . . . X O . .",
            ". . . . . O . . .",
            ". . . . . . . . .",
        ];
        let position = Position::from_rows(&rows).unwrap();
        let point = 6 * 9 + 4;
        let taking = prior.odds(&position, point, Color::White);
        let others = (0..81).filter(|&p| p != point && position.get(p) == Occupancy::Empty);
        let best = others
            .map(|p| prior.odds(&position, p, Color::White))
            .fold(0.0, f32::max);
        assert!(taking > 5.0 * best && taking > 5.0, "{taking} {best}");
        // It is not Black's move.
        assert!(prior.odds(&position, point, Color::Black) < taking / 5.0);
    }

    #[test]
    fn prices_are_prices() {
        let library = takers();
        let prior = ShapePrior::learn(&library, library.ids()).unwrap();
        let none = ShapePrior::learn(&Library::new(), []).unwrap();
        assert!(none.is_empty() && !prior.is_empty());
        let position = Position::initial(Size::square(9).unwrap());
        let at = Moment { frame: 0, ply: 0 };
        for point in 0..81 {
            let price = prior.price(&position, Move::place(point), at);
            assert!(price.is_finite() && price >= 0.0);
            assert_eq!(
                none.price(&position, Move::place(point), at),
                none.allowance
            );
        }
        assert_eq!(prior.price(&position, Move::PASS, at), 0.0);
        let mut model = Model::default();
        prior.make_room(&mut model);
        assert_eq!(
            model.placement + prior.allowance,
            Model::default().placement
        );
    }
}
