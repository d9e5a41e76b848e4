//! Locators of both kinds of boards, and the layout of their views.

use board_geom::{GeomError, Grid, Locator, SquaresLocator, ViewLayout};
use image::RgbImage;

use crate::Error;

/// Pixels a grid unit in the rectified views of boards of lines. A stone is then some 20 pixels wide: enough for its
/// rim and the lines around it, and few enough to be fast.
pub(crate) const PITCH: f32 = 24.0;

/// A locator of boards with `size` lines a side; with any usual number if that is `None`.
pub(crate) fn lines_locator(size: Option<usize>) -> Locator {
    let default = Locator::default();
    Locator {
        sizes: size.map_or(default.sizes, |s| vec![s]),
        ..default
    }
}

/// The layout of the views that patches are cut from: 32 pixels a square, and a square of margin.
pub(crate) const fn layout(size: usize) -> ViewLayout {
    ViewLayout {
        cols: size,
        rows: size,
        pitch: 32.0,
        margin: 32.0,
    }
}

/// Locates a board of `size` squares a side: the grid of the lines around the squares, and the confidence.
pub(crate) fn locate_squares(photo: &RgbImage, size: usize) -> Result<(Grid, f64), GeomError> {
    let found = squares_locator(size).locate(photo)?;
    Ok((found.grid, found.confidence))
}

pub(super) fn squares_locator(size: usize) -> SquaresLocator {
    SquaresLocator {
        size,
        ..SquaresLocator::default()
    }
}

/// Least distance in grid units from a visible point to the edge of the photo. A stone's radius is half a grid unit;
/// one of which more than a sixth is cut off cannot be classified reliably.
const EDGE_DISTANCE: f64 = 0.25;

/// For each point of a board, row by row, whether a stone there would be outside the photo or cut off by its edge.
pub(crate) fn outside(grid: &Grid) -> Vec<bool> {
    let room = EDGE_DISTANCE * grid.pitch().0;
    let (width, height) = (f64::from(grid.photo.0), f64::from(grid.photo.1));
    let cut = |point: usize| {
        let [x, y] = grid.to_photo((point % grid.cols) as f64, (point / grid.cols) as f64);
        let within = |at: f64, size: f64| at >= room - 0.5 && at <= size - 0.5 - room;
        !(within(x, width) && within(y, height))
    };
    (0..grid.cols * grid.rows).map(cut).collect()
}

/// The error for a grid with another number of lines (columns, rows) than the board.
pub(super) fn wrong_grid(found: (usize, usize), wanted: (usize, usize)) -> Error {
    let reason = format!(
        "it has {} × {} lines, and the board {} × {}",
        found.0, found.1, wanted.0, wanted.1
    );
    GeomError::Calibration { reason }.into()
}
