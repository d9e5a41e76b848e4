//! Whose turn it is, how often: the part of the model that sees no points.

use board_core::Color;

use crate::Model;
use crate::model::{Memory, Turn};

/// State of the clock: an index into its table.
pub(crate) type State = u16;

/// The turns a game can take, as a small automaton over [`Memory`] and the side to move.
pub(crate) struct Clock {
    states: Vec<(Memory, Color)>,
    /// By state: what the side to move may do, and the other one.
    next: Vec<[Option<(Turn, State)>; 2]>,
    /// States in an order in which handicap stones only lead back.
    order: Vec<State>,
}

impl Clock {
    /// All that can be reached from the given states, which come first.
    pub(crate) fn new(model: &Model, starts: &[(Memory, Color)]) -> Self {
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
                let next = clock.state((model.remember(memory, side), !side));
                Some((turn, next))
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

    /// What the side to move, or the `other`, may do.
    pub(crate) fn step(&self, state: State, other: bool) -> Option<(Turn, State)> {
        self.next[usize::from(state)][usize::from(other)]
    }

    pub(crate) fn side(&self, state: State) -> Color {
        self.states[usize::from(state)].1
    }
}

/// What a touch costs the clock when a point pays so much for the piece set down.
pub(crate) fn touch_due(model: &Model, paid: f32) -> f64 {
    f64::from(model.touch) + f64::from(model.placement - paid).min(0.0)
}

/// The least that turns will cost from every gap, state and number of plies in the gap on, when a
/// ply of a side in a gap costs the model's price of a placement less what the points pay for it.
pub(crate) struct ClockCosts {
    plies: usize,
    states: usize,
    /// `[gap][plies][state]`; the last gap, after the last frame, is all 0.
    costs: Vec<f64>,
}

impl ClockCosts {
    /// `paid[gap][side]`: what the points pay for an arrival, 0 to two placements.
    pub(crate) fn new(model: &Model, clock: &Clock, paid: &[[f32; 2]]) -> Self {
        let frames = paid.len();
        let (plies, states) = (model.plies_per_frame + 1, clock.len());
        let row = plies * states;
        let mut costs = vec![0.0; (frames + 1) * row];
        let placement = f64::from(model.placement);
        let still = f64::from(model.still);
        for gap in (0..frames).rev() {
            let (now, next) = costs[gap * row..][..2 * row].split_at_mut(row);
            for j in (0..plies).rev() {
                for &state in &clock.order {
                    let q = usize::from(state);
                    let mut best = next[q] + if j == 0 { still } else { 0.0 };
                    if j + 1 < plies {
                        let touch = touch_due(model, paid[gap][0].max(paid[gap][1]));
                        best = best.min(touch + now[(j + 1) * states + q]);
                    }
                    for other in [false, true] {
                        let Some((turn, to)) = clock.step(state, other) else {
                            continue;
                        };
                        let after = j + usize::from(turn.counts());
                        if after >= plies {
                            continue;
                        }
                        let side = clock.side(state).index() ^ usize::from(other);
                        let due = placement - f64::from(paid[gap][side]);
                        let cost = model.turn_price(turn, j) + due;
                        best = best.min(cost + now[after * states + usize::from(to)]);
                    }
                    now[j * states + q] = best;
                }
            }
        }
        ClockCosts {
            plies,
            states,
            costs,
        }
    }

    #[inline]
    pub(crate) fn at(&self, gap: usize, plies: usize, state: State) -> f64 {
        self.costs[(gap * self.plies + plies) * self.states + usize::from(state)]
    }

    /// Counts the plies of each side in each gap on the cheapest way from `state`.
    pub(crate) fn count(
        &self,
        model: &Model,
        clock: &Clock,
        paid: &[[f32; 2]],
        mut state: State,
        counts: &mut [[f32; 2]],
    ) {
        let placement = f64::from(model.placement);
        for (gap, count) in counts.iter_mut().enumerate() {
            let mut j = 0;
            loop {
                let still = if j == 0 { f64::from(model.still) } else { 0.0 };
                let mut best = (self.at(gap + 1, 0, state) + still, None);
                if j + 1 < self.plies {
                    let side = usize::from(paid[gap][1] > paid[gap][0]);
                    let price = touch_due(model, paid[gap][side]);
                    let cost = price + self.at(gap, j + 1, state);
                    if cost < best.0 {
                        best = (cost, Some((side, j + 1, state)));
                    }
                }
                for other in [false, true] {
                    let Some((turn, to)) = clock.step(state, other) else {
                        continue;
                    };
                    let after = j + usize::from(turn.counts());
                    if after >= self.plies {
                        continue;
                    }
                    let side = clock.side(state).index() ^ usize::from(other);
                    let due = placement - f64::from(paid[gap][side]);
                    let cost = model.turn_price(turn, j) + due + self.at(gap, after, to);
                    if cost < best.0 {
                        best = (cost, Some((side, after, to)));
                    }
                }
                let Some((side, after, to)) = best.1 else {
                    break;
                };
                count[side] += 1.0;
                (j, state) = (after, to);
            }
        }
    }
}
