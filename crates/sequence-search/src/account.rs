//! Turns the events of a game into its plies and false moves, and recomputes its cost.

use core::mem::replace;
use core::ops::Range;
use std::collections::BTreeMap;

use board_core::MoveGen;

use crate::costs::Costs;
use crate::model::Turn;
use crate::phases::{Begun, Change, Kind, Timing, best_timings, rate, return_price, taking_price};
use crate::search::{Event, Root, Way, touch_price, touched};
use crate::shown::Shown;
use crate::slots::{changes, contents, pieces};
use crate::{Decoded, Lagged, Model, Moment, MovePrior, Ply, Proof, Stats, Touch};

/// A ply with its price and its changes.
struct Played<M> {
    ply: Ply<M>,
    price: f64,
    /// Indices of its own changes among those shown.
    range: Range<usize>,
    turn: Turn,
}

/// Follows a path of events from its start position.
pub(crate) fn account<P: MoveGen>(
    costs: &Costs,
    model: &Model,
    prior: &dyn MovePrior<P>,
    root: &Root<P>,
    way: &Way<P::Move>,
) -> Decoded<P::Move> {
    let mut account = Account {
        costs,
        model,
        event_cost: vec![0.0; costs.frames],
        prior_cost: vec![0.0; costs.frames],
        plies: Vec::new(),
        touches: Vec::new(),
        shown: Vec::new(),
    };
    account.show(&root.owed, 0);
    account.play(prior, root.position.clone(), way);
    account.stand_still(way);
    account.time(root);
    let touches = account.touches();
    let plies = account.plies();
    let (table_changes, frame_cost, evidence) = account.tables(root);
    account.add_prices_of_shown();
    let Account {
        event_cost,
        prior_cost,
        ..
    } = account;
    Decoded {
        start: way.root,
        plies,
        touches,
        cost: root.price + event_cost.iter().sum::<f64>() + evidence,
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
        shown: table_changes,
    }
}

/// A content that a point shows from a frame on: the frame, the point, the content.
type TableChange = (usize, usize, u8);

/// The game so far.
struct Account<'a, M> {
    costs: &'a Costs,
    model: &'a Model,
    /// Prices of the events in the gap before each frame.
    event_cost: Vec<f64>,
    /// The part of these prices from the move prior.
    prior_cost: Vec<f32>,
    plies: Vec<Played<M>>,
    /// False moves with their changes.
    touches: Vec<(Touch<M>, Range<usize>)>,
    shown: Vec<Shown>,
}

