use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::{Cell, Observation, Occupancy};

/// Emission costs in nats of {empty, black, white}, in the order of [`Occupancy::ALL`].
pub type Costs = [f32; Occupancy::ALL.len()];

/// The costs of a point that is not visible.
const HIDDEN: Costs = [f32::NAN; Occupancy::ALL.len()];

/// A dense [`Observation`]: the cost in nats of each content, for every frame and point; `NaN` where the point is not
/// visible. Clones share the costs.
///
/// With the feature `serde`, a point is stored as its three costs, or as none if it is not visible. Formats without
/// infinity, such as JSON, cannot store an infinite cost.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "Stored", try_from = "Stored")
)]
pub struct Evidence {
    frames: usize,
    points: usize,
    /// By frame, then by point.
    costs: Arc<Vec<Costs>>,
    /// By frame, then by point: [`Observation::unchanged`].
    unchanged: Option<Arc<Vec<f32>>>,
}

impl Evidence {
    /// Makes evidence from the costs of all points, by frame, then by point.
    ///
    /// Returns `None` unless there are frames × points costs, or if a point is `NaN` in a frame for some contents but
    /// not for all.
    ///
    /// ```
    /// use board_core::{Evidence, Observation, Occupancy};
    ///
    /// // One frame of two points: a black one, and one that is not visible.
    /// let evidence = Evidence::new(1, 2, vec![[3.0, 0.0, 9.0], [f32::NAN; 3]]).unwrap();
    /// assert_eq!(evidence.best(0, 0), Some(Occupancy::Black));
    /// assert_eq!(evidence.cost(0, 1, Occupancy::Empty), None);
    /// ```
    #[must_use]
    pub fn new(frames: usize, points: usize, costs: Vec<Costs>) -> Option<Self> {
        let whole = |costs: &Costs| {
            let hidden = costs.iter().filter(|v| v.is_nan()).count();
            hidden == 0 || hidden == costs.len()
        };
        let good = Some(costs.len()) == frames.checked_mul(points) && costs.iter().all(whole);
        good.then(|| Self {
            frames,
            points,
            costs: Arc::new(costs),
            unchanged: None,
        })
    }

    /// Makes evidence from a closure that returns the costs of a point in a frame. The point is not visible if it
    /// returns `None` or any `NaN`.
    #[must_use]
    pub fn from_fn(
        frames: usize,
        points: usize,
        mut costs: impl FnMut(usize, usize) -> Option<Costs>,
    ) -> Self {
        let mut all = Vec::with_capacity(frames * points);
        for frame in 0..frames {
            all.extend((0..points).map(|point| {
                let known = costs(frame, point).filter(|costs| !costs.iter().any(|c| c.is_nan()));
                known.unwrap_or(HIDDEN)
            }));
        }
        Self {
            frames,
            points,
            costs: Arc::new(all),
            unchanged: None,
        }
    }

    /// Adds the costs in nats of a change between consecutive frames, by frame, then by point:
    /// [`Observation::unchanged`].
    ///
    /// # Panics
    /// If there is not one value for each point of each frame.
    #[must_use]
    pub fn with_unchanged(self, unchanged: Vec<f32>) -> Self {
        assert_eq!(unchanged.len(), self.costs.len(), "one for every point");
        Self {
            unchanged: Some(Arc::new(unchanged)),
            ..self
        }
    }

    /// Drops the frames before `first`.
    ///
    /// # Panics
    /// If there are fewer frames.
    #[must_use]
    pub fn since(&self, first: usize) -> Self {
        assert!(first <= self.frames, "{first} of {} frames", self.frames);
        self.select(first..self.frames)
    }

    /// Selects frames, in the given order.
    ///
    /// # Panics
    /// If there is no such frame.
    #[must_use]
    pub fn select(&self, frames: impl IntoIterator<Item = usize>) -> Self {
        let frames: Vec<usize> = frames.into_iter().collect();
        if frames.iter().copied().eq(0..self.frames) {
            return self.clone();
        }
        let rows = || frames.iter().map(|&frame| self.row(frame));
        let costs: Vec<&[Costs]> = rows().map(|row| &self.costs[row]).collect();
        let unchanged = self.unchanged.as_ref().map(|unchanged| {
            let unchanged: Vec<&[f32]> = rows().map(|row| &unchanged[row]).collect();
            Arc::new(unchanged.concat())
        });
        Self {
            frames: frames.len(),
            points: self.points,
            costs: Arc::new(costs.concat()),
            unchanged,
        }
    }

    /// Renumbers the points. In each frame, point `i` gets the costs of point `sources(frame)[i]`, and is not visible
    /// where that is `None`.
    ///
    /// # Panics
    /// If `sources` does not give one for every point, or one that is out of range.
    #[must_use]
    pub fn renumbered(&self, sources: impl Fn(usize) -> Vec<Option<usize>>) -> Self {
        let mut costs = vec![HIDDEN; self.costs.len()];
        let mut unchanged = self.unchanged.as_ref().map(|u| vec![0.0; u.len()]);
        for frame in 0..self.frames {
            let sources = sources(frame);
            assert_eq!(sources.len(), self.points, "one for every point");
            for (point, source) in sources.into_iter().enumerate() {
                let Some(source) = source else { continue };
                costs[frame * self.points + point] = self.frame(frame)[source];
                if let Some(unchanged) = &mut unchanged {
                    unchanged[frame * self.points + point] = self.unchanged(frame, source);
                }
            }
        }
        Self {
            frames: self.frames,
            points: self.points,
            costs: Arc::new(costs),
            unchanged: unchanged.map(Arc::new),
        }
    }

