//! Fits the lines inside the outline of a board: evenly spaced, with a margin between the outermost lines and the edge.
//!
//! Under the homography of the outline, the lines of one direction are a comb whose first and last tooth are free at
//! both ends. That is four numbers for each direction, few enough to search exhaustively.

use std::ops::Range;

use crate::ridge::Ridges;
use crate::{Grid, Homography};

/// Widths of the margin, in grid units, between the outline of a board and its outermost lines. Stones leaning over the
/// edge and the front side of the board make the margin look wider than the usual 0.5 to 0.9.
const MARGINS: Range<f32> = 0.3..1.6;
/// Step between the margins that are tried, in grid units.
const STEP: f32 = 0.1;
/// Largest distance of a point on a line from that line, in grid units.
const ON_LINE: f32 = 0.1;
/// Largest sine of the angle between a ridge and the lines of its direction.
const PARALLEL: f32 = 0.17;
/// Most points of a direction that are used.
const MOST_POINTS: usize = 700;
/// Least points of a direction.
const LEAST_POINTS: usize = 60;

/// Adding and subtracting this number rounds an `f32` to the nearest integer: a `f32` of this size has no fractional
/// digits.
const WHOLE: f32 = 12_582_912.0;

/// Number of coarse combs that are refined, and rounds of refinement of each.
const STARTS: usize = 12;
const SWEEPS: usize = 3;

/// Position of a line, 0..1 across the outline, at both ends of the outline.
type Ends = [f64; 2];

/// The board of `size` lines inside an outline (clockwise corners in pixels) with the most ridge points on its lines.
pub(crate) fn fit(ridges: &Ridges, outline: [[f64; 2]; 4], size: usize) -> Option<Grid> {
    let unit = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let map = Homography::from_pairs(&unit, &outline)?;
    let back = map.inverse()?;
    let (mut columns, mut rows) = (Vec::new(), Vec::new());
    for point in &ridges.points {
        let [u, v] = back.apply([f64::from(point.x), f64::from(point.y)]);
        if !(0.0..1.0).contains(&u) || !(0.0..1.0).contains(&v) {
            continue;
        }
        let at = map.apply([u, v]);
        let along = |other: [f64; 2]| {
            let (dx, dy) = ((other[0] - at[0]) as f32, (other[1] - at[1]) as f32);
            (point.across[0] * dx + point.across[1] * dy).abs() < PARALLEL * dx.hypot(dy)
        };
        if along(map.apply([u, v + 0.01])) {
            columns.push([u, v]);
        } else if along(map.apply([u + 0.01, v])) {
            rows.push([v, u]);
        }
    }
    let (columns, rows) = (comb(&columns, size)?, comb(&rows, size)?);
    // The corner where u = a + (b − a)·v and v = c + (d − c)·u.
    let corner = |column: Ends, row: Ends| {
        let (across, down) = (column[1] - column[0], row[1] - row[0]);
        let u = (column[0] + across * row[0]) / (1.0 - across * down);
        map.apply([u, row[0] + down * u])
    };
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(c, r)| corner(columns[c], rows[r]));
    let photo = (ridges.width as u32, ridges.height as u32);
    Grid::from_corners(corners, size, size, photo).ok()
}

/// Number of visible lines of a grid: those with more than twice as many ridge points on them as beside them.
pub(crate) fn lines_seen(ridges: &Ridges, grid: &Grid) -> usize {
    /// Distances, in grid units, up to which ridge points are on a line, and beside it.
    const ON: f64 = 0.08;
    const BESIDE: f64 = 0.32;
    /// Least ratio of ridge points on a line to those beside it, and least number of points on it.
    const DENSER: f64 = 2.0;
    const LEAST: f64 = 8.0;
    let Some(back) = grid.map.inverse() else {
        return 0;
    };
    let size = [grid.cols, grid.rows];
    let mut counts = size.map(|n| vec![[0.0; 2]; n]);
    for point in &ridges.points {
        let p = [f64::from(point.x), f64::from(point.y)];
        let place = back.apply(p);
        for axis in 0..2 {
            let (near, other) = (place[axis].round(), place[1 - axis]);
            let inside = near >= 0.0 && near < size[axis] as f64;
            if !inside || other < 0.0 || other > (size[1 - axis] - 1) as f64 {
                continue;
            }
            let mut next = place;
            next[1 - axis] += 0.1;
            let next = grid.map.apply(next);
            let (dx, dy) = ((next[0] - p[0]) as f32, (next[1] - p[1]) as f32);
            let sine = (point.across[0] * dx + point.across[1] * dy).abs() / dx.hypot(dy);
            let off = (place[axis] - near).abs();
            if sine < PARALLEL && off < BESIDE {
                counts[axis][near as usize][usize::from(off > ON)] += 1.0;
            }
        }
    }
    let widths = (BESIDE - ON) / ON;
    let seen = |[on, beside]: &&[f64; 2]| *on >= LEAST && on * widths > DENSER * beside;
    counts.iter().flatten().filter(seen).count()
}

/// The first and last line of the comb with the most points, given as (across, along), on its lines. Points between the
/// lines count against it, so that noise scores nothing.
fn comb(points: &[[f64; 2]], size: usize) -> Option<[Ends; 2]> {
    if points.len() < LEAST_POINTS {
        return None;
    }
    let stride = points.len().div_ceil(MOST_POINTS);
    let points = points.iter().step_by(stride);
    let points: Vec<[f32; 2]> = points.map(|point| point.map(|v| v as f32)).collect();
    let last = (size - 1) as f32;
    // The grid unit if the margins are the usual ones.
    let unit = 1.0 / (last + 1.6);
    let count = ((MARGINS.end - MARGINS.start) / STEP) as usize;
    let margins: Vec<f32> = (0..=count)
        .map(|i| (MARGINS.start + i as f32 * STEP) * unit)
        .collect();
    let miss = -2.0 * ON_LINE / (1.0 - 2.0 * ON_LINE);
    let score = |[a, b, c, d]: [f32; 4]| {
        // Integer sums can be computed in any order: this loop is most of the work.
        let (mut inside, mut on) = (0_u32, 0_u32);
        for [across, along] in &points {
            let first = a + (b - a) * along;
            let span = 1.0 - c - (d - c) * along - first;
            let line = (across - first) / span * last;
            let near = (line + WHOLE) - WHOLE;
            let between = u32::from(near >= 0.0) & u32::from(near <= last);
            inside += between;
            on += between & u32::from((line - near).abs() < ON_LINE);
        }
        on as f32 + (inside - on) as f32 * miss
    };
    let coarse = margins.iter().step_by(2);
    let mut starts: Vec<(f32, [f32; 4])> = Vec::new();
    for &a in coarse.clone() {
        for &b in coarse.clone() {
            for &c in coarse.clone() {
                starts.extend(coarse.clone().map(|&d| (score([a, b, c, d]), [a, b, c, d])));
            }
        }
    }
    starts.sort_by(|x, y| y.0.total_cmp(&x.0));
    starts.truncate(STARTS);
    // Refine each margin in turn, from the best starts.
    for (best, ends) in &mut starts {
        for k in (0..4).cycle().take(4 * SWEEPS) {
            for &margin in &margins {
                let mut other = *ends;
                other[k] = margin;
                let value = score(other);
                if value > *best {
                    (*best, *ends) = (value, other);
                }
            }
        }
    }
    let (best, [a, b, c, d]) = starts.into_iter().max_by(|x, y| x.0.total_cmp(&y.0))?;
    let ends = [[a, b], [1.0 - c, 1.0 - d]].map(|line| line.map(f64::from));
    (best > 0.0).then_some(ends)
}
