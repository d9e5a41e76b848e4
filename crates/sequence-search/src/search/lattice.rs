//! The kept prefixes as a lattice of states: the N best games, and the posterior of each move.

use core::hash::{Hash, Hasher};

use board_core::{Color, MoveGen};
use rustc_hash::{FxHashMap, FxHasher};

use super::node::{Event, Way};
use super::state::Search;
use crate::model::Turn;

/// Prefixes that are worse than the margin by no more than this, in nats, are part of the lattice if the search has met
/// them: others are no alternatives.
pub(super) const BEYOND: f64 = 5.0;

struct Arc<M> {
    from: u32,
    to: u32,
    cost: f64,
    step: Event<M>,
    side: Color,
    frame: u32,
}

/// The probability of a ply over time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance<M> {
    pub(crate) mv: M,
    pub(crate) side: Color,
    pub(crate) frame: usize,
    pub(crate) probability: f64,
}

/// States and the events between them; the last state is the end of every game.
pub(crate) struct Lattice<M> {
    arcs: Vec<Arc<M>>,
    states: usize,
    /// Cost of beginning in each state; infinite where no game begins.
    begin: Vec<(f64, u32)>,
}

impl<P: MoveGen> Search<'_, P> {
    /// The events that led to a node.
    pub(super) fn way(&self, mut node: u32) -> Way<P::Move> {
        let mut events = Vec::new();
        loop {
            let here = &self.nodes[node as usize];
            match here.step {
                Event::Begin { root } => {
                    events.reverse();
                    return Way {
                        root: root as usize,
                        events,
                    };
                }
                Event::Advance => {}
                step => events.push((self.gap(here.column).0, step)),
            }
            node = here.parent;
        }
    }

    /// The bounds on the path to a node, before every frame and after the last.
    pub(super) fn bounds(&self, mut node: u32) -> Vec<f64> {
        let mut bounds = vec![self.nodes[node as usize].bound];
        while !matches!(self.nodes[node as usize].step, Event::Begin { .. }) {
            node = self.nodes[node as usize].parent;
            let here = &self.nodes[node as usize];
            if matches!(here.step, Event::Advance | Event::Begin { .. }) {
                bounds.push(here.bound);
            }
        }
        bounds.reverse();
        bounds
    }

    /// The strain of the path to a node, by frame: by how much the bound rises there. The price of a ply that sets no
    /// piece down is not strain: no point shows it, so that no bound before the ply holds it.
    pub(super) fn strain(&self, mut node: u32) -> Vec<f64> {
        let mut strain = vec![0.0; self.costs.frames];
        loop {
            let here = &self.nodes[node as usize];
            let unheld = match here.step {
                Event::Begin { .. } => return strain,
                Event::Play { .. } if here.home == u32::MAX => self.settings.model.placement,
                _ => 0.0,
            };
            let parent = &self.nodes[here.parent as usize];
            let (frame, _) = self.gap(parent.column);
            strain[frame] += here.bound - parent.bound - f64::from(unheld);
            node = here.parent;
        }
    }

    pub(super) fn standing(&self, mut node: u32) -> u32 {
        while self.nodes[node as usize].stands != node {
            node = self.nodes[node as usize].stands;
        }
        node
    }

    /// What the search has met that is part of a game near the best one, or of any game where several are asked for.
    pub(super) fn lattice(&self) -> Lattice<P::Move> {
        let near = self.near_the_best();
        let states = near.iter().copied();
        let states = states.filter(|&id| !self.is_end(id) && self.nodes[id as usize].stands == id);
        let index: FxHashMap<u32, u32> = states.zip(0..).collect();
        let last = index.len() as u32;
        let number = |id: u32| match self.is_end(id) {
            true => Some(last),
            false => index.get(&self.standing(id)).copied(),
        };
        let mut begin = vec![(f64::INFINITY, 0); last as usize + 1];
        let mut arcs: Vec<Arc<P::Move>> = Vec::new();
        let mut known: FxHashMap<(u32, u32, u64), usize> = FxHashMap::default();
        for &id in &near {
            let node = &self.nodes[id as usize];
            let Some(to) = number(id) else { continue };
            if let Event::Begin { root } = node.step {
                begin[to as usize] = (node.bound, root);
                continue;
            }
            let Some(from) = number(node.parent) else {
                continue;
            };
            let other = match node.step {
                Event::Play { turn, .. } => turn != Turn::Own,
                Event::Touch { other, .. } => other,
                _ => false,
            };
            let parent = &self.nodes[node.parent as usize];
            let to_move = self.ground.clock.side(parent.clock);
            let arc = Arc {
                from,
                to,
                cost: node.bound - parent.bound,
                step: node.step,
                side: if other { !to_move } else { to_move },
                frame: self.gap(node.column).0 as u32,
            };
            let key = (from, to, name(&arc.step, arc.side));
            match known.get(&key) {
                Some(&at) if arcs[at].cost <= arc.cost => {}
                Some(&at) => arcs[at] = arc,
                None => {
                    known.insert(key, arcs.len());
                    arcs.push(arc);
                }
            }
        }
        arcs.sort_by_key(|arc| arc.to);
        Lattice {
            arcs,
            states: last as usize + 1,
            begin,
        }
    }

    /// Whether all frames are behind a node.
    fn is_end(&self, id: u32) -> bool {
        self.nodes[id as usize].column as usize + 1 == self.columns.len()
    }

    /// The nodes on games that cost less than the margin, and a little more, above the best one, in an order that every
    /// event follows. Where several games are asked for, all nodes that lead to an end: the next game may be further
    /// away.
    fn near_the_best(&self) -> Vec<u32> {
        let met = |id: &u32| self.nodes[*id as usize].seen || self.is_end(*id);
        let mut met: Vec<u32> = (0..self.nodes.len() as u32).filter(met).collect();
        met.sort_unstable_by_key(|&id| {
            let node = &self.nodes[id as usize];
            (node.column, node.ply, id)
        });
        // The least cost from every state to the end. Each end is a state of its own.
        let mut rest = vec![f64::INFINITY; self.nodes.len()];
        for &id in met.iter().rev() {
            let (node, state) = (&self.nodes[id as usize], self.standing(id) as usize);
            if self.is_end(id) {
                rest[state] = 0.0;
            }
            let parent = &self.nodes[node.parent as usize];
            let before = self.standing(node.parent) as usize;
            rest[before] = rest[before].min(rest[state] + node.bound - parent.bound);
        }
        let most = if self.settings.n_best > 1 {
            f64::INFINITY
        } else {
            self.cutoff() + BEYOND
        };
        met.retain(|&id| self.nodes[id as usize].bound + rest[self.standing(id) as usize] < most);
        met
    }
}

