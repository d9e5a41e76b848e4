//! What one photo shows of a square, in the colours of its game.

use crate::sight::{ACROSS, CHANNELS, ROWS, SIGHT};

/// Numbers of a cell in a [`Painted`] sight.
pub(crate) const PAINTS: usize = 4;
/// Numbers in a painted sight.
pub const PAINTED: usize = SIGHT - ROWS * ACROSS * (CHANNELS - PAINTS);
/// A [`Sight`] in the colours of its game: of each cell how much it looks like White's pieces rather
/// than the bare board, how much like Black's, its lightness and its texture. What board, set and lamp
/// look like is taken out; what is left is where on a square pieces are seen.
pub type Painted = [f32; PAINTED];

/// The same square seen in a mirror.
#[must_use]
pub fn mirrored(painted: &Painted) -> Painted {
    let mut out = *painted;
    for row in 0..ROWS {
        for col in 0..ACROSS {
            let cell = |col| (row * ACROSS + col) * PAINTS;
            out[cell(col)..][..PAINTS]
                .copy_from_slice(&painted[cell(ACROSS - 1 - col)..][..PAINTS]);
        }
    }
    out
}
