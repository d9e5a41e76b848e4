use core::ops::Range;

use board_core::{Cell, Observation};

use crate::SearchError;

/// Marks a content of a point that is not visible: a NaN that arithmetic never produces.
pub(crate) const HIDDEN: f32 = f32::from_bits(0x7fc0_71de);

/// The evidence in the form that the search reads: for each frame, point and content, the excess over the best content
/// of that point in that frame, in nats, between 0 and the cap. Hidden points are all 0.
///
/// The excess is small, so that `f32` is precise enough; sums over a game are `f64`. Stored by frame, then content,
/// then point, so that loops over points are contiguous.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    pub(crate) frames: usize,
    pub(crate) points: usize,
    pub(crate) contents: usize,
    excess: Vec<f32>,
    /// `[frame][point]`: the cost of a change of the point just before the frame; all 0 in the first frame. Empty if
    /// all are 0 in all frames.
    change: Vec<f32>,
    /// A row of `change` if that is empty.
    no_change: Vec<f32>,
}

impl Costs {
    pub(crate) fn read<O: Observation>(
        evidence: &O,
        cap: f32,
        limit: usize,
    ) -> Result<Self, SearchError> {
        let (frames, points) = (evidence.frames(), evidence.points());
        let contents = O::Cell::ALL.len();
        if frames == 0 {
            return Err(SearchError::NoFrames);
        }
        if points == 0 || contents == 0 {
            return Err(SearchError::NoPoints);
        }
        if contents > 256 {
            return Err(SearchError::TooLarge {
                numbers: contents,
                limit: 256,
            });
        }
        let numbers = frames.saturating_mul(points).saturating_mul(contents);
        if numbers > limit {
            return Err(SearchError::TooLarge { numbers, limit });
        }
        let mut costs = Costs::empty(points, contents);
        costs.excess.reserve_exact(numbers);
        for frame in 0..frames {
            costs.push(evidence, frame, cap)?;
        }
        Ok(costs)
    }

    /// Adds a frame of `evidence`.
    pub(crate) fn push<O: Observation>(
        &mut self,
        evidence: &O,
        frame: usize,
        cap: f32,
    ) -> Result<(), SearchError> {
        let mut row = Vec::with_capacity(self.points * self.contents);
        for point in 0..self.points {
            for &cell in O::Cell::ALL {
                row.push(evidence.cost(frame, point, cell).unwrap_or(HIDDEN));
            }
        }
        let first = self.frames == 0;
        let mut change = vec![0.0; self.points];
        for (point, price) in change.iter_mut().enumerate().filter(|_| !first) {
            let unchanged = evidence.unchanged(frame, point);
            if unchanged.is_nan() || unchanged < 0.0 {
                return Err(SearchError::BadUnchanged {
                    frame: self.frames,
                    point,
                    nats: unchanged,
                });
            }
            *price = unchanged.min(cap);
        }
        self.push_row(&row, cap)?;
        if change.iter().any(|&price| price > 0.0) {
            self.change.resize(self.frames * self.points, 0.0);
            let begin = (self.frames - 1) * self.points;
            self.change[begin..].copy_from_slice(&change);
        }
        Ok(())
    }

    /// Makes an empty table.
    pub(crate) fn empty(points: usize, contents: usize) -> Self {
        Costs {
            frames: 0,
            points,
            contents,
            excess: Vec::new(),
            change: Vec::new(),
            no_change: vec![0.0; points],
        }
    }

