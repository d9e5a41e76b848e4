//! The least cost of a point whose change may still show later, for every gap: one number for each pair of contents.
//!
//! All gaps of a long series are much memory, and a search is in one place of the series for long. So only some blocks
//! of gaps are kept, those used last; others are solved again, backwards from the row of numbers at their end.

use core::cell::RefCell;

use crate::Model;
use crate::chains::Chains;
use crate::costs::Costs;
use crate::prices::Prices;

/// Gaps in a block.
const GAPS: usize = 64;

/// Most bytes of blocks that are kept, but always at least two blocks.
const KEPT: usize = 4 << 20;

/// A block's index, and its numbers: `[gap][pair of first and last][point]`.
type Block = (usize, Box<[f32]>);

/// The least cost of each point from a gap on, on the scale of the chains' `worth`, if a change by a hand
/// ([`Kind::Hand`](crate::phases::Kind::Hand)) began in that gap or earlier, and the frame before shows its first
/// content.
pub(crate) struct Waiting<'a> {
    costs: &'a Costs,
    model: &'a Model,
    prices: &'a Prices,
    chains: &'a Chains,
    /// Numbers of a gap.
    row: usize,
    /// By block: the row of the gap after it.
    ends: Vec<f32>,
    /// In the order of their last use.
    kept: RefCell<Vec<Block>>,
}

/// The index of two different contents among all such pairs.
fn pair(contents: usize, first: usize, last: usize) -> usize {
    debug_assert_ne!(first, last, "a change");
    first * (contents - 1) + last - usize::from(last > first)
}

impl<'a> Waiting<'a> {
    pub(crate) fn new(
        costs: &'a Costs,
        model: &'a Model,
        prices: &'a Prices,
        chains: &'a Chains,
    ) -> Self {
        let row = costs.contents * (costs.contents - 1) * costs.points;
        let blocks = costs.frames.div_ceil(GAPS);
        let mut waiting = Self {
            costs,
            model,
            prices,
            chains,
            row,
            ends: vec![0.0; blocks * row],
            kept: RefCell::default(),
        };
        for block in (0..blocks).rev() {
            let rows = waiting.solve(block);
            if let Some(before) = block.checked_sub(1) {
                waiting.ends[before * row..][..row].copy_from_slice(&rows[..row]);
            }
            waiting.keep((block, rows));
        }
        waiting
    }

    /// The number of gap `t`; 0 after the last frame.
    #[inline]
    pub(crate) fn at(&self, t: usize, point: usize, first: u8, last: u8) -> f32 {
        let pair = pair(self.costs.contents, first.into(), last.into());
        let at = t % GAPS * self.row + pair * self.costs.points + point;
        if let Some((block, rows)) = self.kept.borrow().last()
            && *block == t / GAPS
            && at < rows.len()
        {
            return rows[at];
        }
        self.elsewhere(t, at)
    }

    /// A number of a gap in another block, which becomes the one used last, or of the gap after the last frame.
    #[cold]
    fn elsewhere(&self, t: usize, at: usize) -> f32 {
        if t == self.costs.frames {
            return 0.0;
        }
        let block = t / GAPS;
        let place = self.kept.borrow().iter().position(|kept| kept.0 == block);
        let rows = match place {
            Some(place) => self.kept.borrow_mut().remove(place).1,
            None => self.solve(block),
        };
        let number = rows[at];
        self.keep((block, rows));
        number
    }

    fn keep(&self, block: Block) {
        let mut kept = self.kept.borrow_mut();
        let most = (KEPT / (GAPS * self.row * size_of::<f32>()).max(1)).max(2);
        kept.push(block);
        if kept.len() > most {
            kept.remove(0);
        }
    }

    /// Solves a block backwards from its end.
    fn solve(&self, block: usize) -> Box<[f32]> {
        let gaps = block * GAPS..self.costs.frames.min((block + 1) * GAPS);
        let mut rows = vec![0.0_f32; gaps.len() * self.row];
        let mut arrive = vec![0.0_f32; self.costs.points];
        let mut next = &self.ends[block * self.row..][..self.row];
        for (t, now) in gaps.zip(rows.chunks_exact_mut(self.row.max(1))).rev() {
            self.step(t, next, now, &mut arrive);
            next = now;
        }
        rows.into()
    }

    /// Solves gap `t`, `next` being the row of the next one. `arrive` is a number for each point to work with.
    fn step(&self, t: usize, next: &[f32], now: &mut [f32], arrive: &mut [f32]) {
        let (model, chains) = (self.model, self.chains);
        let (points, contents) = (self.costs.points, self.costs.contents);
        let drops = chains.drops(t);
        let changes = &self.costs.changes(t)[..points];
        let compared = changes.iter().any(|&price| price > 0.0);
        for first in 0..contents {
            let excess = self.costs.row(t, first);
            for last in (0..contents).filter(|&last| last != first) {
                let at = pair(contents, first, last) * points;
                if compared {
                    for (p, arrive) in arrive.iter_mut().enumerate() {
                        let change = (first as u8, last as u8);
                        *arrive = chains.arrive(self.prices, t, p, change, changes[p]);
                    }
                } else {
                    arrive.copy_from_slice(chains.worths(t, last));
                }
                let (before, now) = now.split_at_mut(at);
                let (now, next) = (&mut now[..points], &next[at..][..points]);
                for p in 0..points {
                    let wait = excess[p] + model.in_hand - drops[p] + next[p];
                    now[p] = arrive[p].min(wait);
                }
                if first != 0 && last != 0 {
                    let vacant = &before[pair(contents, 0, last) * points..][..points];
                    for p in 0..points {
                        now[p] = now[p].min(vacant[p] + changes[p] + model.departure);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::Effects;
    use board_core::Occupancy;
    use board_core::zobrist::splitmix64;

    #[test]
    fn blocks_that_are_not_kept_are_solved_again() {
        // The last block is a short one.
        const FRAMES: usize = 4 * GAPS + 3;
        // So many that only two blocks are kept.
        const POINTS: usize = 2000;
        let arrives = |p: usize| splitmix64(0, p as u64) as usize % FRAMES;
        let mut costs = Costs::empty(POINTS, 3);
        for t in 0..FRAMES {
            let shown = |p| {
                if t < arrives(p) {
                    [0.0, 9.0, 9.0]
                } else {
                    [9.0, 9.0, 0.0]
                }
            };
            let nats: Vec<f32> = (0..POINTS).flat_map(shown).collect();
            costs.push_row(&nats, 10.0).unwrap();
        }
        let model = Model::default();
        let prices = Prices::new::<Occupancy>(&model, FRAMES, POINTS, Effects::default());
        let chains = Chains::new(&costs, &prices);
        let waiting = Waiting::new(&costs, &model, &prices, &chains);
        let kept = || waiting.kept.borrow().len();
        assert_eq!(kept(), 2);
        let there_and_back = (0..FRAMES).chain((0..FRAMES).rev());
        for t in there_and_back.chain([FRAMES - 1, 2 * GAPS]) {
            let soon = |p: &usize| (t..t + 9).contains(&arrives(*p));
            for p in (0..POINTS).filter(soon) {
                let wait = costs.at(t, p, 0) + model.in_hand - chains.drop(t, p);
                let wait = wait + waiting.at(t + 1, p, 0, 2);
                let now = chains.worth(t, p, 2).min(wait);
                assert_eq!(waiting.at(t, p, 0, 2), now, "gap {t}, point {p}");
            }
        }
        assert_eq!(waiting.at(FRAMES, 5, 0, 1), 0.0);
        assert_eq!(kept(), 2);
    }
}
