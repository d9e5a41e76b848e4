//! The lagging changes of a node, and the identity of nodes.

use board_core::zobrist::splitmix64;
use board_core::{Color, MoveGen};

use super::node::{Event, Node};
use super::state::Search;
use super::touch::touched;
use crate::model::Turn;
use crate::phases::Kind;
use crate::slots::{Slot, changes};

impl<P: MoveGen> Search<'_, P> {
    /// Determines which episodes last at a node that has not been expanded yet, and raises its bound where a change
    /// proves to be immediate.
    pub(super) fn settle(&mut self, id: u32) {
        let node = self.nodes[id as usize].clone();
        let (frame, _) = self.gap(node.column);
        let old = core::mem::take(&mut self.owed[node.owed as usize]);
        let mut found = core::mem::take(&mut self.scratch.changes);
        let mut owed = None;
        let mut rise = 0.0;
        match node.step {
            Event::Begin { .. } => {}
            Event::Advance => {
                if old.iter().any(|&o| self.delays.episode(o).until <= frame) {
                    let lasting = old.iter().copied();
                    let lasting = lasting.filter(|&o| self.delays.episode(o).until > frame);
                    owed = Some(lasting.collect::<Vec<_>>());
                }
            }
            Event::Play { mv, .. } | Event::Touch { mv, .. } => {
                let parent = self.nodes[node.parent as usize].slot;
                let before = self.slots.get(parent);
                let other = match node.step {
                    Event::Play { turn, .. } => turn != Turn::Own,
                    Event::Touch { other, .. } => other,
                    _ => false,
                };
                if other {
                    let mut position = before.position.clone();
                    position.set_to_move(!position.to_move());
                    changes(&position, mv, &mut found);
                } else {
                    changes(&before.position, mv, &mut found);
                }
                if matches!(node.step, Event::Touch { .. }) {
                    touched(&mut found);
                }
                let mut list: Vec<u32> = old.clone();
                list.retain(|&o| {
                    let point = self.delays.episode(o).change.point;
                    found.iter().all(|c| c.point != point)
                });
                let fewer = list.len() < old.len();
                let kept = list.len();
                for &change in &found {
                    let mut open = old.iter().copied();
                    let open = open.find(|&o| self.delays.episode(o).change.point == change.point);
                    let content = match change.kind {
                        Kind::Touch | Kind::Undone => change.last,
                        Kind::Hand | Kind::Lag | Kind::Turned => change.first,
                    };
                    let repeats = matches!(node.step, Event::Play { .. })
                        && self.repeats(node.parent, open, mv);
                    let from = self.delays.from(frame, open, content, repeats);
                    let bound = self.delays.bound(frame, change, from);
                    rise += match self.delays.begin(change, frame, from) {
                        Some(episode) => {
                            list.push(episode);
                            self.delays.episode(episode).bound(frame)
                        }
                        None => self.delays.at_once(frame, change, from),
                    } - bound;
                }
                if fewer || list.len() > kept {
                    owed = Some(list);
                }
            }
        }
        self.owed[node.owed as usize] = old;
        self.scratch.changes = found;
        if let Some(list) = owed {
            self.nodes[id as usize].owed = if list.is_empty() {
                0
            } else {
                self.owed.push(list);
                self.owed.len() as u32 - 1
            };
        }
        self.nodes[id as usize].bound += rise;
    }

    /// Transposition key: position (with side to move), gap and plies, clock, lagging changes.
    pub(super) fn key(&self, node: &Node<P::Move>, slot: &Slot<P>) -> u64 {
        let side = match slot.position.to_move() {
            Color::Black => 0,
            Color::White => 1,
        };
        let mut key = splitmix64(slot.position.key(), side);
        key ^= splitmix64(1, u64::from(node.column) << 16 | u64::from(node.clock));
        for &o in &self.owed[node.owed as usize] {
            key ^= splitmix64(2, u64::from(o));
        }
        if self.counts_plies {
            key ^= splitmix64(3, u64::from(node.ply));
        }
        key
    }
}
