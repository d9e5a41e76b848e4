//! A complete search.

use core::ops::ControlFlow;

use board_core::MoveGen;

use super::found::Found;
use super::node::{Open, SAME, Way};
use super::state::Search;
use crate::{Method, SearchError};

impl<P: MoveGen> Search<'_, P> {
    /// Searches until the best game is proven or a limit is reached. `tick` gets the number of frames reached; breaking
    /// from it ends the search, and `None` is returned. `prefixes`: the numbers of frames whose best prefix is
    /// requested. `known`: a game that was found in another way, if there is one.
    pub(crate) fn run(
        mut self,
        prefixes: &[usize],
        known: Option<&Way<P::Move>>,
        tick: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Option<Found<P::Move>>, SearchError> {
        if let Some(way) = known {
            self.retrace(way);
        }
        // The first sweep has to fit into the limit.
        let fits = |width: usize| width.min(self.settings.nodes_per_frame);
        let flow = match self.settings.method {
            Method::Beam { width, reach, .. } => self.beam(fits(width), f64::from(reach), tick),
            Method::Exact { width, .. } => self.sweeps(fits(width), tick),
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
        let lowest = open.map(bound).fold(self.lowest_forgotten, f64::min);
        let keep = self.settings.wants_alternatives();
        let head = |&frames: &usize| Some((frames, self.way((*self.heads.get(frames)?)?)));
        Ok(Some(Found {
            best: self.best.map(|(_, node)| self.way(node)),
            reached: self.reached,
            prefixes: prefixes.iter().filter_map(head).collect(),
            proven: lowest >= cost - SAME,
            lower_bound: cost.min(lowest),
            cost,
            strain: self
                .best
                .map_or_else(Vec::new, |(_, node)| self.strain(node)),
            expanded: self.expanded,
            generated: self.generated(),
            effects: self.effects,
            lost: self.is_lost(),
            lattice: keep.then(|| self.lattice()),
        }))
    }
}
