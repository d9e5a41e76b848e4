#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::ControlFlow;

use crate::{Board, Color};

/// When a change of a point happens on the table, relative to the move it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Timing {
    /// The move *is* this change: the stone set down, the piece lifted and put elsewhere. Every
    /// move that changes anything changes a point so, and one that sets pieces down sets down one
    /// of its own side so.
    WithMove,
    /// A consequence that the players carry out by hand, perhaps some photos later: a captured
    /// stone taken off the board, the rook brought around after the king.
    Lagging,
}

/// One point that a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Change<C> {
    /// Index of the point.
    pub point: usize,
    /// What it held before the move.
    pub before: C,
    /// What it holds after the move; never equal to `before`.
    pub after: C,
    /// Whether the table shows it at once or may lag behind.
    pub timing: Timing,
}

/// The rules: which moves are legal, what they change, how to play them and take them back.
///
/// Every method is free of allocation where the game allows it; the visitors take closures for
/// that reason. The `laws` module (feature of the same name) tests an implementation.
pub trait MoveGen: Board + Clone {
    /// A move, meaningful in the position it was generated for: a plain value.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Whether [`visit_legal_at`](MoveGen::visit_legal_at) is much quicker than looking through all legal moves.
    ///
    /// `false` where it is the provided method: the search then asks for all moves of a position once and remembers
    /// them.
    const FINDS_MOVES_AT: bool = false;

    /// What [`undo`](MoveGen::undo) needs; a game with cheap copies uses the old position itself.
    type Undo;

    /// Whose turn it is.
    fn to_move(&self) -> Color;

    /// Gives the turn to `side` without a move, as when handicap stones are placed, or when a
    /// camera joins a game and the side to move is not known.
    ///
    /// Forgets what belongs to the last move only (a simple ko, an en-passant square). Giving the
    /// turn to the side that has it already is allowed and changes nothing.
    fn set_to_move(&mut self, side: Color);

    /// Calls `visit` with every legal move, once each, until it breaks.
    fn visit_legal<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// All legal moves, in the order of [`visit_legal`](MoveGen::visit_legal).
    #[cfg(feature = "alloc")]
    #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _: ControlFlow<()> = self.visit_legal(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Calls `visit` with every legal move that changes `point` [with the move](Timing::WithMove),
    /// once each, until it breaks.
    ///
    /// The search asks this of the few points that may be changing. The provided method sifts all
    /// legal moves; a game that finds those of a point faster does so here, and says so in
    /// [`FINDS_MOVES_AT`](MoveGen::FINDS_MOVES_AT).
    ///
    /// # Panics
    /// May panic if `point >= self.points()`.
    fn visit_legal_at<B>(
        &self,
        point: usize,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        sift_legal_at(self, point, visit)
    }

    /// Whether `mv` is legal here. Any value of the move type may be asked about.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Calls `visit` with every point the legal move `mv` changes, once each. A move that changes
    /// nothing (a pass) visits none.
    fn visit_changes(&self, mv: Self::Move, visit: impl FnMut(Change<Self::Cell>));

    /// Every point the legal move `mv` changes, in the order of [`visit_changes`](MoveGen::visit_changes).
    #[cfg(feature = "alloc")]
    #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
    fn changes(&self, mv: Self::Move) -> Vec<Change<Self::Cell>> {
        let mut changes = Vec::new();
        self.visit_changes(mv, |change| changes.push(change));
        changes
    }

    /// Plays the legal move `mv` and returns what takes it back.
    ///
    /// # Panics
    /// May panic, or leave a position that obeys no rules, if `mv` is not legal.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move played. `undo` must come from that [`play`](MoveGen::play).
    fn undo(&mut self, undo: Self::Undo);

    /// Zobrist key of the position, kept incrementally: contents, side to move and whatever else
    /// decides which moves are legal next (ko point, castling rights), but not the history.
    fn key(&self) -> u64;
}

/// What [`MoveGen::visit_legal_at`] does unless a game knows better: looks through all legal moves.
pub fn sift_legal_at<P: MoveGen, B>(
    position: &P,
    point: usize,
    mut visit: impl FnMut(P::Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    position.visit_legal(|mv| {
        let mut touches = false;
        position.visit_changes(mv, |change| {
            touches |= change.point == point && change.timing == Timing::WithMove;
        });
        if touches {
            visit(mv)
        } else {
            ControlFlow::Continue(())
        }
    })
}