    /// The costs of all points, by frame, then by point.
    #[must_use]
    pub fn costs(&self) -> &[Costs] {
        &self.costs
    }

    /// The costs of all points of one frame.
    ///
    /// # Panics
    /// If there is no such frame.
    #[must_use]
    pub fn frame(&self, frame: usize) -> &[Costs] {
        &self.costs[self.row(frame)]
    }

    /// The indices of the points of a frame.
    fn row(&self, frame: usize) -> Range<usize> {
        frame * self.points..(frame + 1) * self.points
    }

    /// The cheapest content of a point in one frame, judged by that frame alone; `None` if the point is not visible.
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

/// [`Evidence`] as it is stored.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Stored {
    frames: usize,
    points: usize,
    costs: Vec<Option<Costs>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unchanged: Option<Vec<f32>>,
}

#[cfg(feature = "serde")]
impl From<Evidence> for Stored {
    fn from(evidence: Evidence) -> Self {
        let costs = evidence.costs.iter();
        let costs = costs.map(|costs| (!costs[0].is_nan()).then_some(*costs));
        Stored {
            frames: evidence.frames,
            points: evidence.points,
            costs: costs.collect(),
            unchanged: evidence.unchanged.map(Arc::unwrap_or_clone),
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for Evidence {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let costs: Vec<Costs> = stored.costs.iter().map(|c| c.unwrap_or(HIDDEN)).collect();
        let count = costs.len();
        let evidence = Evidence::new(stored.frames, stored.points, costs);
        let evidence = evidence.ok_or("not the costs of all points of all frames")?;
        match stored.unchanged {
            None => Ok(evidence),
            Some(nats) if nats.len() == count => Ok(evidence.with_unchanged(nats)),
            Some(_) => Err("not one value against changes for every point"),
        }
    }
}

impl Observation for Evidence {
    type Cell = Occupancy;

    fn frames(&self) -> usize {
        self.frames
    }

    fn points(&self) -> usize {
        self.points
    }

    fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
        let cost = self.frame(frame)[point][cell.index()];
        (!cost.is_nan()).then_some(cost)
    }

    fn unchanged(&self, frame: usize, point: usize) -> f32 {
        let unchanged = self.unchanged.as_ref();
        unchanged.map_or(0.0, |nats| nats[self.row(frame)][point])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_points_have_no_cost_and_no_content() {
        let mut costs = vec![[0.0; 3]; 8];
        costs[4 + 2] = [f32::NAN; 3];
        costs[1][1] = -1.0;
        let evidence = Evidence::new(2, 4, costs).unwrap();
        assert_eq!((evidence.frames(), evidence.points()), (2, 4));
        assert_eq!(evidence.cost(1, 2, Occupancy::Black), None);
        assert_eq!(evidence.best(1, 2), None);
        assert_eq!(evidence.best(0, 1), Some(Occupancy::Black));
    }

    #[test]
    fn points_get_other_numbers_frame_by_frame() {
        let mut costs = vec![[0.0; 3]; 6];
        costs[3 + 2][0] = 5.0;
        let evidence = Evidence::new(2, 3, costs).unwrap();
        let sources = |frame| match frame {
            0 => vec![Some(0), Some(1), Some(2)],
            _ => vec![Some(2), None, Some(0)],
        };
        let now = evidence.with_unchanged(vec![0.0, 1.0, 2.0, 10.0, 11.0, 12.0]);
        let now = now.renumbered(sources);
        assert_eq!(now.cost(0, 2, Occupancy::Empty), Some(0.0));
        assert_eq!(now.cost(1, 0, Occupancy::Empty), Some(5.0));
        assert_eq!(now.cost(1, 1, Occupancy::Empty), None);
        assert_eq!((now.unchanged(0, 2), now.unchanged(1, 0)), (2.0, 12.0));
        let asked = Evidence::from_fn(2, 3, |frame, point| match (frame, point) {
            (1, 0) => Some([5.0, 0.0, 0.0]),
            (1, 1) => None,
            _ => Some([0.0; 3]),
        });
        assert_eq!(
            asked.with_unchanged(vec![0.0; 6]).frame(1)[0],
            now.frame(1)[0]
        );
        let last = now.since(1);
        assert_eq!((last.frames(), last.frame(0)[0]), (1, [5.0, 0.0, 0.0]));
        assert_eq!(last.unchanged(0, 0), 12.0);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn evidence_is_read_back_and_checked() {
        let costs = vec![[0.0, 2.5, 9.0], [f32::NAN; 3]];
        let evidence = Evidence::new(1, 2, costs).unwrap();
        let evidence = evidence.with_unchanged(vec![0.5, 0.0]);
        let json = serde_json::to_string(&evidence).unwrap();
        let text = r#"{"frames":1,"points":2,"costs":[[0.0,2.5,9.0],null],"unchanged":[0.5,0.0]}"#;
        assert_eq!(json, text);
        let again: Evidence = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), json);
        assert_eq!(again.cost(0, 1, Occupancy::Empty), None);
        for wrong in [
            r#"{"frames":2,"points":2,"costs":[null,null]}"#,
            r#"{"frames":1,"points":1,"costs":[[0.0,null,1.0]]}"#,
            r#"{"frames":1,"points":1,"costs":[null],"unchanged":[]}"#,
        ] {
            assert!(serde_json::from_str::<Evidence>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn half_hidden_points_and_other_shapes_are_refused() {
        assert!(Evidence::new(1, 2, vec![[0.0; 3], [0.0, f32::NAN, 0.0]]).is_none());
        assert!(Evidence::new(2, 2, vec![[0.0; 3]; 3]).is_none());
    }
}
