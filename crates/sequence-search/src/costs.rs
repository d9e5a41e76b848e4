use board_core::{Cell, Observation};

use crate::SearchError;

/// The evidence as the search reads it: per frame, point and content, how much worse than the best
/// content of that point in that frame, in nats, between 0 and the cap. Hidden points are all 0.
///
/// Excess is small, so `f32` stores it exactly enough; every sum over it is kept in `f64`.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    pub(crate) frames: usize,
    pub(crate) points: usize,
    pub(crate) contents: usize,
    excess: Vec<f32>,
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
        let mut excess = Vec::with_capacity(numbers);
        for frame in 0..frames {
            for point in 0..points {
                let begin = excess.len();
                for (content, &cell) in O::Cell::ALL.iter().enumerate() {
                    let Some(cost) = evidence.cost(frame, point, cell) else {
                        continue;
                    };
                    if cost.is_nan() || cost == f32::NEG_INFINITY {
                        return Err(SearchError::BadCost {
                            frame,
                            point,
                            content,
                            cost,
                        });
                    }
                    // Two finite costs must stay comparable when their difference overflows.
                    excess.push(cost.clamp(f32::MIN / 4.0, f32::MAX / 4.0));
                }
                match excess.len() - begin {
                    0 => excess.resize(begin + contents, 0.0),
                    n if n == contents => {
                        let best = excess[begin..].iter().copied().fold(f32::MAX, f32::min);
                        for cost in &mut excess[begin..] {
                            *cost = (*cost - best).min(cap);
                        }
                    }
                    _ => return Err(SearchError::PartlyVisible { frame, point }),
                }
            }
        }
        Ok(Costs {
            frames,
            points,
            contents,
            excess,
        })
    }

    /// All points and contents of a frame: `[point * contents + content]`.
    pub(crate) fn frame(&self, frame: usize) -> &[f32] {
        let len = self.points * self.contents;
        &self.excess[frame * len..][..len]
    }

    /// Excess of one content of one point in one frame.
    pub(crate) fn at(&self, frame: usize, point: usize, content: u8) -> f64 {
        let row = self.frame(frame);
        f64::from(row[point * self.contents + usize::from(content)])
    }

    /// Excess of a whole table in one frame; `cells[point]` is a content index.
    pub(crate) fn table(&self, frame: usize, cells: &[u8]) -> f64 {
        sum_of(self.frame(frame), self.contents, cells)
    }
}

/// Sums `row[point * contents + cells[point]]`.
pub(crate) fn sum_of(row: &[f32], contents: usize, cells: &[u8]) -> f64 {
    let mut sum = 0.0;
    for (point, &cell) in row.chunks_exact(contents).zip(cells) {
        sum += f64::from(point[usize::from(cell)]);
    }
    sum
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
        Costs::read(&One(costs), 10.0, 100).map(|c| c.frame(0).to_vec())
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
}
