//! Finds crossings on one lattice, grown from four that form a square.

use std::ops::Range;

use super::crossings::{Crossing, Quadrants};
use crate::Homography;

/// A numbering of crossings: lattice point (column, row) appears at `map(column, row)`.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    /// Lattice to pixels.
    pub(super) map: Homography,
    /// Whether the squares to the right of and below the even points (column + row even) are the
    /// light ones.
    pub(super) even_light: bool,
    /// (column, row) and the index of its crossing.
    pub(super) points: Vec<([i32; 2], usize)>,
}

impl Lattice {
    /// Smallest and largest (column, row) of the points.
    pub(super) fn bounds(&self) -> [(i32, i32); 2] {
        bounds(&self.points)
    }
}

fn bounds(points: &[([i32; 2], usize)]) -> [(i32, i32); 2] {
    std::array::from_fn(|k| {
        let numbers = points.iter().map(|p| p.0[k]);
        (
            numbers.clone().min().unwrap_or(0),
            numbers.max().unwrap_or(0),
        )
    })
}

/// Largest distance of a crossing from its lattice point, in lattice units.
const TOLERANCE: f64 = 0.2;
/// Least polarity of a crossing, as a fraction of full light-dark alternation.
const POLARITY: f64 = 0.4;
/// Least side of a square, in pixels.
const NEAREST: f64 = 6.0;
/// Largest distance of the fourth corner of a square from where the other three predict it, in sides.
const OFF_LATTICE: f64 = 0.3;
/// Largest angle between a border and the direction to the neighbour it leads to, in radians.
const ASTRAY: f64 = 0.2;
/// Fewest points of a lattice, fewer are chance: half of a 5 × 5 patch.
const FEWEST: usize = 8;
/// Largest lattice number, counted from the seed.
const FARTHEST: i32 = 12;

/// Points of a lattice of at least this size are not tried as seeds again: a 4 × 4 patch is not chance.
const SETTLED: usize = 16;

/// The `limit` lattices with most points, each with mostly points of its own.
pub(super) fn find_lattices(crossings: &[Crossing], limit: usize) -> Vec<Lattice> {
    let mut from_left: Vec<usize> = (0..crossings.len()).collect();
    let x = |&i: &usize| crossings[i].at[0];
    from_left.sort_by(|a, b| x(a).total_cmp(&x(b)));
    let mut grown: Vec<Lattice> = Vec::new();
    let mut settled = vec![false; crossings.len()];
    for start in 0..crossings.len() {
        if settled[start] {
            continue;
        }
        let best = seeds(crossings, start)
            .into_iter()
            .filter_map(|seed| grow(crossings, &from_left, seed))
            .max_by_key(|l| l.points.len());
        if let Some(lattice) = best {
            if lattice.points.len() >= SETTLED {
                for p in &lattice.points {
                    settled[p.1] = true;
                }
            }
            grown.push(lattice);
        }
    }
    // The larger ones first: a lattice that went wrong early may share points with the board.
    grown.sort_by_key(|l| std::cmp::Reverse(l.points.len()));
    let mut taken = vec![false; crossings.len()];
    let mut found = Vec::new();
    for lattice in grown {
        let own = lattice.points.iter().filter(|p| !taken[p.1]).count();
        if 2 * own < lattice.points.len() {
            continue;
        }
        for p in &lattice.points {
            taken[p.1] = true;
        }
        found.push(lattice);
        if found.len() == limit {
            break;
        }
    }
    found
}

/// Sets of four crossings, `start` first, that may be the corners of one square: (0, 0), (1, 0), (0, 1) and (1, 1).
fn seeds(crossings: &[Crossing], start: usize) -> Vec<[usize; 4]> {
    let origin = &crossings[start];
    let directions = origin.borders.map(|a| {
        let (sin, cos) = f64::from(a).sin_cos();
        [cos, sin]
    });
    let [d1, d2] = directions;
    let quadrants = Quadrants::between(d1, d2);
    let own = origin.polarity(&quadrants).signum();
    // The nearest crossing of the other polarity straight along a border.
    let next = |d: [f64; 2]| -> Option<usize> {
        let mut nearest = (f64::INFINITY, None);
        for (i, c) in crossings.iter().enumerate() {
            let (dx, dy) = (c.at[0] - origin.at[0], c.at[1] - origin.at[1]);
            let (along, aside) = (dx * d[0] + dy * d[1], dx * d[1] - dy * d[0]);
            let ahead = along > NEAREST && along < nearest.0 && aside.abs() < ASTRAY * along;
            if ahead && c.polarity(&quadrants) * own < -POLARITY {
                nearest = (along, Some(i));
            }
        }
        nearest.1
    };
    let back = |d: [f64; 2]| [-d[0], -d[1]];
    let along_first = [next(d1), next(back(d1))];
    let along_second = [next(d2), next(back(d2))];
    let mut seeds = Vec::new();
    for a in along_first.into_iter().flatten() {
        for b in along_second.into_iter().flatten() {
            let (pa, pb) = (crossings[a].at, crossings[b].at);
            let far: [f64; 2] = std::array::from_fn(|k| pa[k] + pb[k] - origin.at[k]);
            let side = squared(pa, origin.at).min(squared(pb, origin.at));
            let last = (0..crossings.len())
                .map(|i| (squared(crossings[i].at, far), i))
                .filter(|&(off, i)| {
                    off < OFF_LATTICE * OFF_LATTICE * side
                        && crossings[i].polarity(&quadrants) * own > POLARITY
                })
                .min_by(|x, y| x.0.total_cmp(&y.0));
            if let Some((_, c)) = last {
                seeds.push([start, a, b, c]);
            }
        }
    }
    seeds
}

