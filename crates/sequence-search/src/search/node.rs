//! Prefixes of games, and their parts.

use core::cmp::Ordering;

use crate::clock::State;
use crate::model::Turn;

/// Costs closer than this are equal: the rounding of sums over a game.
pub(crate) const SAME: f64 = 1e-4;

/// One event of a decoded game, in the gap before a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Event<M> {
    /// The start from one of the roots.
    Begin { root: u32 },
    /// A ply; `other`: by the side that was not to move.
    Play { mv: M, turn: Turn },
    /// Like a ply, but taken back.
    Touch { mv: M, other: bool },
    /// The next frame.
    Advance,
}

/// A prefix of the game: everything up to some gap, and the number of plies of that gap.
#[derive(Clone)]
pub(super) struct Node<M> {
    pub(super) parent: u32,
    pub(super) slot: u32,
    pub(super) column: u32,
    /// Index into the lists of episodes.
    pub(super) owed: u32,
    /// The node with the lowest cost for the same state; itself if there is no better one.
    pub(super) stands: u32,
    pub(super) clock: State,
    pub(super) ply: u16,
    /// Children up to this far above the bound have been generated.
    pub(super) made: f32,
    pub(super) seen: bool,
    pub(super) step: Event<M>,
    /// Fingerprint of the doubtful points.
    pub(super) pattern: u64,
    /// Lower bound on every game with this prefix.
    pub(super) bound: f64,
    /// A criterion for the order of nodes besides the bound.
    pub(super) doubt: f32,
    /// The point of the first change of a ply that sets a piece down, [`u32::MAX`] for other steps.
    pub(super) home: u32,
}

/// A node in its queue, by the least bound of its remaining children, and its doubt.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) key: f64,
    pub(super) node: u32,
}

impl Ord for Open {
    /// The lowest key is the greatest; among equals the newest.
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

/// A game as the events of its path.
#[derive(Clone, Debug)]
pub(crate) struct Way<M> {
    pub(crate) root: usize,
    /// Plies and false moves, with the first frame that shows them.
    pub(crate) events: Vec<(usize, Event<M>)>,
}
