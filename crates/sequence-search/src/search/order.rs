//! Which node comes next: A* and anytime column search.

use core::ops::ControlFlow;

use board_core::MoveGen;
use rustc_hash::FxHashMap;

use super::{SAME, Search};

/// Prefixes that agree on all doubtful points extended per column and sweep.
const ALIKE: usize = 3;

impl<P: MoveGen> Search<'_, P> {
    /// A*. When the limit is reached, the deepest prefix is finished greedily.
    pub(super) fn best_first(
        &mut self,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let mut deepest = 0;
        loop {
            let tops = self.columns.iter().enumerate();
            let next = tops
                .filter_map(|(column, open)| open.peek().map(|top| (top.guide, column)))
                .min_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            let Some((guide, column)) = next else {
                return ControlFlow::Continue(true);
            };
            if self.best.is_some_and(|(cost, _)| guide >= cost - SAME) {
                return ControlFlow::Continue(true);
            }
            if self.expanded >= self.limit {
                if self.best.is_none() {
                    self.finish(deepest);
                }
                return ControlFlow::Continue(false);
            }
            deepest = deepest.max(column);
            if let Some(open) = self.columns[column].pop() {
                self.expand(&open);
            }
            if self.expanded.is_multiple_of(256) {
                tick(self.gap(deepest).0 - self.window.start)?;
            }
        }
    }

    /// Anytime column search.
    pub(super) fn sweeps(
        &mut self,
        width: usize,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        loop {
            let before = self.expanded;
            for column in 0..self.columns.len() - 1 {
                let (frame, plies) = self.gap(column);
                if plies == 0 {
                    tick(frame - self.window.start)?;
                }
                if self.expanded >= self.limit {
                    if self.best.is_none() {
                        self.finish(column);
                    }
                    return ControlFlow::Continue(false);
                }
                self.extend(column, width);
            }
            if self.expanded == before {
                return ControlFlow::Continue(true);
            }
        }
    }

    /// Takes the best prefix of every column from here to the end of the window.
    fn finish(&mut self, from: usize) {
        for column in from..self.columns.len() - 1 {
            self.extend(column, 1);
        }
    }

    /// Expands the best `width` nodes of a column.
    fn extend(&mut self, column: usize, width: usize) {
        let mut done = 0;
        let mut alike: FxHashMap<u64, usize> = FxHashMap::default();
        let mut aside = Vec::new();
        while done < width
            && let Some(open) = self.columns[column].pop()
        {
            let alike = alike.entry(self.nodes[open.node as usize].pattern);
            let alike = alike.or_default();
            if *alike >= ALIKE {
                aside.push(open);
            } else if self.expand(&open) {
                *alike += 1;
                done += 1;
            }
        }
        self.columns[column].extend(aside);
    }
}
