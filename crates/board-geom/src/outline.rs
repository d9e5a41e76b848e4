//! Finds the outline of a board whose lines are mostly under stones: the largest region of one brightness in one
//! channel, its convex hull, and the quadrangle around it.
//!
//! Under coloured light one channel separates the wood from the table. All channels are tried, and the lines inside
//! decide. Threshold: N. Otsu, "A threshold selection method from gray-level histograms", 1979.

use std::ops::RangeInclusive;

use image::{GrayImage, Luma, RgbImage};

use crate::grid::is_convex;
use crate::shrink;

/// Longer side, in pixels, of the picture in which outlines are searched; a grid unit is then about fifteen pixels.
const LONG: u32 = 400;
/// Fraction of the picture that the bare wood of a board, with or without its stones, covers.
const SHARES: std::ops::Range<f64> = 0.04..0.85;
/// Half the side, in pixels, of the square that joins regions of the board separated by stones.
const JOIN: usize = 7;
/// Least fraction of the neighbouring pixels that must be in the same class: removes grain and glints.
const MAJORITY: f64 = 0.6;
/// Two outlines are equal if no corner differs by more than this fraction of the picture's longer side.
const SAME: f64 = 0.012;

/// One picture for each channel, and one for brightness.
pub(crate) fn channels(photo: &RgbImage) -> [GrayImage; 4] {
    let plane = |of: &dyn Fn([u8; 3]) -> u8| {
        GrayImage::from_fn(photo.width(), photo.height(), |x, y| {
            Luma([of(photo.get_pixel(x, y).0)])
        })
    };
    let mean = |p: [u8; 3]| (p.iter().map(|v| u16::from(*v)).sum::<u16>() / 3) as u8;
    [
        plane(&mean),
        plane(&|p| p[0]),
        plane(&|p| p[1]),
        plane(&|p| p[2]),
    ]
}

/// Convex quadrangles that may be the outline of a board, in pixels of `photo`, clockwise.
pub(crate) fn outlines(photo: &RgbImage) -> Vec<[[f64; 2]; 4]> {
    let small = shrink(photo, LONG);
    let ratio = f64::from(photo.width()) / f64::from(small.width());
    let mut all: Vec<[[f64; 2]; 4]> = Vec::new();
    for plane in channels(&small).into_iter().chain(opponents(&small)) {
        let middle = otsu(plane.as_raw(), 0..=255);
        // A lamp's light on the table is brighter than the rest of the table, but darker than the board.
        let brighter = otsu(plane.as_raw(), middle.saturating_add(1)..=255);
        for (threshold, bright) in [(middle, true), (brighter, true), (middle, false)] {
            let mask: Vec<bool> = plane
                .as_raw()
                .iter()
                .map(|v| (*v > threshold) == bright)
                .collect();
            let region = joined_region(&mask, small.width() as usize);
            let share = region.len() as f64 / mask.len() as f64;
            if !SHARES.contains(&share) {
                continue;
            }
            let Some(sides) = four_sides(hull(region)) else {
                continue;
            };
            if area(&sides) > SHARES.end * mask.len() as f64 {
                continue;
            }
            let same = |o: &[[f64; 2]; 4]| {
                let far = |k: usize| (o[k][0] - sides[k][0]).hypot(o[k][1] - sides[k][1]);
                (0..4).all(|k| far(k) < SAME * f64::from(LONG))
            };
            if !all.iter().any(same) {
                all.push(sides);
            }
        }
    }
    let scaled = |v: f64| (v + 0.5) * ratio - 0.5;
    all.iter().map(|quad| quad.map(|p| p.map(scaled))).collect()
}

/// The area of a quadrangle: half the product of its diagonals.
fn area([a, b, c, d]: &[[f64; 2]; 4]) -> f64 {
    0.5 * ((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])).abs()
}

/// Otsu's threshold: the level that splits the histogram of the levels in `range` into the two classes that differ
/// most.
fn otsu(levels: &[u8], range: RangeInclusive<u8>) -> u8 {
    let mut histogram = [0.0_f64; 256];
    for v in levels.iter().filter(|v| range.contains(v)) {
        histogram[usize::from(*v)] += 1.0;
    }
    let all: f64 = histogram.iter().sum();
    let total: f64 = histogram
        .iter()
        .enumerate()
        .map(|(v, n)| v as f64 * n)
        .sum();
    let (mut below, mut sum, mut best) = (0.0, 0.0, (0.0, 0));
    for (v, n) in histogram.iter().enumerate() {
        below += n;
        sum += v as f64 * n;
        let above = all - below;
        if below > 0.0 && above > 0.0 {
            let between = below * above * (sum / below - (total - sum) / above).powi(2);
            if between > best.0 {
                best = (between, v);
            }
        }
    }
    best.1 as u8
}

/// Differences between channels: wood is coloured, stones and most tables less so.
fn opponents(photo: &RgbImage) -> impl Iterator<Item = GrayImage> {
    [(0, 1), (0, 2), (1, 2)].into_iter().map(|(a, b)| {
        GrayImage::from_fn(photo.width(), photo.height(), |x, y| {
            let p = photo.get_pixel(x, y).0.map(i16::from);
            Luma([((p[a] - p[b]) / 2 + 128) as u8])
        })
    })
}

