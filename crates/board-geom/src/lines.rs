//! Straight lines from ridge points: an oriented Hough transform, then least squares on the points near each peak.

use std::f32::consts::PI;

use crate::ridge::{RidgePoint, Ridges};

/// A straight line `x·cos(normal) + y·sin(normal) = rho` in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Angle of the normal, radians.
    pub(crate) normal: f64,
    /// Signed distance from the origin, in pixels.
    pub(crate) rho: f64,
    /// Total weight of the ridge points on it; a clear line has about one for each pixel of its length.
    pub(crate) support: f64,
    /// Mean of the points on it.
    pub(crate) middle: [f64; 2],
}

impl Line {
    /// Homogeneous coordinates (a, b, c) with a·x + b·y + c = 0 and a² + b² = 1.
    pub(crate) fn homogeneous(&self) -> [f64; 3] {
        [self.normal.cos(), self.normal.sin(), -self.rho]
    }
}

/// Angles of the accumulator, half a degree each.
const ANGLES: usize = 360;
/// Largest difference, in accumulator angles, between the normals of a point and of a line.
const SPREAD: i32 = 8;
/// Least length of a line as a fraction of the shorter side of the picture: shorter ones cannot be told from chance
/// alignments.
const LEAST_LENGTH: f32 = 0.06;
/// Largest distance of a point from its line, in pixels.
const NEAR: f32 = 2.0;
/// Largest difference, in accumulator angles, between the normals of a line and of a point on it.
const TURN: i32 = 14;
/// Least points of a line.
const LEAST_POINTS: usize = 8;
/// Largest angle, in radians, between a fitted line and its first guess: beyond, it is a different line.
const ASTRAY: f64 = 0.1;

/// The straight lines in `ridges`, those with most support first, at most `limit`.
pub(crate) fn find_lines(ridges: &Ridges, limit: usize) -> Vec<Line> {
    let diagonal = (ridges.width as f32).hypot(ridges.height as f32);
    let offset = diagonal.ceil();
    let width = 2 * offset as usize + 2;
    let mut votes = vec![0.0f32; ANGLES * width];
    let trig: Vec<(f32, f32)> = (0..ANGLES)
        .map(|a| (a as f32 * PI / ANGLES as f32).sin_cos())
        .collect();
    // The numbers of the points whose normals have each of the angles.
    let mut of_angle: Vec<Vec<usize>> = vec![Vec::new(); ANGLES];
    for (i, p) in ridges.points.iter().enumerate() {
        let weight = ridges.weight(p);
        let own = (p.normal() * ANGLES as f32 / PI).round() as i32;
        of_angle[own as usize % ANGLES].push(i);
        for d in -SPREAD..=SPREAD {
            let a = (own + d).rem_euclid(ANGLES as i32) as usize;
            let (sin, cos) = trig[a];
            let rho = p.x * cos + p.y * sin + offset;
            votes[a * width + (rho + 0.5) as usize] += weight;
        }
    }
    let least = LEAST_LENGTH * ridges.width.min(ridges.height) as f32;
    let mut peaks = local_maxima(&votes, width, least);
    peaks.sort_by(|a, b| b.0.total_cmp(&a.0));
    peaks.truncate(4 * limit);

    let mut claimed = vec![false; ridges.points.len()];
    let mut lines = Vec::new();
    for (_, a, r) in peaks {
        let (sin, cos) = trig[a];
        let guess = (
            f64::from(a as f32 * PI / ANGLES as f32),
            f64::from(r as f32 - offset),
        );
        let turned = |d: i32| (a as i32 + d).rem_euclid(ANGLES as i32) as usize;
        let parallel = (-TURN..=TURN).flat_map(|d| &of_angle[turned(d)]);
        let rho = r as f32 - offset;
        let is_near = |p: &RidgePoint| (p.x * cos + p.y * sin - rho).abs() < NEAR;
        let near: Vec<usize> = parallel
            .copied()
            .filter(|&i| !claimed[i] && is_near(&ridges.points[i]))
            .collect();
        let Some(line) = fit(&ridges.points, &near, guess) else {
            continue;
        };
        if line.support < f64::from(least) {
            continue;
        }
        for i in near {
            claimed[i] = true;
        }
        lines.push(line);
        if lines.len() == limit {
            break;
        }
    }
    lines.sort_by(|a, b| b.support.total_cmp(&a.support));
    lines
}

