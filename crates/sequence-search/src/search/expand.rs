//! What may follow a node, the best first.

use core::cmp::Ordering;

use board_core::MoveGen;
use board_core::zobrist::splitmix64;

use super::{Event, Node, Open, SAME, Search, Step};
use crate::bound::Bound;
use crate::model::Turn;
use crate::slots::{Candidates, Delta, Slot};

/// Children handed out per visit of a node; the node then queues again for its next best ones
/// (partial expansion: Yoshizumi, Miura, Ishida, AAAI 2000).
const BATCH: usize = 8;

/// Index of the first child that is a move of the side not to move.
const OTHERS: u32 = 1 << 31;

/// A child of a node before it is made.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) guide: f64,
    pub(super) bound: f64,
    /// 0: the next frame; from 1: the owed points one by one, or the moves of the side to move;
    /// from [`OTHERS`]: those of the other side.
    pub(super) index: u32,
}

impl Child {
    fn rank(&self, other: &Self) -> Ordering {
        let by_guide = self.guide.total_cmp(&other.guide);
        by_guide.then(self.index.cmp(&other.index))
    }
}

/// The candidate a child's index means.
fn candidate<P: MoveGen>(slot: &Slot<P>, index: u32) -> (&Candidates<P::Move>, usize) {
    let other = index >= OTHERS;
    let first = if other { OTHERS } else { 1 };
    (slot.candidates(other), (index - first) as usize)
}

