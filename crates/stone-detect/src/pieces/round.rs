//! How round what lies on a square is: the part of a man that creases, mirrored windows and the grain of
//! the wood have not.

use core::f32::consts::TAU;

use board_geom::View;

use super::patch::lab;
use crate::features::median;

/// Radii that are tried, in squares: from the least one on, in steps.
const LEAST: f32 = 0.25;
const STEP: f32 = 1.0 / 32.0;
const RADII: usize = 8;
/// How far off the middle of a square circles are looked for, in steps of this size, in squares.
const OFF: i32 = 5;
const OFF_STEP: f32 = 1.0 / 16.0;
/// Places of a rim that are looked at.
const PLACES: usize = 32;
/// Slopes of this many times those of the bare board count as an edge.
const CLEAR: f32 = 3.0;
/// The least slope in units of L\*a\*b\* a pixel that counts as the bare board's.
const PLAIN: f32 = 0.15;

/// For each of these squares, how well a rim is seen around its best circle, about 0 to 1; all circles are
/// of about one radius, the one at which the roundest quarter of the squares has the clearest rims.
///
/// The rim of a circle is seen where colours change across it and not along it, whatever the colours
/// are (after the Hough transform along gradients: Kimme, Ballard and Sklansky 1975).
pub(super) fn roundness(view: &View, squares: &[usize]) -> Vec<f32> {
    let slopes = Slopes::of(view);
    let plain = slopes.plain(view, squares);
    let rims: Vec<[f32; RADII]> = squares
        .iter()
        .map(|&square| slopes.rims(view, square, plain))
        .collect();
    // The radius of this board's men.
    let clearest = |k: usize| {
        let mut all: Vec<f32> = rims.iter().map(|r| r[k]).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        all.iter().take(squares.len().div_ceil(4)).sum::<f32>()
    };
    let best = (0..RADII).max_by(|&a, &b| clearest(a).total_cmp(&clearest(b)));
    let best = best.unwrap_or(0);
    let near = best.saturating_sub(1)..(best + 2).min(RADII);
    let most = |rims: &[f32; RADII]| rims[near.clone()].iter().copied().fold(-1.0, f32::max);
    rims.iter().map(most).collect()
}

/// How the colours of a view change from pixel to pixel.
struct Slopes {
    width: usize,
    height: usize,
    /// For each pixel, the change of L\*, a\* and b\* to the right, then downwards.
    slopes: Vec<[f32; 6]>,
}

impl Slopes {
    fn of(view: &View) -> Self {
        let (width, height) = (view.image.width() as usize, view.image.height() as usize);
        let pixels = view.image.as_raw().chunks_exact(3);
        let colours = pixels.map(|p| lab([p[0], p[1], p[2]].map(f32::from)));
        let colours = blurred(&colours.collect::<Vec<_>>(), width);
        let at = |x: usize, y: usize| colours[y.min(height - 1) * width + x.min(width - 1)];
        let slope = |i: usize| {
            let (x, y) = (i % width, i / width);
            let (right, left) = (at(x + 1, y), at(x.saturating_sub(1), y));
            let (below, above) = (at(x, y + 1), at(x, y.saturating_sub(1)));
            core::array::from_fn(|k| match k {
                0..3 => 0.5 * (right[k] - left[k]),
                _ => 0.5 * (below[k - 3] - above[k - 3]),
            })
        };
        let slopes: Vec<[f32; 6]> = (0..width * height).map(slope).collect();
        Self {
            width,
            height,
            slopes: blurred(&slopes, width),
        }
    }

    /// The slope at the pixel nearest to a place, which is in the view or near it.
    fn at(&self, x: f32, y: f32) -> &[f32; 6] {
        let nearest = |v: f32, n: usize| (v.round().max(0.0) as usize).min(n - 1);
        &self.slopes[nearest(y, self.height) * self.width + nearest(x, self.width)]
    }

    /// How steep the plainest quarter of squares is in their middles.
    fn plain(&self, view: &View, squares: &[usize]) -> f32 {
        let reach = (0.375 * view.layout.pitch) as i32;
        let steepness = |&square: &usize| {
            let (x, y) = middle(view, square);
            let places = (-reach..=reach).flat_map(|j| (-reach..=reach).map(move |i| (i, j)));
            let slopes = places.map(|(i, j)| {
                let slope = self.at(x + i as f32, y + j as f32);
                slope.iter().map(|v| v * v).sum::<f32>().sqrt()
            });
            median(&mut slopes.collect::<Vec<_>>())
        };
        let mut all: Vec<f32> = squares.iter().map(steepness).collect();
        all.sort_by(f32::total_cmp);
        all.get(all.len() / 4).copied().unwrap_or(0.0).max(PLAIN)
    }

