//! Detects points on the borders between squares with sub-pixel precision, to fit the grid to.

use super::plane::Plane;
use crate::Grid;
use crate::ridge::RidgePoint;

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

/// Points within `reach` squares of the lines where the brightness steps with the expected sign. `light_first` is
/// whether the first square is light.
///
/// Along the outermost lines only every second square is reliable: dark squares against a pale frame, light squares
/// against a dark one. The set with more and clearer steps is used.
pub(super) fn step_points(
    plane: &Plane,
    grid: &Grid,
    light_first: bool,
    reach: f64,
) -> Vec<RidgePoint> {
    let mut points = Vec::new();
    let squares = grid.cols.min(grid.rows) - 1;
    for vertical in [true, false] {
        for line in 0..=squares {
            let rim = line == 0 || line == squares;
            let reach = if rim { reach.min(RIM_REACH) } else { reach };
            let along = |stretch: usize| {
                let light = (line + stretch).is_multiple_of(2) == light_first;
                let sign = if light { 1.0 } else { -1.0 };
                (0..PLACES).filter_map(move |k| {
                    let t = stretch as f64 + INNER.0 + INNER.1 * k as f64 / (PLACES - 1) as f64;
                    let at = |d: f64| {
                        let n = line as f64 + d;
                        if vertical {
                            grid.to_photo(n, t)
                        } else {
                            grid.to_photo(t, n)
                        }
                    };
                    step_between(plane, at(-reach), at(reach), sign)
                })
            };
            let every_other =
                |first: usize| -> Vec<_> { (first..squares).step_by(2).flat_map(along).collect() };
            let both = [every_other(0), every_other(1)];
            if rim {
                let clear =
                    |points: &Vec<RidgePoint>| points.iter().map(|p| p.strength).sum::<f32>();
                points.extend(
                    both.into_iter()
                        .max_by(|a, b| clear(a).total_cmp(&clear(b))),
                );
            } else {
                points.extend(both);
            }
        }
    }
    points.into_iter().flatten().collect()
}

/// The steepest step of the given sign between two pixels.
fn step_between(plane: &Plane, from: [f64; 2], to: [f64; 2], sign: f32) -> Option<RidgePoint> {
    let [x, y] = from.map(|v| v as f32);
    let (dx, dy) = (to[0] as f32 - x, to[1] as f32 - y);
    let length = dx.hypot(dy);
    if !(2.0..400.0).contains(&length) {
        return None;
    }
    let n = length.ceil() as usize + 3;
    let (dx, dy) = (dx / length, dy / length);
    let values: Vec<f32> = (0..n)
        .map(|k| plane.sample(x + dx * (k as f32 - 1.0), y + dy * (k as f32 - 1.0)))
        .collect::<Option<_>>()?;
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
    let place = best as f32 - 1.0 + shift.clamp(-0.5, 0.5);
    Some(RidgePoint {
        x: x + dx * place,
        y: y + dy * place,
        across: [dx, dy],
        strength: here,
    })
}

/// Weakest step, in grey levels over two pixels; smaller ones are noise.
const WEAKEST: f32 = 4.0;
