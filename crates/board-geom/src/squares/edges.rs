//! Detects points on the borders between squares with sub-pixel precision, to fit the grid to.

use super::plane::Plane;
use crate::ridge::RidgePoint;
use crate::{Grid, parallel};

/// Number of positions along a border where a step is searched.
const PLACES: usize = 12;
/// Start and extent of these positions along the side of a square, in squares.
const INNER: (f64, f64) = (0.1, 0.8);

/// The number of positions where steps are searched on a board of `size` squares a side: along every inner line, and
/// along every second square of the outermost lines.
pub(super) fn samples(size: usize) -> usize {
    PLACES * (2 * size * (size - 1) + 2 * size)
}

/// How far from an outermost line a step is searched, in squares: frames often have printed lines and steps close by.
const RIM_REACH: f64 = 0.12;

/// Points within `reach` squares of the lines where the brightness steps as between squares of which the first is
/// light, and those where it steps as between squares of which the first is dark.
///
/// Along the outermost lines only every second square is reliable: dark squares against a pale frame, light squares
/// against a dark one. The set with more and clearer steps is used.
pub(super) fn step_points(plane: &Plane, grid: &Grid, reach: f64) -> [Vec<RidgePoint>; 2] {
    let along = |vertical| steps_along(plane, grid, reach, vertical);
    let (mut points, more) = parallel::join(|| along(true), || along(false));
    for (points, more) in points.iter_mut().zip(more) {
        points.extend(more);
    }
    points
}

/// The total strength of steps.
pub(super) fn strength(points: &[RidgePoint]) -> f32 {
    points.iter().map(|p| p.strength).sum()
}

/// The [step points](step_points) of the vertical or of the horizontal lines.
fn steps_along(plane: &Plane, grid: &Grid, reach: f64, vertical: bool) -> [Vec<RidgePoint>; 2] {
    let mut points = [Vec::new(), Vec::new()];
    let mut values = Vec::new();
    let squares = grid.cols.min(grid.rows) - 1;
    for line in 0..=squares {
        let rim = line == 0 || line == squares;
        let reach = if rim { reach.min(RIM_REACH) } else { reach };
        // For either colour of the first square, the steps beside every second square and beside the others.
        let mut beside: [[Vec<RidgePoint>; 2]; 2] = Default::default();
        for (square, k) in (0..squares).flat_map(|square| (0..PLACES).map(move |k| (square, k))) {
            let t = square as f64 + INNER.0 + INNER.1 * k as f64 / (PLACES - 1) as f64;
            let at = |d: f64| match vertical {
                true => grid.to_photo(line as f64 + d, t),
                false => grid.to_photo(t, line as f64 + d),
            };
            let mut steps = steps_between(plane, at(-reach), at(reach), &mut values);
            if !(line + square).is_multiple_of(2) {
                steps.reverse();
            }
            for (beside, step) in beside.iter_mut().zip(steps) {
                beside[square % 2].extend(step);
            }
        }
        for (points, mut beside) in points.iter_mut().zip(beside) {
            if rim {
                let [a, b] = &mut beside;
                if strength(a) > strength(b) {
                    b.clear();
                } else {
                    a.clear();
                }
            }
            points.extend(beside.into_iter().flatten());
        }
    }
    points
}

/// The steepest rise and the steepest fall of brightness between two pixels; `values` is scratch space.
fn steps_between(
    plane: &Plane,
    from: [f64; 2],
    to: [f64; 2],
    values: &mut Vec<f32>,
) -> [Option<RidgePoint>; 2] {
    let [x, y] = from.map(|v| v as f32);
    let (dx, dy) = (to[0] as f32 - x, to[1] as f32 - y);
    let length = dx.hypot(dy);
    if !(2.0..400.0).contains(&length) {
        return [None; 2];
    }
    let n = length.ceil() as usize + 3;
    let (dx, dy) = (dx / length, dy / length);
    let place = |at: f32| [x + dx * at, y + dy * at];
    if ![-1.0, n as f32 - 2.0]
        .iter()
        .all(|&end| plane.has(place(end)))
    {
        return [None; 2];
    }
    values.clear();
    values.extend((0..n).map(|k| plane.between(place(k as f32 - 1.0))));
    [1.0, -1.0].map(|sign| {
        let slope = |k: usize| sign * (values[k + 1] - values[k - 1]);
        let best = (1..n - 1).max_by(|&a, &b| slope(a).total_cmp(&slope(b)))?;
        // At an end the slope may keep rising beyond.
        if best < 2 || best > n - 3 {
            return None;
        }
        let (before, here, after) = (slope(best - 1), slope(best), slope(best + 1));
        if here < WEAKEST {
            return None;
        }
        let curve = before - 2.0 * here + after;
        let shift = if curve < 0.0 {
            0.5 * (before - after) / curve
        } else {
            0.0
        };
        let [x, y] = place(best as f32 - 1.0 + shift.clamp(-0.5, 0.5));
        Some(RidgePoint {
            x,
            y,
            across: [dx, dy],
            strength: here,
        })
    })
}

/// Weakest step, in grey levels over two pixels; smaller ones are noise.
const WEAKEST: f32 = 4.0;
