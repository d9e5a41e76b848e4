//! Costs of tables, legal or not, by the evidence of the photos.

use std::ops::Range;
use std::rc::Rc;

use board_core::{Cell, Observation, Occupancy};

/// Largest cost of a point in a photo, in nats.
const POINT: f32 = 8.0;
/// Cost of a table in a photo, in nats, beyond which it is scaled down: a hand may be over the board.
const HAND: f64 = 16.0;
/// The factor of that scaling.
const BEYOND: f64 = 0.25;
/// Most points that may be hidden without a hand over the board.
const FEW: usize = 2;
/// Largest cost of a lasting contradiction of the recorded game at one point, as a multiple of its largest cost in a
/// single frame: misreadings last, too.
const LASTING: f32 = 2.0;

/// The contents of the points of a table, legal or not.
pub(super) type Table = Rc<[Occupancy]>;

/// The evidence of all photos, as costs in nats.
pub(super) struct TableEvidence {
    pub(super) frames: usize,
    points: usize,
    /// `[frame][point]`: the cost of each content above that of the best one.
    costs: Vec<[f32; 3]>,
    /// `[frame][point]`: the cost of a change since the frame before.
    change: Vec<f32>,
    /// `[frame]`: number of hidden points.
    hidden: Vec<usize>,
}

/// A point whose likeliest content differs from that of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contradiction {
    pub(super) point: usize,
    /// Its likeliest content.
    pub(super) cell: Occupancy,
    /// By how many nats that content is likelier.
    pub(super) nats: f32,
}

impl TableEvidence {
    /// The costs of evidence; `photos` is the number of photos of each frame. A frame with several photos counts twice.
    pub(super) fn of(evidence: &impl Observation<Cell = Occupancy>, photos: &[usize]) -> Self {
        let (frames, points) = (evidence.frames(), evidence.points());
        let all = || (0..frames).flat_map(|frame| (0..points).map(move |point| (frame, point)));
        let costs = all().map(|(frame, point)| {
            let cost = |k: usize| evidence.cost(frame, point, Occupancy::ALL[k]);
            let costs: [f32; 3] = core::array::from_fn(|k| cost(k).unwrap_or(0.0));
            let least = costs.into_iter().fold(f32::INFINITY, f32::min);
            let times = photos[frame].clamp(1, 2) as f32;
            costs.map(|cost| times * (cost - least).min(POINT))
        });
        let change = all().map(|(frame, point)| match frame {
            0 => 0.0,
            _ => evidence.unchanged(frame, point).min(POINT),
        });
        let hidden = |frame: &usize, point: &usize| {
            evidence.cost(*frame, *point, Occupancy::Empty).is_none()
        };
        let hidden = (0..frames).map(|f| (0..points).filter(|p| hidden(&f, p)).count());
        Self {
            frames,
            points,
            hidden: hidden.collect(),
            costs: costs.collect(),
            change: change.collect(),
        }
    }

