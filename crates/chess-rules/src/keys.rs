//! Zobrist keys: the key of a new position is updated on the squares whose code changed.

use board_core::{Color, zobrist};

use crate::{bitboard::bits, quad_bitboard::QuadBitboard};

/// By side, code and square; 0 for an empty square. A rook that may castle has its own code, so castling rights are
/// included.
static PIECES: [u64; 1024] = {
    let mut keys = zobrist::keys(0xC4E5);
    let mut empty = 0;
    while empty < 64 {
        (keys[empty], keys[512 + empty]) = (0, 0);
        empty += 1;
    }
    keys
};
static EN_PASSANT: [u64; 8] = zobrist::keys(0xE9);
/// Included if Black is to move.
pub(crate) const SIDE: u64 = zobrist::splitmix64(0x51DE, 0);

#[inline]
fn square(board: &QuadBitboard, square: u32) -> u64 {
    let code = board.code(square as usize);
    let white = (board.white >> (square & 63) & 1) as usize;
    PIECES[(white << 9 | usize::from(code) << 6 | square as usize) & 1023]
}

#[inline]
fn en_passant(board: &QuadBitboard) -> u64 {
    if board.ep == 0 {
        0
    } else {
        EN_PASSANT[board.ep.trailing_zeros() as usize & 7]
    }
}

pub(crate) fn of(board: &QuadBitboard, side: Color) -> u64 {
    let pieces = bits(board.occupied()).fold(0, |key, s| key ^ square(board, s));
    let side = if side == Color::Black { SIDE } else { 0 };
    pieces ^ side ^ en_passant(board)
}

/// The key difference of two boards, without the side to move.
#[inline]
pub(crate) fn difference(a: &QuadBitboard, b: &QuadBitboard) -> u64 {
    let changed = (a.d ^ b.d) | (a.o ^ b.o) | (a.t ^ b.t) | (a.white ^ b.white);
    bits(changed).fold(en_passant(a) ^ en_passant(b), |key, s| {
        key ^ square(a, s) ^ square(b, s)
    })
}
