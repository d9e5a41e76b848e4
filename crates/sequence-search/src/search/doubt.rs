//! A doubt about pieces that do not show, which orders prefixes besides their bound.

use board_core::MoveGen;
use board_core::zobrist::splitmix64;

use super::state::Search;
use crate::phases::{Change, Kind};

impl<P: MoveGen> Search<'_, P> {
    /// A piece that is set down where the evidence soon shows none will be captured, or was never there. The bound
    /// assumes the former, but the latter is likelier: until the capture comes, it counts against the prefix. Only
    /// affects the order of the search, and only in games whose moves lift nothing.
    pub(super) fn doubt(&self, parent: u32, t: usize, found: &[Change]) -> f32 {
        const CAPTURE: f32 = 1.0;
        const SOON: u8 = 16;
        if found.iter().any(|c| c.kind == Kind::Hand && c.last == 0) {
            return 0.0;
        }
        let chains = &self.ground.coupled.chains;
        let price = self.settings.model.touch.min(9.0) + CAPTURE;
        let leaves = |t: usize, point: u32, content: u8| {
            let changing = &self.ground.changing;
            changing.within(SOON, chains, t, point as usize, content)
        };
        let mut doubt = 0.0;
        for change in found.iter().filter(|c| c.kind != Kind::Turned) {
            if change.last != 0 && leaves(t, change.point, change.last) {
                doubt += price;
            } else if change.last == 0
                && let Some(since) = self.set_down(parent, change.point)
                && leaves(since, change.point, change.first)
            {
                doubt -= price;
            }
        }
        doubt
    }

    /// The gap in which the piece on a point was set down.
    fn set_down(&self, mut node: u32, point: u32) -> Option<usize> {
        loop {
            let here = &self.nodes[node as usize];
            if here.home == point {
                return Some(self.gap(here.column).0);
            }
            if here.parent == node {
                return None;
            }
            node = here.parent;
        }
    }

    /// Fingerprint of changes at doubtful points.
    pub(super) fn pattern(&self, found: &[Change]) -> u64 {
        let doubtful = &self.ground.doubtful;
        let found = found.iter().filter(|c| doubtful[c.point as usize]);
        found.fold(0, |pattern, c| {
            let key = |content| splitmix64(u64::from(c.point), u64::from(content));
            pattern ^ key(c.first) ^ key(c.last)
        })
    }
}
