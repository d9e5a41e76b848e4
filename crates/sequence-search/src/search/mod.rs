//! Search over prefixes of games, from the first gap to the last.

mod doubt;
mod expand;
mod lattice;
mod order;
mod settle;

use core::cmp::Ordering;
use core::ops::ControlFlow;
use std::collections::BinaryHeap;

use board_core::MoveGen;
use rustc_hash::FxHashMap;

pub(crate) use lattice::{Chance, Lattice, Way};
pub(crate) use settle::{touch_price, touched};

use crate::chains::Changing;
use crate::clock::{Clock, State};
use crate::costs::Costs;
use crate::coupling::{Coupled, couple};
use crate::delays::Delays;
use crate::effects::Effects;
use crate::model::{Memory, Turn};
use crate::phases::Change;
use crate::prices::Prices;
use crate::slots::{Slot, Slots};
use crate::{Method, MovePrior, SearchError, Settings};

/// Costs closer than this are the same cost: what rounding leaves in sums over a game.
pub(crate) const SAME: f64 = 1e-4;

/// Where a search may begin.
#[derive(Clone)]
pub(crate) struct Root<P> {
    pub(crate) position: P,
    pub(crate) price: f64,
    pub(crate) memory: Memory,
    /// What the table has not caught up with.
    pub(crate) owed: Vec<Change>,
}

/// One event of a decoded game, in the gap before a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event<M> {
    /// From one of the roots.
    Begin { root: u32 },
    /// A ply; `other`: by the side that was not to move.
    Play { mv: M, turn: Turn },
    /// Like a ply, but taken back.
    Touch { mv: M, other: bool },
    /// The next frame.
    Advance,
}

/// A prefix of the game: everything up to some gap, and how many plies of that gap.
#[derive(Clone)]
struct Node<M> {
    parent: u32,
    slot: u32,
    column: u32,
    /// Index into the lists of episodes.
    owed: u32,
    /// The node that stands for the same state with a lower cost; itself if there is none.
    stands: u32,
    clock: State,
    ply: u16,
    /// Children up to this far above the bound have been made.
    made: f32,
    seen: bool,
    step: Event<M>,
    /// Fingerprint of the doubtful points.
    pattern: u64,
    /// Lower bound on every game with this prefix.
    bound: f64,
    /// What orders the node among others besides its bound.
    doubt: f32,
    /// The point a ply sets its piece down on.
    home: u32,
}

/// A node in its queue, by the least bound of what it can still give, and its doubt.
#[derive(Clone, Copy)]
struct Open {
    key: f64,
    node: u32,
}

