//! The features of each square in one photo.

use board_geom::{View, parallel};

use crate::axes::Axes;
use crate::residual::{CHANNELS, GENERAL, Residual};

/// Number of cells across a square, and their size in squares.
pub(crate) const ACROSS: usize = 6;
const CELL: f32 = 0.25;
/// Number of rows of cells on the ground; the first is [`NEAREST`] squares in front of the centre of the square. Seen
/// from a low camera, a king covers the two squares behind it.
pub(crate) const GROUND: usize = 13;
const NEAREST: f32 = -2.625;
/// Heights of the rows of cells above the ground, in squares above the centre of the square.
const HEIGHTS: [f32; 6] = [0.25, 0.5, 0.75, 1.0, 1.3, 1.6];
pub(crate) const ROWS: usize = GROUND + HEIGHTS.len();
/// Squares that are worth a thread.
const GRAIN: usize = 4;
/// Number of features of a square.
pub const SQUARE_FEATURES: usize = ROWS * ACROSS * CHANNELS + GENERAL;
/// The features of a square in one photo, scaled to about one: see [`square_features`].
pub type SquareFeatures = [f32; SQUARE_FEATURES];

/// Computes the features of each square, row by row, for the camera of the view; straight above if unknown.
///
/// The colour of the empty square is subtracted from every pixel, so that only the objects on it remain, on any board.
/// The features are sampled along the direction in which pieces lean in the view, which makes them independent of the
/// viewing side: rows of cells from the square in front, which may cover this one, over the square itself, up to the
/// height of a king. Each cell has its difference from the bare board (CIE L\*a\*b\*), its lightness relative to the
/// mean of both shades, and its texture.
#[must_use]
pub fn square_features(view: &View) -> Vec<SquareFeatures> {
    features(&Residual::of(view), view)
}

/// The features of the mirror image of a square.
#[must_use]
pub fn mirrored(features: &SquareFeatures) -> SquareFeatures {
    let mut out = *features;
    for row in 0..ROWS {
        for col in 0..ACROSS {
            let cell = |col| (row * ACROSS + col) * CHANNELS;
            out[cell(col)..][..CHANNELS]
                .copy_from_slice(&features[cell(ACROSS - 1 - col)..][..CHANNELS]);
        }
    }
    out
}

/// Lightness of the centre of a square, where the body of a piece would be, relative to the mean of both shades, in
/// units of 25 L\*.
#[must_use]
pub fn body_lightness(features: &SquareFeatures) -> f32 {
    let rows = [GROUND - 3, GROUND - 2, GROUND, GROUND + 1];
    let cells = rows.map(|row| {
        let cell = |col: usize| features[(row * ACROSS + col) * CHANNELS + 3];
        cell(ACROSS / 2 - 1) + cell(ACROSS / 2)
    });
    cells.iter().sum::<f32>() / (2 * rows.len()) as f32
}

/// The features from the camera of `view`, which may differ from that of the residual.
pub(crate) fn features(residual: &Residual, view: &View) -> Vec<SquareFeatures> {
    let cols = view.layout.cols;
    let of_square = |square| of_square(residual, view, square % cols, square / cols);
    parallel::collect(view.layout.points(), GRAIN, |part| {
        part.map(of_square).collect()
    })
}

fn of_square(residual: &Residual, view: &View, col: usize, row: usize) -> SquareFeatures {
    let axes = Axes::of(view, col, row);
    let mut features = [0.0; SQUARE_FEATURES];
    for j in 0..ROWS {
        for i in 0..ACROSS {
            if let Some(cell) = residual.cell(&axes, cell_position(&axes, j, i), CELL) {
                features[(j * ACROSS + i) * CHANNELS..][..CHANNELS].copy_from_slice(&cell);
            }
        }
    }
    features[SQUARE_FEATURES - GENERAL..].copy_from_slice(&residual.general(&axes, col, row));
    features
}

/// The column and row of the board at the centre of a cell.
pub(crate) fn cell_position(axes: &Axes<'_>, row: usize, col: usize) -> (f32, f32) {
    let (c, r) = axes.middle;
    let (dc, dr) = match row.checked_sub(GROUND) {
        None => {
            let along = NEAREST + CELL * row as f32;
            (along * axes.up.0, along * axes.up.1)
        }
        Some(k) => axes.view.lean(c, r, HEIGHTS[k]),
    };
    let side = CELL * (col as f32 - 0.5 * (ACROSS as f32 - 1.0));
    (c + dc + side * axes.across.0, r + dr + side * axes.across.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::ViewLayout;
    use image::{Rgb, RgbImage, imageops};

    /// A board with one dark bar across, from square (2, 4) to (2, 2).
    fn view() -> View {
        let layout = ViewLayout::new(8, 8, 32.0);
        let (w, h) = layout.dimensions();
        let image = RgbImage::from_fn(w, h, |x, y| {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let bar = (c - 2.0).abs() < 0.25 && (1.9..4.2).contains(&r);
            let light = (c.round() + r.round()) as i32 % 2 == 0;
            Rgb([if bar {
                30
            } else if light {
                210
            } else {
                120
            }; 3])
        });
        View {
            image,
            layout,
            camera: Some([3.5, 16.0, 14.0]),
        }
    }

    #[test]
    fn empty_squares_are_all_the_same() {
        let features = square_features(&view());
        for square in [7, 6, 39, 62] {
            for cell in features[square][..SQUARE_FEATURES - GENERAL]
                .chunks(CHANNELS)
                .take(30)
            {
                assert!(cell[0].abs() < 0.3, "{square}: {cell:?}");
            }
        }
        // The bar: on the square and above it.
        assert!(body_lightness(&features[4 * 8 + 2]) < -1.0);
    }

    #[test]
    fn the_board_may_be_turned() {
        let view = view();
        let mut turned = view.clone();
        // Clockwise: (c, r) moves to (7 − r, c).
        turned.image = imageops::rotate90(&view.image);
        turned.camera = view.camera.map(|[x, y, z]| [7.0 - y, x, z]);
        let (before, after) = (square_features(&view), square_features(&turned));
        for (c, r) in [(2, 4), (2, 2), (5, 1), (0, 7)] {
            let pair = before[r * 8 + c].iter().zip(&after[c * 8 + 7 - r]);
            // Pixels are rounded to integers.
            let off = pair.map(|(a, b)| (a - b).abs()).sum::<f32>() / SQUARE_FEATURES as f32;
            assert!(off < 0.1, "({c}, {r}): {off}");
        }
    }

    #[test]
    fn a_mirror_of_a_mirror_is_as_before() {
        let features = square_features(&view())[4 * 8 + 3];
        assert_ne!(mirrored(&features), features);
        assert_eq!(mirrored(&mirrored(&features)), features);
    }
}
