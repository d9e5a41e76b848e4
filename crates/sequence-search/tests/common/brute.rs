use std::collections::HashMap;
use std::ops::ControlFlow;

use board_core::{Cell, Change, Color, MoveGen, Observation, Timing};
use sequence_search::{Model, Removal};

/// Every state the table and the game can be in, written out: nothing shared with the decoder.
#[derive(Clone)]
struct State<P: MoveGen> {
    position: P,
    /// Contents on the table, as indices.
    table: Vec<usize>,
    /// Points where the table lags.
    owed: Vec<usize>,
    plies: usize,
    /// Handicap stones so far, `None` when no more may come.
    opening: Option<u8>,
}

type Key = (u64, Vec<usize>, Vec<usize>, bool, Option<u8>);

impl<P: MoveGen> State<P> {
    fn key(&self) -> Key {
        let mut owed = self.owed.clone();
        owed.sort_unstable();
        (
            self.position.key(),
            self.table.clone(),
            owed,
            self.plies > 0,
            self.opening,
        )
    }
}

type Layer<P> = HashMap<Key, (f64, State<P>)>;

fn add<P: MoveGen>(layer: &mut Layer<P>, cost: f64, state: State<P>) {
    let entry = layer
        .entry(state.key())
        .or_insert((f64::INFINITY, state.clone()));
    if cost < entry.0 {
        *entry = (cost, state);
    }
}

/// All states one ply on, with their prices. `nth`: plies before it in the same gap.
fn plies<P: MoveGen>(state: &State<P>, model: &Model, nth: usize) -> Vec<(f64, bool, State<P>)> {
    let mut found = Vec::new();
    for side in Color::BOTH {
        let own = side == state.position.to_move();
        let handicap = model
            .handicap
            .filter(|h| h.side == side && state.opening.is_some_and(|n| n >= 1 && n < h.max));
        let (price, free) = match (own, handicap) {
            (true, _) => (0.0, false),
            _ if state.plies == 0 => (model.other_side_first, false),
            (false, Some(h)) => (h.price, true),
            (false, None) => (model.pass, false),
        };
        if price.is_infinite() {
            continue;
        }
        let extra = if nth > 0 && !free {
            model.extra_ply
        } else {
            0.0
        };
        let mut position = state.position.clone();
        position.set_to_move(side);
        let mut moves = Vec::new();
        let _: ControlFlow<()> = position.visit_legal(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        for mv in moves {
            let mut changes: Vec<Change<P::Cell>> = Vec::new();
            position.visit_changes(mv, |change| changes.push(change));
            if changes.is_empty() {
                continue;
            }
            let mut next = state.clone();
            next.position = position.clone();
            next.position.play(mv);
            next.plies += 1;
            next.opening = match model.handicap {
                Some(h) if h.side == side => state.opening.filter(|&n| n < h.max).map(|n| n + 1),
                _ => None,
            };
            let mut arrivals = 0;
            for change in changes {
                arrivals += usize::from(change.after.index() != 0);
                next.owed.retain(|&p| p != change.point);
                if change.timing == Timing::Lagging {
                    // What the table shows of an owed point is what it was before.
                    next.table[change.point] = change.before.index();
                    next.owed.push(change.point);
                } else {
                    next.table[change.point] = change.after.index();
                }
            }
            let placed = model.placement * arrivals.max(1) as f32;
            found.push((f64::from(price + extra) + f64::from(placed), free, next));
        }
    }
    found
}

/// The lowest cost of any legal game, by trying all of them frame by frame.
pub fn lowest_cost<P: MoveGen, O: Observation<Cell = P::Cell>>(
    start: &P,
    evidence: &O,
    model: &Model,
) -> f64 {
    let table = (0..start.points()).map(|p| start.get(p).index()).collect();
    let state = State {
        position: start.clone(),
        table,
        owed: Vec::new(),
        plies: 0,
        opening: model.handicap.map(|_| 0),
    };
    let mut layer = Layer::new();
    add(&mut layer, 0.0, state);
    for frame in 0..evidence.frames() {
        layer = step(layer, model);
        let mut seen = Layer::new();
        for (_, (cost, state)) in layer {
            let excess: f64 = (0..evidence.points())
                .map(|p| excess(evidence, model, frame, p, state.table[p]))
                .sum();
            let late = match model.removal {
                Removal::Independent(price) => f64::from(price) * state.owed.len() as f64,
                Removal::OneByOne => 0.0,
            };
            add(&mut seen, cost + excess + late, state);
        }
        layer = seen;
    }
    layer
        .values()
        .map(|(cost, _)| *cost)
        .fold(f64::INFINITY, f64::min)
}

pub fn excess<O: Observation>(
    evidence: &O,
    model: &Model,
    frame: usize,
    point: usize,
    content: usize,
) -> f64 {
    let costs: Option<Vec<f32>> = O::Cell::ALL
        .iter()
        .map(|&cell| evidence.cost(frame, point, cell))
        .collect();
    costs.map_or(0.0, |costs| {
        let best = costs.iter().copied().fold(f32::INFINITY, f32::min);
        if best == f32::INFINITY {
            return 0.0; // nothing is possible, so nothing is said
        }
        f64::from((costs[content] - best).min(model.evidence_cap))
    })
}

/// Everything that may happen in one gap.
fn step<P: MoveGen>(layer: Layer<P>, model: &Model) -> Layer<P> {
    let mut after = Layer::new();
    match model.removal {
        Removal::OneByOne => {
            for (cost, state) in layer.into_values() {
                for i in 0..state.owed.len() {
                    let mut next = state.clone();
                    let p = next.owed.remove(i);
                    next.table[p] = next.position.get(p).index();
                    add(&mut after, cost, next);
                }
                if state.owed.is_empty() {
                    for (price, _, next) in plies(&state, model, 0) {
                        add(&mut after, cost + price, next);
                    }
                }
                add(&mut after, cost, state);
            }
        }
        Removal::Independent(_) => {
            // Plies first, layer by number of plies; handicap stones do not count.
            let mut by_count = vec![layer];
            by_count.resize_with(model.plies_per_frame + 1, Layer::new);
            let mut all = Layer::new();
            for count in 0..=model.plies_per_frame {
                let mut open: Vec<_> = by_count[count].values().cloned().collect();
                while let Some((cost, state)) = open.pop() {
                    add(&mut all, cost, state.clone());
                    for (price, free, next) in plies(&state, model, count) {
                        let cost = cost + price;
                        if free {
                            open.push((cost, next));
                        } else if count < model.plies_per_frame {
                            add(&mut by_count[count + 1], cost, next);
                        }
                    }
                }
            }
            // Then any subset of what is owed.
            for (cost, state) in all.into_values() {
                for subset in 0..1u32 << state.owed.len() {
                    let mut next = state.clone();
                    next.owed.clear();
                    for (i, &p) in state.owed.iter().enumerate() {
                        if subset >> i & 1 == 1 {
                            next.table[p] = next.position.get(p).index();
                        } else {
                            next.owed.push(p);
                        }
                    }
                    add(&mut after, cost, next);
                }
            }
        }
    }
    after
}
