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
    /// The cost of the best game; infinite if there is none.
    pub(crate) cost: f64,
    /// The strain of the best game, by frame ([`Decoded::strain`](crate::Decoded::strain)).
    pub(crate) strain: Vec<f64>,
    /// The effects of the moves met.
    pub(crate) effects: Effects,
    /// Whether the best game seems to be another one than that of the evidence.
    pub(crate) lost: bool,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl<M> Found<M> {
    /// Reports that the bounds are invalid for some moves that were met.
    pub(super) fn begin_anew(effects: Effects) -> Self {
        Found {
            best: None,
            reached: 0,
            lattice: None,
            prefixes: Vec::new(),
            proven: false,
            lower_bound: 0.0,
            cost: f64::INFINITY,
            strain: Vec::new(),
            effects,
            lost: false,
            expanded: 0,
            generated: 0,
        }
    }
}
