//! Zobrist keys of stones, ko points, side to move and board size.
//!
//! All tables are indexed by padded points (see `position::chains`), so that playing needs no conversion.

use board_core::{Color, zobrist};

use crate::{Size, size::PADDED};

static STONES: [u64; 2 * PADDED] = zobrist::keys(0x60_5703);
static KO: [u64; PADDED] = zobrist::keys(0x60_0060);

/// The key of a stone of `color` on padded point `p`.
#[inline]
pub(crate) fn stone(p: u16, color: Color) -> u64 {
    STONES[2 * p as usize + color.index()]
}

/// The key of a ko at padded point `p`; 0 stands for no ko.
#[inline]
pub(crate) fn ko(p: u16) -> u64 {
    if p == 0 { 0 } else { KO[p as usize] }
}

/// The key of the side to move.
#[inline]
pub(crate) const fn turn(side: Color) -> u64 {
    match side {
        Color::Black => 0,
        Color::White => 0x9c63_25fa_1d6f_7b41,
    }
}

/// The key of the empty board, which distinguishes positions of different sizes.
pub(crate) const fn size(size: Size) -> u64 {
    zobrist::splitmix64(0x60_512e, (size.cols() * 32 + size.rows()) as u64)
}
