//! A position: what it holds, what can be asked of it, and a move played.

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
/// It always has one king a side. Copying is the way to keep one; [`MoveGen::Undo`] is the old position.
///
/// The en-passant square is kept only when a pawn can legally be taken there, so equal positions in the sense of
/// the laws (art. 9.2) have equal keys.
///
/// [`set_to_move`](MoveGen::set_to_move) may leave the other side's king in check, as no game does. Such a
/// position is played on by the same rules, except that nothing ever takes a king: the king's square is simply
/// no target.
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

    /// From parts that were found to obey the rules; see [`Setup::position`].
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

    /// The squares of all pieces of one kind of one side.
    #[must_use]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        Bitboard(self.board.side(color) & self.board.kind_set(kind))
    }

    /// The squares of all pieces of one side.
    #[must_use]
    pub fn side(&self, color: Color) -> Bitboard {
        Bitboard(self.board.side(color))
    }

    /// The square of a side's king.
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        Square::of((self.board.side(color) & self.board.kings()).trailing_zeros())
    }

    /// The rooks of both sides that may still castle.
    #[must_use]
    pub fn castling_rooks(&self) -> Bitboard {
        Bitboard(self.board.castlers())
    }

    /// The square behind the pawn that has just moved two steps, if it can legally be taken there.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        (self.board.ep != 0).then(|| Square::of(self.board.ep.trailing_zeros()))
    }

    /// Plies since the last capture or pawn's move, for the fifty-move rule. Stops counting at 65,535.
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move about to be made, counted up after Black's. Stops counting at 65,535.
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

    /// The pieces of both sides that attack a square when only those on `occupied` stand: leave out the piece that
    /// takes, and what it uncovers is seen. Pins are not reckoned.
    #[must_use]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let square = square.index() as u32;
        let white = self.board.attackers::<White>(square, occupied.0);
        let black = self.board.attackers::<Black>(square, occupied.0);
        Bitboard((white | black) & occupied.0)
    }

    /// Whether the side to move is in check and has no move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_moves()
    }

    /// Whether the side to move is not in check and has no move.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_moves()
    }

    /// Whether `mv`, made for this position, is castling.
    #[inline]
    #[must_use]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.board.code(mv.from().index()) == KING
            && self.board.castlers() & self.board.side(self.side) & mv.to().bit() != 0
    }

    /// Whether `mv`, made for this position, takes a pawn en passant.
    #[inline]
    #[must_use]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.board.ep & mv.to().bit() != 0 && self.board.code(mv.from().index()) == PAWN
    }

    /// Whether `mv`, made for this position, takes a piece.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.board.side(!self.side) & mv.to().bit() != 0 || self.is_en_passant(mv)
    }

    /// Plays a legal move; like [`MoveGen::play`], without the old position.
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
            // A rook that moves is a rook that castles no more.
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

    /// Whether both are one position in the sense of repetition: pieces, turn, castling, en passant.
    pub(crate) fn is_same(&self, other: &Position) -> bool {
        self.board == other.board && self.side == other.side
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::initial()
    }
}

/// The FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}

/// A diagram of eight lines, the eighth rank first, FEN's letters, a dot for an empty square.
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
