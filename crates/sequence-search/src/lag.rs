use core::ops::Range;

use crate::costs::Costs;

/// A point that the table may still show as it was before a ply changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owed {
    pub(crate) point: u32,
    pub(crate) before: u8,
    pub(crate) after: u8,
    /// First frame after the ply.
    pub(crate) since: u32,
    /// First frame that shows `after`, if nothing else changes the point until then.
    pub(crate) until: u32,
}

/// When lagging points catch up, each in its own best time.
///
/// The search charges a lagging point as if it had caught up at once. Catching up in frame `d`
/// instead costs `Σ (excess(before) + price − excess(after))` over the frames up to `d`; the lowest
/// of these sums, never above 0, is the *refund*. It is granted in full with the ply. When another
/// ply changes the point before `d`, what can no longer be had is taken back, so the bound stays
/// one and the final cost is exact.
pub(crate) struct Lag<'a> {
    costs: &'a Costs,
    window: Range<usize>,
    price: f64,
    /// Refunds of points that end up with the first content, per frame, point and old content.
    to_first: Vec<f32>,
}

impl<'a> Lag<'a> {
    pub(crate) fn new(costs: &'a Costs, window: Range<usize>, price: f64) -> Self {
        let (row, contents) = (costs.points * costs.contents, costs.contents);
        let mut to_first = vec![0.0; row * window.len()];
        let mut refund = vec![0.0_f64; row];
        for t in window.clone().rev() {
            let excess = costs.frame(t);
            for (i, r) in refund.iter_mut().enumerate() {
                let first = f64::from(excess[i - i % contents]);
                *r = (*r + f64::from(excess[i]) + price - first).min(0.0);
            }
            let out = &mut to_first[(t - window.start) * row..][..row];
            for (out, &r) in out.iter_mut().zip(&refund) {
                *out = r as f32;
            }
        }
        Lag {
            costs,
            window,
            price,
            to_first,
        }
    }

    /// Refund of a point that lags from frame `t` of the window on.
    pub(crate) fn refund(&self, t: usize, point: usize, before: u8, after: u8) -> f64 {
        if after == 0 {
            let row = self.costs.points * self.costs.contents;
            let at = (t - self.window.start) * row + point * self.costs.contents;
            f64::from(self.to_first[at + usize::from(before)])
        } else {
            self.best(point, before, after, t..self.window.end).1
        }
    }

    /// Best frame to catch up, from `frames.start` to `frames.end` inclusive, and its refund.
    pub(crate) fn best(
        &self,
        point: usize,
        before: u8,
        after: u8,
        frames: Range<usize>,
    ) -> (usize, f64) {
        best_time(self.costs, self.price, point, before, after, frames)
    }
}

/// See [`Lag::best`]; the earliest of equally good frames.
pub(crate) fn best_time(
    costs: &Costs,
    price: f64,
    point: usize,
    before: u8,
    after: u8,
    frames: Range<usize>,
) -> (usize, f64) {
    let mut best = (frames.start, 0.0);
    let mut sum = 0.0;
    for t in frames {
        sum += costs.at(t, point, before) + price - costs.at(t, point, after);
        if sum < best.1 {
            best = (t + 1, sum);
        }
    }
    best
}
