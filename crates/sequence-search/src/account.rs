//! Turns the events of a game into a record of it, and computes its cost anew.

use std::collections::BTreeMap;

use board_core::MoveGen;

use crate::costs::Costs;
use crate::model::Turn;
use crate::phases::{Begun, Change, Kind, Timing, best_timings, rate};
use crate::search::{Event, Way, touch_price, touched};
use crate::slots::{changes, contents, pieces};
use crate::{Decoded, Lagged, Model, Moment, MovePrior, Ply, Proof, Stats, Touch};

/// A change on the table with the frames in which it holds.
struct Shown {
    change: Change,
    since: usize,
    /// Frame of the next event at the point.
    end: usize,
    timing: Timing,
    cost: f64,
}

impl Shown {
    fn begun(&self) -> Begun {
        Begun {
            change: self.change,
            since: self.since,
        }
    }

    /// What being late has cost.
    fn late(&self, model: &Model) -> f64 {
        match self.timing.arrives - self.since {
            0 => 0.0, // also where waiting is forbidden
            late => f64::from(rate(model, self.change.kind)) * late as f64,
        }
    }

    /// Works out what the change has cost where `before` was shown; returns what it shows at its end.
    fn judge(&mut self, costs: &Costs, model: &Model, before: u8) -> u8 {
        let point = self.change.point as usize;
        let mut content = before;
        self.cost = self.late(model);
        for t in self.since..self.end {
            let next = self.change.shows(self.timing, t);
            if next != content {
                self.cost += f64::from(costs.change(t, point));
            }
            self.cost += f64::from(costs.at(t, point, next));
            content = next;
        }
        if self.timing.leaves < self.timing.arrives {
            self.cost += f64::from(model.departure);
        }
        content
    }
}

/// What a point costs in all frames that held `content` and at which these changes begin, in order; the prices of
/// the events themselves do not count.
pub(crate) fn cost_of_point(
    costs: &Costs,
    model: &Model,
    point: usize,
    mut content: u8,
    begun: &[Begun],
) -> f64 {
    let first = begun.first().map_or(costs.frames, |b| b.since);
    let before = (0..first).map(|t| f64::from(costs.at(t, point, content)));
    let mut cost: f64 = before.sum();
    let timings = best_timings(costs, model, content, begun);
    for (i, (&Begun { change, since }, timing)) in begun.iter().zip(timings).enumerate() {
        let end = begun.get(i + 1).map_or(costs.frames, |next| next.since);
        let mut shown = Shown {
            change,
            since,
            end,
            timing,
            cost: 0.0,
        };
        content = shown.judge(costs, model, content);
        cost += shown.cost;
    }
    cost
}

/// A ply with its price and its changes.
struct Played<M> {
    ply: Ply<M>,
    price: f64,
    /// Which of the changes shown are its own.
    range: core::ops::Range<usize>,
    turn: Turn,
}

