//! Finding boards of either kind, and the layout of their views.

use board_geom::{GeomError, Grid, Locator, SquaresLocator, ViewLayout};
use image::RgbImage;

use crate::Error;

/// Pixels a grid unit in the rectified views: a stone is some 20 pixels wide, enough to see its
/// rim and the lines around it, and small enough to be quick.
pub(crate) const PITCH: f32 = 24.0;

/// Finds a board of so many lines a side, any usual number if that is not told.
pub(crate) fn lines(size: Option<usize>) -> Locator {
    let default = Locator::default();
    Locator {
        sizes: size.map_or(default.sizes, |s| vec![s]),
        ..default
    }
}

/// The layout of the views that patches are cut from: a pixel for every 32nd of a square, and a
/// square of margin.
pub(crate) const fn layout(size: usize) -> ViewLayout {
    ViewLayout {
        cols: size,
        rows: size,
        pitch: 32.0,
        margin: 32.0,
    }
}

/// Finds a board of `size` squares a side. Its grid is of the lines around the squares.
pub(crate) fn find(photo: &RgbImage, size: usize) -> Result<(Grid, f64), GeomError> {
    let found = squares(size).locate(photo)?;
    Ok((found.grid, found.confidence))
}

pub(super) fn squares(size: usize) -> SquaresLocator {
    SquaresLocator {
        size,
        ..SquaresLocator::default()
    }
}

/// Stones reach half a grid unit from their points; one that is cut off by more than a sixth is not told for certain.
const NEEDED: f64 = 0.25;

/// For each point of a board, row by row, whether a stone there would be outside the picture or cut off by its edge.
pub(crate) fn outside(grid: &Grid) -> Vec<bool> {
    let room = NEEDED * grid.pitch().0;
    let (width, height) = (f64::from(grid.photo.0), f64::from(grid.photo.1));
    let cut = |point: usize| {
        let [x, y] = grid.to_photo((point % grid.cols) as f64, (point / grid.cols) as f64);
        let within = |at: f64, size: f64| at >= room - 0.5 && at <= size - 0.5 - room;
        !(within(x, width) && within(y, height))
    };
    (0..grid.cols * grid.rows).map(cut).collect()
}

/// A grid of another board than the one that is followed.
pub(super) fn another(found: (usize, usize), wanted: (usize, usize)) -> Error {
    let reason = format!(
        "it has {} × {} lines, and the board {} × {}",
        found.0, found.1, wanted.0, wanted.1
    );
    GeomError::Calibration { reason }.into()
}
