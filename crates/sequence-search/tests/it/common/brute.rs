use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use board_core::{Cell, Change, Color, MoveGen, Observation, Timing};
use sequence_search::Model;

/// A point that shows something else than the position, for now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Owed {
    point: usize,
    shows: usize,
    last: usize,
    kind: Kind,
    /// Whether the old piece may leave before the new one comes.
    vacates: bool,
    /// Whether the point still shows that a false move has lifted its piece, which returns before any piece shows.
    lifted: bool,
    /// Hash of the move that began it.
    hash: u64,
    age: usize,
}

impl Owed {
    /// Whether a false move has lifted a piece here.
    fn is_lifted(&self) -> bool {
        self.kind == Kind::Touch && self.shows == 0
    }

    fn is_false(&self) -> bool {
        matches!(self.kind, Kind::Touch | Kind::Taken)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    Hand,
    Lag,
    Turned,
    Touch,
    /// What a false move may take away.
    Taken,
}

/// Every state the table and the game can be in, written out: nothing shared with the decoder.
#[derive(Clone)]
struct State<P: MoveGen> {
    position: P,
    owed: Vec<Owed>,
    /// The table of the frame before.
    seen: Vec<usize>,
    plies: usize,
    /// Handicap stones so far, `None` when no more may come.
    opening: Option<u8>,
    /// Moves of the game, for telling games apart.
    moves: Vec<(P::Move, Color)>,
}

type Key<M> = (
    u64,
    Vec<Owed>,
    Vec<usize>,
    bool,
    Option<u8>,
    Vec<(M, Color)>,
);

impl<P: MoveGen> State<P> {
    fn key(&self, apart: bool) -> Key<P::Move> {
        let mut owed = self.owed.clone();
        owed.sort();
        (
            self.position.key(),
            owed,
            self.seen.clone(),
            self.plies > 0,
            self.opening,
            if apart {
                self.moves.clone()
            } else {
                Vec::new()
            },
        )
    }

    fn shows(&self, point: usize) -> usize {
        let owed = self.owed.iter().find(|o| o.point == point);
        owed.map_or(self.position.get(point).index(), |o| o.shows)
    }
}

struct Layer<P: MoveGen> {
    states: HashMap<Key<P::Move>, (f64, State<P>)>,
    /// Whether games with the same position but other moves are kept apart.
    apart: bool,
}

impl<P: MoveGen> Layer<P> {
    fn new(apart: bool) -> Self {
        Layer {
            states: HashMap::new(),
            apart,
        }
    }

