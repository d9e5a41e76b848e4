use core::cmp::Ordering;
use core::ops::{ControlFlow, Range};
use std::collections::BinaryHeap;
use std::rc::Rc;

use board_core::MoveGen;
use board_core::zobrist::splitmix64;
use rustc_hash::FxHashMap;

use crate::bound::{Bound, Changes};
use crate::costs::Costs;
use crate::lag::{Owed, best_time};
use crate::model::{Memory, Turn};
use crate::slots::{Delta, Slot, Slots, deltas, take_turn};
use crate::{Heuristic, Order, Removal, Settings};

/// Costs closer than this are the same cost: what rounding may leave in sums of `f32` differences.
const SAME: f64 = 1e-6;

/// Children handed out per visit of a node; the node then queues again for its next best ones
/// (partial expansion: Yoshizumi, Miura, Ishida, AAAI 2000).
const BATCH: usize = 8;

/// Prefixes that agree on all doubtful points extended per column and sweep.
const ALIKE: usize = 4;

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

/// A child of a node before it is made.
#[derive(Clone, Copy)]
struct Child {
    guide: f64,
    bound: f64,
    /// 0: the next frame; then the owed points one by one, then the candidates.
    index: u32,
}

impl Child {
    fn rank(&self, other: &Self) -> Ordering {
        let by_guide = self.guide.total_cmp(&other.guide);
        by_guide.then(self.index.cmp(&other.index))
    }
}

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
    scratch: Vec<Child>,
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
        search.enqueue(0);
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

    /// A*. When the limit is reached, the deepest prefix is finished greedily.
    fn best_first(
        &mut self,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let mut deepest = 0;
        loop {
            let tops = self.columns.iter().enumerate();
            let next = tops
                .filter_map(|(column, open)| open.peek().map(|top| (top.guide, column)))
                .min_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            let Some((guide, column)) = next else {
                return ControlFlow::Continue(true);
            };
            if self.best.is_some_and(|(cost, _)| guide >= cost - SAME) {
                return ControlFlow::Continue(true);
            }
            if self.expanded >= self.limit {
                if self.best.is_none() {
                    self.finish(deepest);
                }
                return ControlFlow::Continue(false);
            }
            deepest = deepest.max(column);
            if let Some(open) = self.columns[column].pop() {
                self.expand(open.node);
            }
            if self.expanded.is_multiple_of(256) {
                tick(self.gap(deepest).0 - self.window.start)?;
            }
        }
    }

    /// Anytime column search.
    fn sweeps(
        &mut self,
        width: usize,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        loop {
            let before = self.expanded;
            for column in 0..self.columns.len() - 1 {
                let (frame, plies) = self.gap(column);
                if plies == 0 {
                    tick(frame - self.window.start)?;
                }
                if self.expanded >= self.limit {
                    if self.best.is_none() {
                        self.finish(column);
                    }
                    return ControlFlow::Continue(false);
                }
                self.extend(column, width);
            }
            if self.expanded == before {
                return ControlFlow::Continue(true);
            }
        }
    }

    /// Takes the best prefix of every column from here to the end of the window.
    fn finish(&mut self, from: usize) {
        for column in from..self.columns.len() - 1 {
            self.extend(column, 1);
        }
    }

    /// Expands the best `width` nodes of a column.
    fn extend(&mut self, column: usize, width: usize) {
        let mut done = 0;
        let mut alike: FxHashMap<u64, usize> = FxHashMap::default();
        let mut aside = Vec::new();
        while done < width
            && let Some(open) = self.columns[column].pop()
        {
            let alike = alike.entry(self.nodes[open.node as usize].pattern);
            let alike = alike.or_default();
            if *alike >= ALIKE {
                aside.push(open);
            } else if self.expand(open.node) {
                *alike += 1;
                done += 1;
            }
        }
        self.columns[column].extend(aside);
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

    fn enqueue(&mut self, id: u32) {
        let node = &self.nodes[id as usize];
        let (column, guide) = (node.column as usize, node.guide);
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

    /// Works out what the table owes at a node that has not been expanded yet, and raises its bound
    /// for points that have nothing left to choose.
    fn settle(&mut self, id: u32) {
        let before = self.slot(self.nodes[id as usize].parent);
        let node = &self.nodes[id as usize];
        let (frame, _) = self.gap(node.column as usize);
        let old = &self.owed[node.owed as usize];
        let one_by_one = self.one_by_one();
        let mut owed = match node.step {
            Step::Event(Event::Play { mv, turn }) => {
                let mut position = before.position.clone();
                take_turn(&mut position, turn);
                let mut changes = Vec::new();
                deltas(&position, mv, &mut changes);
                if old.is_empty() && !changes.iter().any(|d| d.lagging) {
                    return;
                }
                let mut owed = old.clone();
                owed.retain(|o| changes.iter().all(|d| d.point != o.point));
                for d in changes.iter().filter(|d| d.lagging) {
                    let until = if one_by_one {
                        usize::MAX
                    } else {
                        let (frames, point) = (frame..self.window.end, d.point as usize);
                        best_time(self.costs, self.lag, point, d.before, d.after, frames)
                    };
                    owed.push(Owed::new(d.point, d.before, d.after, frame, until));
                }
                owed
            }
            _ if old.is_empty() => return,
            Step::Advance if !one_by_one => {
                let aged = old.iter().map(|o| o.seen(self.costs, frame - 1, self.lag));
                aged.collect()
            }
            Step::Advance | Step::Begin => return,
            Step::Event(Event::CatchUp { point }) => {
                let mut owed = old.clone();
                owed.retain(|o| o.point as usize != point);
                owed
            }
        };
        let (mut rise, mut guide_rise) = (0.0, 0.0);
        owed.retain(|o| {
            let keep = o.until as usize > frame;
            if !keep {
                let guide = self.guide.as_ref().unwrap_or(&self.bound);
                rise += o.settled(&self.bound, frame) - o.bound(&self.bound, frame);
                guide_rise += o.settled(guide, frame) - o.bound(guide, frame);
            }
            keep
        });
        let list = if owed.is_empty() {
            0
        } else {
            self.owed.push(owed);
            self.owed.len() - 1
        };
        let node = &mut self.nodes[id as usize];
        node.owed = list as u32;
        node.bound += rise;
        node.guide += guide_rise;
    }

    /// How much more than its regret an owed point makes the bound rise when frame `t` is seen.
    fn owed_regret(&self, bound: &Bound, o: &Owed, t: usize) -> f64 {
        let (point, after) = (o.point as usize, o.after);
        let next = o.seen(self.costs, t, self.lag);
        let worth = bound.worth(t + 1, point, after) - bound.worth(t, point, after);
        let level = self.costs.at(t, point, after) + worth;
        next.bound(bound, t + 1) - o.bound(bound, t) - level
    }

    /// Transposition key: position (with side to move), gap and plies, memory, what is owed.
    fn key(&self, node: &Node<P::Move>, slot: &Slot<P>) -> u64 {
        let mut key = slot.position.key();
        key ^= splitmix64(1, u64::from(node.column));
        key ^= splitmix64(2, node.memory.tag());
        for o in &self.owed[node.owed as usize] {
            // Points taken off one by one have no history; the others depend on when they began.
            let since = if self.one_by_one() { 0 } else { o.since };
            let what = u64::from(o.point) << 8 | u64::from(o.before);
            key ^= splitmix64(3 + u64::from(since), what);
        }
        key
    }

    /// Hands out the next children of a node. False if it proved useless.
    fn expand(&mut self, id: u32) -> bool {
        let cost = self.best.map_or(f64::INFINITY, |(cost, _)| cost);
        if self.nodes[id as usize].bound >= cost - SAME {
            return false;
        }
        let slot = self.slot(id);
        let first_visit = !self.nodes[id as usize].seen;
        if first_visit {
            self.settle(id);
            self.nodes[id as usize].seen = true;
            let node = &self.nodes[id as usize];
            let (key, bound) = (self.key(node, &slot), node.bound);
            let known = self.known.entry(key).or_insert(f64::INFINITY);
            if bound >= *known - SAME {
                return false;
            }
            *known = bound;
        }
        let node = self.nodes[id as usize].clone();
        if node.bound >= cost - SAME {
            return false;
        }
        self.expanded += 1;
        let (frame, plies) = self.gap(node.column as usize);
        if first_visit {
            let rise = self.advance(&self.bound, &node, &slot, frame);
            let guide = match &self.guide {
                Some(guide) => self.advance(guide, &node, &slot, frame),
                None => rise,
            };
            let child = Child {
                guide: node.guide + guide,
                bound: node.bound + rise,
                index: 0,
            };
            if child.bound < cost - SAME {
                let column = self.column(frame + 1, 0);
                self.make(id, &node, child, Step::Advance, column, &[]);
            }
        }

        let mut children = core::mem::take(&mut self.scratch);
        children.clear();
        self.collect(&node, &slot, frame, plies, cost, &mut children);
        let more = children.len() > BATCH;
        if more {
            let (_, next, _) = children.select_nth_unstable_by(BATCH, Child::rank);
            let guide = next.guide;
            children.truncate(BATCH);
            let last = children.iter().copied().max_by(Child::rank);
            if let Some(last) = last {
                self.nodes[id as usize].last = (last.guide, last.index);
            }
            self.nodes[id as usize].guide = guide;
        }
        children.sort_unstable_by(|a, b| b.rank(a));
        for &child in &children {
            let (step, column) = self.describe(&node, &slot, frame, plies, child.index);
            let changes = match step {
                Step::Event(Event::Play { .. }) => {
                    let candidates = slot.candidates();
                    candidates.changes(&candidates.list[child.index as usize - 1])
                }
                _ => &[],
            };
            self.make(id, &node, child, step, column, changes);
        }
        self.scratch = children;
        if more {
            self.enqueue(id);
        }
        true
    }

    /// How much a bound rises when a frame shows the table of a node.
    fn advance(&self, bound: &Bound, node: &Node<P::Move>, slot: &Slot<P>, t: usize) -> f64 {
        let mut rise = bound.advance(t, &slot.cells);
        if !self.one_by_one() {
            for o in &self.owed[node.owed as usize] {
                rise += self.owed_regret(bound, o, t);
            }
        }
        rise
    }

    /// Every event that may follow a node in the same gap, not yet handed out, with its bound.
    fn collect(
        &self,
        node: &Node<P::Move>,
        slot: &Slot<P>,
        frame: usize,
        plies: usize,
        cost: f64,
        children: &mut Vec<Child>,
    ) {
        let owed = &self.owed[node.owed as usize];
        let contents = self.costs.contents;
        let worth = self.bound.gap(frame);
        let guide_bound = self.guide.as_ref().unwrap_or(&self.bound);
        let worth_guide = guide_bound.gap(frame);
        let change = |point: u32, before: u8, after: u8| {
            let at = point as usize * contents;
            let (a, b) = (at + usize::from(after), at + usize::from(before));
            (
                f64::from(worth[a]) - f64::from(worth[b]),
                f64::from(worth_guide[a]) - f64::from(worth_guide[b]),
            )
        };
        let mut offer = |rise: f64, guide: f64, index: usize| {
            let child = Child {
                bound: node.bound + rise,
                guide: node.guide + guide,
                index: index as u32,
            };
            let later = (child.guide, child.index) > node.last;
            if later && child.bound < cost - SAME {
                children.push(child);
            }
        };
        let one_by_one = self.one_by_one();
        if one_by_one && !owed.is_empty() {
            if plies == 0 {
                for (i, o) in owed.iter().enumerate() {
                    let (rise, guide) = change(o.point, o.before, o.after);
                    offer(rise, guide, 1 + i);
                }
            }
            return;
        }
        let prices = [false, true].map(|other| self.turn(node, slot, plies, other));
        if prices.iter().all(Option::is_none) {
            return;
        }
        let candidates = slot.candidates();
        for (i, candidate) in candidates.list.iter().enumerate() {
            let Some((_, price)) = prices[usize::from(candidate.other)] else {
                continue;
            };
            let pieces = usize::from(candidate.arrivals);
            let mut rise = price + self.settings.model.placement_price(pieces);
            let mut guide = rise;
            for d in candidates.changes(candidate) {
                let point = d.point as usize;
                if d.lagging && one_by_one {
                    continue;
                }
                let (r, g) = change(d.point, d.before, d.after);
                rise += r;
                guide += g;
                if d.lagging {
                    let late = |bound: &Bound| {
                        bound.late(frame, point, d.before, d.after)
                            - bound.worth(frame, point, d.after)
                    };
                    rise += late(&self.bound);
                    guide += late(guide_bound);
                }
                if let Some(o) = owed.iter().find(|o| o.point == d.point) {
                    let lost = |bound: &Bound| o.settled(bound, frame) - o.bound(bound, frame);
                    rise += lost(&self.bound);
                    guide += lost(guide_bound);
                }
            }
            offer(rise, guide, 1 + i);
        }
    }

    /// Whether the side to move (or the other) may play here, and its price.
    fn turn(
        &self,
        node: &Node<P::Move>,
        slot: &Slot<P>,
        plies: usize,
        other: bool,
    ) -> Option<(Turn, f64)> {
        let model = &self.settings.model;
        let to_move = slot.position.to_move();
        let side = if other { !to_move } else { to_move };
        let turn = model.turn(node.memory, side, other);
        let price = model.turn_price(turn, plies);
        let room = plies < model.plies_per_frame || self.is_free(turn);
        (room && price.is_finite()).then_some((turn, price))
    }

    /// Whether a ply does not count among those of its gap.
    fn is_free(&self, turn: Turn) -> bool {
        turn == Turn::Handicap && !self.one_by_one()
    }

    /// The step and column of a child by its index.
    fn describe(
        &self,
        node: &Node<P::Move>,
        slot: &Slot<P>,
        frame: usize,
        plies: usize,
        index: u32,
    ) -> (Step<P::Move>, usize) {
        let i = index as usize - 1;
        let owed = &self.owed[node.owed as usize];
        if self.one_by_one() && !owed.is_empty() {
            let point = owed[i].point as usize;
            let column = self.column(frame, plies + 1);
            return (Step::Event(Event::CatchUp { point }), column);
        }
        let candidate = &slot.candidates().list[i];
        let turn = self.turn(node, slot, plies, candidate.other);
        let turn = turn.map_or(Turn::Own, |(turn, _)| turn);
        let plies = plies + usize::from(!self.is_free(turn));
        let mv = candidate.mv;
        let step = Step::Event(Event::Play { mv, turn });
        (step, self.column(frame, plies))
    }

    fn make(
        &mut self,
        parent: u32,
        from: &Node<P::Move>,
        child: Child,
        step: Step<P::Move>,
        column: usize,
        changes: &[Delta],
    ) {
        let id = self.nodes.len() as u32;
        let memory = match step {
            Step::Event(Event::Play { turn, .. }) => {
                let to_move = self.slot(parent).position.to_move();
                let side = if turn == Turn::Own { to_move } else { !to_move };
                self.settings.model.remember(from.memory, side)
            }
            _ => from.memory,
        };
        let pattern = changes
            .iter()
            .filter(|d| self.doubtful.get(d.point as usize) == Some(&true))
            .fold(from.pattern, |pattern, d| {
                let key = |content| splitmix64(u64::from(d.point), u64::from(content));
                pattern ^ key(d.before) ^ key(d.after)
            });
        self.nodes.push(Node {
            pattern,
            parent,
            slot: if matches!(step, Step::Event(_)) {
                id
            } else {
                from.slot
            },
            column: column as u32,
            owed: from.owed,
            step,
            memory,
            seen: false,
            bound: child.bound,
            guide: child.guide,
            last: (f64::NEG_INFINITY, 0),
        });
        self.enqueue(id);
    }
}