/// Local maxima of the accumulator with at least `least` votes: (votes, angle index, rho index).
fn local_maxima(votes: &[f32], width: usize, least: f32) -> Vec<(f32, usize, usize)> {
    let mut peaks = Vec::new();
    for a in 0..ANGLES {
        for r in 2..width - 2 {
            let v = votes[a * width + r];
            if v < least {
                continue;
            }
            let mut highest = true;
            'around: for da in -2i32..=2 {
                let b = a as i32 + da;
                // Past the ends the angle wraps and rho changes sign.
                let (b, mirrored) = match b {
                    b if b < 0 => (b + ANGLES as i32, true),
                    b if b >= ANGLES as i32 => (b - ANGLES as i32, true),
                    b => (b, false),
                };
                for dr in -2i32..=2 {
                    let s = if mirrored {
                        width as i32 - 2 - r as i32
                    } else {
                        r as i32
                    } + dr;
                    if (da, dr) == (0, 0) || s < 0 || s >= width as i32 {
                        continue;
                    }
                    let other = votes[b as usize * width + s as usize];
                    if other > v || (other == v && (da, dr) < (0, 0)) {
                        highest = false;
                        break 'around;
                    }
                }
            }
            if highest {
                peaks.push((v, a, r));
            }
        }
    }
    peaks
}

/// Total least squares through the points; `None` if the line strays far from the guess.
fn fit(points: &[RidgePoint], members: &[usize], guess: (f64, f64)) -> Option<Line> {
    let n = members.len() as f64;
    if members.len() < LEAST_POINTS {
        return None;
    }
    let (mut sx, mut sy) = (0.0, 0.0);
    for &i in members {
        sx += f64::from(points[i].x);
        sy += f64::from(points[i].y);
    }
    let (mx, my) = (sx / n, sy / n);
    let (mut cxx, mut cxy, mut cyy) = (0.0, 0.0, 0.0);
    for &i in members {
        let (dx, dy) = (f64::from(points[i].x) - mx, f64::from(points[i].y) - my);
        cxx += dx * dx;
        cxy += dx * dy;
        cyy += dy * dy;
    }
    // The direction of the largest spread, then its normal.
    let along = 0.5 * (2.0 * cxy).atan2(cxx - cyy);
    let mut normal = along + std::f64::consts::FRAC_PI_2;
    let turn = normal - guess.0;
    normal -= (turn / std::f64::consts::PI).round() * std::f64::consts::PI;
    if (normal - guess.0).abs() > ASTRAY {
        return None;
    }
    let rho = mx * normal.cos() + my * normal.sin();
    Some(Line {
        normal,
        rho,
        support: n,
        middle: [mx, my],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{GrayImage, Luma};

    #[test]
    fn the_lines_of_a_small_grid_are_found() {
        let grey = GrayImage::from_fn(200, 160, |x, y| {
            let on = |v: u32| (20..=140).contains(&v) && (v - 20).is_multiple_of(20);
            let inside = (20..=140).contains(&x) && (20..=140).contains(&y);
            Luma([if inside && (on(x) || on(y)) { 40 } else { 180 }])
        });
        let lines = find_lines(&Ridges::find(&grey, 1.2), 60);
        for k in 0..7 {
            let at = 20.0 + 20.0 * f64::from(k);
            for normal in [0.0, PI / 2.0] {
                let found = lines.iter().any(|l| {
                    let turn = (l.normal - f64::from(normal)).rem_euclid(std::f64::consts::PI);
                    turn.min(std::f64::consts::PI - turn) < 0.01 && (l.rho.abs() - at).abs() < 0.3
                });
                assert!(found, "no line with normal {normal} at {at}: {lines:?}");
            }
        }
    }
}
