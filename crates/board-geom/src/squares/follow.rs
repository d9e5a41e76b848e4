//! Follows a board of squares: fits the last grid to the steps around it.

use std::borrow::Cow;

use image::RgbImage;

use super::edges::{samples, step_points};
use super::located::{LocatedSquares, alternates, straight};
use super::plane::{LUMA, Plane};
use super::steps::{self, Steps};
use crate::refine::{FINE, Fit, refine};
use crate::shrink::shrink;
use crate::{Grid, Homography, parallel};

/// Longer side, in pixels, of the shrunk photo: enough for line positions to a tenth of a pixel. Shrinking a photo that
/// is not much larger would take longer than it saves.
const LONG_SIDE: u32 = 1000;
const NOT_MUCH_LARGER: u32 = 1250;
/// How far from their last positions lines are searched, in squares.
const REACH: f64 = 0.35;

/// The board near its last position; `None` if its confidence is below `least`.
pub(super) fn follow(photo: &RgbImage, last: &Grid, least: f64) -> Option<LocatedSquares> {
    let small = match photo.width().max(photo.height()) > NOT_MUCH_LARGER {
        true => Cow::Owned(shrink(photo, LONG_SIDE)),
        false => Cow::Borrowed(photo),
    };
    let plane = Plane::of(&small, LUMA, 1.0);
    let start = last.resized(small.dimensions());
    // A grid does not determine which squares are light; the steps do.
    let of = |light| Some((light, slide(&plane, &start, light)?));
    let (light, dark) = parallel::join(|| of(true), || of(false));
    let fits = [light, dark].into_iter().flatten();
    let (light_first, fit) = fits.max_by_key(|(_, fit)| fit.inliers)?;
    let size = last.cols - 1;
    let n = size as i32;
    let see = |c: f64, r: f64| Some(fit.grid.to_photo(c, r)).filter(|p| p[0].is_finite());
    let reach = -2..n + 3;
    let certain = [(1, n - 1); 2];
    let evidence = Steps::gather(&plane, &see, reach.clone(), reach, certain, light_first)?;
    // A hand over one side must not push the board to the other: keep the last position unless another is better by a
    // whole row of evidence.
    let here = evidence.window([0, 0], size)?;
    let best = evidence.best_window(size)?;
    let window = if best.score > here.score + steps::RIGHT * size as f32 {
        best
    } else {
        here
    };
    let on_lines = fit.inliers as f64 / samples(size) as f64;
    let confidence = alternates(&window) * straight(on_lines);
    let shift = window.first.map(f64::from);
    let map = fit
        .grid
        .map
        .after(&Homography::translation(shift[0], shift[1]));
    (confidence >= least).then(|| LocatedSquares {
        grid: Grid { map, ..fit.grid }.resized(photo.dimensions()),
        confidence,
        light_first: light_first == window.is_even(),
    })
}

/// Fits the grid to the steps near it, coarsely and then finely.
fn slide(plane: &Plane, start: &Grid, light_first: bool) -> Option<Fit> {
    let coarse = refine(
        &step_points(plane, start, light_first, REACH),
        start,
        REACH,
        false,
    )?
    .grid;
    refine(
        &step_points(plane, &coarse, light_first, FINE),
        &coarse,
        FINE,
        false,
    )
}

/// The found board with its corners in the order and direction nearest to those of `last`.
pub(super) fn as_listed(found: &LocatedSquares, last: &Grid) -> LocatedSquares {
    // A mirrored grid is unusual, but a caller may number its corners so.
    let grid = match found.grid.is_clockwise() == last.is_clockwise() {
        true => found.grid,
        false => found.grid.transposed(),
    };
    let turns = (0..4).map(|quarters| grid.turned(quarters));
    let nearest = turns.min_by(|a, b| moved(a, last).total_cmp(&moved(b, last)));
    found.with_corners_of(nearest.unwrap_or(grid))
}

/// The farthest movement of a corner, in squares.
fn moved(now: &Grid, last: &Grid) -> f64 {
    let corners = now.corners().into_iter().zip(last.corners());
    let moved = corners.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]) / last.pitch().0);
    moved.fold(0.0, f64::max)
}