impl Ord for Open {
    /// The lowest key is the greatest; of equals the newest.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_key = other.key.total_cmp(&self.key);
        by_key.then(self.node.cmp(&other.node))
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

/// What a search has found.
pub(crate) struct Found<M> {
    /// The best game; `None` if no legal game reaches the end.
    pub(crate) best: Option<Way<M>>,
    /// Last frame reached by any game.
    pub(crate) reached: usize,
    pub(crate) lattice: Option<Lattice<M>>,
    /// The best prefix, by its bound, of so many frames.
    pub(crate) prefixes: Vec<(usize, Way<M>)>,
    pub(crate) proven: bool,
    /// No game costs less than this.
    pub(crate) lower_bound: f64,
    /// What bounds the best game from below before every frame, from the first one to after the last: it rises from
    /// the bound of its start to its cost where the frames do not show what the rules ask for.
    pub(crate) bounds: Vec<f64>,
    /// What the moves do that were met.
    pub(crate) effects: Effects,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl<M> Found<M> {
    /// Nothing but that the bounds do not hold for all moves that were met.
    fn begin_anew(effects: Effects) -> Self {
        Found {
            best: None,
            reached: 0,
            lattice: None,
            prefixes: Vec::new(),
            proven: false,
            lower_bound: 0.0,
            bounds: Vec::new(),
            effects,
            expanded: 0,
            generated: 0,
        }
    }
}

/// Everything that is known before the search begins.
pub(crate) struct Ground<'a> {
    costs: &'a Costs,
    settings: &'a Settings,
    clock: &'a Clock,
    coupled: &'a Coupled,
    /// By gap: points that may be changing, those of the reference game that can at the least cost
    /// first, up to [`expand::LISTED`].
    hot: Vec<Vec<(f32, u32)>>,
    /// Contents of the first root.
    start: Vec<u8>,
    /// By frame: the table of the points' cheapest chains, padded to whole words.
    reference: Vec<u8>,
    width: usize,
    /// Points where prefixes should differ for a sweep to keep many of them.
    doubtful: Vec<bool>,
    changing: Changing,
}

/// The clock of all games that may begin so.
pub(crate) fn clock<P: MoveGen>(settings: &Settings, roots: &[Root<P>], effects: Effects) -> Clock {
    let sides = roots.iter().flat_map(|r| {
        let side = r.position.to_move();
        [
            (r.memory, side),
            (Memory::IN_GAME, side),
            (Memory::IN_GAME, !side),
        ]
    });
    Clock::new(
        &settings.model,
        &sides.collect::<Vec<_>>(),
        effects.keeps_turn,
    )
}

/// The bounds, sharpened for the first of the roots.
pub(crate) fn bounds<P: MoveGen>(
    costs: &Costs,
    settings: &Settings,
    clock: &Clock,
    root: &Root<P>,
    effects: Effects,
) -> Coupled {
    let cells = crate::slots::contents(&root.position);
    let state = clock.find(root.memory, root.position.to_move());
    let prices = Prices::new::<P::Cell>(&settings.model, costs.frames, costs.points, effects);
    let rounds = match settings.method {
        Method::Exact { rounds, .. } | Method::Beam { rounds, .. } => rounds,
        Method::Paper { .. } => 0,
    };
    couple(
        &settings.model,
        costs,
        clock,
        (&cells, state),
        prices,
        rounds,
    )
}

impl<'a> Ground<'a> {
    /// `cells`: the contents of the first root.
    pub(crate) fn new(
        costs: &'a Costs,
        settings: &'a Settings,
        clock: &'a Clock,
        coupled: &'a Coupled,
        delays: &Delays<'_>,
        cells: Vec<u8>,
    ) -> Self {
        let width = costs.points.div_ceil(8) * 8;
        let mut reference = vec![0_u8; costs.frames * width];
        let mut doubtful = vec![false; costs.points];
        let mut table = cells.clone();
        coupled.chains.walk(
            &coupled.prices,
            &mut table,
            |_, point, before, _| doubtful[point] |= before != 0,
            |t, table| reference[t * width..][..table.len()].copy_from_slice(table),
        );
        let mut ground = Ground {
            costs,
            settings,
            clock,
            coupled,
            hot: Vec::with_capacity(costs.frames),
            start: cells,
            reference,
            width,
            doubtful,
            changing: Changing::new(&coupled.chains),
        };
        for t in 0..costs.frames {
            let before = ground.before(t);
            let mut list = Vec::new();
            for (point, &content) in before.iter().enumerate() {
                let least = delays.least_change(t, point, content);
                if least <= expand::LISTED {
                    list.push((least, point as u32));
                }
            }
            list.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            ground.hot.push(list);
        }
        ground
    }

    /// The table of the reference game in gap `t`, before anything happens there.
    fn before(&self, t: usize) -> &[u8] {
        match t {
            0 => &self.start,
            _ => self.reference(t - 1),
        }
    }

    /// The table of the reference game in frame `t`.
    fn reference(&self, t: usize) -> &[u8] {
        &self.reference[t * self.width..][..self.costs.points]
    }
}

pub(crate) struct Search<'a, P: MoveGen> {
    costs: &'a Costs,
    settings: &'a Settings,
    ground: &'a Ground<'a>,
    prior: &'a dyn MovePrior<P>,
    counts_plies: bool,
    delays: Delays<'a>,
    nodes: Vec<Node<P::Move>>,
    owed: Vec<Vec<u32>>,
    slots: Slots<P>,
    /// Open nodes by gap and plies in the gap; the last column is the end of the series.
    columns: Vec<BinaryHeap<Open>>,
    /// The node that stands for each state.
    known: FxHashMap<u64, u32>,
    best: Option<(f64, u32)>,
    /// By frame: the first prefix that was extended there, the best by its bound.
    heads: Vec<Option<u32>>,
    reached: usize,
    expanded: u64,
    fault: Option<SearchError>,
    /// What the moves do that were met so far, and whether that is more than the bounds allow for.
    effects: Effects,
    exceeded: bool,
    scratch: expand::Scratch,
}

