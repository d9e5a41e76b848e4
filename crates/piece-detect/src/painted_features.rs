//! Features of a square in the colours of its game.

use crate::residual::CHANNELS;
use crate::square_features::{ACROSS, ROWS, SQUARE_FEATURES};

/// Channels of a painted cell.
pub(crate) const CHANNELS_PAINTED: usize = 4;
/// Number of painted features of a square.
pub const PAINTED_FEATURES: usize = SQUARE_FEATURES - ROWS * ACROSS * (CHANNELS - CHANNELS_PAINTED);
/// [Features](crate::square_features::SquareFeatures) relative to the colours of the game. For each cell: similarity to
/// White's pieces rather than the bare board, similarity to Black's, lightness, texture. This removes the look of
/// board, set and light, and keeps the positions of pieces on the square.
pub type PaintedFeatures = [f32; PAINTED_FEATURES];

/// The features of the mirror image of a square.
#[must_use]
pub fn mirrored(features: &PaintedFeatures) -> PaintedFeatures {
    let mut out = *features;
    for row in 0..ROWS {
        for col in 0..ACROSS {
            let cell = |col| (row * ACROSS + col) * CHANNELS_PAINTED;
            out[cell(col)..][..CHANNELS_PAINTED]
                .copy_from_slice(&features[cell(ACROSS - 1 - col)..][..CHANNELS_PAINTED]);
        }
    }
    out
}
