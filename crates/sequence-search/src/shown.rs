//! Changes that show on the table: their frames and costs.

use crate::costs::Costs;
use crate::model::Model;
use crate::phases::{Begun, Change, Timing, best_timings, rate, return_price, taking_price};

/// A change on the table with the frames in which it holds.
pub(crate) struct Shown {
    pub(crate) change: Change,
    pub(crate) since: usize,
    /// Frame of the next event at the point.
    pub(crate) end: usize,
    pub(crate) timing: Timing,
    pub(crate) cost: f64,
    /// See [`Begun::repeated`].
    pub(crate) repeated: bool,
}

impl Shown {
    /// A change that shows at once, until the last frame: later events are not known yet.
    pub(crate) fn new(change: Change, since: usize, frames: usize) -> Self {
        Shown {
            change,
            since,
            end: frames,
            timing: Timing::at_once(since),
            cost: 0.0,
            repeated: false,
        }
    }

    pub(crate) fn begun(&self) -> Begun {
        Begun {
            change: self.change,
            since: self.since,
            repeated: self.repeated,
        }
    }

    /// The cost of lagging.
    fn late(&self, model: &Model) -> f64 {
        match self.timing.arrives - self.since {
            0 => 0.0, // also where waiting is forbidden
            late => f64::from(rate(model, self.change.kind)) * late as f64,
        }
    }

    /// Computes the cost of the change after the content `before`; returns the content at its end.
    pub(crate) fn judge(&mut self, costs: &Costs, model: &Model, before: u8) -> u8 {
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
        if self.timing.leaves > self.since {
            self.cost += f64::from(taking_price(model, self.change));
        }
        if self.timing.settles {
            self.cost += f64::from(return_price(model, self.change));
        }
        content
    }
}

/// The cost of a point in all frames, if it held `content` and these changes begin there, in order; without the prices
/// of the events.
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
    for (i, (&Begun { change, since, .. }, timing)) in begun.iter().zip(timings).enumerate() {
        let end = begun.get(i + 1).map_or(costs.frames, |next| next.since);
        let mut shown = Shown::new(change, since, end);
        shown.timing = timing;
        content = shown.judge(costs, model, content);
        cost += shown.cost;
    }
    cost
}
