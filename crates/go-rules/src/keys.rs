//! Zobrist keys of stones, ko points, side to move and board size.
//!
//! All are indexed by padded points (see `position::chains`), so no conversion is needed to play.

use board_core::{Color, zobrist};

use crate::{Size, size::PADDED};

static STONES: [u64; 2 * PADDED] = zobrist::keys(0x60_5703);
static KO: [u64; PADDED] = zobrist::keys(0x60_0060);

/// A stone of `color` at padded `p`.
#[inline]
pub(crate) fn stone(p: u16, color: Color) -> u64 {
    STONES[2 * p as usize + color.index()]
}

/// A forbidden retake at padded `p`; 0 stands for none.
#[inline]
pub(crate) fn ko(p: u16) -> u64 {
    if p == 0 { 0 } else { KO[p as usize] }
}

/// Whose turn it is.
#[inline]
pub(crate) const fn turn(side: Color) -> u64 {
    match side {
        Color::Black => 0,
        Color::White => 0x9c63_25fa_1d6f_7b41,
    }
}

/// The empty board, so that positions of different sizes differ.
pub(crate) const fn size(size: Size) -> u64 {
    zobrist::splitmix64(0x60_512e, (size.cols() * 32 + size.rows()) as u64)
}
