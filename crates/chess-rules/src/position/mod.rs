//! A chess position: contents, queries, and playing moves.

use core::fmt;
use core::ops::ControlFlow;

use board_core::{Color, MoveGen};

use crate::{
    Bitboard, Kind, Move, Piece, Square, keys,
    quad_bitboard::{CASTLER, KING, PAWN, QuadBitboard, ROOK, code_of},
    side::{Black, Side, White, by_side},
};

mod move_list;
mod movegen;

/// A chess position in 64 bytes: pieces, side to move, castling rights, en passant, move counters.
///
/// Each side always has exactly one king. A position is cheap to copy; [`MoveGen::Undo`] is the previous position.
///
/// The en-passant square is kept only if a legal capture is possible there, so that positions equal by the laws of
/// chess (art. 9.2) have equal keys.
///
/// [`set_to_move`](MoveGen::set_to_move) may leave the other side's king in check, which is impossible in a game. The
/// same rules apply in such a position, except that the king cannot be captured: its square is not a target.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: QuadBitboard,
    key: u64,
    side: Color,
    halfmoves: u16,
    number: u16,
}

impl Position {
    /// The initial position of chess.
    #[must_use]
    pub fn initial() -> Position {
        Position::chess960(518).expect("518 is the usual one")
    }

    /// Makes a position from parts known to be valid; see [`Setup::position`].
    pub(crate) fn assembled(
        mut board: QuadBitboard,
        side: Color,
        halfmoves: u16,
        number: u16,
    ) -> Position {
        by_side!(side, S => board.forget_idle_en_passant::<S>());
        Position {
            board,
            key: keys::of(&board, side),
            side,
            halfmoves,
            number,
        }
    }

    #[inline]
    pub(crate) fn board(&self) -> &QuadBitboard {
        &self.board
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.board.piece(square.index())
    }

    /// The squares of one side's pieces of one kind.
    #[must_use]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        Bitboard(self.board.side(color) & self.board.kind_set(kind))
    }

    /// The squares of one side's pieces.
    #[must_use]
    pub fn side(&self, color: Color) -> Bitboard {
        Bitboard(self.board.side(color))
    }

    /// The square of one side's king.
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        Square::of((self.board.side(color) & self.board.kings()).trailing_zeros())
    }

    /// The rooks of both sides that may still castle.
    #[must_use]
    pub fn castling_rooks(&self) -> Bitboard {
        Bitboard(self.board.castlers())
    }

    /// The square behind a pawn that has just moved two steps, if a legal en-passant capture is possible.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        (self.board.ep != 0).then(|| Square::of(self.board.ep.trailing_zeros()))
    }

    /// Number of plies since the last capture or pawn move, for the fifty-move rule. Saturates at 65,535.
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the next move, increased after Black's move. Saturates at 65,535.
    #[must_use]
    pub const fn move_number(&self) -> u16 {
        self.number
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        Bitboard(by_side!(self.side, S => self.board.checkers::<S>()))
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.visit_legal(|_| ControlFlow::Break(())).is_break()
    }

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        MoveGen::legal_moves(self)
    }

    /// The pieces of both sides that attack a square if only the pieces on `occupied` are on the board. Leave out a
    /// capturing piece to see the attackers behind it. Pins are ignored.
    #[must_use]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let square = square.index() as u32;
        let white = self.board.attackers::<White>(square, occupied.0);
        let black = self.board.attackers::<Black>(square, occupied.0);
        Bitboard((white | black) & occupied.0)
    }

    /// Whether the side to move is checkmated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_moves()
    }

    /// Whether the side to move is stalemated.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_moves()
    }

    /// Whether `mv`, a move for this position, is castling.
    #[inline]
    #[must_use]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.board.code(mv.from().index()) == KING
            && self.board.castlers() & self.board.side(self.side) & mv.to().bit() != 0
    }

    /// Whether `mv`, a move for this position, captures en passant.
    #[inline]
    #[must_use]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.board.ep & mv.to().bit() != 0 && self.board.code(mv.from().index()) == PAWN
    }

    /// Whether `mv`, a move for this position, captures a piece.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.board.side(!self.side) & mv.to().bit() != 0 || self.is_en_passant(mv)
    }

    /// Plays a legal move, like [`MoveGen::play`], but without returning the previous position.
    #[inline]
    pub fn advance(&mut self, mv: Move) {
        let old = self.board;
        by_side!(self.side, S => self.advance_as::<S>(mv));
        self.key ^= keys::difference(&old, &self.board) ^ keys::SIDE;
        self.side = !self.side;
    }

    #[inline]
    fn advance_as<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let (f, t) = (from.index() as u32, to.index() as u32);
        let code = self.board.code(from.index());
        let mut quiet = self.board.occupied() & to.bit() == 0;
        self.board = match code {
            PAWN => {
                quiet = false;
                if to.bit() & self.board.ep != 0 {
                    self.board.en_passant::<S>(f)
                } else if f.abs_diff(t) == 16 {
                    let mut next = self.board.double_step::<S>(t);
                    next.forget_idle_en_passant::<S::Other>();
                    next
                } else {
                    let code = mv.promotion().map_or(PAWN, code_of);
                    self.board.moved::<S>(code, f, t)
                }
            }
            KING if self.board.castlers() & self.board.own::<S>() & to.bit() != 0 => {
                quiet = true;
                self.board.castled::<S>(f, t)
            }
            // A rook that has moved may no longer castle.
            CASTLER => self.board.moved::<S>(ROOK, f, t),
            _ => self.board.moved::<S>(code, f, t),
        };
        self.halfmoves = if quiet {
            self.halfmoves.saturating_add(1)
        } else {
            0
        };
        if !S::WHITE {
            self.number = self.number.saturating_add(1);
        }
    }

    /// Whether both positions are equal for repetition: pieces, side to move, castling rights, en passant.
    pub(crate) fn is_same(&self, other: &Position) -> bool {
        self.board == other.board && self.side == other.side
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::initial()
    }
}

/// Writes the FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}

/// Writes a diagram of eight lines, the eighth rank first: the letters of FEN, a dot for an empty square.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let letter = self.piece(square).map_or('.', Piece::letter);
            let end = if square.file() == 7 { "\n" } else { " " };
            write!(f, "{letter}{end}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attackers_stand_behind_one_another() {
        let position = Position::from_fen("3rk3/8/4p3/3p4/8/2N5/3R4/3RK3 w - - 0 1").unwrap();
        let named = |set: Bitboard| set.map(|s| s.to_string()).collect::<Vec<_>>().join(" ");
        let d5: Square = "d5".parse().unwrap();
        let all = Bitboard(position.side(Color::White).0 | position.side(Color::Black).0);
        assert_eq!(named(position.attackers(d5, all)), "d8 e6 c3 d2");
        let rook: Square = "d2".parse().unwrap();
        let without = Bitboard(all.0 & !Bitboard::from(rook).0);
        assert_eq!(named(position.attackers(d5, without)), "d8 e6 c3 d1");
    }

    #[test]
    fn fits_in_a_cache_line() {
        assert!(size_of::<Position>() <= 64);
    }
}
