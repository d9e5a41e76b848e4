//! When the table catches up with the rules: each point in its own best time, without branching.
//!
//! A point that a ply changes shows, for a while, what it held before; if a piece is to be replaced
//! by another it may then show nothing; then it shows what the rules say. A touched point shows what
//! was put there, then what it held. Both are *episodes* of up to three phases. How long each lasts
//! decides nothing else, so the search does not branch over it: an episode carries the best cost of
//! all cases so far, and the choice is made when it no longer matters.

use rustc_hash::FxHashMap;

use crate::Model;
use crate::chains::{Chains, Prices};
use crate::costs::Costs;

/// Why a point shows something else than the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The move itself, seen late.
    Hand,
    /// A consequence of the move, carried out late.
    Lag,
    /// Changed and changed back.
    Touch,
}

/// A point, the content shown first and the one shown at last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Change {
    pub(crate) point: u32,
    pub(crate) first: u8,
    pub(crate) last: u8,
    pub(crate) kind: Kind,
}

impl Change {
    /// Whether a piece gives way to another, so that the point may show nothing in between.
    fn vacant_between(self) -> bool {
        self.kind != Kind::Touch && self.first != 0 && self.last != 0
    }
}

/// Price per frame of an episode.
fn rate(model: &Model, kind: Kind) -> f32 {
    match kind {
        Kind::Hand => model.in_hand,
        Kind::Lag => model.lag,
        Kind::Touch => 0.0,
    }
}

/// The frames in which an episode leaves its first content, and reaches its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Timing {
    pub(crate) leaves: usize,
    pub(crate) arrives: usize,
}

/// The best timing of a change that begins in gap `since` and may last until gap `end`, with its
/// cost in those frames; the earliest of equals.
pub(crate) fn best_timing(
    costs: &Costs,
    model: &Model,
    change: Change,
    since: usize,
    end: usize,
) -> (Timing, f64) {
    let mut phases = Phases::new(model, change, since);
    let limit = end.min(since.saturating_add(model.patience));
    for t in since..limit {
        phases.turn(costs, change, t);
        phases.see(costs, change, t);
    }
    // What is never seen put back was no touch.
    if change.kind != Kind::Touch || limit < costs.frames {
        phases.turn(costs, change, limit);
    }
    let mut cost = phases.last.0;
    for t in limit..end {
        cost += f64::from(costs.at(t, change.point as usize, change.last));
    }
    let (_, leaves, arrives) = phases.last;
    (Timing { leaves, arrives }, cost)
}

/// The cheapest cost of being in each phase so far.
struct Phases {
    rate: f64,
    /// Price of taking the old piece away first.
    leave: f64,
    first: f64,
    /// Cost, and when the first content was left.
    vacant: (f64, usize),
    /// The same, and when the last content was reached.
    last: (f64, usize, usize),
}

impl Phases {
    fn new(model: &Model, change: Change, since: usize) -> Self {
        let leave = if change.vacant_between() {
            f64::from(model.departure)
        } else {
            f64::INFINITY
        };
        Phases {
            rate: f64::from(rate(model, change.kind)),
            leave,
            first: 0.0,
            vacant: (f64::INFINITY, since),
            last: (f64::INFINITY, since, since),
        }
    }

    /// What may happen in gap `t`.
    fn turn(&mut self, costs: &Costs, change: Change, t: usize) {
        let price = f64::from(costs.change(t, change.point as usize));
        if self.first + self.leave + price < self.vacant.0 {
            self.vacant = (self.first + self.leave + price, t);
        }
        if self.first + price < self.last.0 {
            self.last = (self.first + price, t, t);
        }
        if self.vacant.0 + price < self.last.0 {
            self.last = (self.vacant.0 + price, self.vacant.1, t);
        }
    }

    /// What frame `t` shows.
    fn see(&mut self, costs: &Costs, change: Change, t: usize) {
        let point = change.point as usize;
        let at = |content| f64::from(costs.at(t, point, content));
        self.first += at(change.first) + self.rate;
        self.vacant.0 += at(0) + self.rate;
        self.last.0 += at(change.last);
    }
}

/// An episode that has not ended when its event has.
pub(crate) struct Episode {
    pub(crate) change: Change,
    pub(crate) since: usize,
    /// Gap from which on there is nothing left to choose, unless another event changes the point
    /// earlier.
    pub(crate) until: usize,
    /// By gap from `since` to `until`: cost so far if the episode ends there, and the least that the
    /// point costs from `since` on if it does not. Both less what the base of the chains fell by.
    spent: Vec<(f64, f64)>,
}

impl Episode {
    /// Cost from `since` to gap `t` when another event cuts the episode off there.
    pub(crate) fn cut(&self, t: usize) -> f64 {
        self.spent[t - self.since].0
    }

    /// Bound in gap `t` on the cost of the point from `since` on.
    pub(crate) fn bound(&self, t: usize) -> f64 {
        self.spent[t - self.since].1
    }
}

/// Bounds of changes that may be late, and the episodes met so far.
pub(crate) struct Delays<'a> {
    costs: &'a Costs,
    model: &'a Model,
    chains: &'a Chains,
    /// `[gap][first][last][point]` for [`Kind::Hand`].
    hand: Vec<f32>,
    /// Other bounds by gap, made when asked for.
    columns: FxHashMap<Change, Box<[f32]>>,
    episodes: Vec<Episode>,
    /// `None` for an episode that would end at once.
    known: FxHashMap<(Change, u32), Option<u32>>,
}