    fn add(&mut self, cost: f64, state: State<P>) -> bool {
        if cost.is_infinite() {
            return false;
        }
        let entry = self
            .states
            .entry(state.key(self.apart))
            .or_insert((f64::INFINITY, state.clone()));
        let better = cost < entry.0;
        if better {
            *entry = (cost, state);
        }
        better
    }
}

type Legal<P> = (
    <P as MoveGen>::Move,
    Vec<Change<<P as board_core::Board>::Cell>>,
);

/// Of each change of a ply, whether a piece turns into another besides the one that the ply sets down.
fn turned<C: Cell>(side: Color, changes: &[Change<C>]) -> Vec<bool> {
    let own = |c: &Change<C>| {
        let of_side = c.after.owner().is_none_or(|owner| owner == side);
        c.timing == Timing::WithMove && c.after.index() != 0 && of_side
    };
    let on_empty = |c: &Change<C>| c.before.index() == 0;
    let arrival = match changes.iter().any(|c| own(c) && on_empty(c)) {
        true => None,
        false => changes.iter().position(own),
    };
    let becomes = |c: &Change<C>| !on_empty(c) && c.after.index() != 0;
    let turns = |(at, c)| becomes(c) && arrival != Some(at);
    changes.iter().enumerate().map(turns).collect()
}

fn legal<P: MoveGen>(position: &P) -> Vec<Legal<P>> {
    let mut moves = Vec::new();
    let _: ControlFlow<()> = position.visit_legal(|mv| {
        let mut changes = Vec::new();
        position.visit_changes(mv, |change| changes.push(change));
        if !changes.is_empty() {
            moves.push((mv, changes));
        }
        ControlFlow::Continue(())
    });
    moves
}

/// All states one event on, with their prices and whether the event counts. `nth`: events that
/// counted before it in the same gap.
fn events<P: MoveGen>(
    state: &State<P>,
    model: &Model,
    prior: &dyn Fn(&P, P::Move) -> f32,
    nth: usize,
) -> Vec<(f64, bool, State<P>)> {
    // An event ends what goes on at its points. Returns whether the point still shows that a false move has lifted its
    // piece, and the price of putting back a piece that no frame shows lifted.
    let returning = return_price(model);
    let cut = |next: &mut State<P>, point: usize, ply: Option<u64>| {
        let at = next.owed.iter().position(|o| o.point == point);
        match at.map(|at| next.owed.remove(at)) {
            Some(o) if o.is_lifted() && o.age == 0 => (o.lifted, returning),
            // Who plays the very move has moved nothing on.
            Some(o) if o.is_lifted() && ply == Some(o.hash) => (false, returning),
            Some(o) if o.is_lifted() => (true, 0.0),
            Some(o) => (o.lifted, 0.0),
            None => (false, 0.0),
        }
    };
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
        let extra = if nth > 0 && !free {
            model.extra_ply
        } else {
            0.0
        };
        let mut position = state.position.clone();
        position.set_to_move(side);
        for (mv, changes) in legal(&position) {
            let mut hasher = DefaultHasher::new();
            mv.hash(&mut hasher);
            let hash = hasher.finish();
            // A ply.
            let mut next = state.clone();
            next.position = position.clone();
            next.position.play(mv);
            next.plies += 1;
            next.moves.push((mv, side));
            next.opening = match model.handicap {
                Some(h) if h.side == side => state.opening.filter(|&n| n < h.max).map(|n| n + 1),
                _ => None,
            };
            let turned = turned(side, &changes);
            let turns = turned.iter().filter(|&&turned| turned).count();
            let leaves = |c: &&Change<P::Cell>| c.after.index() == 0;
            let departures = changes.iter().filter(leaves).count();
            let arrivals = changes.len() - turns - departures;
            let set_down = |n: usize| match n {
                0 | 1 => model.placement,
                n => model.placement + 2.0 * model.placement * (n - 1) as f32,
            };
            let known = prior(&position, mv);
            let mut cost = f64::from(price + extra + set_down(arrivals) + known);
            cost += f64::from(model.departure * departures as f32 + model.turned * turns as f32);
            if next.position.to_move() == side {
                cost += f64::from(model.turn_kept);
            }
            for (change, &turned) in changes.iter().zip(&turned) {
                let (lifted, price) = cut(&mut next, change.point, Some(hash));
                cost += price;
                let (shows, last) = (change.before.index(), change.after.index());
                next.owed.push(Owed {
                    point: change.point,
                    shows,
                    last,
                    kind: match change.timing {
                        _ if turned => Kind::Turned,
                        Timing::WithMove => Kind::Hand,
                        Timing::Lagging => Kind::Lag,
                    },
                    vacates: !turned && shows != 0 && last != 0,
                    lifted,
                    hash,
                    age: 0,
                });
            }
            found.push((cost, free, next));
            // A touch.
            let mut next = state.clone();
            let touched = changes.iter().zip(&turned);
            let touched = touched.filter(|(_, turned)| !**turned).map(|(c, _)| c);
            let with_move = |c: &Change<P::Cell>| c.timing == Timing::WithMove;
            let touched = touched.filter(|c| with_move(c) || c.after.index() == 0);
            let set = touched.clone().filter(|c| c.after.index() != 0).count();
            let mut cost = f64::from(model.touch + set_down(set));
            for change in touched {
                cost += match (change.before.index(), change.after.index()) {
                    _ if !with_move(change) => 0.0, // unless it is carried out
                    // It leaves again; or it has left, and whether it returns is not known yet.
                    (0, _) | (_, 0) => f64::from(model.departure),
                    _ => returning,
                };
                let (lifted, price) = cut(&mut next, change.point, None);
                cost += price;
                next.owed.push(Owed {
                    point: change.point,
                    shows: change.after.index(),
                    last: change.before.index(),
                    kind: if with_move(change) {
                        Kind::Touch
                    } else {
                        Kind::Taken
                    },
                    vacates: false,
                    lifted,
                    hash,
                    age: 0,
                });
            }
            found.push((cost, false, next));
        }
    }
    found.retain(|(cost, ..)| cost.is_finite());
    found
}

