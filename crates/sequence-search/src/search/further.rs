//! A sweep that reaches further where the best game so far has become dearer.
//!
//! A sweep leaves out what is worse than the best prefix by more than its reach. If the bound of the game that it
//! found rises by more than that within a few plies, what was left out before the rise may be better after it: a false
//! move that is put back costs all at once, two passes that undo each other a little later. So these gaps are swept
//! again, to whatever is better than the game after the rise.

use core::ops::ControlFlow;

use board_core::MoveGen;

use super::state::Search;
use crate::followed::PLIES;

/// Plies within which the bound rises.
const AHEAD: usize = 2 * PLIES + 1;

impl<P: MoveGen> Search<'_, P> {
    /// Sweeps again where the best game rises by more than `reach`.
    pub(super) fn reach_further(
        &mut self,
        width: usize,
        reach: f64,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(limits) = self.rises(reach) else {
            return ControlFlow::Continue(());
        };
        for (frame, limit) in limits.into_iter().enumerate() {
            self.extend_gap(frame, width, limit, tick)?;
        }
        ControlFlow::Continue(())
    }

    /// By frame: what a prefix must cost less than to be better than the best game, after a rise where there is one.
    /// `None` if it rises nowhere by more than `reach`.
    fn rises(&self, reach: f64) -> Option<Vec<f64>> {
        let (_, best) = self.best?;
        let bounds = self.bounds(best);
        let times: Vec<usize> = self.way(best).events.iter().map(|e| e.0).collect();
        let frames = self.costs.frames;
        let mut end = 0;
        let limit = |frame: usize| {
            let ply = times.partition_point(|&time| time < frame);
            let ahead = times.get(ply + AHEAD).map_or(frames, |time| time + 1);
            if bounds[ahead] - bounds[frame] > reach {
                end = ahead;
            }
            bounds[end.max(frame + 1)]
        };
        let limits = (0..frames).map(limit).collect();
        (end > 0).then_some(limits)
    }
}
