//! Shares the price of a move out between the points and the clock, so that the two bounds together
//! say the most.
//!
//! Alone, the points do not know that sides alternate, and the clock does not know when stones
//! appear. The number of arrivals of a side in a gap must be the number of its plies: a Lagrange
//! multiplier per gap and side prices the difference, and projected subgradient steps raise the sum
//! of both minima, which is a lower bound for any multipliers (Held and Karp, "The
//! traveling-salesman problem and minimum spanning trees: Part II", Mathematical Programming 1, 1971).
//!
//! Two limits keep it a bound of *this* model: a point pays at least 0 and at most two placements
//! (which is what the model asks for every piece but the first that a ply sets down), and what it
//! pays may rise no faster from gap to gap than a piece in the hand costs (a ply may be seen late).

use crate::Model;
use crate::chains::{Chains, Prices};
use crate::clock::{Clock, ClockCosts, State};
use crate::costs::Costs;

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
    let mut turns = ClockCosts::new(model, clock, &prices.paid);
    let value =
        |chains: &Chains, turns: &ClockCosts| chains.at_start(cells) + turns.at(0, 0, state);
    let mut best = (value(&chains, &turns), prices.paid.clone());
    let rounds = if prices.sided() && model.placement > 0.0 {
        rounds
    } else {
        0
    };
    let mut counts = vec![[0.0_f32; 2]; costs.frames];
    let mut momentum = vec![[0.0_f32; 2]; costs.frames];
    let mut table = cells.to_vec();
    for round in 0..rounds {
        counts.fill([0.0; 2]);
        turns.count(model, clock, &prices.paid, state, &mut counts);
        table.copy_from_slice(cells);
        let owner = &prices.owner;
        let arrive = |t: usize, _: usize, _: u8, after: u8| {
            if let side @ 0..2 = owner[usize::from(after)] {
                counts[t][usize::from(side)] -= 1.0;
            }
        };
        chains.walk(&prices, &mut table, arrive, |_, _| ());
        if counts.iter().all(|c| *c == [0.0; 2]) {
            break; // the relaxed game obeys the clock: nothing to gain
        }
        // Steps of a size that matters to single moves first, a fiftieth of it at last.
        let step = model.placement * 0.25 * 0.02_f32.powf(round as f32 / rounds as f32);
        let mut most = [f32::INFINITY; 2];
        for (t, count) in counts.iter().enumerate() {
            for side in 0..2 {
                let m = &mut momentum[t][side];
                *m = 0.6 * *m - 0.4 * count[side];
                let paid = (prices.paid[t][side] + step * *m).clamp(0.0, 2.0 * model.placement);
                let paid = paid.min(most[side]);
                prices.paid[t][side] = paid;
                most[side] = paid + model.in_hand;
            }
        }
        chains.solve(costs, &prices);
        turns = ClockCosts::new(model, clock, &prices.paid);
        let value = value(&chains, &turns);
        if value > best.0 {
            best = (value, prices.paid.clone());
        }
    }
    if rounds > 0 {
        prices.paid = best.1;
        chains.solve(costs, &prices);
        turns = ClockCosts::new(model, clock, &prices.paid);
    }
    Coupled {
        prices,
        chains,
        clock: turns,
    }
}
