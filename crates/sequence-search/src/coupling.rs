//! Splits the price of a move between the points and the clock, so that the sum of their bounds is largest.
//!
//! Alone, the points ignore that sides alternate, and the clock ignores when stones appear. But the number of arrivals
//! of a side in a gap equals the number of its plies; where every move lifts a piece, so does the number of departures;
//! and a piece turns only where its new side has a ply. A Lagrange multiplier for each gap and side prices each of the
//! first two differences, one for each gap, side and point the third, and projected subgradient steps raise the sum of
//! both minima, which is a lower bound for any multipliers (Held and Karp, "The traveling-salesman problem and minimum
//! spanning trees: Part II", Mathematical Programming 1, 1971).
//!
//! Limits keep it a bound of *this* model: an arrival pays between 0 and two placements (the model's price of every
//! piece except the first that a ply sets down), a departure between 0 and the model's price, a turned piece at least
//! the model's price. The payments may not rise faster from gap to gap than the price of lagging, since a ply may show
//! late.

use crate::Model;
use crate::chains::Chains;
use crate::clock::{Clock, ClockCosts, State};
use crate::costs::Costs;
use crate::prices::Prices;

/// Both bounds, with the prices that couple them.
pub(crate) struct Coupled {
    pub(crate) prices: Prices,
    pub(crate) chains: Chains,
    pub(crate) clock: ClockCosts,
}

/// Takes at most `rounds` steps from `prices`.
pub(crate) fn couple(
    model: &Model,
    costs: &Costs,
    clock: &Clock,
    start: (&[u8], State),
    mut prices: Prices,
    rounds: usize,
) -> Coupled {
    let (cells, state) = start;
    let mut chains = Chains::new(costs, &prices);
    let mut turns = ClockCosts::new(model, clock, &prices);
    let value =
        |chains: &Chains, turns: &ClockCosts| chains.at_start(cells) + turns.at(0, 0, state);
    let mut best = (value(&chains, &turns), prices.clone());
    let rounds = if prices.owned && model.placement > 0.0 {
        rounds
    } else {
        0
    };
    let mut steps = Steps::new(&prices);
    let mut excess = Excess::new(&prices);
    let mut table = cells.to_vec();
    for round in 0..rounds {
        excess.clear();
        turns.count(model, clock, &prices, state, &mut excess.plies);
        table.copy_from_slice(cells);
        let note = |gap, point, before, after| excess.note(&prices, gap, point, before, after);
        chains.walk(&prices, &mut table, note, |_, _| ());
        if excess.is_none(&prices) {
            break; // the relaxed game obeys the clock: nothing to gain
        }
        // Steps are first large enough to matter for single moves, and finally a fiftieth of that.
        let size = 0.25 * 0.02_f32.powf(round as f32 / rounds as f32);
        steps.take(model, &excess, size, &mut prices);
        chains.solve(costs, &prices);
        turns = ClockCosts::new(model, clock, &prices);
        let value = value(&chains, &turns);
        if value > best.0 {
            best = (value, prices.clone());
        }
    }
    if rounds > 0 {
        prices = best.1;
        chains.solve(costs, &prices);
        turns = ClockCosts::new(model, clock, &prices);
    }
    Coupled {
        prices,
        chains,
        clock: turns,
    }
}

/// The difference between points and clock in the relaxed game.
struct Excess {
    /// `[gap][side]`, like the other fields.
    plies: Vec<[f32; 2]>,
    arrivals: Vec<[f32; 2]>,
    departures: Vec<[f32; 2]>,
    /// Points that turn: gap, side and point, in order of gaps.
    turned: Vec<(u32, u8, u32)>,
}

