#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::ControlFlow;

use crate::{Board, Color};

/// When a change of a point appears on the table, relative to its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Timing {
    /// The change is the move itself: a stone set down, a piece lifted and put elsewhere. Every move that changes
    /// anything has such a change. A move that sets down pieces has one that sets down a piece of its own side. A piece
    /// that ends where it began changes nothing: one of those that it captured is removed with the move then.
    WithMove,
    /// A consequence that the players carry out by hand, perhaps some photos later: a captured stone removed, a
    /// castling rook moved after the king.
    Lagging,
}

/// One point that a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Change<C> {
    /// Index of the point.
    pub point: usize,
    /// The content before the move.
    pub before: C,
    /// The content after the move; never equal to `before`.
    pub after: C,
    /// Whether the change appears with the move or may come later.
    pub timing: Timing,
}

/// The rules: which moves are legal, what they change, how to play and undo them.
///
/// No method needs to allocate; the visitors take closures for that reason. The `laws` module (feature of the same
/// name) tests an implementation.
pub trait MoveGen: Board + Clone {
    /// A move: a plain value, meaningful in the position it was generated for.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Whether [`visit_legal_at`](MoveGen::visit_legal_at) is much faster than filtering all legal moves.
    ///
    /// Keep `false` with the provided method: the search then generates all moves of a position once and keeps them.
    const FINDS_MOVES_AT: bool = false;

    /// What [`undo`](MoveGen::undo) needs; a game with cheap copies can use the previous position.
    type Undo;

    /// The side to move.
    fn to_move(&self) -> Color;

    /// Gives the turn to `side` without a move, for example after handicap stones, or when recording starts mid-game
    /// and the side to move is not known.
    ///
    /// Clears the state that depends on the last move only (a simple ko, an en-passant square). A turn of several moves
    /// ends. Has no effect if it is the turn of `side` already.
    fn set_to_move(&mut self, side: Color);

    /// Calls `visit` with every legal move, once each, until `visit` breaks.
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

    /// Calls `visit` with every legal move that changes `point` [with the move](Timing::WithMove), once each, until
    /// `visit` breaks.
    ///
    /// The search calls it for the few points that may be changing. The provided method filters all legal moves. A game
    /// that finds the moves of a point faster overrides it and sets [`FINDS_MOVES_AT`](MoveGen::FINDS_MOVES_AT).
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

    /// Whether `mv` is legal in this position. Accepts any value of the move type.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Calls `visit` with every change that the legal move `mv` makes, one for each changed point. A move that changes
    /// nothing (a pass) has none.
    fn visit_changes(&self, mv: Self::Move, visit: impl FnMut(Change<Self::Cell>));

    /// The changes that the legal move `mv` makes, in the order of [`visit_changes`](MoveGen::visit_changes).
    #[cfg(feature = "alloc")]
    #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
    fn changes(&self, mv: Self::Move) -> Vec<Change<Self::Cell>> {
        let mut changes = Vec::new();
        self.visit_changes(mv, |change| changes.push(change));
        changes
    }

    /// Plays the legal move `mv` and returns what [`undo`](MoveGen::undo) needs.
    ///
    /// # Panics
    /// May panic, or leave an invalid position, if `mv` is not legal.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move played. `undo` must come from that [`play`](MoveGen::play).
    fn undo(&mut self, undo: Self::Undo);

    /// Zobrist key of the position. It covers the contents, the side to move, and everything else that decides which
    /// moves are legal next (ko point, castling rights), but not the history. The search asks for it often:
    /// [`play`](MoveGen::play) had best keep it up to date.
    fn key(&self) -> u64;
}

/// The provided [`MoveGen::visit_legal_at`]: filters all legal moves.
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
