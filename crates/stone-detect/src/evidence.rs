use board_core::{Cell, Observation, Occupancy};
use ndarray::{Array2, Array3, ArrayView2, s};

/// How badly each content of each point fits each photo: frames × points × {empty, black, white},
/// in nats; `NaN` where the point is not visible.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    costs: Array3<f32>,
    unchanged: Option<Array2<f32>>,
}

impl Evidence {
    /// Takes an array of shape frames × points × 3, contents in the order of [`Occupancy::ALL`].
    ///
    /// `None` when the last axis has another length, or when a point is `NaN` for some contents of
    /// a frame but not for all.
    #[must_use]
    pub fn new(costs: Array3<f32>) -> Option<Self> {
        let (_, _, contents) = costs.dim();
        let whole = |lane: ndarray::ArrayView1<f32>| {
            let hidden = lane.iter().filter(|v| v.is_nan()).count();
            hidden == 0 || hidden == lane.len()
        };
        let good = contents == Occupancy::ALL.len()
            && costs.lanes(ndarray::Axis(2)).into_iter().all(whole);
        good.then_some(Self {
            costs,
            unchanged: None,
        })
    }

    /// Of costs that are all numbers, of shape frames × points × 3.
    pub(crate) fn finite(costs: Array3<f32>) -> Self {
        debug_assert!(costs.dim().2 == 3 && costs.iter().all(|c| c.is_finite()));
        Self {
            costs,
            unchanged: None,
        }
    }

    /// Adds what pairs of frames say against changes: frames × points, in nats, as
    /// [`Observation::unchanged`].
    ///
    /// # Panics
    /// If the shape is another.
    #[must_use]
    pub fn with_unchanged(self, unchanged: Array2<f32>) -> Self {
        let (frames, points, _) = self.costs.dim();
        assert_eq!(unchanged.dim(), (frames, points));
        Self {
            unchanged: Some(unchanged),
            ..self
        }
    }

    /// The frames from one on alone.
    ///
    /// # Panics
    /// If there are fewer frames.
    #[must_use]
    pub fn since(&self, first: usize) -> Self {
        Self {
            costs: self.costs.slice(s![first.., .., ..]).to_owned(),
            unchanged: self
                .unchanged
                .as_ref()
                .map(|u| u.slice(s![first.., ..]).to_owned()),
        }
    }

    /// The whole array.
    #[must_use]
    pub fn costs(&self) -> &Array3<f32> {
        &self.costs
    }

    /// One frame: points × contents.
    #[must_use]
    pub fn frame(&self, frame: usize) -> ArrayView2<'_, f32> {
        self.costs.slice(s![frame, .., ..])
    }

    /// The cheapest content of a point in one frame, each frame on its own; `None` if hidden.
    #[must_use]
    pub fn best(&self, frame: usize, point: usize) -> Option<Occupancy> {
        Occupancy::ALL
            .iter()
            .copied()
            .filter_map(|cell| Some((cell, self.cost(frame, point, cell)?)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(cell, _)| cell)
    }
}

impl Observation for Evidence {
    type Cell = Occupancy;

    fn frames(&self) -> usize {
        self.costs.dim().0
    }

    fn points(&self) -> usize {
        self.costs.dim().1
    }

    fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
        let cost = self.costs[[frame, point, cell.index()]];
        (!cost.is_nan()).then_some(cost)
    }

    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        let unchanged = self.unchanged.as_ref();
        unchanged.map_or(0.0, |nats| nats[[frame, point]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_points_have_no_cost_and_no_content() {
        let mut costs = Array3::zeros((2, 4, 3));
        costs.slice_mut(s![1, 2, ..]).fill(f32::NAN);
        costs[[0, 1, 1]] = -1.0;
        let evidence = Evidence::new(costs).unwrap();
        assert_eq!((evidence.frames(), evidence.points()), (2, 4));
        assert_eq!(evidence.cost(1, 2, Occupancy::Black), None);
        assert_eq!(evidence.best(1, 2), None);
        assert_eq!(evidence.best(0, 1), Some(Occupancy::Black));
    }

    #[test]
    fn half_hidden_points_and_other_shapes_are_refused() {
        let mut costs = Array3::zeros((1, 2, 3));
        costs[[0, 0, 1]] = f32::NAN;
        assert!(Evidence::new(costs).is_none());
        assert!(Evidence::new(Array3::zeros((1, 2, 4))).is_none());
    }
}