/// Follows a way from its start position.
pub(crate) fn account<P: MoveGen>(
    costs: &Costs,
    model: &Model,
    prior: &dyn MovePrior<P>,
    start: (&P, f64, &[Change]),
    way: &Way<P::Move>,
) -> Decoded<P::Move> {
    let (start, price, owed) = start;
    let mut position = start.clone();
    let mut event_cost = vec![0.0; costs.frames];
    let mut prior_cost = vec![0.0; costs.frames];
    let mut plies: Vec<Played<P::Move>> = Vec::new();
    let mut touches = Vec::new();
    let mut touch_changes = Vec::new();
    let mut shown: Vec<Shown> = Vec::new();
    let mut found = Vec::new();
    let note = |shown: &mut Vec<Shown>, found: &[Change], since: usize| {
        let begin = shown.len();
        for &change in found {
            shown.push(Shown {
                change,
                since,
                end: costs.frames,
                timing: Timing {
                    leaves: since,
                    arrives: since,
                },
                cost: 0.0,
            });
        }
        begin..shown.len()
    };
    note(&mut shown, owed, 0);
    let (mut gap, mut in_gap) = (0, 0);
    for &(frame, event) in &way.events {
        if frame != gap {
            (gap, in_gap) = (frame, 0);
        }
        match event {
            Event::Begin { .. } | Event::Advance => {}
            Event::Play { mv, turn } => {
                if turn != Turn::Own {
                    position.set_to_move(!position.to_move());
                }
                let side = position.to_move();
                let moment = Moment {
                    frame,
                    ply: plies.len(),
                };
                changes(&position, mv, &mut found);
                let known = prior.price(&position, mv, moment);
                let mut price = model.turn_price(turn, in_gap)
                    + model.pieces_price(pieces(&found))
                    + f64::from(known);
                prior_cost[frame] += known;
                position.play(mv);
                if position.to_move() == side {
                    price += f64::from(model.turn_kept);
                }
                event_cost[frame] += price;
                let range = note(&mut shown, &found, frame);
                let ply = Ply {
                    mv,
                    side,
                    frame,
                    confidence: 0.0,
                    posterior: 1.0,
                    order: 1.0,
                    when: Vec::new(),
                    rivals: Vec::new(),
                    handicap: false,
                    after_pass: turn == Turn::Pass,
                    followed: true,
                    lags: Vec::new(),
                };
                plies.push(Played {
                    ply,
                    price,
                    range,
                    turn,
                });
                in_gap += usize::from(turn.counts());
            }
            Event::Touch { mv, other } => {
                let mut turned = position.clone();
                if other {
                    turned.set_to_move(!turned.to_move());
                }
                changes(&turned, mv, &mut found);
                touched(&mut found);
                event_cost[frame] += touch_price(model, &found);
                touch_changes.push(note(&mut shown, &found, frame));
                touches.push(Touch {
                    mv,
                    side: turned.to_move(),
                    frame,
                    until: frame,
                    taken_back: false,
                });
                in_gap += 1;
            }
        }
    }
    if model.still > 0.0 {
        let mut still = vec![true; costs.frames];
        for &(frame, event) in &way.events {
            still[frame] &= matches!(event, Event::Play { turn, .. } if !turn.counts());
        }
        for (cost, _) in event_cost.iter_mut().zip(still).filter(|(_, still)| *still) {
            *cost += f64::from(model.still);
        }
    }

    // Each change lasts until the next event at its point, and all of a point have their best times.
    let mut next = vec![costs.frames; costs.points];
    for s in shown.iter_mut().rev() {
        s.end = core::mem::replace(&mut next[s.change.point as usize], s.since);
    }
    let begin = contents(start);
    let mut by_point: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (i, s) in shown.iter().enumerate() {
        by_point.entry(s.change.point).or_default().push(i);
    }
    for (&point, list) in &by_point {
        let begun: Vec<Begun> = list.iter().map(|&i| shown[i].begun()).collect();
        // What is owed from before the start still shows its first content.
        let mut content = match list.first() {
            Some(&i) if i < owed.len() => shown[i].change.first,
            _ => begin[point as usize],
        };
        let timings = best_timings(costs, model, content, &begun);
        for (&i, timing) in list.iter().zip(timings) {
            shown[i].timing = timing;
            content = shown[i].judge(costs, model, content);
        }
    }
    for played in &mut plies {
        let mut gain = -played.price;
        for s in &shown[played.range.clone()] {
            let point = s.change.point as usize;
            let before: f64 = (s.since..s.end)
                .map(|t| f64::from(costs.at(t, point, s.change.first)))
                .sum();
            gain += before - s.cost;
            if s.timing.arrives > s.since || matches!(s.change.kind, Kind::Lag | Kind::Turned) {
                played.ply.lags.push(Lagged {
                    point,
                    frame: s.timing.arrives,
                });
            }
        }
        played.ply.confidence = (1.0 / (1.0 + (-gain).exp())) as f32;
    }
    for (touch, range) in touches.iter_mut().zip(touch_changes) {
        let ends = shown[range].iter().map(|s| s.timing.arrives.min(s.end));
        touch.until = ends.fold(touch.frame, usize::max);
    }
    let handicap = handicap_stones(model, &plies);
    let mut plies: Vec<Ply<P::Move>> = plies.into_iter().map(|p| p.ply).collect();
    for ply in &mut plies[..handicap] {
        ply.handicap = true;
    }

    // The table, frame by frame. Prices of being late are no evidence: they go to the sum only.
    let mut changes: Vec<(usize, usize, u8)> = Vec::new();
    for s in &shown {
        let (point, Timing { leaves, arrives }) = (s.change.point as usize, s.timing);
        if s.change.kind == Kind::Touch || leaves > s.since {
            changes.push((s.since, point, s.change.first));
        }
        if leaves < arrives {
            changes.push((leaves, point, 0));
        }
        if arrives < s.end {
            changes.push((arrives, point, s.change.last));
        }
    }
    changes.sort_by_key(|&(frame, ..)| frame);
    let mut table = begin;
    for change in owed {
        table[change.point as usize] = change.first;
    }
    let mut before: Vec<(usize, u8)> = Vec::new();
    let mut frame_cost = Vec::with_capacity(costs.frames);
    let mut evidence = 0.0;
    let mut at = changes.iter().peekable();
    for (frame, events) in event_cost.iter_mut().enumerate() {
        while let Some(&(_, point, content)) = at.next_if(|c| c.0 <= frame) {
            before.push((point, core::mem::replace(&mut table[point], content)));
        }
        // The first entry of a point is what the frame before shows.
        before.sort_by_key(|b| b.0);
        before.dedup_by_key(|b| b.0);
        for (point, content) in before.drain(..) {
            if table[point] != content {
                *events += f64::from(costs.change(frame, point));
            }
        }
        let excess = costs.table(frame, &table);
        evidence += excess;
        frame_cost.push(excess as f32);
    }
    for s in &shown {
        let Timing { leaves, arrives } = s.timing;
        for late in &mut event_cost[s.since..arrives] {
            *late += f64::from(rate(model, s.change.kind));
        }
        if leaves < arrives {
            event_cost[leaves] += f64::from(model.departure);
        }
    }
    let cost = price + event_cost.iter().sum::<f64>() + evidence;
    Decoded {
        start: way.root,
        plies,
        touches,
        cost,
        lower_bound: 0.0,
        proof: Proof::Limit,
        frame_cost,
        event_cost: event_cost.iter().map(|&cost| cost as f32).collect(),
        prior_cost,
        strain: Vec::new(),
        followed: true,
        end: None,
        others: Vec::new(),
        stats: Stats::default(),
        shown: changes,
    }
}

/// How many of the first plies are handicap stones: several of one side before the other's.
fn handicap_stones<M>(model: &Model, plies: &[Played<M>]) -> usize {
    let Some(handicap) = model.handicap else {
        return 0;
    };
    let later = plies.iter().skip(1);
    let more = later.take_while(|p| p.turn == Turn::Handicap).count();
    match plies.first() {
        Some(first) if more > 0 && first.ply.side == handicap.side => 1 + more,
        _ => 0,
    }
}
