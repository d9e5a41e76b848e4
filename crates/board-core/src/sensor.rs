//! A simulated sensor, for tests of a game without a camera.

use std::vec::Vec;

use crate::zobrist::splitmix64;
use crate::{Board, Cell, MoveGen, Readings};

/// A simulated sensor: it reads a game frame by frame, with random errors.
///
/// The same seed makes the same errors. Each frame shows a position of the rules: no change lags behind its move, and
/// no hand hides a point.
///
/// ```
/// # mod tiny {
/// #     use board_core::*;
/// #     use core::ops::ControlFlow;
/// #     #[derive(Clone)] pub struct Strip(pub [Occupancy; 3], pub Color);
/// #     impl Board for Strip { type Cell = Occupancy; fn points(&self) -> usize { 3 } fn get(&self, p: usize) -> Occupancy { self.0[p] } }
/// #     impl MoveGen for Strip {
/// #         type Move = usize; type Undo = Strip;
/// #         fn to_move(&self) -> Color { self.1 }
/// #         fn set_to_move(&mut self, side: Color) { self.1 = side }
/// #         fn visit_legal<B>(&self, mut visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> { for p in 0..3 { if self.is_legal(p) { visit(p)?; } } ControlFlow::Continue(()) }
/// #         fn is_legal(&self, p: usize) -> bool { p < 3 && self.0[p] == Occupancy::Empty }
/// #         fn visit_changes(&self, p: usize, mut visit: impl FnMut(Change<Occupancy>)) { visit(Change { point: p, before: Occupancy::Empty, after: self.1.into(), timing: Timing::WithMove }) }
/// #         fn play(&mut self, p: usize) -> Strip { let old = self.clone(); self.0[p] = self.1.into(); self.1 = !self.1; old }
/// #         fn undo(&mut self, old: Strip) { *self = old }
/// #         fn key(&self) -> u64 { 0 }
/// #     }
/// # }
/// # let start = tiny::Strip([board_core::Occupancy::Empty; 3], board_core::Color::Black);
/// use board_core::{NoisySensor, Observation};
///
/// let sensor = NoisySensor { error_rate: 0.1, ..NoisySensor::default() };
/// let readings = sensor.watch(&start, &[1, 0]);
/// assert_eq!(readings.frames(), 3 * sensor.frames_per_ply); // the start, and after each move
/// ```
///
/// A table that is no position of the game, such as one with a false move or without its pieces, is a
/// [`Board`](crate::Board), too: [`read`](NoisySensor::read) it, and push the reading to a [`Readings`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoisySensor {
    /// Probability that a point is misread as another content, from 0 to 1; below 1 in [`watch`](NoisySensor::watch).
    pub error_rate: f32,
    /// Probability that a point is not read in a frame, from 0 to 1.
    pub hidden_rate: f32,
    /// Number of frames of the start position, and after each move.
    pub frames_per_ply: usize,
    /// Seed of the random errors.
    pub seed: u64,
}

impl Default for NoisySensor {
    /// An error rate of 2 %, no hidden points, three frames a ply.
    fn default() -> Self {
        NoisySensor {
            error_rate: 0.02,
            hidden_rate: 0.0,
            frames_per_ply: 3,
            seed: 1,
        }
    }
}

impl NoisySensor {
    /// Reads a board in one frame. The frame number and the seed decide which errors are made.
    ///
    /// # Panics
    /// If a rate is not from 0 to 1.
    pub fn read<B: Board>(&self, board: &B, frame: usize) -> Vec<Option<B::Cell>> {
        for rate in [self.error_rate, self.hidden_rate] {
            assert!((0.0..=1.0).contains(&rate), "a rate of {rate}");
        }
        let seed = splitmix64(self.seed, frame as u64);
        let read = |(point, cell): (usize, B::Cell)| {
            let draw = |number: u64| splitmix64(seed, 3 * point as u64 + number);
            if unit_interval(draw(0)) < self.hidden_rate {
                return None;
            }
            let others = B::Cell::ALL.len() as u64 - 1;
            if others == 0 || unit_interval(draw(1)) >= self.error_rate {
                return Some(cell);
            }
            let step = 1 + draw(2) % others;
            let other = (cell.index() as u64 + step) % (others + 1);
            Some(B::Cell::ALL[other as usize])
        };
        board.cells().enumerate().map(read).collect()
    }

    /// Reads a game: [`frames_per_ply`](NoisySensor::frames_per_ply) frames of the start position and after each move.
    /// The readings get the sensor's error rate, or 0.001 if that is larger.
    ///
    /// # Panics
    /// May panic if a move is not legal. Panics if a rate is not from 0 to 1, or `error_rate` is 1.
    pub fn watch<P: MoveGen>(&self, start: &P, moves: &[P::Move]) -> Readings<P::Cell> {
        let mut readings = Readings::new(start.points(), self.error_rate.max(1e-3));
        let mut position = start.clone();
        for ply in 0..=moves.len() {
            for frame in 0..self.frames_per_ply {
                readings.push(self.read(&position, ply * self.frames_per_ply + frame));
            }
            if let Some(&mv) = moves.get(ply) {
                position.play(mv);
            }
        }
        readings
    }
}

/// A random number in `[0, 1)`, from the upper 24 bits.
fn unit_interval(bits: u64) -> f32 {
    (bits >> 40) as f32 / (1u64 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Occupancy;

    /// A thousand black points.
    struct Full;

    impl Board for Full {
        type Cell = Occupancy;
        fn points(&self) -> usize {
            1000
        }
        fn get(&self, _: usize) -> Occupancy {
            Occupancy::Black
        }
    }

    #[test]
    fn errors_come_at_their_rate_and_are_of_every_kind() {
        let sensor = NoisySensor {
            error_rate: 0.2,
            hidden_rate: 0.1,
            ..NoisySensor::default()
        };
        let mut counts = [0; 4];
        for frame in 0..20 {
            for read in sensor.read(&Full, frame) {
                counts[read.map_or(3, Cell::index)] += 1;
            }
        }
        // Of 20,000 points a tenth is hidden; a fifth of the others is wrong, half of these each way.
        for (count, expected) in counts.into_iter().zip([1800, 14_400, 1800, 2000]) {
            assert!(i32::abs(count - expected) < 200, "{counts:?}");
        }
        assert_eq!(sensor.read(&Full, 3), sensor.read(&Full, 3));
        assert_ne!(sensor.read(&Full, 3), sensor.read(&Full, 4));
    }

    #[test]
    #[should_panic = "a rate of NaN"]
    fn a_rate_is_a_number() {
        let sensor = NoisySensor {
            hidden_rate: f32::NAN,
            ..NoisySensor::default()
        };
        sensor.read(&Full, 0);
    }
}
