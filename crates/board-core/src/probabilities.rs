use std::vec::Vec;

use crate::{Cell, Observation};

/// An [`Observation`] from a classifier that gives a probability to each content of each point.
///
/// ```
/// use board_core::{Observation, Occupancy, Probabilities};
///
/// // For each point {empty, black, white}; they need not add up to 1.
/// let mut seen = Probabilities::<Occupancy>::new(2);
/// seen.push(&[0.7, 0.2, 0.1, f32::NAN, 0.0, 0.0]);
/// assert_eq!(seen.cost(0, 0, Occupancy::Black), Some(-0.2_f32.ln()));
/// assert_eq!(seen.cost(0, 1, Occupancy::Black), None);
/// ```
///
/// Classifiers are often overconfident: smooth their probabilities, or rely on the evidence cap of the search. If a
/// classifier was trained on more of one content than a board has, divide by that share first.
#[derive(Clone, Debug, PartialEq)]
pub struct Probabilities<C> {
    points: usize,
    /// Nats by frame, point and content; `NaN` for all contents of a point that is not visible.
    costs: Vec<f32>,
    cell: core::marker::PhantomData<fn(C)>,
}

impl<C: Cell> Probabilities<C> {
    /// Makes an observation without frames, of a board of `points` points.
    #[must_use]
    pub fn new(points: usize) -> Self {
        Probabilities {
            points,
            costs: Vec::new(),
            cell: core::marker::PhantomData,
        }
    }

    /// Adds a frame: for each point the probabilities of [`Cell::ALL`], in that order, which are normalised to sum 1. A
    /// point counts as not visible if its values are not probabilities (not finite, negative, or all 0).
    ///
    /// # Panics
    /// If there are not points × contents values.
    pub fn push(&mut self, probabilities: &[f32]) {
        let contents = C::ALL.len();
        let expected = self.points * contents;
        assert_eq!(
            probabilities.len(),
            expected,
            "one for each point and content"
        );
        for of_point in probabilities.chunks(contents.max(1)) {
            let sum: f32 = of_point.iter().sum();
            let sound = sum.is_finite() && sum > 0.0 && of_point.iter().all(|&p| p >= 0.0);
            let cost = |p: &f32| if sound { -(p / sum).ln() } else { f32::NAN };
            self.costs.extend(of_point.iter().map(cost));
        }
    }
}

impl<C: Cell> Observation for Probabilities<C> {
    type Cell = C;

    fn frames(&self) -> usize {
        let frame = self.points * C::ALL.len();
        self.costs.len().checked_div(frame).unwrap_or(0)
    }

    fn points(&self) -> usize {
        self.points
    }

    fn cost(&self, frame: usize, point: usize, cell: C) -> Option<f32> {
        let contents = C::ALL.len();
        let of_frame = &self.costs[frame * self.points * contents..][..self.points * contents];
        let cost = of_frame[point * contents + cell.index()];
        (!cost.is_nan()).then_some(cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Occupancy::{self, Black, Empty, White};

    #[test]
    fn probabilities_become_costs_by_frame_and_point() {
        let mut seen = Probabilities::<Occupancy>::new(2);
        seen.push(&[1.0, 1.0, 2.0, 0.0, 0.0, 0.0]);
        seen.push(&[0.0, 0.0, 5.0, 1.0, -1.0, 3.0]);
        assert_eq!((seen.frames(), seen.points()), (2, 2));
        assert_eq!(seen.cost(0, 0, White), Some(2.0_f32.ln()));
        assert_eq!(seen.cost(1, 0, White), Some(0.0));
        assert_eq!(seen.cost(1, 0, Empty), Some(f32::INFINITY));
        // Point 1 has no valid probabilities: all are 0 in one frame, one is negative in the other.
        for frame in 0..2 {
            assert_eq!(seen.cost(frame, 1, Black), None);
        }
    }
}