impl Excess {
    fn new(prices: &Prices) -> Self {
        let none = vec![[0.0; 2]; prices.paid.len()];
        Excess {
            plies: none.clone(),
            arrivals: none.clone(),
            departures: none,
            turned: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for counts in [&mut self.plies, &mut self.arrivals, &mut self.departures] {
            counts.fill([0.0; 2]);
        }
        self.turned.clear();
    }

    /// Records a change of a point.
    fn note(&mut self, prices: &Prices, gap: usize, point: usize, before: u8, after: u8) {
        let side = |content: u8| usize::from(prices.owner[usize::from(content)]);
        if after == 0 {
            self.departures[gap][side(before)] += 1.0;
        } else if before != 0 && prices.turns_rather(gap, point, after) {
            self.turned
                .push((gap as u32, side(after) as u8, point as u32));
        } else {
            self.arrivals[gap][side(after)] += 1.0;
        }
    }

    /// Whether all changes agree with the plies.
    fn is_none(&self, prices: &Prices) -> bool {
        let lifts = !prices.effects.stays;
        let turned =
            |&(gap, side, _): &(u32, u8, u32)| self.plies[gap as usize][usize::from(side)] > 0.0;
        self.plies == self.arrivals
            && (!lifts || self.plies == self.departures)
            && self.turned.iter().all(turned)
    }
}

/// Subgradient steps with momentum.
struct Steps {
    paid: Vec<[f32; 2]>,
    left: Vec<[f32; 2]>,
    turned: Vec<f32>,
}

impl Steps {
    fn new(prices: &Prices) -> Self {
        let none = vec![[0.0; 2]; prices.paid.len()];
        Steps {
            paid: none.clone(),
            left: none,
            turned: vec![0.0; prices.turned.len()],
        }
    }

    /// Takes a step of a size relative to the prices.
    fn take(&mut self, model: &Model, excess: &Excess, size: f32, prices: &mut Prices) {
        let gaps = prices.paid.len();
        let along = |momentum: &mut f32, excess: f32| {
            *momentum = 0.6 * *momentum + 0.4 * excess;
            *momentum
        };
        for side in 0..2 {
            let mut most_paid = f32::INFINITY;
            for gap in 0..gaps {
                let plies = excess.plies[gap][side];
                let more = along(
                    &mut self.paid[gap][side],
                    excess.arrivals[gap][side] - plies,
                );
                let paid = &mut prices.paid[gap][side];
                let least = *paid + model.placement * size * more;
                *paid = least.clamp(0.0, 2.0 * model.placement).min(most_paid);
                most_paid = *paid + model.in_hand;
            }
        }
        if !prices.effects.stays {
            for side in 0..2 {
                let mut most = model.departure;
                for gap in 0..gaps {
                    let departures = excess.departures[gap][side] - excess.plies[gap][side];
                    let more = along(&mut self.left[gap][side], departures);
                    let left = &mut prices.left[gap][side];
                    let least = *left + model.placement * size * more;
                    *left = least.max(0.0).min(most);
                    most = model.departure.min(*left + model.in_hand);
                }
            }
        }
        if prices.turned.is_empty() || prices.effects.turns_foreign {
            return;
        }
        let points = prices.points;
        let mut turned = excess.turned.iter().peekable();
        for gap in 0..gaps {
            let row = 2 * gap * points;
            for side in 0..2 {
                let plies = 0.4 * excess.plies[gap][side];
                for momentum in &mut self.turned[row + side * points..][..points] {
                    *momentum = 0.6 * *momentum - plies;
                }
            }
            while let Some(&(_, side, point)) = turned.next_if(|t| t.0 as usize == gap) {
                self.turned[row + usize::from(side) * points + point as usize] += 0.4;
            }
            for side in 0..2 {
                let (before, now) = prices.turned.split_at_mut(row + side * points);
                let before = match gap {
                    0 => None,
                    _ => Some(&before[before.len() - 2 * points..]),
                };
                let mut sum = 0.0;
                let momentum = &mut self.turned[row + side * points..][..points];
                for (p, (more, now)) in momentum.iter_mut().zip(now).enumerate() {
                    let most = before.map_or(f32::INFINITY, |before| before[p] + model.lag);
                    *now = (*now + model.placement * size * *more).max(0.0).min(most);
                    if *now == 0.0 {
                        *more = more.max(0.0);
                    }
                    sum += *now;
                }
                prices.turned_in[gap][side] = sum;
            }
        }
    }
}
