//! What makes two nodes the same, and what the table owes at a node.

use board_core::MoveGen;
use board_core::zobrist::splitmix64;

use super::{Event, Node, Search, Step};
use crate::bound::Bound;
use crate::lag::{Owed, best_time};
use crate::slots::{Slot, deltas, take_turn};

impl<P: MoveGen> Search<'_, P> {
    /// Works out what the table owes at a node that has not been expanded yet, and raises its bound
    /// for points that have nothing left to choose.
    pub(super) fn settle(&mut self, id: u32) {
        let before = self.slot(self.nodes[id as usize].parent);
        let node = &self.nodes[id as usize];
        let (frame, _) = self.gap(node.column as usize);
        let old = &self.owed[node.owed as usize];
        let one_by_one = self.one_by_one();
        let mut owed = match node.step {
            Step::Event(Event::Play { mv, turn }) => {
                let mut position = before.position.clone();
                take_turn(&mut position, turn);
                let mut changes = Vec::new();
                deltas(&position, mv, &mut changes);
                if old.is_empty() && !changes.iter().any(|d| d.lagging) {
                    return;
                }
                let mut owed = old.clone();
                owed.retain(|o| changes.iter().all(|d| d.point != o.point));
                for d in changes.iter().filter(|d| d.lagging) {
                    let until = if one_by_one {
                        usize::MAX
                    } else {
                        let (frames, point) = (frame..self.window.end, d.point as usize);
                        best_time(self.costs, self.lag, point, d.before, d.after, frames)
                    };
                    owed.push(Owed::new(d.point, d.before, d.after, frame, until));
                }
                owed
            }
            _ if old.is_empty() => return,
            Step::Advance if !one_by_one => {
                let aged = old.iter().map(|o| o.seen(self.costs, frame - 1, self.lag));
                aged.collect()
            }
            Step::Advance | Step::Begin => return,
            Step::Event(Event::CatchUp { point }) => {
                let mut owed = old.clone();
                owed.retain(|o| o.point as usize != point);
                owed
            }
        };
        let (mut rise, mut guide_rise) = (0.0, 0.0);
        owed.retain(|o| {
            let keep = o.until as usize > frame;
            if !keep {
                let guide = self.guide.as_ref().unwrap_or(&self.bound);
                rise += o.settled(&self.bound, frame) - o.bound(&self.bound, frame);
                guide_rise += o.settled(guide, frame) - o.bound(guide, frame);
            }
            keep
        });
        let list = if owed.is_empty() {
            0
        } else {
            self.owed.push(owed);
            self.owed.len() - 1
        };
        let node = &mut self.nodes[id as usize];
        node.owed = list as u32;
        node.bound += rise;
        node.guide += guide_rise;
    }

    /// How much more than its regret an owed point makes the bound rise when frame `t` is seen.
    pub(super) fn owed_regret(&self, bound: &Bound, o: &Owed, t: usize) -> f64 {
        let (point, after) = (o.point as usize, o.after);
        let next = o.seen(self.costs, t, self.lag);
        let worth = bound.worth(t + 1, point, after) - bound.worth(t, point, after);
        let level = self.costs.at(t, point, after) + worth;
        next.bound(bound, t + 1) - o.bound(bound, t) - level
    }

    /// Transposition key: position (with side to move), gap and plies, memory, what is owed.
    pub(super) fn key(&self, node: &Node<P::Move>, slot: &Slot<P>) -> u64 {
        let mut key = slot.position.key();
        key ^= splitmix64(1, u64::from(node.column));
        key ^= splitmix64(2, node.memory.tag());
        for o in &self.owed[node.owed as usize] {
            // Points taken off one by one have no history; the others depend on when they began.
            let since = if self.one_by_one() { 0 } else { o.since };
            let what = u64::from(o.point) << 8 | u64::from(o.before);
            key ^= splitmix64(3 + u64::from(since), what);
        }
        key
    }
}
