//! Best-first search over prefixes of games, in one window of frames.

mod expand;
mod order;
mod settle;

use core::cmp::Ordering;
use core::ops::{ControlFlow, Range};
use std::collections::BinaryHeap;
use std::rc::Rc;

use board_core::MoveGen;
use rustc_hash::FxHashMap;

use crate::bound::{Bound, Changes};
use crate::costs::Costs;
use crate::lag::Owed;
use crate::model::{Memory, Turn};
use crate::slots::{Slot, Slots};
use crate::{Heuristic, Order, Removal, Settings};

/// Costs closer than this are the same cost: what rounding may leave in sums of `f32` differences.
const SAME: f64 = 1e-6;

/// Where a window's search begins.
pub(crate) struct Root<P: MoveGen> {
    pub(crate) slot: Slot<P>,
    pub(crate) memory: Memory,
    pub(crate) owed: Vec<Owed>,
}

/// One event of a decoded game, in the gap before a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event<M> {
    Play { mv: M, turn: Turn },
    CatchUp { point: usize },
}

/// The best game found in a window.
pub(crate) struct Found<M> {
    /// Events with the first frame that shows them.
    pub(crate) events: Vec<(usize, Event<M>)>,
    pub(crate) proven: bool,
    /// What the best game costs at least beyond the one found: 0 when proven, else negative.
    pub(crate) slack: f64,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

#[derive(Clone, Copy)]
enum Step<M> {
    Begin,
    Advance,
    Event(Event<M>),
}

/// A prefix of the game: everything up to some gap, and how many plies of that gap.
#[derive(Clone)]
struct Node<M> {
    parent: u32,
    /// The node whose event made the position.
    slot: u32,
    column: u32,
    /// Index into the lists of what the table owes.
    owed: u32,
    step: Step<M>,
    memory: Memory,
    /// Fingerprint of the doubtful points.
    pattern: u64,
    /// Whether it has been expanded before.
    seen: bool,
    /// Whether moves of the side that is not to move are among its children yet.
    others: bool,
    /// Lower bound on every game with this prefix.
    bound: f64,
    /// What orders it among others.
    guide: f64,
    /// The last child handed out.
    last: (f64, u32),
}

struct Open {
    guide: f64,
    node: u32,
}

impl Ord for Open {
    /// The lowest guide is the greatest; of equals the newest.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_guide = other.guide.total_cmp(&self.guide);
        by_guide.then(self.node.cmp(&other.node))
    }
}
impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Open {}

pub(crate) struct Search<'a, P: MoveGen> {
    costs: &'a Costs,
    settings: &'a Settings,
    window: Range<usize>,
    bound: Bound,
    /// The estimate that orders the search, where that is not the bound.
    guide: Option<Bound>,
    /// Price per frame and point of delay.
    lag: f64,
    /// Points where prefixes should differ for a sweep to keep many of them.
    doubtful: Vec<bool>,
    nodes: Vec<Node<P::Move>>,
    owed: Vec<Vec<Owed>>,
    slots: Slots<P>,
    /// Open nodes by gap and plies in the gap; the last column is the end of the window.
    columns: Vec<BinaryHeap<Open>>,
    /// Lowest bound at which each state was expanded.
    known: FxHashMap<u64, f64>,
    best: Option<(f64, u32)>,
    expanded: u64,
    limit: u64,
    scratch: Vec<expand::Child>,
}

