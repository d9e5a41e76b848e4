//! The internal result of a decoder.

use crate::Decoded;
use crate::effects::Effects;
use crate::search::Way;

/// A decoded game with its events.
pub(crate) struct Solution<M> {
    pub(crate) game: Decoded<M>,
    /// The best prefixes, longest first.
    pub(crate) prefixes: Vec<Decoded<M>>,
    pub(crate) way: Way<M>,
    /// The effects of the moves met.
    pub(crate) effects: Effects,
    /// Whether the game seems to be another one than that of the evidence.
    pub(crate) lost: bool,
}