impl<'a, P: MoveGen> Search<'a, P> {
    pub(crate) fn new(
        ground: &'a Ground<'a>,
        delays: Delays<'a>,
        prior: &'a dyn MovePrior<P>,
        roots: Vec<Root<P>>,
    ) -> Self {
        let (costs, settings) = (ground.costs, ground.settings);
        let columns = costs.frames * (settings.model.plies_per_frame + 1) + 1;
        let mut search = Search {
            costs,
            settings,
            ground,
            prior,
            counts_plies: prior.counts_plies(),
            delays,
            nodes: Vec::new(),
            owed: vec![Vec::new()],
            slots: Slots::new(Vec::new()),
            columns: (0..columns).map(|_| BinaryHeap::new()).collect(),
            known: FxHashMap::default(),
            best: None,
            heads: vec![None; costs.frames],
            reached: 0,
            expanded: 0,
            fault: None,
            effects: ground.coupled.prices.effects,
            exceeded: false,
            scratch: expand::Scratch::default(),
        };
        let mut slots = Vec::with_capacity(roots.len());
        for (i, root) in roots.into_iter().enumerate() {
            let clock = ground.clock.find(root.memory, root.position.to_move());
            let slot = Slot::new(root.position);
            let chains = &ground.coupled.chains;
            let mut bound = root.price + chains.at_start(&slot.cells);
            bound += ground.coupled.clock.at(0, 0, clock);
            let mut owed = Vec::new();
            for change in root.owed {
                let worth = chains.worth(0, change.point as usize, change.last);
                let from = search.delays.from(0, None, change.first);
                if let Some(episode) = search.delays.begin(change, 0, from) {
                    bound += search.delays.episode(episode).bound(0) - f64::from(worth);
                    owed.push(episode);
                }
            }
            search.owed.push(owed);
            slots.push(slot);
            let id = search.nodes.len() as u32;
            search.nodes.push(Node {
                parent: id,
                slot: i as u32,
                column: 0,
                owed: search.owed.len() as u32 - 1,
                stands: id,
                clock,
                ply: 0,
                made: f32::NEG_INFINITY,
                seen: false,
                step: Event::Begin { root: i as u32 },
                pattern: i as u64,
                bound,
                doubt: 0.0,
                home: u32::MAX,
            });
            if bound.is_finite() {
                search.columns[0].push(Open {
                    key: bound,
                    node: id,
                });
            }
        }
        search.slots = Slots::new(slots);
        search
    }

    /// Searches until the best game is proven or a limit is reached. `tick` is told the frames
    /// reached; breaking ends the search. `None`: it broke. `prefixes`: the numbers of frames whose best prefix is wanted.
    pub(crate) fn run(
        mut self,
        prefixes: &[usize],
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Option<Found<P::Move>>, SearchError> {
        let flow = match self.settings.method {
            Method::Beam { width, reach, .. } => self.sweep(width, f64::from(reach), tick),
            Method::Exact { width, .. } => self.sweeps(width, tick),
            Method::Paper { .. } => unreachable!("the paper's search is another"),
        };
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let ControlFlow::Continue(()) = flow else {
            return Ok(None);
        };
        if self.exceeded {
            return Ok(Some(Found::begin_anew(self.effects)));
        }
        let cost = self.best.map_or(f64::INFINITY, |(cost, _)| cost);
        let open = self.columns.iter().flatten();
        let bound = |o: &Open| o.key - f64::from(self.nodes[o.node as usize].doubt);
        let lowest = open.map(bound).fold(f64::INFINITY, f64::min);
        let keep = self.settings.wants_alternatives();
        let head = |&frames: &usize| Some((frames, self.way((*self.heads.get(frames)?)?)));
        Ok(Some(Found {
            best: self.best.map(|(_, node)| self.way(node)),
            reached: self.reached,
            prefixes: prefixes.iter().filter_map(head).collect(),
            proven: lowest >= cost - SAME,
            lower_bound: cost.min(lowest),
            bounds: self
                .best
                .map_or_else(Vec::new, |(_, node)| self.bounds(node)),
            expanded: self.expanded,
            generated: self.nodes.len() as u64,
            effects: self.effects,
            lattice: keep.then(|| self.lattice()),
        }))
    }

    fn column(&self, frame: usize, plies: usize) -> usize {
        frame * (self.settings.model.plies_per_frame + 1) + plies
    }

    /// The frame after the gap of a column, and the plies played in that gap.
    fn gap(&self, column: u32) -> (usize, usize) {
        let per_gap = self.settings.model.plies_per_frame + 1;
        (column as usize / per_gap, column as usize % per_gap)
    }

    /// What a prefix must cost less than to be of use.
    fn cutoff(&self) -> f64 {
        let margin = match self.settings.wants_alternatives() {
            true => f64::from(self.settings.margin),
            false => 0.0,
        };
        self.best.map_or(f64::INFINITY, |(cost, _)| {
            if margin > 0.0 {
                cost + margin
            } else {
                cost - SAME
            }
        })
    }
}

#[cfg(test)]
mod tests;
