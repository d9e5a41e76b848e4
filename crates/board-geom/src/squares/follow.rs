//! Follows a board of squares: fits the last grid to the steps around it.

use std::borrow::Cow;
use std::ops::Range;

use image::RgbImage;

use super::edges::{samples, step_points, strength};
use super::located::{LocatedSquares, alternates, straight};
use super::plane::{LUMA, Plane};
use super::steps::{self, Steps};
use crate::refine::{FINE, Fit, refine};
use crate::shrink::shrink;
use crate::{Grid, Homography};

/// Longer side, in pixels, of the shrunk photo: enough for line positions to a tenth of a pixel. Shrinking a photo that
/// is not much larger would take longer than it saves.
const LONG_SIDE: u32 = 1000;
const NOT_MUCH_LARGER: u32 = 1250;
/// How many squares farther than the board was, steps are searched, in case it has moved.
const BEYOND: i32 = 2;
/// How far from their last positions lines are searched, in squares.
const REACH: f64 = 0.35;

/// The board near its last position; `None` if its confidence is below `least`.
pub(super) fn follow(photo: &RgbImage, last: &Grid, least: f64) -> Option<LocatedSquares> {
    let small = match photo.width().max(photo.height()) > NOT_MUCH_LARGER {
        true => Cow::Owned(shrink(photo, LONG_SIDE)),
        false => Cow::Borrowed(photo),
    };
    let start = last.resized(small.dimensions());
    let plane = Plane::of_part(&small, around(&start), LUMA, 1.0);
    let (light_first, fit) = slide(&plane, &start)?;
    let size = last.cols - 1;
    let n = size as i32;
    let see = |c: f64, r: f64| Some(fit.grid.to_photo(c, r)).filter(|p| p[0].is_finite());
    let reach = -BEYOND..n + BEYOND + 1;
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

/// The columns and rows of pixels in which the board is searched.
fn around(board: &Grid) -> [Range<u32>; 2] {
    /// Squares by which the board may have moved in addition, or may lie farther from the lens than its corners tell.
    const MORE: f64 = 0.5;
    let beyond = f64::from(BEYOND) + MORE;
    let (last_col, last_row) = ((board.cols - 1) as f64, (board.rows - 1) as f64);
    let ends = [-beyond, last_col + beyond].map(|c| [-beyond, last_row + beyond].map(|r| (c, r)));
    let depth = |&(c, r): &(f64, f64)| board.map.depth([c, r]) * board.map.depth([0.0, 0.0]);
    let ends = ends.as_flattened();
    let (width, height) = board.photo;
    // Beyond the horizon there are no limits.
    if !ends.iter().all(|end| depth(end) > 0.0) {
        return [0..width, 0..height];
    }
    let corners = ends.iter().map(|&(c, r)| board.to_photo(c, r));
    [(0, width), (1, height)].map(|(k, size)| {
        let at = corners.clone().map(|corner| corner[k]);
        let low = at.clone().fold(f64::INFINITY, f64::min).floor();
        let high = at.fold(f64::NEG_INFINITY, f64::max).ceil();
        let inside = |v: f64| v.clamp(0.0, f64::from(size)) as u32;
        inside(low)..inside(high + 1.0)
    })
}

/// Fits the grid to the steps near it, coarsely and then finely. Returns whether the first square is light, too: a grid
/// does not determine it, the steps do.
fn slide(plane: &Plane, start: &Grid) -> Option<(bool, Fit)> {
    /// How many times as strong the steps of one kind are if those of the other kind are chance.
    const CLEARLY: f32 = 1.5;
    let points = step_points(plane, start, REACH);
    let strengths = [0, 1].map(|k| strength(&points[k]));
    let fit = |k: usize| {
        let coarse = refine(&points[k], start, REACH, false)?.grid;
        let fit = refine(&step_points(plane, &coarse, FINE)[k], &coarse, FINE, false)?;
        Some((k == 0, fit))
    };
    let kinds = [0, 1].into_iter();
    let likely = kinds.filter(|&k| CLEARLY * strengths[k] > strengths[1 - k]);
    likely.filter_map(fit).max_by_key(|(_, fit)| fit.inliers)
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
