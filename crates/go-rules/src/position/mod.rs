//! A position: stones, side to move, simple ko.

use std::ops::ControlFlow;

use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing, sift_legal_at};

use crate::{Move, Size, keys};

mod build;
mod chains;

pub use build::PositionError;
use chains::Chains;

/// A position: the stones, the side to move, and the point that simple ko forbids.
///
/// Implements the rules that all rulesets share: chains without liberties are captured, a ko may not be retaken at
/// once, passing is legal. Suicide of two or more stones is legal after [`with_suicide`](Position::with_suicide);
/// suicide of a single stone would change nothing on the board and is never legal (pass instead). Superko and the end
/// of the game need the history: see [`Game`](crate::Game).
///
/// Points are `row * cols + col`, origin top-left (`aa` in SGF). A copy takes about 6 kB for any board size;
/// [`undo`](MoveGen::undo) is about three times as fast.
///
/// ```
/// use board_core::{Board, MoveGen, Occupancy};
/// use go_rules::{Move, Position};
///
/// // Black captures the white stone; `X` is Black and `O` is White.
/// let mut position = Position::from_rows(&[". X .", "X O .", ". X ."])?;
/// position.play(Move::place(5));
/// assert_eq!(position.get(4), Occupancy::Empty);
/// assert_eq!(position.captures(board_core::Color::Black), 1);
/// # Ok::<(), go_rules::PositionError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    chains: Chains,
    to_move: Color,
    /// Padded index of the point forbidden by ko; 0 for none.
    ko: u16,
    suicide: bool,
    captures: [u32; 2],
}

/// What is needed to undo one move of a [`Position`].
#[derive(Clone, Debug)]
pub struct Undo {
    /// Padded index of the stone; 0 for a pass.
    at: u16,
    ko: u16,
    to_move: Color,
    /// One bit for each direction in which a chain was captured, and [`chains::SUICIDE`].
    taken: u8,
    removed: u16,
    stones_key: u64,
}

impl Undo {
    /// Number of stones that the move removed from the board.
    #[must_use]
    pub const fn removed(&self) -> usize {
        self.removed as usize
    }
}

impl Position {
    /// The board size.
    #[inline]
    #[must_use]
    pub fn size(&self) -> Size {
        self.chains.size
    }

    /// Sets whether suicide of two or more stones is legal. Not part of the key.
    #[must_use]
    pub fn with_suicide(mut self, legal: bool) -> Position {
        self.suicide = legal;
        self
    }

    /// Whether suicide of two or more stones is legal.
    #[must_use]
    pub fn suicide(&self) -> bool {
        self.suicide
    }

    /// The point where the side to move may not retake a ko, if any.
    #[must_use]
    pub fn ko(&self) -> Option<usize> {
        (self.ko != 0).then(|| self.chains.unpad(self.ko))
    }

    /// Number of enemy stones that `side` has captured since the position was built; stones lost by suicide count for
    /// the other side.
    #[must_use]
    pub fn captures(&self, side: Color) -> usize {
        self.captures[side.index()] as usize
    }

    /// Sets the captures of both sides.
    #[cfg(feature = "serde")]
    pub(crate) fn set_captures(&mut self, captures: [u32; 2]) {
        self.captures = captures;
    }

    /// Sets the ko: the side to move may not retake at `point`. Returns `false` if no ko is possible there.
    #[cfg(feature = "serde")]
    pub(crate) fn set_ko(&mut self, point: usize) -> bool {
        // A stone there must capture one stone, and then be single, with only the liberty of the captured stone.
        let takes_one = point < self.points()
            && self.get(point) == Occupancy::Empty
            && self.is_legal(Move::place(point))
            && self.clone().play(Move::place(point)).removed() == 1;
        if !takes_one
            || self
                .chains
                .has_friend_or_liberty(self.chains.pad(point), self.to_move)
        {
            return false;
        }
        self.ko = self.chains.pad(point);
        true
    }

    /// Number of liberties of the chain at `point`; 0 for an empty point. Takes time proportional to the chain.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn liberties(&self, point: usize) -> usize {
        self.chains.liberties(self.chains.pad(point))
    }

    /// Calls `visit` with every point of the chain at `point`; never for an empty point.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn visit_chain(&self, point: usize, mut visit: impl FnMut(usize)) {
        let p = self.chains.pad(point);
        if self.chains.is_stone(p) {
            self.chains.each_stone(p, |s| visit(self.chains.unpad(s)));
        }
    }

    /// Zobrist key of the stones alone, without side to move and ko, for positional superko.
    #[inline]
    #[must_use]
    pub fn stones_key(&self) -> u64 {
        self.chains.key
    }

    /// The [`stones_key`](Position::stones_key) after the legal move `mv`.
    #[must_use]
    pub fn stones_key_after(&self, mv: Move) -> u64 {
        let mut key = self.stones_key();
        self.visit_changes(mv, |change| {
            let stone = change.before.color().or(change.after.color());
            if let Some(color) = stone {
                key ^= keys::stone(self.chains.pad(change.point), color);
            }
        });
        key
    }

    /// Whether the side to move may place a stone on padded point `p`.
    #[inline]
    fn may_place(&self, p: u16) -> bool {
        if self.chains.at(p) != 0 || p == self.ko {
            return false;
        }
        self.chains.lives_or_takes(p, self.to_move)
            || (self.suicide && self.chains.touches(p, self.to_move))
    }
}

