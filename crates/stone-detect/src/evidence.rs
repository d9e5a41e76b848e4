use board_core::{Cell, Observation, Occupancy};
use ndarray::{Array2, Array3, ArrayView2, Axis, s};

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
        let good = contents == Occupancy::ALL.len() && costs.lanes(Axis(2)).into_iter().all(whole);
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
        let frames: Vec<usize> = (first..self.frames()).collect();
        assert!(first <= self.frames(), "there is no frame {first}");
        self.select(&frames)
    }

    /// Some frames alone, in this order.
    ///
    /// # Panics
    /// If there is no such frame.
    #[must_use]
    pub fn select(&self, frames: &[usize]) -> Self {
        let unchanged = self.unchanged.as_ref();
        Self {
            costs: self.costs.select(Axis(0), frames),
            unchanged: unchanged.map(|nats| nats.select(Axis(0), frames)),
        }
    }

    /// The same with the points numbered otherwise: in each frame every point shows what the one showed that `sources`
    /// gives for it, and is not visible where that is none.
    ///
    /// # Panics
    /// If `sources` does not give one for every point, or one that there is not.
    #[must_use]
    pub fn renumbered(&self, sources: impl Fn(usize) -> Vec<Option<usize>>) -> Self {
        let (frames, points, contents) = self.costs.dim();
        let mut costs = Array3::from_elem((frames, points, contents), f32::NAN);
        let mut unchanged = self
            .unchanged
            .as_ref()
            .map(|_| Array2::zeros((frames, points)));
        for frame in 0..frames {
            let sources = sources(frame);
            assert_eq!(sources.len(), points, "one for every point");
            for (point, source) in sources.into_iter().enumerate() {
                let Some(source) = source else { continue };
                let from = self.costs.slice(s![frame, source, ..]);
                costs.slice_mut(s![frame, point, ..]).assign(&from);
                if let Some(unchanged) = &mut unchanged {
                    unchanged[[frame, point]] = self.unchanged(frame, source);
                }
            }
        }
        Self { costs, unchanged }
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
    fn points_get_other_numbers_frame_by_frame() {
        let mut costs = Array3::zeros((2, 3, 3));
        costs[[1, 2, 0]] = 5.0;
        let evidence = Evidence::new(costs).unwrap();
        let sources = |frame| match frame {
            0 => vec![Some(0), Some(1), Some(2)],
            _ => vec![Some(2), None, Some(0)],
        };
        let now =
            evidence.with_unchanged(Array2::from_shape_fn((2, 3), |(f, p)| (10 * f + p) as f32));
        let now = now.renumbered(sources);
        assert_eq!(now.cost(0, 2, Occupancy::Empty), Some(0.0));
        assert_eq!(now.cost(1, 0, Occupancy::Empty), Some(5.0));
        assert_eq!(now.cost(1, 1, Occupancy::Empty), None);
        assert_eq!((now.unchanged(0, 2), now.unchanged(1, 0)), (2.0, 12.0));
    }

    #[test]
    fn half_hidden_points_and_other_shapes_are_refused() {
        let mut costs = Array3::zeros((1, 2, 3));
        costs[[0, 0, 1]] = f32::NAN;
        assert!(Evidence::new(costs).is_none());
        assert!(Evidence::new(Array3::zeros((1, 2, 4))).is_none());
    }
}