    /// Adds a frame without evidence about changes: `row[point * contents + content]`, [`HIDDEN`] where not visible.
    pub(crate) fn push_row(&mut self, row: &[f32], cap: f32) -> Result<(), SearchError> {
        let (frame, begin) = (self.frames, self.excess.len());
        self.excess.resize(begin + row.len(), 0.0);
        let out = &mut self.excess[begin..];
        for (point, costs) in row.chunks_exact(self.contents).enumerate() {
            let mut best = f32::INFINITY;
            let mut hidden = 0;
            for (content, &cost) in costs.iter().enumerate() {
                if cost.to_bits() == HIDDEN.to_bits() {
                    hidden += 1;
                } else if cost.is_nan() || cost == f32::NEG_INFINITY {
                    let fault = SearchError::BadCost {
                        frame,
                        point,
                        content,
                        cost,
                    };
                    self.excess.truncate(begin);
                    return Err(fault);
                } else {
                    best = best.min(cost);
                }
            }
            if hidden == self.contents {
                continue;
            }
            if hidden > 0 {
                self.excess.truncate(begin);
                return Err(SearchError::PartlyVisible { frame, point });
            }
            // Two finite costs must stay comparable even if their difference overflows.
            let limit = |cost: f32| cost.clamp(f32::MIN / 4.0, f32::MAX / 4.0);
            for (content, &cost) in costs.iter().enumerate() {
                out[content * self.points + point] = (limit(cost) - limit(best)).min(cap);
            }
        }
        self.frames += 1;
        if !self.change.is_empty() {
            self.change.resize(self.frames * self.points, 0.0);
        }
        Ok(())
    }

    /// Some of the frames.
    pub(crate) fn part(&self, frames: Range<usize>) -> Costs {
        let row = self.points * self.contents;
        let change = match self.change.is_empty() {
            true => &[],
            false => &self.change[frames.start * self.points..frames.end * self.points],
        };
        let mut part = Costs {
            frames: frames.len(),
            excess: self.excess[frames.start * row..frames.end * row].to_vec(),
            change: change.to_vec(),
            no_change: self.no_change.clone(),
            ..*self
        };
        part.forget_before();
        part
    }

    /// Removes all frames after the first `frames`.
    pub(crate) fn truncate(&mut self, frames: usize) {
        self.frames = frames;
        self.excess.truncate(frames * self.points * self.contents);
        self.change.truncate(frames * self.points);
    }

    /// Erases the evidence of some frames about a point.
    pub(crate) fn forget(&mut self, point: usize, frames: Range<usize>) {
        for frame in frames {
            for content in 0..self.contents {
                self.excess[(frame * self.contents + content) * self.points + point] = 0.0;
            }
        }
    }

    /// Removes the first frames.
    pub(crate) fn drop_front(&mut self, frames: usize) {
        self.excess.drain(..frames * self.points * self.contents);
        self.change
            .drain(..self.change.len().min(frames * self.points));
        self.frames -= frames;
        self.forget_before();
    }

    /// Nothing is known of changes before the first frame.
    fn forget_before(&mut self) {
        let first = self.points.min(self.change.len());
        self.change[..first].fill(0.0);
    }

    /// The cost of a change of each point in the gap before a frame.
    #[inline]
    pub(crate) fn changes(&self, frame: usize) -> &[f32] {
        match self.change.is_empty() {
            true => &self.no_change,
            false => &self.change[frame * self.points..][..self.points],
        }
    }

    /// The same for one point; 0 after the last frame.
    #[inline]
    pub(crate) fn change(&self, frame: usize, point: usize) -> f32 {
        if frame < self.frames {
            self.changes(frame)[point]
        } else {
            0.0
        }
    }

    /// Excess of one content of every point in a frame.
    #[inline]
    pub(crate) fn row(&self, frame: usize, content: usize) -> &[f32] {
        &self.excess[(frame * self.contents + content) * self.points..][..self.points]
    }

    /// Excess of one content of one point in one frame.
    #[inline]
    pub(crate) fn at(&self, frame: usize, point: usize, content: u8) -> f32 {
        self.excess[(frame * self.contents + usize::from(content)) * self.points + point]
    }