    /// Caps the cost of lasting contradictions of the recorded game; `table` returns its table in a frame, if known.
    pub(super) fn with_lasting_capped<'a>(
        mut self,
        table: impl Fn(usize) -> Option<&'a [Occupancy]>,
    ) -> Self {
        let tables: Vec<_> = (0..self.frames).map(table).collect();
        for point in 0..self.points {
            let tables = tables.iter().enumerate();
            let nats: Vec<f32> = tables
                .map(|(frame, t)| t.map_or(0.0, |t| self.cost(frame, point, t[point])))
                .collect();
            let mut from = 0;
            for run in nats.chunk_by(|a, b| (*a > 0.0) == (*b > 0.0)) {
                let most = LASTING * run.iter().copied().fold(0.0, f32::max);
                let sum: f32 = run.iter().sum();
                let share = if sum > most { most / sum } else { 1.0 };
                for frame in from..from + run.len() {
                    let costs = &mut self.costs[frame * self.points + point];
                    *costs = costs.map(|nats| share * nats);
                }
                from += run.len();
            }
        }
        self
    }

    /// Whether a hand is over the board: more points are hidden than pieces would hide.
    pub(super) fn is_hidden(&self, frame: usize) -> bool {
        self.hidden[frame] > FEW
    }

    /// The cost of a content of a point.
    pub(super) fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> f32 {
        self.costs[frame * self.points + point][cell.index()]
    }

    /// The cost of a table.
    pub(super) fn table_cost(&self, frame: usize, table: &[Occupancy]) -> f64 {
        let points = table.iter().enumerate();
        let nats: f32 = points
            .map(|(point, &cell)| self.cost(frame, point, cell))
            .sum();
        let nats = f64::from(nats);
        nats.min(HAND) + BEYOND * (nats - HAND).max(0.0)
    }

    /// The cost of the change from one table to another since the frame before.
    pub(super) fn change_cost(
        &self,
        frame: usize,
        before: &[Occupancy],
        after: &[Occupancy],
    ) -> f64 {
        let points = before.iter().zip(after).enumerate();
        let changed = points.filter(|(_, (before, after))| before != after);
        let nats = changed.map(|(point, _)| self.change[frame * self.points + point]);
        f64::from(nats.sum::<f32>())
    }

    /// The points on which some frames contradict a table, the clearest first.
    pub(super) fn contradictions(
        &self,
        frames: &Range<usize>,
        table: &[Occupancy],
    ) -> Vec<Contradiction> {
        let against = |point: usize, cell| -> f32 {
            frames
                .clone()
                .map(|frame| self.cost(frame, point, cell))
                .sum()
        };
        let others = table.iter().enumerate().filter_map(|(point, &cell)| {
            let cells = Occupancy::ALL
                .iter()
                .map(|&cell| (against(point, cell), cell));
            let (least, best) = cells.min_by(|a, b| a.0.total_cmp(&b.0))?;
            let nats = against(point, cell) - least;
            (nats > 0.0).then_some(Contradiction {
                point,
                cell: best,
                nats,
            })
        });
        let mut others: Vec<_> = others.collect();
        others.sort_by(|a, b| b.nats.total_cmp(&a.nats));
        others
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Occupancy::{Black, Empty, White};

    /// One frame of three points: clearly empty, perhaps a black man, clearly a white man.
    struct One;

    impl Observation for One {
        type Cell = Occupancy;

        fn frames(&self) -> usize {
            1
        }

        fn points(&self) -> usize {
            3
        }

        fn cost(&self, _: usize, point: usize, cell: Occupancy) -> Option<f32> {
            Some([[0.0, 20.0, 20.0], [3.0, 1.0, 9.0], [20.0, 20.0, 0.0]][point][cell.index()])
        }
    }

    #[test]
    fn the_costs_of_a_point_and_of_a_photo_are_limited() {
        let evidence = TableEvidence::of(&One, &[1]);
        assert_eq!(evidence.table_cost(0, &[Empty, Black, White]), 0.0);
        assert_eq!(evidence.table_cost(0, &[Empty, Empty, White]), 2.0);
        assert_eq!(evidence.table_cost(0, &[Black, Black, White]), 8.0);
        assert_eq!(
            evidence.table_cost(0, &[Black, White, Empty]),
            16.0 + 8.0 * BEYOND
        );
    }

    #[test]
    fn only_faint_lasting_contradictions_are_capped() {
        struct Frames(Vec<f32>);
        impl Observation for Frames {
            type Cell = Occupancy;
            fn frames(&self) -> usize {
                self.0.len()
            }
            fn points(&self) -> usize {
                1
            }
            fn cost(&self, frame: usize, _: usize, cell: Occupancy) -> Option<f32> {
                Some(if cell == Empty { self.0[frame] } else { 0.0 })
            }
        }
        let frames = [2.0, 3.0, 2.0, 1.0, 1.0, 0.0, 5.0, 4.0];
        let against = |table: Option<&[Occupancy]>| -> Vec<f32> {
            let evidence =
                TableEvidence::of(&Frames(frames.to_vec()), &[1; 8]).with_lasting_capped(|_| table);
            (0..frames.len())
                .map(|f| evidence.cost(f, 0, Empty))
                .collect()
        };
        let capped = against(Some(&[Empty]));
        // Nine nats in five photos are capped to six.
        assert!(
            (capped[..5].iter().sum::<f32>() - 6.0).abs() < 1e-4,
            "{capped:?}"
        );
        assert_eq!(capped[5..], frames[5..]);
        // The game is unknown, or agrees.
        assert_eq!(against(None), frames);
        assert_eq!(against(Some(&[Black])), frames);
    }

    #[test]
    fn the_clearest_contradiction_is_first() {
        let others = TableEvidence::of(&One, &[1]).contradictions(&(0..1), &[Empty, Empty, Black]);
        let found: Vec<_> = others.iter().map(|o| (o.point, o.cell, o.nats)).collect();
        assert_eq!(found, [(2, White, 8.0), (1, Black, 2.0)]);
    }
}
