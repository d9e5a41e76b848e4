//! The state of a search.

use std::collections::BinaryHeap;

use board_core::MoveGen;
use rustc_hash::FxHashMap;

use super::ground::Ground;
use super::node::{Event, Node, Open, SAME};
use super::root::Root;
use crate::costs::Costs;
use crate::delays::Delays;
use crate::effects::Effects;
use crate::phases::Change;
use crate::slots::{Slot, Slots};
use crate::{MovePrior, SearchError, Settings};

/// Buffers that are reused.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) points: Vec<u32>,
    pub(super) changes: Vec<Change>,
}

pub(crate) struct Search<'a, P: MoveGen> {
    pub(super) costs: &'a Costs,
    pub(super) settings: &'a Settings,
    pub(super) ground: &'a Ground<'a>,
    pub(super) prior: &'a dyn MovePrior<P>,
    pub(super) counts_plies: bool,
    pub(super) delays: Delays<'a>,
    pub(super) nodes: Vec<Node<P::Move>>,
    pub(super) owed: Vec<Vec<u32>>,
    pub(super) slots: Slots<P>,
    /// Open nodes by gap and plies in the gap; the last column is the end of the series.
    pub(super) columns: Vec<BinaryHeap<Open>>,
    /// The best node of each state.
    pub(super) known: FxHashMap<u64, u32>,
    pub(super) best: Option<(f64, u32)>,
    /// By frame: the best prefix, by its bound, that was extended there.
    pub(super) heads: Vec<Option<u32>>,
    pub(super) reached: usize,
    pub(super) expanded: u64,
    /// Number of removed prefixes, and the least cost of any of them.
    pub(super) forgotten: u64,
    pub(super) lowest_forgotten: f64,
    /// Number of nodes from which on some are removed.
    pub(super) room: usize,
    pub(super) fault: Option<SearchError>,
    /// The effects of the moves met so far, and whether they exceed those that the bounds assume.
    pub(super) effects: Effects,
    pub(super) exceeded: bool,
    pub(super) scratch: Scratch,
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
            forgotten: 0,
            lowest_forgotten: f64::INFINITY,
            room: settings.nodes,
            fault: None,
            effects: ground.coupled.prices.effects,
            exceeded: false,
            scratch: Scratch::default(),
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
                let from = search.delays.from(0, None, change.first, false);
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

    pub(super) fn column(&self, frame: usize, plies: usize) -> usize {
        frame * (self.settings.model.plies_per_frame + 1) + plies
    }

    /// The frame after the gap of a column, and the plies played in that gap.
    pub(super) fn gap(&self, column: u32) -> (usize, usize) {
        let per_gap = self.settings.model.plies_per_frame + 1;
        (column as usize / per_gap, column as usize % per_gap)
    }

    /// A prefix must cost less than this to be useful.
    pub(super) fn cutoff(&self) -> f64 {
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
