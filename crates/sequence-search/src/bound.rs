use core::ops::Range;

use crate::costs::{Costs, sum_of};

/// What the future of a position must cost at least, by treating every point alone.
///
/// For each point a backward Viterbi pass over the frames of a window: `rest(t, c)` is the cheapest
/// cost of frames `t..` when the point holds `c` just before frame `t` and may change, at a price,
/// before every frame. Stored are two differences, both small, so that `f32` loses nothing that
/// matters in sums over long series:
///
/// - `worth`: `rest(t, c)` above the best content's, what a change in gap `t` gains or loses;
/// - `regret`: what it costs more than `rest(t, c)` to hold `c` in frame `t` unchanged.
pub(crate) struct Bound {
    window: Range<usize>,
    row: usize,
    contents: usize,
    worth: Vec<f32>,
    regret: Vec<f32>,
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
            window,
            row,
            contents: costs.contents,
            base: 0.0,
        }
    }

    /// Points change freely between frames: to the first content for `vanish`, to any other for
    /// `placement`.
    pub(crate) fn per_point(
        costs: &Costs,
        window: Range<usize>,
        placement: f64,
        vanish: f64,
    ) -> Self {
        let contents = costs.contents;
        let row = costs.points * contents;
        let mut worth = vec![0.0; row * window.len()];
        let mut regret = vec![0.0; row * window.len()];
        let mut rest = vec![0.0_f64; row];
        let mut base = 0.0;
        for t in window.clone().rev() {
            let at = (t - window.start) * row;
            let excess = costs.frame(t);
            for point in (0..row).step_by(contents) {
                let rest = &mut rest[point..][..contents];
                for (r, &e) in rest.iter_mut().zip(&excess[point..]) {
                    *r += f64::from(e);
                }
                // Cheapest after a change: to the first content, or to any other.
                let empty = rest[0] + vanish;
                let piece = rest[1..].iter().copied().fold(f64::INFINITY, f64::min) + placement;
                let change = empty.min(piece);
                let best = rest
                    .iter()
                    .copied()
                    .fold(f64::INFINITY, f64::min)
                    .min(change);
                base += best;
                for (c, r) in rest.iter_mut().enumerate() {
                    let after = r.min(change);
                    regret[at + point + c] = (*r - after) as f32;
                    worth[at + point + c] = (after - best) as f32;
                    *r = after - best;
                }
            }
        }
        Bound {
            window,
            row,
            contents,
            worth,
            regret,
            base,
        }
    }

    /// The bound for a table before the first frame of the window.
    pub(crate) fn at_start(&self, cells: &[u8]) -> f64 {
        self.base + sum_of(self.gap(self.window.start), self.contents, cells)
    }

    /// `worth` of every point and content in the gap before frame `t`.
    pub(crate) fn gap(&self, t: usize) -> &[f32] {
        &self.worth[(t - self.window.start) * self.row..][..self.row]
    }

    /// How much the bound rises when this table is what frame `t` shows.
    pub(crate) fn advance(&self, t: usize, cells: &[u8]) -> f64 {
        let regret = &self.regret[(t - self.window.start) * self.row..][..self.row];
        sum_of(regret, self.contents, cells)
    }
}