impl Board for Position {
    type Cell = Occupancy;

    #[inline]
    fn points(&self) -> usize {
        self.chains.size.points()
    }

    /// # Panics
    /// If the point is not on the board.
    #[inline]
    fn get(&self, point: usize) -> Occupancy {
        match self.chains.at(self.chains.pad(point)) {
            1 => Occupancy::Black,
            2 => Occupancy::White,
            _ => Occupancy::Empty,
        }
    }
}

impl MoveGen for Position {
    type Move = Move;
    type Undo = Undo;

    const FINDS_MOVES_AT: bool = true;

    #[inline]
    fn to_move(&self) -> Color {
        self.to_move
    }

    fn set_to_move(&mut self, side: Color) {
        if side != self.to_move {
            self.to_move = side;
            self.ko = 0;
        }
    }

    /// Visits every legal placement from the top left, row by row, then the pass.
    fn visit_legal<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let size = self.chains.size;
        for row in 0..size.rows() {
            let first = row * size.cols();
            let padded = self.chains.pad(first);
            for col in 0..size.cols() {
                if self.may_place(padded + col as u16) {
                    visit(Move::place(first + col))?;
                }
            }
        }
        visit(Move::PASS)
    }

    /// Fast if suicide is forbidden: then only a stone on the point itself changes it with the move.
    fn visit_legal_at<B>(
        &self,
        point: usize,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let at = Move::place(point);
        if !self.suicide {
            return if self.is_legal(at) {
                visit(at)
            } else {
                ControlFlow::Continue(())
            };
        }
        sift_legal_at(self, point, visit)
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        match mv.point() {
            None => true,
            Some(point) => point < self.points() && self.may_place(self.chains.pad(point)),
        }
    }

    /// Visits the placed stone, [`Timing::WithMove`], then every captured stone, [`Timing::Lagging`]. A suicide leaves
    /// its own point empty; only the other stones of its chain change, and they change with the move.
    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<Occupancy>)) {
        let Some(point) = mv.point() else { return };
        let p = self.chains.pad(point);
        let mover = Occupancy::from(self.to_move);
        let suicide = !self.chains.lives_or_takes(p, self.to_move);
        if !suicide {
            visit(Change {
                point,
                before: Occupancy::Empty,
                after: mover,
                timing: Timing::WithMove,
            });
        }
        let (loser, color, timing) = if suicide {
            (mover, self.to_move, Timing::WithMove)
        } else {
            (mover.swapped(), !self.to_move, Timing::Lagging)
        };
        self.chains.each_taken(p, color, suicide, |s| {
            visit(Change {
                point: self.chains.unpad(s),
                before: loser,
                after: Occupancy::Empty,
                timing,
            });
        });
    }

    /// # Panics
    /// If the point is not on the board. An illegal move on the board leaves an invalid position.
    #[inline]
    fn play(&mut self, mv: Move) -> Undo {
        let mover = self.to_move;
        let mut undo = Undo {
            at: 0,
            ko: self.ko,
            to_move: mover,
            taken: 0,
            removed: 0,
            stones_key: self.chains.key,
        };
        self.to_move = !mover;
        self.ko = 0;
        if let Some(point) = mv.point() {
            let p = self.chains.pad(point);
            let outcome = self.chains.place(p, mover);
            undo.at = p;
            undo.taken = outcome.taken;
            undo.removed = outcome.removed;
            self.ko = outcome.ko;
            let winner = if outcome.taken & chains::SUICIDE == 0 {
                mover
            } else {
                !mover
            };
            self.captures[winner.index()] += u32::from(outcome.removed);
        }
        undo
    }

    #[inline]
    fn undo(&mut self, undo: Undo) {
        self.to_move = undo.to_move;
        self.ko = undo.ko;
        if undo.at != 0 {
            let mover = undo.to_move;
            let winner = if undo.taken & chains::SUICIDE == 0 {
                mover
            } else {
                !mover
            };
            self.captures[winner.index()] -= u32::from(undo.removed);
            self.chains.unplace(undo.at, mover, undo.taken);
            self.chains.key = undo.stones_key;
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.chains.key ^ keys::turn(self.to_move) ^ keys::ko(self.ko)
    }
}

/// Compares size, stones, side to move and ko, but neither captures nor whether suicide is legal.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.size() == other.size()
            && self.to_move == other.to_move
            && self.ko == other.ko
            && self.chains.same_stones(&other.chains)
    }
}

impl Eq for Position {}

#[cfg(test)]
mod tests;
