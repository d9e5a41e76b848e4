use std::vec::Vec;

use crate::{Cell, Observation};

/// An [`Observation`] from a sensor that reports one content for each point and is sometimes wrong.
///
/// Each reading is right with probability `1 - error_rate`; otherwise it is any of the other contents with equal
/// probability. A point may also be left unread.
///
/// ```
/// use board_core::{Observation, Occupancy::{self, Black, Empty}, Readings};
///
/// let mut readings = Readings::new(2, 0.02);
/// readings.push([Black, Empty]); // a board's `cells()` will do
/// readings.push([Some(Black), None]);
/// let cost = |point, cell: Occupancy| readings.cost(0, point, cell).unwrap();
/// assert!(cost(0, Empty) > cost(0, Black) + 4.0); // ln(0.98 / 0.01)
/// assert_eq!(readings.cost(1, 1, Black), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Readings<C> {
    points: usize,
    /// Cost of the content that was read, in nats.
    right: f32,
    wrong: f32,
    /// By frame, then by point; `None` where nothing was read.
    cells: Vec<Option<C>>,
}

impl<C: Cell> Readings<C> {
    /// Makes readings without frames, of a board of `points` points.
    ///
    /// # Panics
    /// If `error_rate` is not between 0 and 1, exclusive. Use a small rate for a sensor without errors: with rate 0,
    /// its first error would make every game impossible.
    #[must_use]
    pub fn new(points: usize, error_rate: f32) -> Self {
        assert!(
            0.0 < error_rate && error_rate < 1.0,
            "an error rate of {error_rate}"
        );
        let others = C::ALL.len().saturating_sub(1).max(1);
        Readings {
            points,
            right: -(1.0 - error_rate).ln(),
            wrong: -(error_rate / others as f32).ln(),
            cells: Vec::new(),
        }
    }

    /// Adds a frame: the content read at each point, or `None` where nothing was read.
    ///
    /// # Panics
    /// If there is not one reading for each point.
    pub fn push<T: Into<Option<C>>>(&mut self, frame: impl IntoIterator<Item = T>) {
        let before = self.cells.len();
        self.cells.extend(frame.into_iter().map(Into::into));
        let read = self.cells.len() - before;
        assert_eq!(read, self.points, "one reading for each point");
    }

    /// The content read at `point` in `frame`; `None` if nothing was read.
    ///
    /// # Panics
    /// If there is no such frame or point.
    #[must_use]
    pub fn read(&self, frame: usize, point: usize) -> Option<C> {
        self.cells[frame * self.points..][..self.points][point]
    }
}

impl<C: Cell> Observation for Readings<C> {
    type Cell = C;

    fn frames(&self) -> usize {
        self.cells.len().checked_div(self.points).unwrap_or(0)
    }

    fn points(&self) -> usize {
        self.points
    }

    fn cost(&self, frame: usize, point: usize, cell: C) -> Option<f32> {
        let read = self.read(frame, point)?;
        Some(if read == cell { self.right } else { self.wrong })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Occupancy;

    #[test]
    fn costs_are_those_of_the_error_rate() {
        let mut readings = Readings::new(1, 0.1);
        readings.push([Occupancy::White]);
        let likelihoods = Occupancy::ALL.iter().map(|&cell| {
            let cost = readings.cost(0, 0, cell).unwrap();
            (-cost).exp()
        });
        let expected = [0.05, 0.05, 0.9];
        for (found, expected) in likelihoods.zip(expected) {
            assert!((found - expected).abs() < 1e-6);
        }
    }

    #[test]
    #[should_panic(expected = "one reading for each point")]
    fn a_frame_of_another_board_is_refused() {
        Readings::new(3, 0.1).push([Occupancy::White]);
    }
}
