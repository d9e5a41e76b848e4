//! Finds when the table catches up with the rules: each point at its own best time.
//!
//! A point that a ply changes first shows its old content for a while; if a piece is replaced by another, it may then
//! be empty; finally it shows the content by the rules. A point of a false move shows the false content, then the old
//! one, unless a ply moves the lifted piece on. Another event at the point ends all this, whatever the phase. The price
//! for a frame that shows another content than the one before is paid for the shown content, however many events led
//! from one to the other.

use crate::Model;
use crate::costs::Costs;

/// Why a point shows something else than the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The move itself, shown late.
    Hand,
    /// A consequence of the move, carried out late.
    Lag,
    /// A piece turned into another one, as a consequence of the move.
    Turned,
    /// A false move: changed and changed back.
    Touch,
    /// A consequence of a false move: carried out with it and undone, or never carried out.
    Undone,
}

/// A point, with the first and the last content shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Change {
    pub(crate) point: u32,
    pub(crate) first: u8,
    pub(crate) last: u8,
    pub(crate) kind: Kind,
}

impl Change {
    /// The content shown in frame `t`, if no other event has changed the point by then.
    pub(crate) fn shows(self, timing: Timing, t: usize) -> u8 {
        match () {
            () if t < timing.leaves => self.first,
            () if t < timing.arrives => 0,
            () => self.last,
        }
    }

    /// Whether it begins and ends with a false move.
    pub(crate) fn is_false(self) -> bool {
        matches!(self.kind, Kind::Touch | Kind::Undone)
    }

    /// Whether a false move has lifted a piece here.
    pub(crate) fn lifts_falsely(self) -> bool {
        self.kind == Kind::Touch && self.first == 0
    }

    /// Whether a piece is replaced by another, so that the point may be empty in between.
    pub(crate) fn vacant_between(self) -> bool {
        matches!(self.kind, Kind::Hand | Kind::Lag) && self.first != 0 && self.last != 0
    }
}

/// Price per frame of an episode.
pub(crate) fn rate(model: &Model, kind: Kind) -> f32 {
    match kind {
        Kind::Hand => model.in_hand,
        Kind::Lag | Kind::Turned | Kind::Undone => model.lag,
        Kind::Touch => model.held,
    }
}

/// Price of leaving the first content: of a piece that returns to where a false move has lifted it.
pub(crate) fn return_price(model: &Model, change: Change) -> f32 {
    match change.lifts_falsely() {
        true => 2.0 * model.placement,
        false => 0.0,
    }
}

/// Price of showing the first content at all: of a piece that a false move takes away, and that is put back with it.
pub(crate) fn taking_price(model: &Model, change: Change) -> f32 {
    match change.kind {
        Kind::Undone => model.departure + 2.0 * model.placement,
        _ => 0.0,
    }
}

/// The frames in which an episode leaves its first content, and reaches its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Timing {
    pub(crate) leaves: usize,
    pub(crate) arrives: usize,
    /// Whether the first content is left, be it when the next event begins.
    pub(crate) settles: bool,
}

impl Timing {
    /// Of a change whose first content no frame shows.
    pub(crate) fn at_once(since: usize) -> Self {
        Timing {
            leaves: since,
            arrives: since,
            settles: true,
        }
    }
}

/// The least cost of being in each phase so far: the first content, empty, the last.
#[derive(Clone, Copy)]
pub(crate) struct Phases {
    pub(crate) first: f64,
    /// Cost, and when the first content was left.
    pub(crate) vacant: (f64, usize),
    /// The same, and when the last content was reached.
    pub(crate) last: (f64, usize, usize),
}

impl Phases {
    /// In the gap in which the event happens; `entry` is the cost of showing each content next.
    pub(crate) fn enter(
        model: &Model,
        change: Change,
        since: usize,
        entry: impl Fn(u8) -> f64,
    ) -> Self {
        let vacant = if change.vacant_between() {
            entry(0) + f64::from(model.departure)
        } else {
            f64::INFINITY
        };
        Phases {
            first: entry(change.first) + f64::from(taking_price(model, change)),
            vacant: (vacant, since),
            last: (
                entry(change.last) + f64::from(return_price(model, change)),
                since,
                since,
            ),
        }
    }

    /// The possible transitions in a later gap `t`.
    pub(crate) fn turn(&mut self, costs: &Costs, model: &Model, change: Change, t: usize) {
        let price = f64::from(costs.change(t, change.point as usize));
        let returning = f64::from(return_price(model, change));
        let left = self.vacant;
        if change.vacant_between() {
            let leave = self.first + f64::from(model.departure) + price;
            if leave < self.vacant.0 {
                self.vacant = (leave, t);
            }
        }
        let arrive = self.first + price + returning;
        if arrive < self.last.0 {
            self.last = (arrive, t, t);
        }
        if left.0 + price < self.last.0 {
            self.last = (left.0 + price, left.1, t);
        }
    }

    /// Ends the episode: every lagging change has appeared.
    pub(crate) fn end(&mut self) {
        self.first = f64::INFINITY;
        self.vacant.0 = f64::INFINITY;
    }

    /// Adds the evidence of frame `t`.
    pub(crate) fn see(&mut self, costs: &Costs, model: &Model, change: Change, t: usize) {
        let rate = f64::from(rate(model, change.kind));
        let point = change.point as usize;
        let at = |content| f64::from(costs.at(t, point, content));
        self.first += at(change.first) + rate;
        self.vacant.0 += at(0) + rate;
        self.last.0 += at(change.last);
    }

