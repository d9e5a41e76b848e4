//! A position: stones, side to move, simple ko.

use std::ops::ControlFlow;

use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing, sift_legal_at};

use crate::{Move, Size, keys};

mod build;
mod chains;

pub use build::PositionError;
use chains::Chains;

/// Stones on a board, whose turn it is, and the point a simple ko forbids.
///
/// It plays by the rules every ruleset shares: chains without liberties are taken off, a stone that
/// was alone in taking one stone may not be taken back at once, passing is legal. Suicide of more than
/// one stone is legal if [`with_suicide`](Position::with_suicide) says so; suicide of a single stone
/// would change nothing on the board and is never legal (pass instead). What needs the history,
/// superko and the end of the game, is in [`Game`](crate::Game).
///
/// Points are `row * cols + col`, origin top-left (`aa` in SGF). Copying copies about 6 kB whatever
/// the size; [`undo`](MoveGen::undo) is about three times as fast.
///
/// ```
/// use board_core::{Board, MoveGen, Occupancy};
/// use go_rules::{Move, Position};
///
/// // Black takes the white stone; `X` is Black and `O` is White.
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
    /// Padded index of the forbidden point, 0 for none.
    ko: u16,
    suicide: bool,
    captures: [u32; 2],
}

/// Takes back one move of a [`Position`].
#[derive(Clone, Debug)]
pub struct Undo {
    /// Padded index of the stone, 0 for a pass.
    at: u16,
    ko: u16,
    to_move: Color,
    /// One bit per direction in which a chain was taken, and [`chains::SUICIDE`].
    taken: u8,
    removed: u16,
    stones_key: u64,
}

impl Undo {
    /// How many stones the move took off the board.
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

    /// Makes suicide of two or more stones legal or not. Not part of the key.
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

    /// The point where the side to move may not retake a ko, if there is one.
    #[must_use]
    pub fn ko(&self) -> Option<usize> {
        (self.ko != 0).then(|| self.chains.unpad(self.ko))
    }

    /// How many enemy stones `side` has taken since the position was built; a suicide counts for
    /// the other side.
    #[must_use]
    pub fn captures(&self, side: Color) -> usize {
        self.captures[side.index()] as usize
    }

    /// Says what the sides have taken.
    #[cfg(feature = "serde")]
    pub(crate) fn set_captures(&mut self, captures: [u32; 2]) {
        self.captures = captures;
    }

    /// Forbids the side to move to retake at `point`; `false` if no ko can stand there.
    #[cfg(feature = "serde")]
    pub(crate) fn set_ko(&mut self, point: usize) -> bool {
        // A stone there takes one stone and is left alone with the liberty that stone leaves.
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

    /// Number of liberties of the chain at `point`, 0 for an empty point. Walks the chain.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn liberties(&self, point: usize) -> usize {
        self.chains.liberties(self.chains.pad(point))
    }

    /// Calls `visit` with every point of the chain at `point`; with none for an empty point.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn visit_chain(&self, point: usize, mut visit: impl FnMut(usize)) {
        let p = self.chains.pad(point);
        if self.chains.is_stone(p) {
            self.chains.each_stone(p, |s| visit(self.chains.unpad(s)));
        }
    }

    /// Zobrist key of the stones alone, without side to move and ko: what positional superko compares.
    #[inline]
    #[must_use]
    pub fn stones_key(&self) -> u64 {
        self.chains.key
    }

    /// What [`stones_key`](Position::stones_key) will be after the legal move `mv`.
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

    /// Whether a stone of the side to move at padded `p` is legal.
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

    /// Every legal placement from the top-left row by row, then the pass.
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

    /// At once where suicide is not allowed: only then is a point changed by no other move's stone.
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

    /// The placed stone first, [`Timing::WithMove`]; then every stone it takes,
    /// [`Timing::Lagging`]. A suicide ends with its own point empty, so that point is not among
    /// the changes and only the other stones of the chain are, which then are the move.
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
    /// If the point is not on the board. An illegal move on the board leaves a position that obeys
    /// no rules.
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

/// Same size, stones, side to move and ko; what was captured before and whether suicide is legal
/// are not compared.
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
