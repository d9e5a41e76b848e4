//! What the future of a position must cost at least, by treating every point alone.

use core::ops::Range;

use crate::costs::{Costs, sum_of};

/// Prices of the changes a single point may go through before every frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes {
    /// To any content but the first.
    pub(crate) placement: f64,
    /// To the first content.
    pub(crate) vanish: f64,
    /// Each frame of delay of a change that lags; the change itself is then free.
    pub(crate) lag: f64,
}

/// For each point, a backward Viterbi pass over the frames of a window.
///
/// `rest(t, c)` is the cheapest cost of frames `t..` when the point holds `c` just before frame `t`
/// and may change, at a price, before every frame. Stored are differences, all small, so that `f32`
/// loses nothing that matters in sums over long series:
///
/// - `worth`: `rest(t, c)` above the best content's, what a change in gap `t` gains or loses;
/// - `regret`: what it costs more than `rest(t, c)` to hold `c` in frame `t` unchanged;
/// - `late`: what `c` costs, on the scale of `worth`, when a ply has just turned it into the first
///   content but the table may go on showing it.
pub(crate) struct Bound {
    window: Range<usize>,
    row: usize,
    contents: usize,
    lag: f64,
    worth: Vec<f32>,
    regret: Vec<f32>,
    late: Vec<f32>,
    base: f64,
}

impl Bound {
    /// No look ahead at all: the rest is free (in excess cost), staying costs the evidence.
    pub(crate) fn nothing(costs: &Costs, window: Range<usize>) -> Self {
        let row = costs.points * costs.contents;
        let regret = window.clone().flat_map(|t| costs.frame(t)).copied();
        Bound {
            worth: vec![0.0; row * window.len()],
            regret: regret.collect(),
            late: vec![0.0; row * window.len()],
            window,
            row,
            contents: costs.contents,
            lag: 0.0,
            base: 0.0,
        }
    }

    /// Points change between frames, each alone, for the given prices.
    pub(crate) fn per_point(costs: &Costs, window: Range<usize>, changes: Changes) -> Self {
        let contents = costs.contents;
        let row = costs.points * contents;
        let [mut worth, mut regret, mut late] = [(); 3].map(|()| vec![0.0; row * window.len()]);
        let mut rest = vec![0.0_f64; row];
        let mut rest_late = vec![0.0_f64; row];
        let mut base = 0.0;
        for t in window.clone().rev() {
            let at = (t - window.start) * row;
            let excess = costs.frame(t);
            for point in (0..row).step_by(contents) {
                let rest = &mut rest[point..][..contents];
                let rest_late = &mut rest_late[point..][..contents];
                for (c, &excess) in excess[point..][..contents].iter().enumerate() {
                    rest[c] += f64::from(excess);
                    rest_late[c] += f64::from(excess) + changes.lag;
                }
                let empty = rest[0] + changes.vanish;
                let piece = rest[1..].iter().copied().fold(f64::INFINITY, f64::min);
                let change = empty.min(piece + changes.placement);
                let best = rest.iter().copied().fold(change, f64::min);
                base += best;
                for (c, r) in rest.iter_mut().enumerate() {
                    let after = r.min(change);
                    regret[at + point + c] = (*r - after) as f32;
                    worth[at + point + c] = (after - best) as f32;
                    *r = after - best;
                }
                for (c, r) in rest_late.iter_mut().enumerate() {
                    *r = (*r - best).min(rest[0]);
                    late[at + point + c] = *r as f32;
                }
            }
        }
        Bound {
            window,
            row,
            contents,
            lag: changes.lag,
            worth,
            regret,
            late,
            base,
        }
    }

    /// The bound for a table before the first frame of the window.
    pub(crate) fn at_start(&self, cells: &[u8]) -> f64 {
        self.base + sum_of(self.gap(self.window.start), self.contents, cells)
    }

    fn index(&self, t: usize, point: usize, content: u8) -> usize {
        (t - self.window.start) * self.row + point * self.contents + usize::from(content)
    }

    /// `worth` of every point and content in the gap before frame `t`.
    pub(crate) fn gap(&self, t: usize) -> &[f32] {
        &self.worth[(t - self.window.start) * self.row..][..self.row]
    }

    /// `worth` of one content; 0 after the last frame.
    pub(crate) fn worth(&self, t: usize, point: usize, content: u8) -> f64 {
        let at = self.index(t, point, content);
        self.worth.get(at).map_or(0.0, |&worth| f64::from(worth))
    }

    /// The least a point costs from gap `t` on when a ply has turned it from `before` to `after`
    /// and the table may lag, on the scale of [`worth`](Bound::worth).
    pub(crate) fn late(&self, t: usize, point: usize, before: u8, after: u8) -> f64 {
        if t == self.window.end {
            return 0.0;
        }
        let now = self.worth(t, point, after);
        if after == 0 {
            return f64::from(self.late[self.index(t, point, before)]);
        }
        // Rare (a rook that follows its king): not worth a table. Holding `before` in frame `t`
        // costs its regret above `worth`, whatever changes the bound allows from there on.
        let mut least = now;
        let mut held = self.worth(t, point, before);
        for t in t..self.window.end {
            held += f64::from(self.regret[self.index(t, point, before)]) + self.lag;
            let next = held - self.worth(t + 1, point, before) + self.worth(t + 1, point, after);
            least = least.min(next);
        }
        least
    }

    /// How much the bound rises when this table is what frame `t` shows.
    pub(crate) fn advance(&self, t: usize, cells: &[u8]) -> f64 {
        let regret = &self.regret[(t - self.window.start) * self.row..][..self.row];
        sum_of(regret, self.contents, cells)
    }

    /// Points where something comes and goes in the cheapest history of the point alone: what was
    /// captured, what moved on, and what was never there.
    pub(crate) fn passing(&self, cells: &[u8]) -> Vec<bool> {
        let passes = |(point, &cell): (usize, &u8)| {
            let mut cell = usize::from(cell);
            self.window.clone().any(|t| {
                let at = self.index(t, point, 0);
                let regret = &self.regret[at..][..self.contents];
                if regret[cell] <= 0.0 {
                    return false;
                }
                let hold = |c: &usize| self.worth[at + c] + regret[*c];
                let others = (0..self.contents).filter(|&c| c != cell);
                let next = others.min_by(|a, b| hold(a).total_cmp(&hold(b)));
                let left = cell != 0;
                cell = next.unwrap_or(cell);
                left
            })
        };
        cells.iter().enumerate().map(passes).collect()
    }
}
