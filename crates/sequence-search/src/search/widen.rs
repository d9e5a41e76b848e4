//! Sweeps that are wider where the best game so far is strained.
//!
//! A beam loses a game where many other prefixes look better for a while. It shows soon: from there on the rules cost
//! more and more. So the gaps about there are swept again, twice as wide each time (as iterative broadening does for
//! trees: Ginsberg, Harvey, Artificial Intelligence 55, 1992), and what comes out of them is followed to the end.

use core::ops::ControlFlow;

use board_core::MoveGen;

use super::state::Search;
use crate::followed::{NAMED, PLIES};

/// How often the width is doubled at most.
const DOUBLINGS: u32 = 5;

/// All sweeps together extend at most so many times as many prefixes a frame as the beam is wide.
pub(super) const EFFORT: u64 = 16;

impl<P: MoveGen> Search<'_, P> {
    /// Sweeps again where the best game is strained until it is not, or the sweeps are wide.
    pub(super) fn widen(
        &mut self,
        width: usize,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let effort = EFFORT.saturating_mul(width as u64);
        let effort = effort.min(self.settings.nodes_per_frame as u64);
        let most = effort.saturating_mul(self.costs.frames as u64);
        for doublings in 1..=DOUBLINGS {
            let full = self.expanded >= most || self.made_enough();
            let Some(limits) = self.limits().filter(|_| !full && !self.stopped()) else {
                break;
            };
            for (frame, (strained, limit)) in limits.into_iter().enumerate() {
                let wider = if strained { 1 << doublings } else { 1 };
                self.extend_gap(frame, width.saturating_mul(wider), limit, tick)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// So much the rules may cost, over nine plies, before the game seems to be lost.
    pub(super) fn strain_allowed(&self) -> f64 {
        f64::from(self.settings.strain_limit * NAMED) * (2 * PLIES + 1) as f64
    }

    /// Whether the best game is strained so much that another search is worth its time: right games in much noise are
    /// not, those that were lost are by a multiple.
    pub(super) fn is_lost(&self) -> bool {
        const LOST: f64 = 2.0;
        let allowed = LOST * self.strain_allowed();
        let lost = |(_, best)| self.strained(best, allowed).contains(&true);
        self.best.is_some_and(lost)
    }

    /// By frame: whether the best game is strained there, and what a prefix must cost less than to be better: where it
    /// is strained, the bound of the game when the strain is over. `None` if it is strained nowhere.
    fn limits(&self) -> Option<Vec<(bool, f64)>> {
        let (_, best) = self.best?;
        let bounds = self.bounds(best);
        let strained = self.strained(best, self.strain_allowed());
        let frames = self.costs.frames;
        let mut limits = Vec::with_capacity(frames);
        let mut limit = bounds[frames];
        for frame in (0..frames).rev() {
            if !strained[frame] || frame + 1 == frames || !strained[frame + 1] {
                limit = bounds[frame + 1];
            }
            limits.push((strained[frame], limit));
        }
        limits.reverse();
        strained.contains(&true).then_some(limits)
    }

    /// By frame: whether the rules cost more than `allowed` over the nine plies of the best game about it.
    fn strained(&self, best: u32, allowed: f64) -> Vec<bool> {
        let strain = self.strain(best);
        let times: Vec<usize> = self.way(best).events.iter().map(|e| e.0).collect();
        let frames = self.costs.frames;
        let mut strained = vec![false; frames];
        for event in 0..times.len().max(1) {
            let first = event.checked_sub(PLIES).map_or(0, |i| times[i]);
            let end = times.get(event + PLIES).map_or(frames, |t| t + 1);
            if strain[first..end].iter().sum::<f64>() > allowed {
                strained[first..end].fill(true);
            }
        }
        strained
    }
}
