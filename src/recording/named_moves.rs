//! Names the moves of a game for warnings.

use sequence_search::Ply;

use super::drawn::Drawn;
use super::name_if_legal;
use crate::warning::{Alternative, NamedMove};

impl NamedMove {
    /// The moves of a game, in order.
    #[must_use]
    pub fn all<P: Drawn>(start: &P, plies: &[Ply<P::Move>]) -> Vec<Self> {
        let mut position = start.clone();
        let named = plies.iter().enumerate().map(|(before, ply)| {
            position.set_to_move(ply.side);
            let named = Self {
                number: position.number(before),
                side: ply.side,
                name: position.name(ply.mv),
            };
            position.play(ply.mv);
            named
        });
        named.collect()
    }
}

impl Alternative {
    /// The likeliest alternatives to a ply, at most three; `position` is the one before it.
    #[must_use]
    pub fn of<P: Drawn>(position: &P, ply: &Ply<P::Move>) -> Vec<Self> {
        /// Least probability of an alternative that is named.
        const LEAST: f32 = 0.02;
        const MOST: usize = 3;
        let others = ply.rivals.iter().filter(|other| other.posterior > LEAST);
        let named = others.filter_map(|other| {
            Some(Self {
                side: other.side,
                name: name_if_legal(position, other.side, other.mv)?,
                share: other.posterior,
            })
        });
        named.take(MOST).collect()
    }
}
