//! A board of 40 bytes: pieces, castling rights and the en-passant square. Perft copies it.
//!
//! Four bitboards hold a four-bit code for each square: a quad-bitboard
//! (<https://www.chessprogramming.org/Quad-Bitboards>).

use board_core::Color;

use crate::{
    Kind, Piece,
    attacks::{FILE_A, FILE_H},
    side::{Black, Side, White},
};

/// Codes of the pieces over the planes: bit 0 is `d`, bit 1 `o`, bit 2 `t`.
///
/// `d` marks pieces that move diagonally and `o` those that move along ranks and files, so that sliders of one sort
/// take two operations. A rook that may still castle has its own code: moving or capturing it removes the right.
pub(crate) const BISHOP: u8 = 1;
pub(crate) const ROOK: u8 = 2;
pub(crate) const QUEEN: u8 = 3;
pub(crate) const PAWN: u8 = 4;
pub(crate) const KNIGHT: u8 = 5;
pub(crate) const CASTLER: u8 = 6;
pub(crate) const KING: u8 = 7;

/// The code of a piece of this kind without castling rights.
#[inline]
pub(crate) const fn code_of(kind: Kind) -> u8 {
    match kind {
        Kind::Pawn => PAWN,
        Kind::Knight => KNIGHT,
        Kind::Bishop => BISHOP,
        Kind::Rook => ROOK,
        Kind::Queen => QUEEN,
        Kind::King => KING,
    }
}

/// The pieces, the rooks that may castle, and the en-passant square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct QuadBitboard {
    pub(crate) d: u64,
    pub(crate) o: u64,
    pub(crate) t: u64,
    pub(crate) white: u64,
    /// The square a pawn has just passed over, if an enemy pawn is in position to capture it.
    pub(crate) ep: u64,
}

impl QuadBitboard {
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.d | self.o | self.t
    }

    #[inline(always)]
    pub(crate) fn own<S: Side>(&self) -> u64 {
        if S::WHITE {
            self.white
        } else {
            self.occupied() & !self.white
        }
    }

    #[inline(always)]
    pub(crate) fn side(&self, color: Color) -> u64 {
        match color {
            Color::White => self.own::<White>(),
            Color::Black => self.own::<Black>(),
        }
    }

    #[inline(always)]
    pub(crate) fn pawns(&self) -> u64 {
        self.t & !(self.d | self.o)
    }

    #[inline(always)]
    pub(crate) fn knights(&self) -> u64 {
        self.t & self.d & !self.o
    }

    #[inline(always)]
    pub(crate) fn kings(&self) -> u64 {
        self.t & self.d & self.o
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(crate) fn straight(&self) -> u64 {
        self.o & !(self.d & self.t)
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(crate) fn aslant(&self) -> u64 {
        self.d & !self.t
    }

    /// Rooks that may still castle.
    #[inline(always)]
    pub(crate) fn castlers(&self) -> u64 {
        self.t & self.o & !self.d
    }

    pub(crate) fn kind_set(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Pawn => self.pawns(),
            Kind::Knight => self.knights(),
            Kind::Bishop => self.aslant() & !self.o,
            Kind::Rook => self.o & !self.d,
            Kind::Queen => self.aslant() & self.o,
            Kind::King => self.kings(),
        }
    }

    /// The code on a square; 0 if it is empty.
    #[inline(always)]
    pub(crate) fn code(&self, square: usize) -> u8 {
        let at = |plane: u64| (plane >> (square & 63) & 1) as u8;
        at(self.d) | at(self.o) << 1 | at(self.t) << 2
    }

    pub(crate) fn piece(&self, square: usize) -> Option<Piece> {
        let kind = match self.code(square) {
            PAWN => Kind::Pawn,
            KNIGHT => Kind::Knight,
            BISHOP => Kind::Bishop,
            ROOK | CASTLER => Kind::Rook,
            QUEEN => Kind::Queen,
            KING => Kind::King,
            _ => return None,
        };
        let color = if self.white >> (square & 63) & 1 == 1 {
            Color::White
        } else {
            Color::Black
        };
        Some(Piece { color, kind })
    }

    /// Clears the squares of `set`.
    #[inline(always)]
    pub(crate) fn clear(&mut self, set: u64) {
        self.d &= !set;
        self.o &= !set;
        self.t &= !set;
        self.white &= !set;
    }

    /// Puts a piece on the empty square of `bit`.
    #[inline(always)]
    pub(crate) fn put(&mut self, bit: u64, code: u8, white: bool) {
        if code & 1 != 0 {
            self.d |= bit;
        }
        if code & 2 != 0 {
            self.o |= bit;
        }
        if code & 4 != 0 {
            self.t |= bit;
        }
        if white {
            self.white |= bit;
        }
    }

    /// Moves a piece with `code`, capturing any piece on the target. For all moves except castling, en passant and
    /// double steps; for a promotion `code` is that of the new piece.
    #[inline(always)]
    pub(crate) fn moved<S: Side>(&self, code: u8, from: u32, to: u32) -> QuadBitboard {
        let (from, to) = (1u64 << (from & 63), 1u64 << (to & 63));
        let mut next = *self;
        next.clear(from | to);
        next.put(to, code, S::WHITE);
        if code == KING {
            next.t &= !(self.castlers() & self.own::<S>());
        }
        next.ep = 0;
        next
    }

    #[inline(always)]
    pub(crate) fn double_step<S: Side>(&self, to: u32) -> QuadBitboard {
        let from = to.wrapping_add_signed(-2 * S::UP);
        let mut next = self.moved::<S>(PAWN, from, to);
        let bit = 1u64 << (to & 63);
        let beside = (bit & !FILE_A) >> 1 | (bit & !FILE_H) << 1;
        if beside & self.pawns() & self.own::<S::Other>() != 0 {
            next.ep = S::Other::up(bit);
        }
        next
    }

    #[inline(always)]
    pub(crate) fn en_passant<S: Side>(&self, from: u32) -> QuadBitboard {
        let mut next = self.moved::<S>(PAWN, from, self.ep.trailing_zeros());
        next.clear(S::Other::up(self.ep));
        next
    }

    #[inline(always)]
    pub(crate) fn castled<S: Side>(&self, king: u32, rook: u32) -> QuadBitboard {
        let (king_to, rook_to) = castling_targets(king, rook);
        let mut next = *self;
        next.clear(1 << king | 1 << rook);
        next.t &= !(self.castlers() & self.own::<S>());
        next.put(1 << king_to, KING, S::WHITE);
        next.put(1 << rook_to, ROOK, S::WHITE);
        next.ep = 0;
        next
    }
}

/// The target squares of king and rook: the g- and f-file when castling towards the h-file, the c- and d-file towards
/// the a-file.
#[inline(always)]
pub(crate) fn castling_targets(king: u32, rook: u32) -> (u32, u32) {
    let row = king & 56;
    if rook > king {
        (row + 6, row + 5)
    } else {
        (row + 2, row + 3)
    }
}