impl<P: MoveGen> Search<'_, P> {
    /// Hands out the next children of a node. False if it proved useless.
    pub(super) fn expand(&mut self, open: &Open) -> bool {
        let id = open.node;
        let cost = self.best.map_or(f64::INFINITY, |(cost, _)| cost);
        if self.nodes[id as usize].bound >= cost - SAME {
            return false;
        }
        let slot = self.slot(id);
        let first_visit = !self.nodes[id as usize].seen;
        if first_visit {
            self.settle(id);
            self.nodes[id as usize].seen = true;
            let node = &self.nodes[id as usize];
            let (key, bound) = (self.key(node, &slot), node.bound);
            let known = self.known.entry(key).or_insert(f64::INFINITY);
            if bound >= *known - SAME {
                return false;
            }
            *known = bound;
        }
        let node = self.nodes[id as usize].clone();
        if node.bound >= cost - SAME {
            return false;
        }
        self.expanded += 1;
        let (frame, plies) = self.gap(node.column as usize);
        if first_visit {
            let rise = self.advance(&self.bound, &node, &slot, frame);
            let guide = match &self.guide {
                Some(guide) => self.advance(guide, &node, &slot, frame),
                None => rise,
            };
            let child = Child {
                guide: node.guide + guide,
                bound: node.bound + rise,
                index: 0,
            };
            if child.bound < cost - SAME {
                let column = self.column(frame + 1, 0);
                self.make(id, &node, child, Step::Advance, column, &[]);
            }
        }

        // A ply never lowers the bound by more than it costs, so moves of the other side can wait
        // until the price of their turn is due.
        let others = self.turn(&node, &slot, plies, true);
        let due = others.map_or(f64::INFINITY, |(_, price)| node.guide + price);
        let unlocked = node.others || open.guide >= due;
        self.nodes[id as usize].others = unlocked;
        let mut children = core::mem::take(&mut self.scratch);
        children.clear();
        self.collect(&node, &slot, cost, unlocked.then_some(due), &mut children);
        let found = children.len();
        if !unlocked {
            children.retain(|child| child.guide <= due);
        }
        let mut next = if children.len() < found || !unlocked && due.is_finite() {
            due
        } else {
            f64::INFINITY
        };
        if children.len() > BATCH {
            let (_, first, _) = children.select_nth_unstable_by(BATCH, Child::rank);
            next = first.guide;
            children.truncate(BATCH);
        }
        if let Some(last) = children.iter().copied().max_by(Child::rank) {
            self.nodes[id as usize].last = (last.guide, last.index);
        }
        children.sort_unstable_by(|a, b| b.rank(a));
        for &child in &children {
            let (step, column) = self.describe(&node, &slot, child.index);
            let changes = match step {
                Step::Event(Event::Play { .. }) => {
                    let (candidates, i) = candidate(&slot, child.index);
                    candidates.changes(&candidates.list[i])
                }
                _ => &[],
            };
            self.make(id, &node, child, step, column, changes);
        }
        self.scratch = children;
        if next.is_finite() {
            self.enqueue(id, next);
        }
        true
    }

    /// How much a bound rises when a frame shows the table of a node.
    fn advance(&self, bound: &Bound, node: &Node<P::Move>, slot: &Slot<P>, t: usize) -> f64 {
        let mut rise = bound.advance(t, &slot.cells);
        if !self.one_by_one() {
            for o in &self.owed[node.owed as usize] {
                rise += self.owed_regret(bound, o, t);
            }
        }
        rise
    }

    /// Every event that may follow a node in the same gap, not yet handed out, with its bound.
    /// `others`: moves of the side not to move too, guided by no less than this.
    fn collect(
        &self,
        node: &Node<P::Move>,
        slot: &Slot<P>,
        cost: f64,
        others: Option<f64>,
        children: &mut Vec<Child>,
    ) {
        let (frame, plies) = self.gap(node.column as usize);
        let owed = &self.owed[node.owed as usize];
        let contents = self.costs.contents;
        let worth = self.bound.gap(frame);
        let guide_bound = self.guide.as_ref().unwrap_or(&self.bound);
        let worth_guide = guide_bound.gap(frame);
        let change = |point: u32, before: u8, after: u8| {
            let at = point as usize * contents;
            let (a, b) = (at + usize::from(after), at + usize::from(before));
            (
                f64::from(worth[a]) - f64::from(worth[b]),
                f64::from(worth_guide[a]) - f64::from(worth_guide[b]),
            )
        };
        let mut offer = |rise: f64, guide: f64, least: f64, index: u32| {
            let child = Child {
                bound: node.bound + rise,
                guide: (node.guide + guide).max(least),
                index,
            };
            let later = (child.guide, child.index) > node.last;
            if later && child.bound < cost - SAME {
                children.push(child);
            }
        };
        let one_by_one = self.one_by_one();
        if one_by_one && !owed.is_empty() {
            if plies == 0 {
                for (i, o) in owed.iter().enumerate() {
                    let (rise, guide) = change(o.point, o.before, o.after);
                    offer(rise, guide, f64::NEG_INFINITY, 1 + i as u32);
                }
            }
            return;
        }
        let sides = [(false, Some(f64::NEG_INFINITY)), (true, others)];
        for (other, least) in sides {
            let turn = self.turn(node, slot, plies, other);
            let (Some((_, price)), Some(least)) = (turn, least) else {
                continue;
            };
            let candidates = slot.candidates(other);
            let first = if other { OTHERS } else { 1 };
            for (i, candidate) in candidates.list.iter().enumerate() {
                let pieces = usize::from(candidate.arrivals);
                let mut rise = price + self.settings.model.placement_price(pieces);
                let mut guide = rise;
                for d in candidates.changes(candidate) {
                    let point = d.point as usize;
                    if d.lagging && one_by_one {
                        continue;
                    }
                    let (r, g) = change(d.point, d.before, d.after);
                    rise += r;
                    guide += g;
                    if d.lagging {
                        let late = |bound: &Bound| {
                            bound.late(frame, point, d.before, d.after)
                                - bound.worth(frame, point, d.after)
                        };
                        rise += late(&self.bound);
                        guide += late(guide_bound);
                    }
                    if let Some(o) = owed.iter().find(|o| o.point == d.point) {
                        let lost = |bound: &Bound| o.settled(bound, frame) - o.bound(bound, frame);
                        rise += lost(&self.bound);
                        guide += lost(guide_bound);
                    }
                }
                offer(rise, guide, least, first + i as u32);
            }
        }
    }

    /// Whether the side to move (or the other) may play here, and its price.
    fn turn(
        &self,
        node: &Node<P::Move>,
        slot: &Slot<P>,
        plies: usize,
        other: bool,
    ) -> Option<(Turn, f64)> {
        let model = &self.settings.model;
        let to_move = slot.position.to_move();
        let side = if other { !to_move } else { to_move };
        let turn = model.turn(node.memory, side, other);
        let price = model.turn_price(turn, plies);
        let room = plies < model.plies_per_frame || self.is_free(turn);
        (room && price.is_finite()).then_some((turn, price))
    }

    /// Whether a ply does not count among those of its gap.
    fn is_free(&self, turn: Turn) -> bool {
        turn == Turn::Handicap && !self.one_by_one()
    }

    /// The step and column of a child by its index.
    fn describe(&self, node: &Node<P::Move>, slot: &Slot<P>, index: u32) -> (Step<P::Move>, usize) {
        let (frame, plies) = self.gap(node.column as usize);
        let owed = &self.owed[node.owed as usize];
        if self.one_by_one() && !owed.is_empty() {
            let point = owed[index as usize - 1].point as usize;
            let column = self.column(frame, plies + 1);
            return (Step::Event(Event::CatchUp { point }), column);
        }
        let turn = self.turn(node, slot, plies, index >= OTHERS);
        let turn = turn.map_or(Turn::Own, |(turn, _)| turn);
        let plies = plies + usize::from(!self.is_free(turn));
        let (candidates, i) = candidate(slot, index);
        let mv = candidates.list[i].mv;
        let step = Step::Event(Event::Play { mv, turn });
        (step, self.column(frame, plies))
    }

    fn make(
        &mut self,
        parent: u32,
        from: &Node<P::Move>,
        child: Child,
        step: Step<P::Move>,
        column: usize,
        changes: &[Delta],
    ) {
        let id = self.nodes.len() as u32;
        let memory = match step {
            Step::Event(Event::Play { turn, .. }) => {
                let to_move = self.slot(parent).position.to_move();
                let side = if turn == Turn::Own { to_move } else { !to_move };
                self.settings.model.remember(from.memory, side)
            }
            _ => from.memory,
        };
        let pattern = changes
            .iter()
            .filter(|d| self.doubtful.get(d.point as usize) == Some(&true))
            .fold(from.pattern, |pattern, d| {
                let key = |content| splitmix64(u64::from(d.point), u64::from(content));
                pattern ^ key(d.before) ^ key(d.after)
            });
        self.nodes.push(Node {
            pattern,
            parent,
            slot: if matches!(step, Step::Event(_)) {
                id
            } else {
                from.slot
            },
            column: column as u32,
            owed: from.owed,
            step,
            memory,
            seen: false,
            others: false,
            bound: child.bound,
            guide: child.guide,
            last: (f64::NEG_INFINITY, 0),
        });
        self.enqueue(id, child.guide);
    }
}