impl<'a> Delays<'a> {
    pub(crate) fn new(costs: &'a Costs, model: &'a Model, chains: &'a Chains) -> Self {
        let (points, contents) = (costs.points, costs.contents);
        let pairs = contents * contents;
        let frames = costs.frames;
        let mut hand = vec![0.0_f32; (frames + 1) * pairs * points];
        for t in (0..frames).rev() {
            let (now, next) =
                hand[t * pairs * points..][..2 * pairs * points].split_at_mut(pairs * points);
            let drops = chains.drops(t);
            let prices = costs.changes(t);
            for first in 0..contents {
                let excess = costs.row(t, first);
                for last in (0..contents).filter(|&last| last != first) {
                    let at = (first * contents + last) * points;
                    let worth = chains.worths(t, last);
                    let (before, now) = now.split_at_mut(at);
                    let (now, next) = (&mut now[..points], &next[at..][..points]);
                    for p in 0..points {
                        let wait = excess[p] + model.in_hand - drops[p] + next[p];
                        now[p] = (worth[p] + prices[p]).min(wait);
                    }
                    if first != 0 && last != 0 {
                        let vacant = &before[last * points..][..points];
                        for p in 0..points {
                            now[p] = now[p].min(vacant[p] + prices[p] + model.departure);
                        }
                    }
                }
            }
        }
        Delays {
            costs,
            model,
            chains,
            hand,
            columns: FxHashMap::default(),
            episodes: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    #[inline]
    pub(crate) fn hand(&self, t: usize, point: usize, first: u8, last: u8) -> f32 {
        let contents = self.costs.contents;
        let pair = usize::from(first) * contents + usize::from(last);
        self.hand[(t * contents * contents + pair) * self.costs.points + point]
    }

    /// The least a point costs from gap `t` on, on the scale of the chains' `worth`, when an event
    /// of that gap begins this change.
    pub(crate) fn bound(&mut self, t: usize, change: Change) -> f64 {
        if change.kind == Kind::Hand {
            let Change {
                point, first, last, ..
            } = change;
            return f64::from(self.hand(t, point as usize, first, last));
        }
        if !self.columns.contains_key(&change) {
            let column = self.column(change);
            self.columns.insert(change, column);
        }
        f64::from(self.columns[&change][t])
    }

    fn worth(&self, t: usize, change: Change) -> f32 {
        self.chains.worth(t, change.point as usize, change.last)
    }

    /// By gap, the least that a point costs from there on which shows the first content so far.
    fn column(&self, change: Change) -> Box<[f32]> {
        let (frames, point) = (self.costs.frames, change.point as usize);
        let rate = rate(self.model, change.kind);
        let mut column = vec![0.0_f32; frames + 1].into_boxed_slice();
        if change.kind == Kind::Touch {
            column[frames] = f32::INFINITY; // must be seen put back
        }
        let mut vacant = 0.0_f32;
        for t in (0..frames).rev() {
            let price = self.costs.change(t, point);
            let arrive = self.worth(t, change) + price;
            let wait = rate - self.chains.drop(t, point);
            let stay = self.costs.at(t, point, change.first) + wait + column[t + 1];
            vacant = arrive.min(self.costs.at(t, point, 0) + wait + vacant);
            column[t] = arrive.min(stay);
            if change.vacant_between() {
                column[t] = column[t].min(vacant + price + self.model.departure);
            }
        }
        column
    }

    /// The episode of a change that begins in gap `since`, if it lasts.
    pub(crate) fn begin(&mut self, change: Change, since: usize) -> Option<u32> {
        if let Some(&known) = self.known.get(&(change, since as u32)) {
            return known;
        }
        let made = self.make(change, since);
        self.known.insert((change, since as u32), made);
        made
    }

    fn make(&mut self, change: Change, since: usize) -> Option<u32> {
        let frames = self.costs.frames;
        let (timing, _) = best_timing(self.costs, self.model, change, since, frames);
        let until = timing.arrives;
        if until == since {
            return None;
        }
        let point = change.point as usize;
        let mut phases = Phases::new(self.model, change, since);
        let mut spent = Vec::with_capacity(until - since + 1);
        let mut drop = 0.0;
        for t in since..=until {
            phases.turn(self.costs, change, t);
            let last = phases.last.0 + f64::from(self.worth(t, change));
            let bound = if t == until {
                last
            } else {
                let first = phases.first + self.bound(t, change);
                let to_last = Change { first: 0, ..change };
                let vacant = if change.vacant_between() {
                    phases.vacant.0 + self.bound(t, to_last)
                } else {
                    f64::INFINITY
                };
                last.min(first).min(vacant)
            };
            spent.push((phases.last.0 - drop, bound - drop));
            if t < until {
                phases.see(self.costs, change, t);
                drop += f64::from(self.chains.drop(t, point));
            }
        }
        self.episodes.push(Episode {
            change,
            since,
            until,
            spent,
        });
        Some(self.episodes.len() as u32 - 1)
    }

    pub(crate) fn episode(&self, id: u32) -> &Episode {
        &self.episodes[id as usize]
    }

    /// The least that any event which changes the content of a point in gap `t` adds to the bound
    /// through that point.
    #[inline]
    pub(crate) fn least_change(&self, prices: &Prices, t: usize, point: usize, content: u8) -> f32 {
        let mut least = f32::INFINITY;
        for c in 0..self.costs.contents as u8 {
            let price = match c {
                _ if c == content => continue,
                0 => prices.departure,
                _ => prices.arrival(t, usize::from(c)),
            };
            least = least.min(price + self.hand(t, point, content, c));
        }
        least - self.chains.worth(t, point, content)
    }
}
