//! Lower bound on the cost of the future of a table, treating every point alone: a chain of contents over the frames
//! for each point, solved backwards (Viterbi).

use crate::costs::Costs;
use crate::prices::Prices;

/// The solved chains of all points.
///
/// `W(t, p, c)`, the least cost of point `p` from gap `t` on if it holds `c` before the gap, is stored minus its
/// minimum over `c`: small numbers that `f32` holds precisely enough. Rounding is consistent, because
/// [`regret`](Chains::regret) is computed from the stored numbers.
pub(crate) struct Chains {
    pub(crate) frames: usize,
    points: usize,
    contents: usize,
    /// `[gap][content][point]`, with one gap more than frames.
    worth: Vec<f32>,
    /// `[frame][content][point]`: the cost of holding the content in the frame beyond `worth`.
    regret: Vec<f32>,
    /// `[frame][point]`: the difference between the minima of `worth` in consecutive gaps.
    drop: Vec<f32>,
    /// Sum of all `drop`.
    base: f64,
}

/// `[gap][content][point]`: the number of gaps until the cheapest chain changes, or [`u8::MAX`] if it is farther off.
pub(crate) struct Changing(Vec<u8>);

impl Changing {
    pub(crate) fn new(chains: &Chains) -> Self {
        let (frames, row) = (chains.frames, chains.points * chains.contents);
        let mut changing = vec![u8::MAX; (frames + 1) * row];
        for t in (0..frames).rev() {
            let (now, next) = changing[t * row..][..2 * row].split_at_mut(row);
            let regrets = &chains.regret[t * row..][..row];
            for ((now, next), regret) in now.iter_mut().zip(next).zip(regrets) {
                *now = if *regret > 0.0 {
                    0
                } else {
                    next.saturating_add(1)
                };
            }
        }
        Changing(changing)
    }

    /// Whether a point that holds this content from gap `t` on changes within so many gaps.
    pub(crate) fn within(
        &self,
        gaps: u8,
        chains: &Chains,
        t: usize,
        point: usize,
        content: u8,
    ) -> bool {
        self.0[(t * chains.contents + usize::from(content)) * chains.points + point] < gaps
    }
}

impl Chains {
    pub(crate) fn new(costs: &Costs, prices: &Prices) -> Self {
        let (frames, points, contents) = (costs.frames, costs.points, costs.contents);
        let row = points * contents;
        let mut chains = Chains {
            frames,
            points,
            contents,
            worth: vec![0.0; (frames + 1) * row],
            regret: vec![0.0; frames * row],
            drop: vec![0.0; frames * points],
            base: 0.0,
        };
        chains.solve(costs, prices);
        chains
    }

