//! Features of a square with men: finer than [`SquareFeatures`](crate::square_features::SquareFeatures), and no higher
//! than a man.

use board_geom::View;

use crate::axes::Axes;
use crate::residual::{CHANNELS, GENERAL, Residual};

/// Number of cells across and along a square, and their size in squares. Along is the direction in which pieces lean in
/// the view; a stack of two men leans over the square behind.
const ACROSS: usize = 9;
const ALONG: usize = 11;
const CELL: f32 = 0.125;
/// Position of the first row of cells, in squares from the centre.
const NEAREST: f32 = -0.5;
/// Number of fine features of a square.
pub const FINE_FEATURES: usize = ACROSS * ALONG * CHANNELS + GENERAL;

/// The fine features of a square in one photo, scaled to about one: see [`fine_features`].
pub type FineFeatures = [f32; FINE_FEATURES];

/// The fine features of each square, row by row: cells on the square and slightly beyond, with the bare board
/// subtracted, in the units of [`SquareFeatures`](crate::square_features::SquareFeatures).
#[must_use]
pub fn fine_features(view: &View) -> Vec<FineFeatures> {
    features(&Residual::below_men(view), view)
}

/// The features from the camera of `view`, which may differ from that of the residual.
pub(crate) fn features(residual: &Residual, view: &View) -> Vec<FineFeatures> {
    let (cols, rows) = (view.layout.cols, view.layout.rows);
    let squares = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
    let one = |(col, row)| {
        let axes = Axes::of(view, col, row);
        let mut out = [0.0; FINE_FEATURES];
        for j in 0..ALONG {
            for i in 0..ACROSS {
                let along = NEAREST + CELL * j as f32;
                let side = CELL * (i as f32 - 0.5 * (ACROSS as f32 - 1.0));
                let position = (
                    axes.middle.0 + along * axes.up.0 + side * axes.across.0,
                    axes.middle.1 + along * axes.up.1 + side * axes.across.1,
                );
                if let Some(cell) = residual.cell(&axes, position, CELL) {
                    out[(j * ACROSS + i) * CHANNELS..][..CHANNELS].copy_from_slice(&cell);
                }
            }
        }
        out[FINE_FEATURES - GENERAL..].copy_from_slice(&residual.general(&axes, col, row));
        out
    };
    squares.map(one).collect()
}

/// The features of the mirror image of a square.
#[must_use]
pub fn mirrored(features: &FineFeatures) -> FineFeatures {
    let mut out = *features;
    for row in 0..ALONG {
        for col in 0..ACROSS {
            let cell = |col| (row * ACROSS + col) * CHANNELS;
            out[cell(col)..][..CHANNELS]
                .copy_from_slice(&features[cell(ACROSS - 1 - col)..][..CHANNELS]);
        }
    }
    out
}

/// Lightness of the centre of a square relative to the mean of both shades, in units of 25 L\*.
pub(crate) fn body_lightness(features: &FineFeatures) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    for row in 3..ALONG - 3 {
        for col in 3..ACROSS - 3 {
            sum += features[(row * ACROSS + col) * CHANNELS + 3];
            count += 1.0;
        }
    }
    sum / count
}
