//! Takes a search along a game that is known, so that it continues from its cost.

use board_core::MoveGen;

use super::node::{Event, Open, Way};
use super::state::Search;

impl<P: MoveGen> Search<'_, P> {
    /// Makes the prefixes of a game. It becomes the best one, unless rounding or limits prevent it.
    pub(super) fn retrace(&mut self, way: &Way<P::Move>) {
        let mut id = way.root as u32;
        let mut events = way.events.iter().peekable();
        for frame in 0..self.costs.frames {
            while let Some(&(_, event)) = events.next_if(|event| event.0 == frame) {
                match self.child(id, event) {
                    Some(child) => id = child,
                    None => return,
                }
            }
            match self.child(id, Event::Advance) {
                Some(child) => id = child,
                None => return,
            }
        }
    }

    /// The prefix that one event leads to; the parent has not been extended before.
    fn child(&mut self, id: u32, event: Event<P::Move>) -> Option<u32> {
        let first = self.nodes.len();
        while self.nodes[id as usize].made < f32::INFINITY && !self.stopped() {
            let node = &self.nodes[id as usize];
            let key = node.bound + f64::from(node.made.max(0.0) + node.doubt);
            if !self.expand(Open { key, node: id }, f64::INFINITY) {
                break;
            }
            let children = self.nodes.iter().enumerate().skip(first);
            let found = children
                .filter(|(_, node)| node.parent == id && node.step == event)
                .map(|(child, _)| child as u32);
            if let Some(child) = found.last() {
                return Some(child);
            }
        }
        None
    }
}