    /// Solves the chains for other prices.
    pub(crate) fn solve(&mut self, costs: &Costs, prices: &Prices) {
        let (points, contents) = (self.points, self.contents);
        let row = points * contents;
        let mut arrive = vec![0.0_f32; points];
        let mut replace = vec![0.0_f32; points];
        let mut gone = vec![0.0_f32; points];
        // By the owner of the departing piece.
        let mut leave = [(); 3].map(|()| vec![0.0_f32; points]);
        // Slices of one known length, so that the loops over points become vector instructions.
        let (arrive, replace) = (&mut arrive[..points], &mut replace[..points]);
        let gone = &mut gone[..points];
        self.base = 0.0;
        for t in (0..self.frames).rev() {
            let (now, next) = self.worth[t * row..][..2 * row].split_at_mut(row);
            let hold = &mut self.regret[t * row..][..row];
            for c in 0..contents {
                let range = c * points..(c + 1) * points;
                let next = &next[range.clone()];
                for ((hold, excess), next) in hold[range].iter_mut().zip(costs.row(t, c)).zip(next)
                {
                    *hold = excess + next;
                }
            }
            // The cost of a point that gets another piece in this gap: after empty, after a piece.
            arrive.fill(f32::INFINITY);
            replace.fill(f32::INFINITY);
            let table = prices.at(t, 0);
            for (c, &owner) in prices.owner.iter().enumerate().skip(1) {
                let owner = usize::from(owner);
                let hold = &hold[c * points..][..points];
                if prices.turned.is_empty() {
                    for p in 0..points {
                        arrive[p] = arrive[p].min(hold[p] + table.arrival[owner]);
                        replace[p] = replace[p].min(hold[p] + table.replaced[owner]);
                    }
                } else {
                    for (p, hold) in hold.iter().enumerate() {
                        let table = prices.at(t, p);
                        arrive[p] = arrive[p].min(hold + table.arrival[owner]);
                        replace[p] = replace[p].min(hold + table.replaced[owner]);
                    }
                }
            }
            let changes = &costs.changes(t)[..points];
            let empty = &hold[..points];
            for p in 0..points {
                arrive[p] += changes[p];
                replace[p] += changes[p];
                gone[p] = arrive[p].min(empty[p] + changes[p]);
            }
            if prices.turned.is_empty() {
                for (leave, departure) in leave.iter_mut().zip(table.departure) {
                    for (leave, gone) in leave.iter_mut().zip(gone.iter()) {
                        *leave = gone + departure;
                    }
                }
            } else {
                for (p, gone) in gone.iter().enumerate() {
                    let departure = prices.at(t, p).departure;
                    (0..3).for_each(|owner| leave[owner][p] = gone + departure[owner]);
                }
            }
            let drop = &mut self.drop[t * points..][..points];
            drop.fill(f32::INFINITY);
            for c in 0..contents {
                let hold = &hold[c * points..][..points];
                let now = &mut now[c * points..][..points];
                let (other, leave) = match c {
                    0 => (&*arrive, &*arrive),
                    _ => (&*replace, &leave[usize::from(prices.owner[c])][..points]),
                };
                for p in 0..points {
                    let best = hold[p].min(other[p]).min(leave[p]);
                    now[p] = best;
                    drop[p] = drop[p].min(best);
                }
            }
            for c in 0..contents {
                let hold = &mut hold[c * points..][..points];
                let now = &mut now[c * points..][..points];
                for p in 0..points {
                    hold[p] -= now[p];
                    now[p] -= drop[p];
                }
            }
            self.base += f64::from(drop.iter().sum::<f32>());
        }
    }

    /// The cost of the chains from the start on; `cells[point]` is a content index.
    pub(crate) fn at_start(&self, cells: &[u8]) -> f64 {
        let cells = cells.iter().enumerate();
        self.base
            + cells
                .map(|(p, &c)| f64::from(self.worth(0, p, c)))
                .sum::<f64>()
    }

    /// How much worse a content is than the best one before gap `t`.
    #[inline]
    pub(crate) fn worth(&self, t: usize, point: usize, content: u8) -> f32 {
        self.worth[(t * self.contents + usize::from(content)) * self.points + point]
    }

    /// How much the bound rises when frame `t` shows this content unchanged.
    #[inline]
    pub(crate) fn regret(&self, t: usize, point: usize, content: u8) -> f32 {
        self.regret[(t * self.contents + usize::from(content)) * self.points + point]
    }

    /// How much the base falls over frame `t`.
    #[inline]
    pub(crate) fn drop(&self, t: usize, point: usize) -> f32 {
        self.drop[t * self.points + point]
    }

    /// The least cost of a point from gap `t` on that gets `content` in that gap, where `entry` is the cost of showing
    /// a content in frame `t`.
    pub(crate) fn after(
        &self,
        prices: &Prices,
        t: usize,
        point: usize,
        content: u8,
        entry: impl Fn(u8) -> f64,
    ) -> f64 {
        let hold = |c: u8| {
            entry(c) + f64::from(self.regret(t, point, c)) + f64::from(self.worth(t, point, c))
        };
        let change = |c: u8| match c == content {
            true => 0.0,
            false => f64::from(prices.change(t, point, content, c)),
        };
        let contents = 0..self.contents as u8;
        contents
            .map(|c| change(c) + hold(c))
            .fold(f64::INFINITY, f64::min)
    }

