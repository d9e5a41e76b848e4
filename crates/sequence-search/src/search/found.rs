//! The result of a search.

use super::lattice::Lattice;
use super::node::Way;
use crate::effects::Effects;

/// The result of a search.
pub(crate) struct Found<M> {
    /// The best game; `None` if no legal game reaches the end.
    pub(crate) best: Option<Way<M>>,
    /// The last frame reached by any game.
    pub(crate) reached: usize,
    pub(crate) lattice: Option<Lattice<M>>,
    /// The best prefix, by its bound, for each requested number of frames.
    pub(crate) prefixes: Vec<(usize, Way<M>)>,
    pub(crate) proven: bool,
    /// Lower bound on the cost of any game.
    pub(crate) lower_bound: f64,
    /// Lower bound on the best game before every frame, from the first one to after the last: it rises from the bound
    /// of the start to the cost of the game where frames contradict the rules.
    pub(crate) bounds: Vec<f64>,
    /// The effects of the moves met.
    pub(crate) effects: Effects,
    /// Whether the rules cost more than is allowed anywhere in the best game.
    pub(crate) strained: bool,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl<M> Found<M> {
    /// The cost of the best game.
    pub(crate) fn cost(&self) -> f64 {
        self.bounds.last().copied().unwrap_or(f64::INFINITY)
    }

    /// Reports that the bounds are invalid for some moves that were met.
    pub(super) fn begin_anew(effects: Effects) -> Self {
        Found {
            best: None,
            reached: 0,
            lattice: None,
            prefixes: Vec::new(),
            proven: false,
            lower_bound: 0.0,
            bounds: Vec::new(),
            effects,
            strained: false,
            expanded: 0,
            generated: 0,
        }
    }
}
