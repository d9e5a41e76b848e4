//! What a decoder hands on inside this crate.

use crate::Decoded;
use crate::effects::Effects;
use crate::search::Way;

/// A decoded game with the events that led to it.
pub(crate) struct Solution<M> {
    pub(crate) game: Decoded<M>,
    /// The best beginnings, the longest first.
    pub(crate) prefixes: Vec<Decoded<M>>,
    pub(crate) way: Way<M>,
    /// What the moves do that were met.
    pub(crate) effects: Effects,
}
