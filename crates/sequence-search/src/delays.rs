//! Bounds for changes that may show late, and the open episodes, without branching.
//!
//! The duration of each phase of a change affects nothing else, so the search does not branch over it: an *episode*
//! carries the best cost of all cases so far, and the choice is made when it no longer matters.

use rustc_hash::FxHashMap;

use crate::Model;
use crate::chains::Chains;
use crate::costs::Costs;
use crate::coupling::Coupled;
use crate::phases::{Change, Ends, Kind, Phases, entry, rate, return_price, taking_price};
use crate::prices::Prices;
use crate::waiting::Waiting;

/// The content that a point has shown in the frame before a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum From {
    /// This content.
    Shown(u8),
    /// The content of this episode, which the next event cuts off.
    Cut(u32),
    /// The same where that event is the ply that this false move looked like: nothing was moved on.
    Repeated(u32),
}

/// An open change: it may show later, or the content before it still matters.
pub(crate) struct Episode {
    pub(crate) change: Change,
    pub(crate) since: usize,
    /// The content shown before.
    from: From,
    /// The gap from which on there is nothing left to choose, unless another event changes the point earlier.
    pub(crate) until: usize,
    /// By gap from `since` to `until`, minus the fall of the chains' base: the phases as the frame before shows them
    /// (meaningless in gap `since`).
    phases: Vec<Ends>,
    /// On the same scale, the least cost of the point from `since` on.
    bounds: Vec<f64>,
    /// See [`Delays::unsaid`].
    pub(crate) unsaid: f32,
}

impl Episode {
    /// Bound in gap `t` on the cost of the point from `since` on.
    pub(crate) fn bound(&self, t: usize) -> f64 {
        self.bounds[t - self.since]
    }

    /// Whether it begins in gap `t`, and no frame has shown it: a piece may have been lifted before the series.
    pub(crate) fn is_new(&self, t: usize) -> bool {
        let lifted = self.change.lifts_falsely() && self.from == From::Shown(0);
        self.since == t && !lifted
    }
}

/// The identity of an episode: the change, the content before, and the gap.
type Name = (Change, From, u32);

/// Bounds of changes that may show late, and the episodes met so far.
pub(crate) struct Delays<'a> {
    costs: &'a Costs,
    model: &'a Model,
    prices: &'a Prices,
    chains: &'a Chains,
    /// Bounds for [`Kind::Hand`].
    hand: Waiting<'a>,
    /// Other bounds by gap, computed on demand.
    columns: FxHashMap<Change, Box<[f32]>>,
    episodes: Vec<Episode>,
    /// `None` for an episode that would end at once.
    known: FxHashMap<Name, Option<u32>>,
    /// Episodes of one gap by their point, last content and content before: nothing else matters.
    brief: FxHashMap<(u32, u8, From, u32), u32>,
}

impl<'a> Delays<'a> {
    pub(crate) fn new(costs: &'a Costs, model: &'a Model, coupled: &'a Coupled) -> Self {
        let (chains, prices) = (&coupled.chains, &coupled.prices);
        Delays {
            costs,
            model,
            prices,
            chains,
            hand: Waiting::new(costs, model, prices, chains),
            columns: FxHashMap::default(),
            episodes: Vec::new(),
            known: FxHashMap::default(),
            brief: FxHashMap::default(),
        }
    }

    /// The least cost of a point from gap `t` on, on the scale of the chains' `worth`, if this change began in that gap
    /// or earlier and the frame before shows the first content.
    fn waiting(&mut self, t: usize, change: Change) -> f64 {
        if change.kind == Kind::Hand {
            let Change {
                point, first, last, ..
            } = change;
            return f64::from(self.hand.at(t, point as usize, first, last));
        }
        if !self.columns.contains_key(&change) {
            let column = self.column(change);
            self.columns.insert(change, column);
        }
        f64::from(self.columns[&change][t])
    }

    /// By gap, the least cost from there on of a point that shows the first content so far.
    fn column(&self, change: Change) -> Box<[f32]> {
        let (frames, point) = (self.costs.frames, change.point as usize);
        let rate = rate(self.model, change.kind);
        let mut column = vec![0.0_f32; frames + 1].into_boxed_slice();
        if change.is_false() {
            column[frames] = f32::INFINITY; // must be seen put back
        }
        let mut vacant = 0.0_f32;
        for t in (0..frames).rev() {
            let price = self.costs.change(t, point) + return_price(self.model, change);
            let arrive = |first| {
                let pair = (first, change.last);
                self.chains.arrive(self.prices, t, point, pair, price)
            };
            let wait = rate - self.chains.drop(t, point);
            let stay = self.costs.at(t, point, change.first) + wait + column[t + 1];
            column[t] = arrive(change.first).min(stay);
            if change.vacant_between() {
                vacant = arrive(0).min(self.costs.at(t, point, 0) + wait + vacant);
                column[t] = column[t].min(vacant + price + self.model.departure);
            }
        }
        column
    }