    /// The costs alone.
    pub(crate) fn ends(&self) -> Ends {
        Ends {
            first: self.first,
            vacant: self.vacant.0,
            last: self.last.0,
        }
    }
}

/// The least cost of having been in each phase last.
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    pub(crate) first: f64,
    pub(crate) vacant: f64,
    pub(crate) last: f64,
}

impl Ends {
    /// The cost of having shown each content last; infinite for those that are not among them.
    pub(crate) fn shown(&self, change: Change, content: u8) -> f64 {
        let phases = [
            (change.first, self.first),
            (0, self.vacant),
            (change.last, self.last),
        ];
        let costs = phases.into_iter().filter(|&(c, _)| c == content);
        costs.map(|(_, cost)| cost).fold(f64::INFINITY, f64::min)
    }
}

/// The cost of showing `next` after the content before: `before` gives the cost of that, a frame that shows another
/// content pays `price`, and one that shows a piece where there was none `returning`, too.
pub(crate) fn entry(
    contents: usize,
    price: f32,
    returning: f32,
    before: impl Fn(u8) -> f64,
) -> impl Fn(u8) -> f64 {
    let left = |content: u8| match content {
        0 => before(content) + f64::from(returning),
        _ => before(content),
    };
    let least = (0..contents as u8).map(left).fold(f64::INFINITY, f64::min);
    move |next| before(next).min(least + f64::from(price))
}

/// The content of one point: the changes that events begin there, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun {
    pub(crate) change: Change,
    /// Gap of the event.
    pub(crate) since: usize,
    /// Whether it is a false move, and the next event at the point is the ply that it looked like.
    pub(crate) repeated: bool,
}

impl Begun {
    /// A change that begins in a gap.
    pub(crate) fn at(change: Change, since: usize) -> Self {
        Begun {
            change,
            since,
            repeated: false,
        }
    }
}

/// The best timings, computed together, of the changes of one point that held `content`; those that the next one cuts
/// off end in its gap.
pub(crate) fn best_timings(
    costs: &Costs,
    model: &Model,
    content: u8,
    begun: &[Begun],
) -> Vec<Timing> {
    /// The phases of a change at its end, and the previous change that any frame shows.
    struct Shown {
        of: usize,
        end: Phases,
        /// The price of a piece that returns when the next event begins.
        returning: f32,
        before: Option<usize>,
    }
    let mut shown: Vec<Shown> = Vec::new();
    let past = |shown: &[Shown], content_then: u8| match shown.last() {
        Some(s) => s.end.ends().shown(begun[s.of].change, content_then),
        None if content_then == content => 0.0,
        None => f64::INFINITY,
    };
    let mut timings: Vec<Timing> = Vec::with_capacity(begun.len());
    for (i, &of) in begun.iter().enumerate() {
        let Begun { change, since, .. } = of;
        timings.push(Timing::at_once(since));
        let end = begun.get(i + 1).map_or(costs.frames, |next| next.since);
        // No frame shows it, unless it is a false move that frames before have shown.
        let known = i == 0 && content == change.first && change.lifts_falsely();
        if end == since && !known {
            continue;
        }
        let price = costs.change(since, change.point as usize);
        let returning = shown.last().map_or(0.0, |s| s.returning);
        let enter = entry(costs.contents, price, returning, |c| past(&shown, c));
        let mut now = Phases::enter(model, change, since, enter);
        let limit = since.saturating_add(model.patience);
        for t in since..end {
            if t > since {
                now.turn(costs, model, change, t);
            }
            if t >= limit {
                now.end();
            }
            now.see(costs, model, change, t);
        }
        if end == costs.frames {
            // A change that is never seen put back is not a false move.
            if !change.is_false() {
                now.turn(costs, model, change, end);
            }
            now.end();
        }
        let mut returning = return_price(model, change);
        if of.repeated {
            now.first += f64::from(core::mem::take(&mut returning));
        }
        let before = shown.len().checked_sub(1);
        shown.push(Shown {
            of: i,
            end: now,
            returning,
            before,
        });
    }
    // Back from the last one, by what its first frame shows.
    let mut at = shown.len().checked_sub(1);
    let mut next: Option<(u8, f32)> = None;
    while let Some(s) = at.map(|at| &shown[at]) {
        let Begun {
            change,
            since,
            repeated,
        } = begun[s.of];
        let end = begun.get(s.of + 1).map_or(costs.frames, |b| b.since);
        let Phases {
            first,
            vacant,
            last,
        } = s.end;
        let is_left = next.is_some_and(|(shown, _)| shown != change.first);
        let entered = |cost: f64, content: u8| match next {
            Some((shown, price)) if shown != content => cost + f64::from(price),
            _ => cost,
        };
        let mut left = entered(first, change.first);
        if is_left {
            left += f64::from(s.returning);
        }
        let ways = [
            (entered(last.0, change.last), last.1, last.2, true),
            (entered(vacant.0, 0), vacant.1, end, false),
            (left, end, end, is_left || repeated),
        ];
        let best = ways.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, leaves, arrives, settles)) = best {
            timings[s.of] = Timing {
                leaves,
                arrives,
                settles,
            };
            next = Some((
                change.shows(timings[s.of], since),
                costs.change(since, change.point as usize),
            ));
        }
        at = s.before;
    }
    timings
}
