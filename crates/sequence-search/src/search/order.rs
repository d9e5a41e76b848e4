//! Which node comes next.

use core::ops::ControlFlow;
use std::collections::BinaryHeap;

use board_core::MoveGen;
use rustc_hash::FxHashMap;

use super::go_back::Strained;
use super::node::Event;
use super::state::Search;

/// The first sweep only has to find some good game.
const REACH: f64 = 9.0;

/// The share of the width, one in so many, that prefixes may have which agree on all doubtful points.
const ALIKE: usize = 4;

/// The least that it is.
const LEAST_ALIKE: usize = 16;

/// The share of the width, one in so many, that is kept for prefixes without pieces that are still to be put back. A
/// false move costs nothing while it lasts, so that prefixes with some are soon more than a beam is wide, and no rule
/// contradicts them before the pieces have to go back.
const UNTOUCHED: usize = 4;

impl<P: MoveGen> Search<'_, P> {
    /// Anytime column search (Vadlamudi, Gaurav, Aine, Chakrabarti, 2012): sweeps from the first gap
    /// to the last, each extending the best prefixes of every column. The first is a beam search.
    /// Each goes on where the last one left off, without what the best game so far proves useless;
    /// when nothing is left, that game is optimal.
    pub(super) fn sweeps(
        &mut self,
        width: usize,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let limit = (self.settings.nodes_per_frame as u64).saturating_mul(self.costs.frames as u64);
        let mut first = true;
        loop {
            let before = self.expanded;
            match first {
                true => self.beam(width, REACH, tick)?,
                false => self.sweep(width, f64::INFINITY, tick)?,
            }
            let stuck = self.expanded == before && !first;
            first = false;
            let full = self.expanded >= limit || self.made_enough();
            if stuck || full || self.stopped() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Whether to go on is of no use.
    pub(super) fn stopped(&self) -> bool {
        self.fault.is_some() || self.exceeded
    }

    /// A beam search, wider where it loses the game: of each column no prefix that is worse than its best by more than
    /// `reach`, except where the game gets dearer by more.
    pub(super) fn beam(
        &mut self,
        width: usize,
        reach: f64,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.sweep(width, reach, tick)?;
        // Without a limit, any game is good enough: one sweep finds it.
        if self.settings.strain_limit.is_infinite() {
            return ControlFlow::Continue(());
        }
        self.widen(width, tick)?;
        self.reach_further(width, reach, tick)
    }

    /// Extends the prefixes of one gap whose keys are not above `limit`.
    pub(super) fn extend_gap(
        &mut self,
        frame: usize,
        width: usize,
        limit: f64,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        tick(frame)?;
        for ply in 0..=self.settings.model.plies_per_frame {
            self.extend(self.column(frame, ply), width, limit);
        }
        ControlFlow::Continue(())
    }

    /// One sweep; of each column no prefix that is worse than its best by more than `reach`.
    fn sweep(
        &mut self,
        width: usize,
        reach: f64,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let is_first = self.best.is_none();
        let mut strained = Strained::not_yet();
        for frame in 0..self.costs.frames {
            tick(frame)?;
            let mut reach = reach;
            // Where every way on is expensive (each frame is a move, and the bound does not know what
            // it costs), the reach has to grow until something gets there.
            while !self.sweep_gap(frame, width, reach) && !self.stopped() {
                reach = 2.0 * reach + 1.0;
            }
            if is_first {
                self.go_back(frame, width, &mut strained, tick)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Extends the prefixes of one gap. False if none has got beyond it, although some could.
    fn sweep_gap(&mut self, frame: usize, width: usize, reach: f64) -> bool {
        let mut least = f64::INFINITY;
        let mut open = false;
        for ply in 0..=self.settings.model.plies_per_frame {
            let column = self.column(frame, ply);
            if let Some(top) = self.columns[column].peek() {
                self.reached = self.reached.max(frame);
                least = least.min(top.key);
                self.extend(column, width, least + reach);
                open |= !self.columns[column].is_empty();
            }
        }
        let next = self.column(frame + 1, 0);
        let beyond = self.best.is_some() || !self.columns[next].is_empty();
        beyond || !open || reach.is_infinite()
    }

    /// Expands the best `width` nodes of a column, none with a key above `limit`.
    pub(super) fn extend(&mut self, column: usize, width: usize, limit: f64) {
        let (mut done, mut touched) = (0, 0);
        let most_touched = (width - width.div_ceil(UNTOUCHED)).max(1);
        let mut alike: FxHashMap<u64, usize> = FxHashMap::default();
        let mut aside = BinaryHeap::new();
        while done < width
            && !self.stopped()
            && let Some(&open) = self.columns[column].peek()
            && open.key <= limit
        {
            if self.is_full() {
                self.columns[column].append(&mut aside);
                self.forget();
                continue;
            }
            self.columns[column].pop();
            let alike = alike.entry(self.nodes[open.node as usize].pattern);
            let alike = alike.or_default();
            let is_touched = self.is_touched(open.node);
            let too_many =
                *alike >= LEAST_ALIKE.max(width / ALIKE) || is_touched && touched >= most_touched;
            if too_many && open.key.is_finite() {
                aside.push(open);
            } else if self.expand(open, limit) {
                *alike += 1;
                touched += usize::from(is_touched);
                done += 1;
            }
        }
        self.columns[column].append(&mut aside);
    }

    /// Whether pieces are still to be put back.
    fn is_touched(&self, node: u32) -> bool {
        let node = &self.nodes[node as usize];
        let touch = |&owed: &u32| self.delays.episode(owed).change.is_false();
        matches!(node.step, Event::Touch { .. }) || self.owed[node.owed as usize].iter().any(touch)
    }
}
