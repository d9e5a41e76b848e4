//! The features of a square in the colours of its game.

use crate::residual::CHANNELS;
use crate::square_features::{ACROSS, ROWS, SQUARE_FEATURES};

/// Channels of a painted cell.
pub(crate) const CHANNELS_PAINTED: usize = 4;
/// Number of painted features of a square.
pub const PAINTED_FEATURES: usize = SQUARE_FEATURES - ROWS * ACROSS * (CHANNELS - CHANNELS_PAINTED);
/// [Features](crate::square_features::SquareFeatures) in the colours of their game: of each cell how much it looks like
/// White's pieces rather than the bare board, how much like Black's, its lightness and its texture. This removes the
/// look of board, set and lamp, and leaves where on a square pieces are.
pub type PaintedFeatures = [f32; PAINTED_FEATURES];

/// The features of the square seen in a mirror.
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