/// The squared distance of two points, which compares as the distance does.
fn squared(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}

/// Extends a seed ring by ring with all crossings that fit, refitting the map before each ring.
///
/// `from_left` has the crossings' numbers from the leftmost to the rightmost.
fn grow(crossings: &[Crossing], from_left: &[usize], seed: [usize; 4]) -> Option<Lattice> {
    let mut points: Vec<([i32; 2], usize)> = [[0, 0], [1, 0], [0, 1], [1, 1]]
        .into_iter()
        .zip(seed)
        .collect();
    let mut map = fit(crossings, &points)?;
    let sign = {
        let [u, v] = steps(&map, [0.0, 0.0]);
        let quadrants = Quadrants::between(u, v);
        crossings[seed[0]].polarity(&quadrants).signum()
    };
    for _ in 0..FARTHEST {
        let inverse = map.inverse()?;
        let reach = bounds(&points);
        let [x, y] = pixels_around(&map, reach);
        let left = from_left.partition_point(|&i| crossings[i].at[0] < x.start);
        let near = from_left[left..].iter().map(|&i| (i, &crossings[i]));
        let near = near.take_while(|(_, c)| c.at[0] <= x.end);
        let mut slots: std::collections::BTreeMap<[i32; 2], (f64, usize)> = Default::default();
        for (i, c) in near.filter(|(_, c)| y.contains(&c.at[1])) {
            let place = inverse.apply(c.at);
            // Conversion truncates. Without SSE 4.1, `f64::round` is a function call.
            let number = place.map(|v| (v + (f64::from(FARTHEST) + 0.5)) as i32);
            let number = number.map(|v| v.saturating_sub(FARTHEST));
            let near = number.map(f64::from);
            let beyond = (0..2).any(|k| {
                let (low, high) = reach[k];
                number[k] < low - 1 || number[k] > high + 1 || number[k].abs() > FARTHEST
            });
            let off = squared(place, near);
            let close = off <= TOLERANCE * TOLERANCE;
            if beyond || !close || map.depth(near) <= 0.0 {
                continue;
            }
            let [u, v] = steps(&map, near);
            let expected = if (number[0] + number[1]).rem_euclid(2) == 0 {
                sign
            } else {
                -sign
            };
            if c.polarity(&Quadrants::between(u, v)) * expected < POLARITY {
                continue;
            }
            let slot = slots.entry(number).or_insert((off, i));
            if off < slot.0 {
                *slot = (off, i);
            }
        }
        let now: Vec<([i32; 2], usize)> = slots.into_iter().map(|(n, (_, i))| (n, i)).collect();
        if now.len() < 4 || now == points {
            break;
        }
        points = now;
        map = fit(crossings, &points)?;
    }
    if points.len() < FEWEST {
        return None;
    }
    Some(Lattice {
        map,
        even_light: sign > 0.0,
        points,
    })
}

/// The ranges of x and y, in pixels, of the lattice points in `reach` and one ring around them.
fn pixels_around(map: &Homography, reach: [(i32, i32); 2]) -> [Range<f64>; 2] {
    let [columns, rows] = reach.map(|(low, high)| {
        let (low, high) = (f64::from(low), f64::from(high));
        [low - 1.0 - TOLERANCE, high + 1.0 + TOLERANCE]
    });
    let corners = columns.map(|c| rows.map(|r| [c, r]));
    let corners = corners.as_flattened();
    // Beyond the horizon there are no limits.
    if corners.iter().any(|&corner| map.depth(corner) <= 0.0) {
        return [
            f64::NEG_INFINITY..f64::INFINITY,
            f64::NEG_INFINITY..f64::INFINITY,
        ];
    }
    [0, 1].map(|k| {
        let ends = corners.iter().map(|&corner| map.apply(corner)[k]);
        ends.clone().fold(f64::INFINITY, f64::min)..ends.fold(f64::NEG_INFINITY, f64::max)
    })
}

/// The map through the numbered crossings, with positive depth at their centre.
fn fit(crossings: &[Crossing], points: &[([i32; 2], usize)]) -> Option<Homography> {
    let (from, to): (Vec<_>, Vec<_>) = points
        .iter()
        .map(|&(n, i)| (n.map(f64::from), crossings[i].at))
        .unzip();
    let mut map = Homography::from_pairs(&from, &to)?;
    if map.depth(from[0]) < 0.0 {
        map.0 = -map.0;
    }
    from.iter().all(|&p| map.depth(p) > 0.0).then_some(map)
}

/// The steps in pixels from a lattice point to its right and lower neighbours.
fn steps(map: &Homography, at: [f64; 2]) -> [[f64; 2]; 2] {
    let here = map.apply(at);
    [[0.25, 0.0], [0.0, 0.25]].map(|d| {
        let there = map.apply([at[0] + d[0], at[1] + d[1]]);
        [there[0] - here[0], there[1] - here[1]]
    })
}
