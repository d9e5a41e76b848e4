//! What a search has found.

use super::lattice::Lattice;
use super::node::Way;
use crate::effects::Effects;

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
            expanded: 0,
            generated: 0,
        }
    }
}