    /// The cost of showing each content in frame `t` after the content before, minus the fall of the chains' base until
    /// gap `t`.
    fn entry(&self, from: From, t: usize, point: usize) -> impl Fn(u8) -> f64 + use<> {
        let price = self.costs.change(t, point);
        let contents = self.costs.contents;
        let mut returning = 0.0;
        let before = match from {
            From::Shown(shown) => (shown, None),
            From::Cut(id) | From::Repeated(id) => {
                let episode = &self.episodes[id as usize];
                let mut phases = episode.phases[t - episode.since];
                let price = return_price(self.model, episode.change);
                match from {
                    From::Repeated(_) => phases.first += f64::from(price),
                    _ => returning = price,
                }
                (0, Some((episode.change, phases)))
            }
        };
        entry(contents, price, returning, move |content| match before {
            (_, Some((change, phases))) => phases.shown(change, content),
            (shown, None) if shown == content => 0.0,
            _ => f64::INFINITY,
        })
    }

    /// The least cost of a point from gap `t` on if an event of that gap begins this change; on the scale of the
    /// chains' `worth`, including the cost so far of an episode that is cut off.
    pub(crate) fn bound(&mut self, t: usize, change: Change, from: From) -> f64 {
        // What a false move takes away has its price, even if the point looks empty already.
        if from == From::Shown(change.first) && change.kind != Kind::Undone {
            return self.waiting(t, change);
        }
        let point = change.point as usize;
        let entry = self.entry(from, t, point);
        let mut least = self.last_at_once(t, change, &entry);
        let wait = f64::from(rate(self.model, change.kind) - self.chains.drop(t, point));
        let taken = taking_price(self.model, change) + self.costs.at(t, point, change.first);
        let stay = entry(change.first) + f64::from(taken) + wait;
        least = least.min(stay + self.waiting(t + 1, change));
        if change.vacant_between() {
            let leave = entry(0) + f64::from(self.costs.at(t, point, 0) + self.model.departure);
            let later = self.waiting(t + 1, Change { first: 0, ..change });
            least = least.min(leave + wait + later);
        }
        least
    }

    /// The content shown before an event of gap `t`; `open` is the episode it cuts off, and `repeats` tells whether it
    /// is the ply that this one looked like.
    pub(crate) fn from(&self, t: usize, open: Option<u32>, content: u8, repeats: bool) -> From {
        match open {
            None => From::Shown(content),
            Some(id) => {
                let episode = &self.episodes[id as usize];
                if episode.is_new(t) {
                    episode.from
                } else if repeats {
                    From::Repeated(id)
                } else {
                    From::Cut(id)
                }
            }
        }
    }

    /// The evidence of the next frame against this change beyond the bound, which assumes that another event of the gap
    /// may restore the content before.
    pub(crate) fn unsaid(&self, t: usize, change: Change, from: From) -> f32 {
        let point = change.point as usize;
        let price = self.costs.change(t, point);
        if price == 0.0 || from == From::Shown(change.last) {
            return 0.0;
        }
        let shown = self.entry(from, t, point)(change.last) + f64::from(self.worth(t, change));
        let unsaid = shown - self.at_once(t, change, from);
        (unsaid as f32).clamp(0.0, price)
    }

    /// Like [`bound`](Self::bound), for a change that shows at once.
    pub(crate) fn at_once(&self, t: usize, change: Change, from: From) -> f64 {
        let point = change.point as usize;
        let entry = self.entry(from, t, point);
        self.last_at_once(t, change, &entry)
    }

    /// The same, after what `entry` says.
    fn last_at_once(&self, t: usize, change: Change, entry: &impl Fn(u8) -> f64) -> f64 {
        let point = change.point as usize;
        let after = self.chains.after(self.prices, t, point, change.last, entry);
        after + f64::from(return_price(self.model, change))
    }