impl<'a, P: MoveGen> Search<'a, P> {
    pub(crate) fn new(
        costs: &'a Costs,
        settings: &'a Settings,
        window: Range<usize>,
        root: Root<P>,
    ) -> Self {
        let lag = settings.model.lag();
        let placement = f64::from(settings.model.placement);
        // Taken off one by one, a late arrival has been paid for by its ply: the bound must not
        // charge it again where the table shows it at last.
        let arrival = match settings.model.removal {
            Removal::Independent(_) => placement,
            Removal::OneByOne => 0.0,
        };
        let per_point = |placement, vanish: f32| {
            let changes = Changes {
                placement,
                vanish: f64::from(vanish),
                lag,
            };
            Bound::per_point(costs, window.clone(), changes)
        };
        let bound = match settings.heuristic {
            Heuristic::PhotoBest => Bound::nothing(costs, window.clone()),
            Heuristic::PerPoint => per_point(arrival, 0.0),
        };
        let guide = match settings.order {
            Order::BestFirst => None,
            Order::Sweep { vanish, .. } => Some(per_point(placement, vanish)),
        };
        let doubtful = match (&guide, settings.heuristic) {
            (None, _) => Vec::new(),
            (Some(guide), Heuristic::PhotoBest) => guide.passing(&root.slot.cells),
            (Some(_), Heuristic::PerPoint) => bound.passing(&root.slot.cells),
        };
        let columns = window.len() * (settings.model.plies_per_frame + 1) + 1;
        let at_start = bound.at_start(&root.slot.cells);
        let guide_at_start = guide
            .as_ref()
            .map_or(at_start, |guide| guide.at_start(&root.slot.cells));
        let mut search = Search {
            costs,
            settings,
            limit: (settings.nodes_per_frame as u64).saturating_mul(window.len() as u64),
            window,
            bound,
            guide,
            lag,
            doubtful,
            nodes: vec![Node {
                parent: 0,
                slot: Slots::<P>::ROOT,
                column: 0,
                owed: 1,
                step: Step::Begin,
                memory: root.memory,
                pattern: 0,
                seen: false,
                others: false,
                bound: at_start,
                guide: guide_at_start,
                last: (f64::NEG_INFINITY, 0),
            }],
            owed: vec![Vec::new(), root.owed],
            slots: Slots::new(root.slot),
            columns: (0..columns).map(|_| BinaryHeap::new()).collect(),
            known: FxHashMap::default(),
            best: None,
            expanded: 0,
            scratch: Vec::new(),
        };
        search.enqueue(0, guide_at_start);
        search
    }

    /// Searches until the best game is proven or the limit is reached. `tick` is told the frames
    /// of the window reached; breaking ends the search.
    pub(crate) fn run(
        mut self,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<(), Found<P::Move>> {
        let proven = match self.settings.order {
            Order::BestFirst => self.best_first(tick)?,
            Order::Sweep { width, .. } => {
                // The first sweep has to fit into the limit.
                let columns = self.settings.model.plies_per_frame + 1;
                let room = (self.settings.nodes_per_frame / columns).max(1);
                self.sweeps(width.min(room), tick)?
            }
        };
        let (cost, mut at) = self.best.expect("every order ends with a whole game");
        let open = self.columns.iter().flatten();
        let lowest = open.map(|o| self.nodes[o.node as usize].bound);
        let slack = lowest.fold(cost, f64::min) - cost;
        let mut events = Vec::new();
        while at != 0 {
            let node = &self.nodes[at as usize];
            if let Step::Event(event) = node.step {
                events.push((self.gap(node.column as usize).0, event));
            }
            at = node.parent;
        }
        events.reverse();
        ControlFlow::Continue(Found {
            events,
            proven,
            slack: if proven { 0.0 } else { slack },
            expanded: self.expanded,
            generated: self.nodes.len() as u64,
        })
    }

    fn column(&self, frame: usize, plies: usize) -> usize {
        (frame - self.window.start) * (self.settings.model.plies_per_frame + 1) + plies
    }

    /// The frame after the gap of a column, and the plies played in that gap.
    fn gap(&self, column: usize) -> (usize, usize) {
        let per_gap = self.settings.model.plies_per_frame + 1;
        (self.window.start + column / per_gap, column % per_gap)
    }

    fn one_by_one(&self) -> bool {
        self.settings.model.removal == Removal::OneByOne
    }

    /// Opens a node, to be expanded in the order of `guide`.
    fn enqueue(&mut self, id: u32, guide: f64) {
        let node = &self.nodes[id as usize];
        let column = node.column as usize;
        if column + 1 < self.columns.len() {
            self.columns[column].push(Open { guide, node: id });
        } else if self.best.is_none_or(|(cost, _)| node.bound < cost - SAME) {
            self.best = Some((node.bound, id));
        }
    }

    /// The position a node stands for, replayed if it has been forgotten.
    fn slot(&mut self, node: u32) -> Rc<Slot<P>> {
        let mut missing = Vec::new();
        let mut at = self.nodes[node as usize].slot;
        let mut slot = loop {
            if let Some(slot) = self.slots.get(at) {
                break slot;
            }
            missing.push(at);
            let parent = self.nodes[at as usize].parent;
            at = self.nodes[parent as usize].slot;
        };
        let at_once = !self.one_by_one();
        for at in missing.into_iter().rev() {
            let next = match self.nodes[at as usize].step {
                Step::Event(Event::Play { mv, turn }) => slot.after(mv, turn, at_once),
                Step::Event(Event::CatchUp { point }) => slot.caught_up(point),
                Step::Begin | Step::Advance => continue,
            };
            slot = self.slots.keep(at, next);
        }
        slot
    }
}
