//! Zobrist keys by side, rank and square, with the side to move and the runs of Frisian kings.

use board_core::{Color, zobrist};

use crate::{
    bitboards::{Bitboards, Run},
    layout::singles,
};

/// By side, man or king, and bit index.
static PIECES: [u64; 256] = zobrist::keys(0xD4A3);
/// Included if Black is to move.
pub(crate) const SIDE: u64 = zobrist::splitmix64(0x51DE, 1);

#[inline]
fn pieces(set: u64, side: usize, king: usize) -> u64 {
    singles(set).fold(0, |key, bit| {
        let square = bit.trailing_zeros() as usize;
        key ^ PIECES[(side << 7 | king << 6 | square) & 255]
    })
}

fn run(run: Run, side: usize) -> u64 {
    match run.moves {
        0 => 0,
        n => zobrist::splitmix64(
            0xF415,
            (side << 16 | usize::from(n) << 8) as u64 | u64::from(run.square),
        ),
    }
}

fn runs(board: &Bitboards) -> u64 {
    run(board.runs[0], 0) ^ run(board.runs[1], 1)
}

pub(crate) fn of(board: &Bitboards, side: Color) -> u64 {
    let turn = if side == Color::Black { SIDE } else { 0 };
    turn ^ difference(&Bitboards::default(), board)
}

/// The key difference of two boards, without the side to move.
#[inline]
pub(crate) fn difference(a: &Bitboards, b: &Bitboards) -> u64 {
    (0..2).fold(runs(a) ^ runs(b), |key, side| {
        let men = (a.sides[side] & !a.kings) ^ (b.sides[side] & !b.kings);
        let kings = (a.sides[side] & a.kings) ^ (b.sides[side] & b.kings);
        key ^ pieces(men, side, 0) ^ pieces(kings, side, 1)
    })
}
