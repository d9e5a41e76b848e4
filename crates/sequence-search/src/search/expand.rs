//! The children of a node, best first.

use std::rc::Rc;

use board_core::MoveGen;
use board_core::zobrist::splitmix64;

use super::ground::LISTED;
use super::node::{Event, Node, Open, SAME};
use super::state::Search;
use super::touch::{touch_price, touched};
use crate::clock::{State, Step, touch_due};
use crate::effects::Effects;
use crate::phases::{Change, return_price};
use crate::slots::{Slot, home, pieces};
use crate::{Moment, SearchError};

/// Children are generated in bands of this many nats above their parent's bound; the parent then queues again for the
/// next band (partial expansion: Yoshizumi, Miura, Ishida, AAAI 2000).
pub(super) const BANDS: [f64; 6] = [4.0, 8.0, 14.0, 24.0, 48.0, f64::INFINITY];

/// The properties of a child besides its move.
struct Child {
    rise: f64,
    clock: State,
    column: usize,
    /// Change of the fingerprint of doubtful points.
    pattern: u64,
    doubt: f32,
    home: u32,
}

impl<P: MoveGen> Search<'_, P> {
    /// Generates the next band of children of a node, none beyond `limit`. False if the node proved useless.
    pub(super) fn expand(&mut self, open: Open, limit: f64) -> bool {
        let id = open.node;
        let cutoff = self.cutoff();
        let node = &self.nodes[id as usize];
        if node.bound >= cutoff || open.key - f64::from(node.doubt) >= cutoff {
            return false;
        }
        let first_visit = !self.nodes[id as usize].seen;
        if first_visit {
            self.settle(id);
        }
        let slot = self.slots.get(self.nodes[id as usize].slot);
        if first_visit {
            let side = self.ground.clock.side(self.nodes[id as usize].clock);
            if slot.position.to_move() != side {
                self.meet(Effects {
                    keeps_turn: true,
                    ..self.effects
                });
                return false;
            }
            self.nodes[id as usize].seen = true;
            let key = self.key(&self.nodes[id as usize], &slot);
            if let Some(&old) = self.known.get(&key) {
                let (new_bound, old_bound) = (
                    self.nodes[id as usize].bound,
                    self.nodes[old as usize].bound,
                );
                if new_bound >= old_bound - SAME {
                    self.nodes[id as usize].stands = old;
                    return false;
                }
                self.nodes[old as usize].stands = id;
            }
            self.known.insert(key, id);
        } else if self.nodes[id as usize].stands != id {
            return false;
        }
        let node = self.nodes[id as usize].clone();
        if node.bound >= cutoff {
            // Settling has raised it.
            return false;
        }
        self.expanded += 1;
        let (frame, plies) = self.gap(node.column);
        if first_visit {
            if plies == 0 {
                let bound = |id: u32| self.nodes[id as usize].bound;
                let better = self.heads[frame].is_none_or(|head| bound(id) < bound(head));
                if better {
                    self.heads[frame] = Some(id);
                }
            }
            self.advance(id, &node, &slot, frame, plies);
        }
        let made = f64::from(node.made);
        let next = BANDS.into_iter().find(|&band| band > made);
        let limit = (limit - node.bound - f64::from(node.doubt)) as f32;
        let next = next.unwrap_or(f64::INFINITY).min(f64::from(limit));
        if next > made {
            let band = (node.bound + made, node.bound + next);
            self.plies(id, &node, &slot, band, cutoff);
            self.nodes[id as usize].made = next as f32;
        }
        if node.bound + next < cutoff {
            let key = node.bound + next + f64::from(node.doubt);
            let column = node.column as usize;
            self.columns[column].push(Open { key, node: id });
        }
        true
    }

    /// The child in which the next frame shows the table as it is.
    fn advance(
        &mut self,
        id: u32,
        node: &Node<P::Move>,
        slot: &Slot<P>,
        frame: usize,
        plies: usize,
    ) {
        let (ground, model) = (self.ground, &self.settings.model);
        let clock = &ground.coupled.clock;
        let chains = &ground.coupled.chains;
        let mut rise = clock.at(frame + 1, 0, node.clock) - clock.at(frame, plies, node.clock);
        if plies == 0 {
            rise += f64::from(model.still);
        }
        let reference = ground.reference(frame);
        each_difference(&slot.cells, reference, |point| {
            rise += f64::from(chains.regret(frame, point, slot.cells[point]));
        });
        let mut said = 0.0;
        for &owed in &self.owed[node.owed as usize] {
            let episode = self.delays.episode(owed);
            if episode.since == frame {
                said += episode.unsaid;
            }
            let point = episode.change.point as usize;
            rise += episode.bound(frame + 1) - episode.bound(frame);
            if slot.cells[point] != reference[point] {
                rise -= f64::from(chains.regret(frame, point, slot.cells[point]));
            }
        }
        let child = Child {
            rise,
            clock: node.clock,
            column: self.column(frame + 1, 0),
            pattern: 0,
            doubt: -said,
            home: u32::MAX,
        };
        self.make(id, node, child, Event::Advance, node.slot);
    }

    /// Plies and false moves with bounds inside a band.
    fn plies(
        &mut self,
        id: u32,
        node: &Node<P::Move>,
        slot: &Rc<Slot<P>>,
        band: (f64, f64),
        cutoff: f64,
    ) {
        let ground = self.ground;
        let model = &self.settings.model;
        let turns = &ground.coupled.clock;
        let prices = &ground.coupled.prices;
        let (frame, plies) = self.gap(node.column);
        let highest = band.1.min(cutoff);
        let mut points = core::mem::take(&mut self.scratch.points);
        let mut found = core::mem::take(&mut self.scratch.changes);
        let mut listed = f64::NEG_INFINITY;
        let now = turns.at(frame, plies, node.clock);
        for other in [false, true] {
            let side = ground.clock.side(node.clock).index() ^ usize::from(other);
            let paid = prices.paid[frame][side];
            let touch = if plies < model.plies_per_frame && model.touch.is_finite() {
                turns.at(frame, plies + 1, node.clock) - now + touch_due(model, paid)
            } else {
                f64::INFINITY
            };
            // The step of the clock for a ply of this side, and the least rise of the bound.
            let mut turn = None;
            let mut least = f64::INFINITY;
            if let Some(step) = ground.clock.step(node.clock, other) {
                let after = plies + usize::from(step.turn.counts());
                if after <= model.plies_per_frame {
                    let rest = turns.after(model, frame, after, step).0;
                    let due = rest - now + model.turn_price(step.turn, plies);
                    least = due + prices.due(frame, side);
                    turn = Some((step, after, due));
                }
            }
            let least = least.min(touch);
            let room = highest - node.bound - least;
            if room.is_nan() || room < 0.0 {
                continue;
            }
            if room > listed {
                listed = room;
                self.candidates(node, slot, frame, room, &mut points);
            }
            let turned;
            let position = if other {
                let mut position = slot.position.clone();
                position.set_to_move(!position.to_move());
                turned = position;
                &turned
            } else {
                &slot.position
            };
            for &point in &points {
                slot.visit_at(position, other, point, &mut found, |mv, found| {
                    let step = Considered {
                        mv,
                        other,
                        frame,
                        band,
                        cutoff,
                    };
                    self.meet(Effects::of(position.to_move(), found, &prices.owner));
                    if let Some((turn, after, due)) = turn {
                        self.ply(id, node, position, &step, found, (turn, after, due));
                    }
                    if touch.is_finite() {
                        self.touch(id, node, &step, found, plies);
                    }
                });
                if self.stopped() {
                    break;
                }
            }
        }
        self.scratch.points = points;
        self.scratch.changes = found;
    }

    /// Points that may change for no more than `room`.
    fn candidates(
        &self,
        node: &Node<P::Move>,
        slot: &Slot<P>,
        frame: usize,
        room: f64,
        points: &mut Vec<u32>,
    ) {
        points.clear();
        let ground = self.ground;
        let owed = &self.owed[node.owed as usize];
        let is_owed = |point: usize| {
            let mut owed = owed.iter();
            owed.any(|&o| self.delays.episode(o).change.point as usize == point)
        };
        let least = |point: usize| self.delays.least_change(frame, point, slot.cells[point]);
        if room > f64::from(LISTED) {
            let all = 0..slot.cells.len();
            let some = all.filter(|&p| f64::from(least(p)) <= room || is_owed(p));
            points.extend(some.map(|p| p as u32));
            return;
        }
        // Where the table equals that of the reference game, the list is complete.
        let reference = ground.before(frame);
        let hot = ground.hot[frame].iter();
        for &(_, p) in hot.take_while(|&&(least, _)| f64::from(least) <= room) {
            if slot.cells[p as usize] == reference[p as usize] {
                points.push(p);
            }
        }
        each_difference(&slot.cells, reference, |p| {
            if f64::from(least(p)) <= room || is_owed(p) {
                points.push(p as u32);
            }
        });
        for &o in owed {
            let p = self.delays.episode(o).change.point;
            if !points.contains(&p) {
                points.push(p);
            }
        }
    }

    /// How much the bound of a point rises when an event of gap `t` begins this change, and the doubt.
    /// `ply` is the node and the move if the event is a ply.
    fn rise(
        &mut self,
        node: &Node<P::Move>,
        t: usize,
        change: Change,
        content: u8,
        ply: Option<(u32, P::Move)>,
    ) -> (f64, f32) {
        let open = self.open_at(node.owed, change.point);
        let repeats = ply.is_some_and(|(id, mv)| self.repeats(id, open, mv));
        let from = self.delays.from(t, open, content, repeats);
        let after = self.delays.bound(t, change, from);
        let unsaid = self.delays.unsaid(t, change, from);
        match open.map(|id| self.delays.episode(id)) {
            // What no frame has shown is put back before the point changes again.
            Some(cut) if cut.is_new(t) => {
                let returning = f64::from(return_price(&self.settings.model, cut.change));
                (after + returning - cut.bound(t), unsaid - cut.unsaid)
            }
            Some(cut) => (after - cut.bound(t), unsaid),
            None => {
                let chains = &self.ground.coupled.chains;
                let before = chains.worth(t, change.point as usize, content);
                (after - f64::from(before), unsaid)
            }
        }
    }

    /// Whether an open episode at a point is that of a false move that looked like this one.
    pub(super) fn repeats(&self, mut node: u32, open: Option<u32>, mv: P::Move) -> bool {
        let Some(episode) = open.map(|id| self.delays.episode(id)) else {
            return false;
        };
        if !episode.change.lifts_falsely() {
            return false;
        }
        loop {
            let here = &self.nodes[node as usize];
            let gap = self.gap(here.column).0;
            match here.step {
                Event::Touch { mv: other, .. } if gap == episode.since && other == mv => {
                    return true;
                }
                _ if gap < episode.since || here.parent == node => return false,
                _ => node = here.parent,
            }
        }
    }

    /// The episode of a point in a list.
    pub(super) fn open_at(&self, owed: u32, point: u32) -> Option<u32> {
        let mut owed = self.owed[owed as usize].iter().copied();
        owed.find(|&o| self.delays.episode(o).change.point == point)
    }

    fn ply(
        &mut self,
        id: u32,
        node: &Node<P::Move>,
        position: &P,
        step: &Considered<P::Move>,
        found: &[Change],
        (turn, plies, due): (Step, usize, f64),
    ) {
        let pieces = pieces(found);
        let mut rise = due + self.settings.model.pieces_price(pieces);
        let mut unsaid = 0.0;
        for &change in found {
            let (bound, doubt) =
                self.rise(node, step.frame, change, change.first, Some((id, step.mv)));
            rise += bound;
            unsaid += doubt;
        }
        // A prior only makes a move more expensive: do not ask for it if the move is too expensive already.
        if step.is_below(node.bound + rise) {
            return;
        }
        let moment = Moment {
            frame: step.frame,
            ply: usize::from(node.ply),
        };
        let price = self.prior.price(position, step.mv, moment);
        if price.is_nan() || price < 0.0 {
            self.fault = Some(SearchError::BadPrior {
                frame: moment.frame,
                ply: moment.ply,
                price,
            });
            return;
        }
        rise += f64::from(price);
        let clock = self.clock_after(position, step, plies, turn, &mut rise);
        if !step.takes(node.bound + rise) {
            return;
        }
        let slot = self.slots.link(node.slot, step.mv, step.other);
        let child = Child {
            rise,
            clock,
            column: self.column(step.frame, plies),
            pattern: self.pattern(found),
            doubt: unsaid + self.doubt(id, step.frame, found),
            home: match pieces.arrivals {
                0 => u32::MAX,
                _ => home(found).unwrap_or(u32::MAX),
            },
        };
        self.make(
            id,
            node,
            child,
            Event::Play {
                mv: step.mv,
                turn: turn.turn,
            },
            slot,
        );
    }

    /// The clock after a ply, if it only bounded which side is to move next.
    fn clock_after(
        &self,
        position: &P,
        step: &Considered<P::Move>,
        plies: usize,
        turn: Step,
        rise: &mut f64,
    ) -> State {
        let side = position.to_move();
        let next = match self.effects.keeps_turn {
            true => {
                let mut after = position.clone();
                after.play(step.mv);
                after.to_move()
            }
            false => !side,
        };
        let to = turn.to(side, next);
        let (model, turns) = (&self.settings.model, &self.ground.coupled.clock);
        let kept = if next == side {
            f64::from(model.turn_kept)
        } else {
            0.0
        };
        *rise +=
            turns.at(step.frame, plies, to) + kept - turns.after(model, step.frame, plies, turn).0;
        to
    }

    /// Records the effects of a move.
    fn meet(&mut self, effects: Effects) {
        self.effects = self.effects | effects;
        self.exceeded |= self.ground.coupled.prices.effects.is_exceeded_by(effects);
    }

    fn touch(
        &mut self,
        id: u32,
        node: &Node<P::Move>,
        step: &Considered<P::Move>,
        found: &mut Vec<Change>,
        plies: usize,
    ) {
        touched(found);
        let clock = &self.ground.coupled.clock;
        let mut rise = touch_price(&self.settings.model, found);
        rise +=
            clock.at(step.frame, plies + 1, node.clock) - clock.at(step.frame, plies, node.clock);
        let mut unsaid = 0.0;
        for &change in found.iter() {
            let (bound, doubt) = self.rise(node, step.frame, change, change.last, None);
            rise += bound;
            unsaid += doubt;
        }
        if !step.takes(node.bound + rise) {
            return;
        }
        let (mv, other) = (step.mv, step.other);
        let child = Child {
            rise,
            clock: node.clock,
            column: self.column(step.frame, plies + 1),
            pattern: splitmix64(self.pattern(found), 1),
            doubt: unsaid,
            home: u32::MAX,
        };
        self.make(id, node, child, Event::Touch { mv, other }, node.slot);
    }

    /// Room for one more node. A vector that doubles would take twice the memory when the limit is passed, as it is
    /// until the next column begins.
    fn make_room(&mut self) {
        let (len, limit) = (self.nodes.len(), self.settings.nodes);
        if len == self.nodes.capacity() {
            let left = limit.saturating_add(limit / 8).saturating_sub(len);
            self.nodes.reserve_exact(left.min(len).max(len / 8 + 64));
        }
    }

    fn make(
        &mut self,
        parent: u32,
        from: &Node<P::Move>,
        child: Child,
        step: Event<P::Move>,
        slot: u32,
    ) {
        let bound = from.bound + child.rise;
        if bound.is_nan() || bound >= self.cutoff() {
            return;
        }
        let id = self.nodes.len() as u32;
        let played = matches!(step, Event::Play { .. });
        let doubt = from.doubt + child.doubt;
        self.make_room();
        self.nodes.push(Node {
            parent,
            slot,
            column: child.column as u32,
            owed: from.owed,
            stands: id,
            clock: child.clock,
            ply: from.ply.saturating_add(u16::from(played)),
            made: f32::NEG_INFINITY,
            seen: false,
            step,
            pattern: from.pattern ^ child.pattern,
            bound,
            doubt,
            home: child.home,
        });
        if child.column + 1 < self.columns.len() {
            self.columns[child.column].push(Open {
                key: bound + f64::from(doubt),
                node: id,
            });
            return;
        }
        self.settle(id);
        let bound = self.nodes[id as usize].bound;
        // All games end here: each gets a node of its own, for the lattice.
        self.reached = self.costs.frames;
        if self.best.is_none_or(|(cost, _)| bound < cost - SAME) {
            self.best = Some((bound, id));
        }
    }
}

/// A move considered at some node.
struct Considered<M> {
    mv: M,
    other: bool,
    frame: usize,
    band: (f64, f64),
    cutoff: f64,
}

impl<M> Considered<M> {
    /// Whether a child with this bound belongs to the band.
    fn takes(&self, bound: f64) -> bool {
        bound > self.band.0 && !self.is_below(bound)
    }

    /// Whether a child with this bound is below the band.
    fn is_below(&self, bound: f64) -> bool {
        bound > self.band.1 || bound >= self.cutoff
    }
}

/// Calls `visit` with every index at which two rows differ; equal parts are skipped eight at a time.
fn each_difference(a: &[u8], b: &[u8], mut visit: impl FnMut(usize)) {
    let (a8, a1) = a.as_chunks::<8>();
    let (b8, b1) = b.as_chunks::<8>();
    for (i, (x, y)) in a8.iter().zip(b8).enumerate() {
        if u64::from_ne_bytes(*x) != u64::from_ne_bytes(*y) {
            for k in (0..8).filter(|&k| x[k] != y[k]) {
                visit(8 * i + k);
            }
        }
    }
    let rest = 8 * a8.len();
    for k in (0..a1.len()).filter(|&k| a1[k] != b1[k]) {
        visit(rest + k);
    }
}
