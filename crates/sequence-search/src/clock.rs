//! The part of the model about turns, which ignores the points: which side plays how often.

use board_core::Color;

use crate::Model;
use crate::model::{Memory, Turn};
use crate::prices::Prices;

/// A state of the clock: an index into its table.
pub(crate) type State = u16;

/// Why a side may make a ply, and the states that follow.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) turn: Turn,
    /// The other side is to move next.
    passed: State,
    /// The same side is to move again, by the rules.
    kept: State,
}

impl Step {
    /// The state after the ply if the rules give the turn to `next`.
    pub(crate) fn to(self, side: Color, next: Color) -> State {
        if side == next { self.kept } else { self.passed }
    }
}

/// The possible turns of a game, as a small automaton over [`Memory`] and the side to move.
pub(crate) struct Clock {
    states: Vec<(Memory, Color)>,
    /// By state: the step of the side to move, and of the other one.
    next: Vec<[Option<Step>; 2]>,
    /// States in an order in which only handicap stones lead back.
    order: Vec<State>,
}

impl Clock {
    /// All states reachable from the given ones, which come first. `keeps_turn`: whether a ply may leave the turn with
    /// its side.
    pub(crate) fn new(model: &Model, starts: &[(Memory, Color)], keeps_turn: bool) -> Self {
        let mut clock = Clock {
            states: Vec::new(),
            next: Vec::new(),
            order: Vec::new(),
        };
        for &start in starts {
            clock.state(start);
        }
        let mut at = 0;
        while at < clock.states.len() {
            let (memory, to_move) = clock.states[at];
            let mut step = |other: bool| {
                let side = if other { !to_move } else { to_move };
                let turn = model.turn(memory, side, other);
                if model.turn_price(turn, 0).is_infinite() {
                    return None;
                }
                let memory = model.remember(memory, side);
                let passed = clock.state((memory, !side));
                let kept = match keeps_turn {
                    true => clock.state((memory, side)),
                    false => passed,
                };
                Some(Step { turn, passed, kept })
            };
            let next = [step(false), step(true)];
            clock.next.push(next);
            at += 1;
        }
        let mut order: Vec<State> = (0..clock.states.len() as State).collect();
        order.sort_by_key(|&s| core::cmp::Reverse(clock.states[usize::from(s)].0.opening));
        clock.order = order;
        clock
    }

    fn state(&mut self, state: (Memory, Color)) -> State {
        let found = self.states.iter().position(|&s| s == state);
        let at = found.unwrap_or_else(|| {
            self.states.push(state);
            self.states.len() - 1
        });
        at as State
    }

    pub(crate) fn find(&self, memory: Memory, side: Color) -> State {
        let found = self.states.iter().position(|&s| s == (memory, side));
        found.expect("a state the clock was built from") as State
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The step of the side to move, or of the `other`.
    pub(crate) fn step(&self, state: State, other: bool) -> Option<Step> {
        self.next[usize::from(state)][usize::from(other)]
    }

    pub(crate) fn side(&self, state: State) -> Color {
        self.states[usize::from(state)].1
    }
}

/// The cost of a false move for the clock if a point pays `paid` for the piece set down.
pub(crate) fn touch_due(model: &Model, paid: f32) -> f64 {
    f64::from(model.touch) + f64::from(model.placement - paid).min(0.0)
}

/// Lower bound on the cost of turns from every gap, state and number of plies in the gap on, if a ply costs the clock
/// the part of its price that the points do not pay.
pub(crate) struct ClockCosts {
    plies: usize,
    states: usize,
    /// `[gap][plies][state]`; all 0 in the last gap, after the last frame.
    costs: Vec<f64>,
}

/// The cheapest continuation in a gap: its cost, and the side of an event and the state after it; `None` if nothing
/// more happens in the gap.
type Next = (f64, Option<(usize, usize, State)>);

impl ClockCosts {
    pub(crate) fn new(model: &Model, clock: &Clock, prices: &Prices) -> Self {
        let frames = prices.paid.len();
        let (plies, states) = (model.plies_per_frame + 1, clock.len());
        let row = plies * states;
        let mut turns = ClockCosts {
            plies,
            states,
            costs: vec![0.0; (frames + 1) * row],
        };
        for gap in (0..frames).rev() {
            for j in (0..plies).rev() {
                for &state in &clock.order {
                    let best = turns.next(model, clock, prices, (gap, j, state));
                    turns.costs[gap * row + j * states + usize::from(state)] = best.0;
                }
            }
        }
        turns
    }

    #[inline]
    pub(crate) fn at(&self, gap: usize, plies: usize, state: State) -> f64 {
        self.costs[(gap * self.plies + plies) * self.states + usize::from(state)]
    }

    /// The least cost after a ply of `side`, after which the rules may leave it the turn.
    pub(crate) fn after(
        &self,
        model: &Model,
        gap: usize,
        plies: usize,
        step: Step,
    ) -> (f64, State) {
        let passed = self.at(gap, plies, step.passed);
        if step.kept == step.passed {
            return (passed, step.passed);
        }
        let kept = self.at(gap, plies, step.kept) + f64::from(model.turn_kept);
        match kept < passed {
            true => (kept, step.kept),
            false => (passed, step.passed),
        }
    }

    /// The best continuation from a gap, number of plies in it and state, given all later ones.
    fn next(
        &self,
        model: &Model,
        clock: &Clock,
        prices: &Prices,
        (gap, j, state): (usize, usize, State),
    ) -> Next {
        let still = if j == 0 { f64::from(model.still) } else { 0.0 };
        let mut best = (self.at(gap + 1, 0, state) + still, None);
        if j + 1 < self.plies {
            let paid = prices.paid[gap];
            let side = usize::from(paid[1] > paid[0]);
            let cost = touch_due(model, paid[side]) + self.at(gap, j + 1, state);
            if cost < best.0 {
                best = (cost, Some((side, j + 1, state)));
            }
        }
        for other in [false, true] {
            let Some(step) = clock.step(state, other) else {
                continue;
            };
            let after = j + usize::from(step.turn.counts());
            if after >= self.plies {
                continue;
            }
            let side = clock.side(state).index() ^ usize::from(other);
            let (rest, to) = self.after(model, gap, after, step);
            let cost = model.turn_price(step.turn, j) + prices.due(gap, side) + rest;
            if cost < best.0 {
                best = (cost, Some((side, after, to)));
            }
        }
        best
    }

    /// Counts the plies and false moves of each side in each gap on the cheapest path from `state`.
    pub(crate) fn count(
        &self,
        model: &Model,
        clock: &Clock,
        prices: &Prices,
        mut state: State,
        counts: &mut [[f32; 2]],
    ) {
        for (gap, count) in counts.iter_mut().enumerate() {
            let mut j = 0;
            while let (_, Some((side, after, to))) =
                self.next(model, clock, prices, (gap, j, state))
            {
                count[side] += 1.0;
                (j, state) = (after, to);
            }
        }
    }
}