/// The fraction of set pixels in the square of `reach` pixels around each pixel of a mask.
fn shares(mask: &[bool], width: usize, reach: usize) -> Vec<f64> {
    let height = mask.len() / width;
    let mut sums = vec![0_u32; (width + 1) * (height + 1)];
    for (i, set) in mask.iter().enumerate() {
        let (x, y) = (i % width, i / width);
        let at = |x: usize, y: usize| y * (width + 1) + x;
        sums[at(x + 1, y + 1)] =
            u32::from(*set) + sums[at(x, y + 1)] + sums[at(x + 1, y)] - sums[at(x, y)];
    }
    let share = |i: usize| {
        let (x, y) = (i % width, i / width);
        let (left, right) = (x.saturating_sub(reach), (x + reach + 1).min(width));
        let (top, bottom) = (y.saturating_sub(reach), (y + reach + 1).min(height));
        let at = |x: usize, y: usize| sums[y * (width + 1) + x];
        let count = at(right, bottom) + at(left, top) - at(right, top) - at(left, bottom);
        f64::from(count) / ((right - left) * (bottom - top)) as f64
    };
    (0..mask.len()).map(share).collect()
}

/// The set pixels of the largest region of a mask, where parts at most a stone apart count as one region.
fn joined_region(mask: &[bool], width: usize) -> Vec<[f64; 2]> {
    let calm = shares(mask, width, 1);
    let calm: Vec<bool> = calm
        .iter()
        .zip(mask)
        .map(|(s, set)| *set && *s > MAJORITY)
        .collect();
    let wide: Vec<bool> = shares(&calm, width, JOIN)
        .iter()
        .map(|s| *s > 0.0)
        .collect();
    let mut region = largest_region(&wide, width);
    region.retain(|p| calm[p[1] as usize * width + p[0] as usize]);
    region
}

/// The pixels of the largest connected region of a mask.
fn largest_region(mask: &[bool], width: usize) -> Vec<[f64; 2]> {
    let mut seen: Vec<bool> = mask.iter().map(|inside| !inside).collect();
    let mut best = Vec::new();
    for start in 0..mask.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let (mut region, mut next) = (vec![start], 0);
        while let Some(&i) = region.get(next) {
            next += 1;
            let left = (i % width > 0).then(|| i - 1);
            let right = (i % width + 1 < width).then_some(i + 1);
            let below = (i + width < mask.len()).then_some(i + width);
            for j in [left, right, i.checked_sub(width), below]
                .into_iter()
                .flatten()
            {
                if !seen[j] {
                    seen[j] = true;
                    region.push(j);
                }
            }
        }
        if region.len() > best.len() {
            best = region;
        }
    }
    let place = |i: &usize| [(i % width) as f64, (i / width) as f64];
    best.iter().map(place).collect()
}

fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// The convex hull, clockwise as seen (y points down): A. M. Andrew's monotone chain.
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let half = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for p in points {
            while chain.len() >= 2 && turn(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter().copied());
    all.extend(half(&mut points.iter().rev().copied()));
    all
}

/// The quadrangle around a convex polygon: sides are removed one by one, each time the one that adds the least area.
fn four_sides(mut polygon: Vec<[f64; 2]>) -> Option<[[f64; 2]; 4]> {
    while polygon.len() > 4 {
        let n = polygon.len();
        let without = |i: usize| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|k| polygon[(i + k) % n]);
            let (first, second) = ([b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]);
            let det = first[0] * second[1] - first[1] * second[0];
            // The neighbours of the side b–c must meet beyond it.
            let t = ((c[0] - b[0]) * second[1] - (c[1] - b[1]) * second[0]) / det;
            let met = [b[0] + t * first[0], b[1] + t * first[1]];
            (det > 1e-9 && t >= 0.0).then(|| (turn(b, met, c).abs(), (i + 1) % n, met))
        };
        let (_, at, met) = (0..n)
            .filter_map(without)
            .min_by(|a, b| a.0.total_cmp(&b.0))?;
        polygon[at] = met;
        polygon.remove((at + 1) % n);
    }
    let quad: [[f64; 2]; 4] = polygon.try_into().ok()?;
    is_convex(&quad).then_some(quad)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_board_on_a_table_is_outlined() {
        // Bright in the red channel only, with dark stones over its edge.
        let photo = RgbImage::from_fn(400, 300, |x, y| {
            let (x, y) = (f64::from(x), f64::from(y));
            let left = 100.0 - 0.2 * y;
            let inside = y > 40.0 && y < 250.0 && x > left && x < 300.0;
            let stone = (x - left).hypot(y - 130.0) < 12.0;
            Rgb([if inside && !stone { 200 } else { 30 }, 60, 60])
        });
        let found = outlines(&photo);
        let want = [[92.0, 40.0], [300.0, 40.0], [300.0, 250.0], [50.0, 250.0]];
        let meets = |quad: &[[f64; 2]; 4]| {
            want.iter()
                .all(|w: &[f64; 2]| quad.iter().any(|p| (p[0] - w[0]).hypot(p[1] - w[1]) < 3.0))
        };
        assert!(found.iter().any(meets), "{found:?}");
    }
}
