//! When lagging points catch up with the rules: each in its own best time, without branching.

use core::ops::Range;

use crate::bound::Bound;
use crate::costs::Costs;

/// A point that the table may still show as it was before a ply changed it.
///
/// Instead of one branch of the search per time it may catch up, the entry carries the best cost of
/// both cases so far; the choice is made when it no longer matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owed {
    pub(crate) point: u32,
    pub(crate) before: u8,
    pub(crate) after: u8,
    /// First frame after the ply.
    pub(crate) since: u32,
    /// Best frame to catch up unless another ply changes the point earlier: beyond it there is
    /// nothing left to choose.
    pub(crate) until: u32,
    /// Cost since the ply if the point had caught up before the last frame or in it.
    gone: f64,
    /// Cost since the ply if it has not.
    still: f64,
}

impl Owed {
    /// Just after the ply.
    pub(crate) fn new(point: u32, before: u8, after: u8, since: usize, until: usize) -> Self {
        Owed {
            point,
            before,
            after,
            since: since as u32,
            until: u32::try_from(until).unwrap_or(u32::MAX),
            gone: f64::INFINITY,
            still: 0.0,
        }
    }

    /// After frame `t`, which may show either content; each further frame of delay costs `price`.
    pub(crate) fn seen(mut self, costs: &Costs, t: usize, price: f64) -> Self {
        let point = self.point as usize;
        self.gone = self.past() + costs.at(t, point, self.after);
        self.still += costs.at(t, point, self.before) + price;
        self
    }

    /// What the point has cost since the ply.
    pub(crate) fn past(&self) -> f64 {
        self.gone.min(self.still)
    }

    /// Cost since the ply with the least to come, in gap `t`.
    pub(crate) fn bound(&self, bound: &Bound, t: usize) -> f64 {
        let (point, before, after) = (self.point as usize, self.before, self.after);
        let gone = self.gone + bound.worth(t, point, after);
        gone.min(self.still + bound.late(t, point, before, after))
    }

    /// The same once there is nothing left to choose.
    pub(crate) fn settled(&self, bound: &Bound, t: usize) -> f64 {
        self.past() + bound.worth(t, self.point as usize, self.after)
    }
}

/// Best frame for a point to catch up, from `frames.start` to `frames.end` inclusive, the earliest
/// of equals. Up to it the frames show `before`, each for a further `price`.
pub(crate) fn best_time(
    costs: &Costs,
    price: f64,
    point: usize,
    before: u8,
    after: u8,
    frames: Range<usize>,
) -> usize {
    let (mut best, mut lowest, mut sum) = (frames.start, 0.0, 0.0);
    for t in frames {
        sum += costs.at(t, point, before) + price - costs.at(t, point, after);
        if sum < lowest {
            (best, lowest) = (t + 1, sum);
        }
    }
    best
}