/// Hash of an event, regardless of its time.
fn name<M: Hash>(step: &Event<M>, side: Color) -> u64 {
    let mut hasher = FxHasher::default();
    match step {
        Event::Begin { root } => (0_u8, root).hash(&mut hasher),
        Event::Advance => 1_u8.hash(&mut hasher),
        Event::Play { mv, .. } => (2_u8, side, mv).hash(&mut hasher),
        Event::Touch { mv, .. } => (3_u8, side, mv).hash(&mut hasher),
    }
    hasher.finish()
}

/// −ln(e^−a + e^−b).
fn either(a: f64, b: f64) -> f64 {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    if high.is_infinite() {
        return low;
    }
    low - (low - high).exp().ln_1p()
}

impl<M: Copy + Eq + Hash> Lattice<M> {
    /// The probability of every ply at every time: forward–backward over all games in the lattice.
    pub(crate) fn chances(&self) -> Vec<Chance<M>> {
        let mut forward: Vec<f64> = self.begin.iter().map(|b| b.0).collect();
        for arc in &self.arcs {
            let cost = forward[arc.from as usize] + arc.cost;
            let to = &mut forward[arc.to as usize];
            *to = either(*to, cost);
        }
        let mut backward = vec![f64::INFINITY; self.states];
        backward[self.states - 1] = 0.0;
        for arc in self.arcs.iter().rev() {
            let cost = backward[arc.to as usize] + arc.cost;
            let from = &mut backward[arc.from as usize];
            *from = either(*from, cost);
        }
        let total = forward[self.states - 1];
        let plies = self.arcs.iter().filter_map(|arc| match arc.step {
            Event::Play { mv, .. } => {
                let cost = forward[arc.from as usize] + arc.cost + backward[arc.to as usize];
                Some(Chance {
                    mv,
                    side: arc.side,
                    frame: arc.frame as usize,
                    probability: (total - cost).exp(),
                })
            }
            _ => None,
        });
        plies.filter(|c| c.probability > 1e-6).collect()
    }

    /// The `n` best games with different moves, best first, with their additional cost over the first.
    pub(crate) fn best(&self, n: usize) -> Vec<(f64, Way<M>)> {
        /// A prefix: cost, hash of its moves, the arc it came by, and the rank of its predecessor in that arc's state.
        #[derive(Clone, Copy)]
        struct Prefix {
            cost: f64,
            moves: u64,
            arc: u32,
            rank: u32,
        }
        const BEGIN: u32 = u32::MAX;
        let mut prefixes: Vec<Vec<Prefix>> = vec![Vec::new(); self.states];
        let add = |list: &mut Vec<Prefix>, new: Prefix| {
            if let Some(same) = list.iter().position(|p| p.moves == new.moves) {
                if list[same].cost <= new.cost {
                    return;
                }
                list.remove(same);
            }
            let at = list.partition_point(|p| p.cost <= new.cost);
            if at < n {
                list.insert(at, new);
                list.truncate(n);
            }
        };
        for (state, &(cost, root)) in self.begin.iter().enumerate() {
            if cost.is_finite() {
                let new = Prefix {
                    cost,
                    moves: u64::from(root),
                    arc: BEGIN,
                    rank: root,
                };
                add(&mut prefixes[state], new);
            }
        }
        for (at, arc) in self.arcs.iter().enumerate() {
            let moves = |before: u64| match arc.step {
                Event::Play { .. } => {
                    let mut hasher = FxHasher::default();
                    (before, name(&arc.step, arc.side)).hash(&mut hasher);
                    hasher.finish()
                }
                _ => before,
            };
            for rank in 0..prefixes[arc.from as usize].len() {
                let before = prefixes[arc.from as usize][rank];
                let new = Prefix {
                    cost: before.cost + arc.cost,
                    moves: moves(before.moves),
                    arc: at as u32,
                    rank: rank as u32,
                };
                add(&mut prefixes[arc.to as usize], new);
            }
        }
        let ends = &prefixes[self.states - 1];
        let lowest = ends.first().map_or(0.0, |p| p.cost);
        let trace = |end: &Prefix| {
            let mut events = Vec::new();
            let mut at = *end;
            while at.arc != BEGIN {
                let arc = &self.arcs[at.arc as usize];
                if !matches!(arc.step, Event::Advance) {
                    events.push((arc.frame as usize, arc.step));
                }
                at = prefixes[arc.from as usize][at.rank as usize];
            }
            events.reverse();
            let root = at.rank as usize;
            (end.cost - lowest, Way { root, events })
        };
        ends.iter().map(trace).collect()
    }
}