    /// For each radius, how much of a rim the best circle of a square has.
    fn rims(&self, view: &View, square: usize, plain: f32) -> [f32; RADII] {
        let pitch = view.layout.pitch;
        let (x, y) = middle(view, square);
        let ways: [(f32, f32); PLACES] =
            core::array::from_fn(|i| (TAU * i as f32 / PLACES as f32).sin_cos());
        let mut rims = [-1.0; RADII];
        for (k, rim) in rims.iter_mut().enumerate() {
            let radius = pitch * (LEAST + STEP * k as f32);
            for (i, j) in (-OFF..=OFF).flat_map(|j| (-OFF..=OFF).map(move |i| (i, j))) {
                let [x, y] = [(x, i), (y, j)].map(|(v, n)| v + pitch * OFF_STEP * n as f32);
                let edges = ways.iter().map(|&(sin, cos)| {
                    let slope = self.at(x + radius * cos, y + radius * sin);
                    let length = |a: f32, b: f32| {
                        let parts = (0..3).map(|c| (a * slope[c] + b * slope[c + 3]).powi(2));
                        parts.sum::<f32>().sqrt()
                    };
                    let (across, along) = (length(cos, sin), length(-sin, cos));
                    ((across - along) / (CLEAR * plain)).clamp(-1.0, 1.0)
                });
                *rim = (edges.sum::<f32>() / PLACES as f32).max(*rim);
            }
        }
        rims
    }
}

/// The pixel in the middle of a square.
fn middle(view: &View, square: usize) -> (f32, f32) {
    let (col, row) = (square % view.layout.cols, square / view.layout.cols);
    view.layout.to_pixel(col as f32, row as f32)
}

/// Every pixel with some of its neighbours.
fn blurred<const N: usize>(pixels: &[[f32; N]], width: usize) -> Vec<[f32; N]> {
    let height = pixels.len() / width.max(1);
    let mix = |a: [f32; N], b: [f32; N], c: [f32; N]| {
        core::array::from_fn(|k| 0.22 * a[k] + 0.56 * b[k] + 0.22 * c[k])
    };
    let across: Vec<[f32; N]> = (0..pixels.len())
        .map(|i| {
            let (x, row) = (i % width, i - i % width);
            let at = |x: usize| pixels[row + x.min(width - 1)];
            mix(at(x.saturating_sub(1)), at(x), at(x + 1))
        })
        .collect();
    let down = |i: usize| {
        let (x, y) = (i % width, i / width);
        let at = |y: usize| across[y.min(height - 1) * width + x];
        mix(at(y.saturating_sub(1)), at(y), at(y + 1))
    };
    (0..pixels.len()).map(down).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::ViewLayout;
    use image::{Rgb, RgbImage};

    #[test]
    fn discs_are_rounder_than_strokes_and_bare_squares() {
        let layout = ViewLayout::new(8, 8, 32.0);
        let (w, h) = layout.dimensions();
        let image = RgbImage::from_fn(w, h, |x, y| {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let (col, row) = (c.round().clamp(0.0, 7.0), r.round().clamp(0.0, 7.0));
            let off = (c - col - 0.1).hypot(r - row + 0.15);
            let noise = ((x * 31 + y * 17) % 5) as u8;
            Rgb(match (col as usize, row as usize) {
                // Men in rows 0 and 2, nearly as dark as their squares.
                (1 | 3 | 5 | 7, 0 | 2) if off < 0.35 => [74 + noise, 68, 66],
                // A crease in row 4.
                (1 | 3 | 5 | 7, 4) if (r - row - 0.4 * (c - col)).abs() < 0.05 => [200 + noise; 3],
                (col, row) if (col + row) % 2 == 1 => [60 + noise, 60, 70],
                _ => [200 + noise, 190, 150],
            })
        });
        let view = View {
            image,
            layout,
            camera: None,
        };
        let squares: Vec<usize> = (0..64).filter(|s| (s % 8 + s / 8) % 2 == 1).collect();
        let round = roundness(&view, &squares);
        let row = |n: usize| {
            squares
                .iter()
                .zip(&round)
                .filter(move |(s, _)| **s / 8 == n)
        };
        let least = row(0).chain(row(2)).map(|(_, v)| *v).fold(1.0, f32::min);
        for n in [1, 3, 4, 5, 6, 7] {
            for (square, v) in row(n) {
                assert!(
                    *v < least - 0.1,
                    "square {square}: {v}, discs from {least} on"
                );
            }
        }
    }

    #[test]
    fn any_view_has_a_roundness() {
        let layout = ViewLayout::new(2, 2, 4.0);
        let (w, h) = layout.dimensions();
        let view = View {
            image: RgbImage::new(w, h),
            layout,
            camera: None,
        };
        assert!(roundness(&view, &[]).is_empty());
        assert!(roundness(&view, &[0, 3]).iter().all(|v| v.is_finite()));
    }
}