    /// The same after a frame that shows the first of two contents, when the second arrives; `price` is that of a frame
    /// that shows another content.
    pub(crate) fn arrive(
        &self,
        prices: &Prices,
        t: usize,
        point: usize,
        (first, content): (u8, u8),
        price: f32,
    ) -> f32 {
        if price == 0.0 {
            return self.worth(t, point, content);
        }
        let entry = |c| if c == first { 0.0 } else { f64::from(price) };
        self.after(prices, t, point, content, entry) as f32
    }

    /// The row of `worth` of one content.
    pub(crate) fn worths(&self, t: usize, content: usize) -> &[f32] {
        &self.worth[(t * self.contents + content) * self.points..][..self.points]
    }

    /// The row of `drop`.
    pub(crate) fn drops(&self, t: usize) -> &[f32] {
        &self.drop[t * self.points..][..self.points]
    }

    /// Follows every point along its cheapest chain from `cells`. Calls `visit` with every change (gap, point, content
    /// before and after), and `shown` with the table of every frame.
    pub(crate) fn walk(
        &self,
        prices: &Prices,
        cells: &mut [u8],
        mut visit: impl FnMut(usize, usize, u8, u8),
        mut shown: impl FnMut(usize, &[u8]),
    ) {
        for t in 0..self.frames {
            for (p, cell) in cells.iter_mut().enumerate() {
                // Exactly 0 where holding is best.
                if self.regret(t, p, *cell) <= 0.0 {
                    continue;
                }
                // A change is best; costs common to all changes of the gap do not matter.
                let mut best = (f32::INFINITY, *cell);
                for c in 0..self.contents as u8 {
                    if c == *cell {
                        continue;
                    }
                    let price = prices.change(t, p, *cell, c);
                    let cost = price + self.regret(t, p, c) + self.worth(t, p, c);
                    if cost < best.0 {
                        best = (cost, c);
                    }
                }
                visit(t, p, *cell, best.1);
                *cell = best.1;
            }
            shown(t, cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;
    use crate::effects::Effects;
    use board_core::Occupancy;

    /// One point, with the contents in the string.
    fn costs(shown: &str) -> Costs {
        let mut costs = Costs::empty(1, 3);
        for c in shown.chars() {
            let row = match c {
                '.' => [0.0, 3.0, 3.0],
                'X' => [3.0, 0.0, 3.0],
                _ => [3.0, 3.0, 0.0],
            };
            costs.push_row(&row, 10.0).unwrap();
        }
        costs
    }

    fn solved(shown: &str) -> (f64, Vec<(usize, u8)>) {
        let model = Model::default();
        let costs = costs(shown);
        let prices = Prices::new::<Occupancy>(&model, costs.frames, 1, Effects::default());
        let chains = Chains::new(&costs, &prices);
        let mut changes = Vec::new();
        let visit = |t, _: usize, _: u8, after| changes.push((t, after));
        chains.walk(&prices, &mut [0], visit, |_, _| ());
        (chains.at_start(&[0]), changes)
    }

    #[test]
    fn a_chain_is_what_explains_its_point_best() {
        assert_eq!(solved("......"), (0.0, vec![]));
        assert_eq!(solved("..X..."), (3.0, vec![]));
        assert_eq!(solved("..XXXX"), (7.0, vec![(2, 1)]));
        assert_eq!(solved("..XX.XX"), (10.0, vec![(2, 1)]));
        assert_eq!(solved(".XXXXXX....."), (11.0, vec![(1, 1), (7, 0)]));
        assert_eq!(solved("XXXXOOO"), (14.0, vec![(0, 1), (4, 2)]));
    }
}
