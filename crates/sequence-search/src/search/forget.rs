//! Removes the worst leaves (prefixes without children) when memory is short.

use std::collections::BinaryHeap;

use board_core::MoveGen;

use super::lattice::BEYOND;
use super::node::{Node, Open};
use super::state::Search;

/// Number of prefixes of every column that are always kept, since some game must reach the end.
const LEAST: usize = 16;

/// The new numbers of the kept items of a list.
struct Renumbered(Vec<u32>);

impl Renumbered {
    fn of(stays: &[bool]) -> Self {
        let mut next = 0;
        let number = |&stays: &bool| {
            let number = if stays { next } else { u32::MAX };
            next += u32::from(stays);
            number
        };
        Renumbered(stays.iter().map(number).collect())
    }

    fn now(&self, old: u32) -> u32 {
        self.0[old as usize]
    }
}

/// The largest share of every queue such that all together have at most `keep`.
fn share(lengths: &[usize], keep: usize) -> usize {
    let kept = |share: usize| {
        lengths
            .iter()
            .map(|&length| length.min(share))
            .sum::<usize>()
    };
    let (mut enough, mut many) = (0, lengths.iter().copied().max().unwrap_or(0) + 1);
    while enough + 1 < many {
        let share = enough.midpoint(many);
        match kept(share) <= keep {
            true => enough = share,
            false => many = share,
        }
    }
    enough
}

impl<P: MoveGen> Search<'_, P> {
    /// Number of prefixes generated, including removed ones.
    pub(super) fn generated(&self) -> u64 {
        self.forgotten + self.nodes.len() as u64
    }

    /// Whether so many were generated that no further sweep may begin.
    pub(super) fn made_enough(&self) -> bool {
        self.generated() >= (self.settings.nodes as u64).saturating_mul(4)
    }

    /// Whether there is no room for more.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= self.room
    }

    /// Makes room.
    pub(super) fn forget(&mut self) {
        let before = self.nodes.len();
        let states = self.known.len();
        self.drop_worst((self.settings.nodes / 2).saturating_sub(states));
        self.renumber();
        self.forgotten += (before - self.nodes.len()) as u64;
        self.room = self
            .settings
            .nodes
            .max(self.nodes.len() + self.nodes.len() / 2 + LEAST);
    }

    /// Removes all but about `keep` leaves from the queues: the same number in every column, if there are so many, the
    /// best ones. The least cost of the others is kept.
    fn drop_worst(&mut self, keep: usize) {
        let is_new = |open: &Open| !self.nodes[open.node as usize].seen;
        let new = |queue: &BinaryHeap<Open>| queue.iter().filter(|open| is_new(open)).count();
        let lengths: Vec<usize> = self.columns.iter().map(new).collect();
        let share = share(&lengths, keep).max(LEAST);
        let mut lowest = self.lowest_forgotten;
        for (queue, length) in self.columns.iter_mut().zip(lengths) {
            if length <= share {
                queue.shrink_to_fit();
                continue;
            }
            let mut rank = 0;
            let mut sorted = core::mem::take(queue).into_sorted_vec();
            // The best is the greatest, and comes last.
            sorted.reverse();
            sorted.retain(|open| {
                let node = &self.nodes[open.node as usize];
                rank += usize::from(!node.seen);
                let stays = node.seen || rank <= share;
                if !stays {
                    lowest = lowest.min(node.bound);
                }
                stays
            });
            sorted.shrink_to_fit();
            *queue = BinaryHeap::from(sorted);
        }
        self.lowest_forgotten = lowest;
    }

    /// How much worse each node is than the one that stands for its state; infinite if it is that one, or not yet part
    /// of a state.
    fn how_much_worse(&self) -> Vec<f32> {
        let worse =
            |(id, node): (usize, &Node<P::Move>)| match node.seen && node.stands as usize != id {
                true => (node.bound - self.nodes[node.stands as usize].bound) as f32,
                false => f32::INFINITY,
            };
        self.nodes.iter().enumerate().map(worse).collect()
    }

    /// Nodes that are worse by less than this stay: they are other ways to a state, as parts of other games. No more
    /// than a quarter of all nodes are.
    fn other_ways(&self, worse: &[f32]) -> f32 {
        if !self.settings.wants_alternatives() {
            return f32::NEG_INFINITY;
        }
        let most = self.settings.margin + BEYOND as f32;
        let mut alternatives: Vec<f32> = worse.iter().copied().filter(|&w| w < most).collect();
        let room = self.settings.nodes / 4;
        match alternatives.len() > room {
            true => *alternatives.select_nth_unstable_by(room, f32::total_cmp).1,
            false => most,
        }
    }

    /// Removes every node that no queue, end of a game, state or kept node leads back to.
    fn renumber(&mut self) {
        let (end, cutoff) = (self.columns.len() as u32 - 1, self.cutoff());
        for id in 0..self.nodes.len() {
            self.nodes[id].stands = self.standing(id as u32);
        }
        let worse = self.how_much_worse();
        let most = self.other_ways(&worse);
        let ends = |node: &Node<P::Move>| node.column == end && node.bound < cutoff;
        let nodes = self.nodes.iter().zip(&worse);
        let mut stays: Vec<bool> = nodes
            .map(|(node, &worse)| ends(node) || worse < most)
            .collect();
        let open = self.columns.iter().flatten().map(|open| open.node);
        let named = open.chain(self.known.values().copied());
        let named = named.chain(self.heads.iter().copied().flatten());
        for id in named.chain(self.best.map(|(_, node)| node)) {
            stays[id as usize] = true;
        }
        // Later nodes have greater numbers.
        for id in (0..self.nodes.len()).rev() {
            stays[self.nodes[id].parent as usize] |= stays[id];
        }
        let nodes = Renumbered::of(&stays);
        let mut ids = stays.iter();
        self.nodes.retain(|_| ids.next() == Some(&true));

        let mut used = vec![false; self.owed.len()];
        used[0] = true;
        let mut slots = vec![false; self.slots.len()];
        for node in &self.nodes {
            used[node.owed as usize] = true;
            slots[node.slot as usize] = true;
        }
        let owed = Renumbered::of(&used);
        let mut ids = used.iter();
        self.owed.retain(|_| ids.next() == Some(&true));
        let slots = self.slots.retain(&slots);
        for node in &mut self.nodes {
            node.parent = nodes.now(node.parent);
            node.stands = nodes.now(node.stands);
            node.owed = owed.now(node.owed);
            node.slot = slots[node.slot as usize];
        }
        for queue in &mut self.columns {
            let mut open = core::mem::take(queue).into_vec();
            open.iter_mut().for_each(|o| o.node = nodes.now(o.node));
            *queue = BinaryHeap::from(open);
        }
        self.known.values_mut().for_each(|id| *id = nodes.now(*id));
        self.heads
            .iter_mut()
            .flatten()
            .for_each(|id| *id = nodes.now(*id));
        if let Some((_, id)) = &mut self.best {
            *id = nodes.now(*id);
        }
    }
}