/// The lowest costs of legal games, by trying all of them frame by frame: of the best game, or
/// (`apart`) of every sequence of moves, lowest first.
pub fn lowest_costs<P: MoveGen, O: Observation<Cell = P::Cell>>(
    start: &P,
    evidence: &O,
    model: &Model,
    prior: &dyn Fn(&P, P::Move) -> f32,
    apart: bool,
) -> Vec<f64> {
    let state = State {
        position: start.clone(),
        owed: Vec::new(),
        seen: (0..evidence.points())
            .map(|p| start.get(p).index())
            .collect(),
        plies: 0,
        opening: model.handicap.map(|_| 0),
        moves: Vec::new(),
    };
    let mut layer = Layer::new(apart);
    layer.add(0.0, state);
    for frame in 0..evidence.frames() {
        // What frame `t` says against having changed.
        let price = |t: usize, p| match t {
            0 => 0.0,
            t if t == evidence.frames() => 0.0,
            t => f64::from(evidence.unchanged(t, p).min(model.evidence_cap)),
        };
        let after = step(layer, model, prior);
        layer = Layer::new(apart);
        for (_, (mut cost, mut state)) in after.states {
            for p in 0..evidence.points() {
                let shows = state.shows(p);
                cost += excess(evidence, model, frame, p, shows);
                if std::mem::replace(&mut state.seen[p], shows) != shows {
                    cost += price(frame, p);
                }
                if price(frame + 1, p) == 0.0 {
                    state.seen[p] = 0; // will not matter: fewer states
                }
            }
            for owed in &mut state.owed {
                cost += match owed.kind {
                    Kind::Hand => f64::from(model.in_hand),
                    Kind::Lag | Kind::Turned | Kind::Taken => f64::from(model.lag),
                    Kind::Touch => f64::from(model.held),
                };
                owed.age += 1;
            }
            layer.add(cost, state);
        }
    }
    let mut costs: HashMap<Vec<(P::Move, Color)>, f64> = HashMap::new();
    for (cost, state) in layer.states.into_values() {
        // What is never seen put back was no touch.
        if state.owed.iter().any(Owed::is_false) {
            continue;
        }
        let moves = if apart { state.moves } else { Vec::new() };
        let least = costs.entry(moves).or_insert(f64::INFINITY);
        *least = least.min(cost);
    }
    let mut costs: Vec<f64> = costs.into_values().collect();
    costs.sort_by(f64::total_cmp);
    costs
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

/// Price of a piece of a false move that returns to the point it has left empty.
fn return_price(model: &Model) -> f64 {
    f64::from(2.0 * model.placement)
}

/// Everything that may happen in one gap.
fn step<P: MoveGen>(
    layer: Layer<P>,
    model: &Model,
    prior: &dyn Fn(&P, P::Move) -> f32,
) -> Layer<P> {
    let apart = layer.apart;
    // Events first, layer by number of those that count; handicap stones do not.
    let mut by_count = vec![layer];
    by_count.resize_with(model.plies_per_frame + 1, || Layer::new(apart));
    let mut all = Layer::new(apart);
    for count in 0..=model.plies_per_frame {
        let still = if count == 0 { model.still } else { 0.0 };
        let mut open: Vec<_> = by_count[count].states.values().cloned().collect();
        while let Some((cost, state)) = open.pop() {
            all.add(cost + f64::from(still), state.clone());
            for (price, free, next) in events(&state, model, prior, count) {
                let cost = cost + price;
                if free {
                    open.push((cost, next));
                } else if count < model.plies_per_frame {
                    by_count[count + 1].add(cost, next);
                }
            }
        }
    }
    // Then each owed point goes on or not.
    let mut after = Layer::new(apart);
    for (_, (cost, mut state)) in all.states {
        let owed = std::mem::take(&mut state.owed);
        let mut ways: Vec<(f64, Vec<Owed>)> = vec![(cost, Vec::new())];
        for o in owed {
            let mut more = ways.clone(); // shows its last content
            let returns = |shown: usize| {
                let own = o.is_lifted() && shown == o.last;
                let before = o.lifted && shown != 0;
                f64::from(u8::from(own) + u8::from(before)) * return_price(model)
            };
            more.iter_mut()
                .for_each(|(cost, _)| *cost += returns(o.last));
            if o.age < model.patience {
                for (cost, list) in &ways {
                    let mut list = list.clone();
                    let goes_on = Owed {
                        lifted: false,
                        ..o.clone()
                    };
                    list.push(goes_on.clone());
                    let taken = match (o.kind, o.age) {
                        (Kind::Taken, 0) => f64::from(model.departure + 2.0 * model.placement),
                        _ => 0.0,
                    };
                    more.push((cost + returns(o.shows) + taken, list.clone()));
                    if o.vacates {
                        *list.last_mut().unwrap() = Owed {
                            shows: 0,
                            vacates: false,
                            ..goes_on
                        };
                        more.push((cost + f64::from(model.departure), list));
                    }
                }
            }
            ways = more;
        }
        for (cost, owed) in ways {
            let mut next = state.clone();
            next.owed = owed;
            after.add(cost, next);
        }
    }
    after
}