impl<M: Copy + Eq> Account<'_, M> {
    /// Records changes that begin in the gap before a frame; returns their indices among those shown.
    fn show(&mut self, changes: &[Change], since: usize) -> Range<usize> {
        let begin = self.shown.len();
        let frames = self.costs.frames;
        let new = changes.iter().map(|&c| Shown::new(c, since, frames));
        self.shown.extend(new);
        begin..self.shown.len()
    }

    /// Plays the events of a path.
    fn play<P: MoveGen<Move = M>>(
        &mut self,
        prior: &dyn MovePrior<P>,
        mut position: P,
        way: &Way<M>,
    ) {
        let mut found = Vec::new();
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
                        ply: self.plies.len(),
                    };
                    changes(&position, mv, &mut found);
                    let known = prior.price(&position, mv, moment);
                    let mut price = self.model.turn_price(turn, in_gap)
                        + self.model.pieces_price(pieces(&found))
                        + f64::from(known);
                    self.prior_cost[frame] += known;
                    position.play(mv);
                    if position.to_move() == side {
                        price += f64::from(self.model.turn_kept);
                    }
                    self.event_cost[frame] += price;
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
                    self.repeat(mv, &found);
                    let range = self.show(&found, frame);
                    self.plies.push(Played {
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
                    self.event_cost[frame] += touch_price(self.model, &found);
                    let touch = Touch {
                        mv,
                        side: turned.to_move(),
                        frame,
                        until: frame,
                        taken_back: false,
                    };
                    let range = self.show(&found, frame);
                    self.touches.push((touch, range));
                    in_gap += 1;
                }
            }
        }
    }

    /// Marks the pieces that a false move has lifted where a ply is the very move it looked like.
    fn repeat(&mut self, mv: M, found: &[Change]) {
        let same = self.touches.iter().filter(|(touch, _)| touch.mv == mv);
        let frames: Vec<usize> = same.map(|(touch, _)| touch.frame).collect();
        if frames.is_empty() {
            return;
        }
        for change in found {
            let mut shown = self.shown.iter_mut().rev();
            if let Some(last) = shown.find(|s| s.change.point == change.point) {
                last.repeated = last.change.lifts_falsely() && frames.contains(&last.since);
            }
        }
    }

    /// Adds the price of gaps without an event.
    fn stand_still(&mut self, way: &Way<M>) {
        if self.model.still <= 0.0 {
            return;
        }
        let mut still = vec![true; self.costs.frames];
        for &(frame, event) in &way.events {
            still[frame] &= matches!(event, Event::Play { turn, .. } if !turn.counts());
        }
        let gaps = self.event_cost.iter_mut().zip(still);
        for (cost, _) in gaps.filter(|(_, still)| *still) {
            *cost += f64::from(self.model.still);
        }
    }

    /// Finds the frames in which the changes show: each lasts until the next event at its point, and all of a point are
    /// timed together for least cost.
    fn time<P: MoveGen>(&mut self, root: &Root<P>) {
        let mut next = vec![self.costs.frames; self.costs.points];
        for s in self.shown.iter_mut().rev() {
            s.end = replace(&mut next[s.change.point as usize], s.since);
        }
        let begin = contents(&root.position);
        let mut by_point: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (i, s) in self.shown.iter().enumerate() {
            by_point.entry(s.change.point).or_default().push(i);
        }
        for (&point, list) in &by_point {
            let begun: Vec<Begun> = list.iter().map(|&i| self.shown[i].begun()).collect();
            // Before the start, a lagging change still shows its first content.
            let mut content = match list.first() {
                Some(&i) if i < root.owed.len() => self.shown[i].change.first,
                _ => begin[point as usize],
            };
            let timings = best_timings(self.costs, self.model, content, &begun);
            for (&i, timing) in list.iter().zip(timings) {
                self.shown[i].timing = timing;
                content = self.shown[i].judge(self.costs, self.model, content);
            }
        }
    }

    /// The false moves, with the frames until which they show.
    fn touches(&mut self) -> Vec<Touch<M>> {
        let until = |(mut touch, range): (Touch<M>, Range<usize>)| {
            let shown = self.shown[range].iter();
            let ends = shown.map(|s| s.timing.arrives.min(s.end));
            touch.until = ends.fold(touch.frame, usize::max);
            touch
        };
        self.touches.drain(..).map(until).collect()
    }

    /// The plies, each with the gain in evidence it brings, and with its lagging points.
    fn plies(&mut self) -> Vec<Ply<M>> {
        let mut plies: Vec<Ply<M>> = Vec::with_capacity(self.plies.len());
        for mut played in self.plies.drain(..) {
            let mut gain = -played.price;
            for s in &self.shown[played.range] {
                let point = s.change.point as usize;
                let before: f64 = (s.since..s.end)
                    .map(|t| f64::from(self.costs.at(t, point, s.change.first)))
                    .sum();
                gain += before - s.cost;
                let late = s.timing.arrives > s.since;
                if late || matches!(s.change.kind, Kind::Lag | Kind::Turned) {
                    played.ply.lags.push(Lagged {
                        point,
                        frame: s.timing.arrives,
                    });
                }
            }
            played.ply.confidence = (1.0 / (1.0 + (-gain).exp())) as f32;
            played.ply.handicap = played.turn == Turn::Handicap;
            plies.push(played.ply);
        }
        // The first stone is a handicap if another one follows.
        if let [first, second, ..] = &mut plies[..] {
            first.handicap |= second.handicap;
        }
        plies
    }

    /// The contents of the table, change by change, and the evidence cost by frame and in total. Adds the prices of
    /// changes that the evidence gives. Prices of lagging are not evidence.
    fn tables<P: MoveGen>(&mut self, root: &Root<P>) -> (Vec<TableChange>, Vec<f32>, f64) {
        let mut changes = Vec::new();
        for s in &self.shown {
            let point = s.change.point as usize;
            let Timing {
                leaves, arrives, ..
            } = s.timing;
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
        let mut table = contents(&root.position);
        for change in &root.owed {
            table[change.point as usize] = change.first;
        }
        let mut before: Vec<(usize, u8)> = Vec::new();
        let mut frame_cost = Vec::with_capacity(self.costs.frames);
        let mut evidence = 0.0;
        let mut at = changes.iter().peekable();
        for (frame, events) in self.event_cost.iter_mut().enumerate() {
            while let Some(&(_, point, content)) = at.next_if(|c| c.0 <= frame) {
                before.push((point, replace(&mut table[point], content)));
            }
            // The first entry of a point is what the frame before shows.
            before.sort_by_key(|b| b.0);
            before.dedup_by_key(|b| b.0);
            for (point, content) in before.drain(..) {
                if table[point] != content {
                    *events += f64::from(self.costs.change(frame, point));
                }
            }
            let excess = self.costs.table(frame, &table);
            evidence += excess;
            frame_cost.push(excess as f32);
        }
        (changes, frame_cost, evidence)
    }

    /// Adds the prices of lagging, of early departures, of pieces that false moves take away, and of lifted ones that
    /// return.
    fn add_prices_of_shown(&mut self) {
        for s in &self.shown {
            let Timing {
                leaves,
                arrives,
                settles,
            } = s.timing;
            for late in &mut self.event_cost[s.since..arrives] {
                *late += f64::from(rate(self.model, s.change.kind));
            }
            if leaves > s.since {
                self.event_cost[s.since] += f64::from(taking_price(self.model, s.change));
            }
            if leaves < arrives {
                self.event_cost[leaves] += f64::from(self.model.departure);
            }
            if settles && s.change.lifts_falsely() {
                self.event_cost[arrives] += f64::from(return_price(self.model, s.change));
            }
        }
    }
}