    /// The episode of a change that begins in gap `since`, if there is anything left to choose.
    pub(crate) fn begin(&mut self, change: Change, since: usize, from: From) -> Option<u32> {
        let name = (change, from, since as u32);
        if let Some(&known) = self.known.get(&name) {
            return known;
        }
        let made = self.make(change, since, from);
        self.known.insert(name, made);
        made
    }

    fn make(&mut self, change: Change, since: usize, from: From) -> Option<u32> {
        let (costs, model, frames) = (self.costs, self.model, self.costs.frames);
        let point = change.point as usize;
        // The phases as frame `t - 1` shows them, for every gap `t` until all must have ended.
        let limit = frames.min(since.saturating_add(model.patience));
        let mut now = Phases::enter(model, change, since, self.entry(from, since, point));
        let mut shown = vec![now];
        for t in since..limit {
            if t > since {
                now.turn(costs, model, change, t);
            }
            now.see(costs, model, change, t);
            shown.push(now);
        }
        // A change that is never seen put back is not a false move.
        if limit > since && (!change.is_false() || limit < frames) {
            now.turn(costs, model, change, limit);
        }
        if limit < frames {
            now.end();
            now.see(costs, model, change, limit);
            shown.push(now);
        }
        let arrives = now.last.2;
        // Until the last content is the best to have shown, whatever follows: a lifted piece may never return.
        let lifts = change.lifts_falsely();
        let was_lifted = match from {
            From::Shown(content) => lifts && content == 0,
            From::Cut(id) | From::Repeated(id) => self.episode(id).change.lifts_falsely(),
        };
        let sole = |t: usize| {
            let price = f64::from(costs.change(t, point));
            let phases = &shown[t - since];
            match t == since {
                true => !was_lifted && price == 0.0 || from == From::Shown(change.last),
                false if price == 0.0 && !lifts => true,
                false => phases.last.0 + price <= phases.first.min(phases.vacant.0),
            }
        };
        let doubted = (arrives..frames.min(limit + 1)).rev().find(|&t| !sole(t));
        let until = doubted.map_or(arrives, |t| t + 1);
        if until == since {
            return None;
        }
        // Shown at once: only the content before matters, and only in this gap.
        let at_once = arrives == since && until == since + 1 && !lifts;
        let brief = (change.point, change.last, from, since as u32);
        if at_once && let Some(&same) = self.brief.get(&brief) {
            return Some(same);
        }
        let mut phases = Vec::with_capacity(until - since + 1);
        let mut bounds = Vec::with_capacity(until - since + 1);
        let mut drop = 0.0;
        for t in since..=until {
            let mut at = shown[t - since];
            let bound = if t == since {
                if at_once {
                    self.at_once(t, change, from)
                } else {
                    self.bound(t, change, from)
                }
            } else {
                if t == arrives && t == until {
                    at.turn(costs, model, change, t);
                }
                let last = at.last.0 + f64::from(self.worth(t, change));
                if t == until {
                    last
                } else {
                    let first = at.first + self.waiting(t, change);
                    let vacant = if change.vacant_between() {
                        at.vacant.0 + self.waiting(t, Change { first: 0, ..change })
                    } else {
                        f64::INFINITY
                    };
                    last.min(first).min(vacant)
                }
            };
            let mut ends = at.ends();
            ends.first -= drop;
            ends.vacant -= drop;
            ends.last -= drop;
            phases.push(ends);
            bounds.push(bound - drop);
            if t < until {
                drop += f64::from(self.chains.drop(t, point));
            }
        }
        let id = self.episodes.len() as u32;
        self.episodes.push(Episode {
            change,
            since,
            from,
            until,
            phases,
            bounds,
            unsaid: self.unsaid(since, change, from),
        });
        if at_once {
            self.brief.insert(brief, id);
        }
        Some(id)
    }

    fn worth(&self, t: usize, change: Change) -> f32 {
        self.chains.worth(t, change.point as usize, change.last)
    }

    pub(crate) fn episode(&self, id: u32) -> &Episode {
        &self.episodes[id as usize]
    }

    /// The least amount that any event which changes the content of a point in gap `t` adds to the bound through that
    /// point.
    #[inline]
    pub(crate) fn least_change(&self, t: usize, point: usize, content: u8) -> f32 {
        let mut least = f32::INFINITY;
        for c in 0..self.costs.contents as u8 {
            if c == content {
                continue;
            }
            let price = self.prices.change(t, point, content, c);
            least = least.min(price + self.hand.at(t, point, content, c));
        }
        least - self.chains.worth(t, point, content)
    }
}