    /// Excess of a whole table in one frame; `cells[point]` is a content index.
    pub(crate) fn table(&self, frame: usize, cells: &[u8]) -> f64 {
        let points = cells.iter().enumerate();
        points
            .map(|(point, &cell)| f64::from(self.at(frame, point, cell)))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::Occupancy;

    struct One([Option<f32>; 3]);

    impl Observation for One {
        type Cell = Occupancy;
        fn frames(&self) -> usize {
            1
        }
        fn points(&self) -> usize {
            1
        }
        fn cost(&self, _: usize, _: usize, cell: Occupancy) -> Option<f32> {
            self.0[cell.index()]
        }
    }

    fn read(costs: [Option<f32>; 3]) -> Result<Vec<f32>, SearchError> {
        Costs::read(&One(costs), 10.0, 100).map(|c| (0..3).map(|x| c.at(0, 0, x)).collect())
    }

    #[test]
    fn excess_is_relative_and_capped() {
        let inf = f32::INFINITY;
        assert_eq!(
            read([Some(-3.0), Some(1.0), Some(inf)]),
            Ok(vec![0.0, 4.0, 10.0])
        );
        assert_eq!(
            read([Some(inf), Some(inf), Some(inf)]),
            Ok(vec![0.0, 0.0, 0.0])
        );
        assert_eq!(
            read([Some(f32::MIN), Some(f32::MAX), Some(0.0)]),
            Ok(vec![0.0, 10.0, 10.0])
        );
        assert_eq!(read([None, None, None]), Ok(vec![0.0, 0.0, 0.0]));
    }

    #[test]
    fn what_is_no_cost_is_named() {
        let bad = |costs| match read(costs) {
            Err(SearchError::BadCost { content, .. }) => content,
            other => panic!("{other:?}"),
        };
        assert_eq!(bad([Some(0.0), Some(f32::NAN), Some(0.0)]), 1);
        assert_eq!(bad([Some(0.0), Some(0.0), Some(f32::NEG_INFINITY)]), 2);
        assert!(matches!(
            read([Some(0.0), None, Some(0.0)]),
            Err(SearchError::PartlyVisible { frame: 0, point: 0 })
        ));
    }

    /// A point whose changes before each frame have these prices.
    struct Changes(Vec<f32>);

    impl Observation for Changes {
        type Cell = Occupancy;
        fn frames(&self) -> usize {
            self.0.len()
        }
        fn points(&self) -> usize {
            1
        }
        fn cost(&self, _: usize, _: usize, _: Occupancy) -> Option<f32> {
            Some(0.0)
        }
        fn unchanged(&self, frame: usize, _: usize) -> f32 {
            self.0[frame]
        }
    }

    #[test]
    fn prices_of_changes_are_kept_from_the_first_one_on() {
        let prices = |costs: &Costs| -> Vec<f32> {
            let frames = 0..costs.frames;
            frames.map(|t| costs.changes(t)[0]).collect()
        };
        let read = |prices: &[f32]| Costs::read(&Changes(prices.to_vec()), 10.0, 100).unwrap();
        let none = read(&[5.0, 0.0, 0.0]);
        assert!(none.change.is_empty());
        assert_eq!(prices(&none), [0.0, 0.0, 0.0]);
        assert_eq!(prices(&none.part(1..3)), [0.0, 0.0]);
        let mut some = read(&[5.0, 0.0, 2.0, 0.0, 3.0]);
        assert_eq!(prices(&some), [0.0, 0.0, 2.0, 0.0, 3.0]);
        // Nothing is known of changes before the first frame of a part.
        assert_eq!(prices(&some.part(2..5)), [0.0, 0.0, 3.0]);
        assert_eq!((some.change(4, 0), some.change(5, 0)), (3.0, 0.0));
        some.drop_front(1);
        assert_eq!(prices(&some), [0.0, 2.0, 0.0, 3.0]);
        some.truncate(2);
        some.push_row(&[0.0; 3], 10.0).unwrap();
        assert_eq!(prices(&some), [0.0, 2.0, 0.0]);
    }
}
