//! Greedy selection of stones from pixel probabilities, as in Scher, Crabb and Davis (ICPR 2008): the most confident
//! stone first. The pixels it covers are not counted again, so that no stone is found twice.

use board_core::Occupancy;
use board_geom::View;

use crate::features::{BODY, MOST_LEAN};
use crate::pixels::PixelProbabilities;

/// Radius, in grid units, of the disc in which a stone's probability is measured: slightly smaller than a stone.
const INSIDE: f32 = 0.40;
/// Radius, in grid units, of the area that a selected stone covers: slightly larger than a stone.
const COVERED: f32 = 0.53;
/// The quantile of the pixel probabilities that is the probability of a disc: highlights and lines across it do not
/// matter.
const PERCENTILE: f32 = 0.9;
/// Weight of the probability of empty in the order of selection, relative to that of the likelier colour.
const EMPTY_WEIGHT: f32 = 0.1;
/// Largest distance, in grid units, of a stone's pixels from its centre.
const REACH: f32 = 0.55;
/// Largest distance of a stone's centre from its point along either axis, in grid units.
const FARTHEST: f32 = 0.45;
/// Most iterations of the mean shift.
const SHIFTS: usize = 5;
/// Least distance of probabilities from 0 and 1.
const FLOOR: f32 = 0.01;

/// Probabilities of empty, black and white for each point, row by row.
#[must_use]
pub fn pick(view: &View, pixels: &PixelProbabilities) -> Vec<[f32; 3]> {
    let layout = &view.layout;
    let n = layout.points();
    // Pixels farther than a stone from any point are in no disc; the mask marks the pixels not yet covered.
    let mut free = vec![true; pixels.pixels.len()];
    let centre = |p: usize| {
        let (c, r) = ((p % layout.cols) as f32, (p / layout.cols) as f32);
        let (dc, dr) = view.lean(c, r, BODY);
        let [dc, dr] = [dc, dr].map(|v| v.clamp(-MOST_LEAN, MOST_LEAN));
        layout.to_pixel(c + dc, r + dr)
    };
    let disc = |centre, radius: f32| disc(pixels, centre, radius * layout.pitch);
    let judge = |p: usize, free: &[bool]| percentiles(pixels, &disc(centre(p), INSIDE), free);
    let mut shares: Vec<[f32; 3]> = (0..n).map(|p| judge(p, &free)).collect();
    let mut open = vec![true; n];
    let mut result = vec![[1.0, 0.0, 0.0]; n];
    for _ in 0..n {
        let confidence = |p: usize| shares[p][0].max(shares[p][1]) + EMPTY_WEIGHT * shares[p][2];
        let Some(best) = (0..n)
            .filter(|&p| open[p])
            .max_by(|&a, &b| confidence(a).total_cmp(&confidence(b)))
        else {
            break;
        };
        open[best] = false;
        let [black, white, _] = shares[best];
        let empty = 1.0 - black.max(white);
        let total = black + white + empty;
        result[best] = [empty, black, white].map(|v| v / total);
        if black.max(white) < 0.5 {
            continue;
        }
        let stone = stone_centre(view, pixels, centre(best), usize::from(white > black));
        for i in disc(stone, COVERED) {
            free[i] = false;
        }
        let (col, row) = (best % layout.cols, best / layout.cols);
        for r in row.saturating_sub(1)..(row + 2).min(layout.rows) {
            for c in col.saturating_sub(1)..(col + 2).min(layout.cols) {
                let p = r * layout.cols + c;
                if open[p] {
                    shares[p] = judge(p, &free);
                }
            }
        }
    }
    result
}

/// The pixels within a disc.
fn disc(pixels: &PixelProbabilities, (x, y): (f32, f32), reach: f32) -> Vec<usize> {
    let height = pixels.pixels.len() / pixels.width;
    let rows = (y - reach).ceil().max(0.0) as usize..=((y + reach) as usize).min(height - 1);
    let mut inside = Vec::new();
    for py in rows {
        let half = (reach * reach - (py as f32 - y).powi(2)).max(0.0).sqrt();
        let cols =
            (x - half).ceil().max(0.0) as usize..=((x + half) as usize).min(pixels.width - 1);
        inside.extend(cols.map(|px| py * pixels.width + px));
    }
    inside
}

/// The quantiles for black and white of the free pixels of a disc, and the mean of the likelier colour. A stone that
/// reaches into a neighbour's disc has the same quantile there, but a lower mean.
fn percentiles(pixels: &PixelProbabilities, inside: &[usize], free: &[bool]) -> [f32; 3] {
    let of = |color: usize| -> Vec<f32> {
        let visible = inside.iter().filter(|&&i| free[i]);
        visible.map(|&i| pixels.pixels[i][color]).collect()
    };
    let (mut black, mut white) = (of(1), of(2));
    // A disc mostly covered by a neighbour's stone has no stone of its own.
    if 3 * black.len() < inside.len() {
        return [0.0; 3];
    }
    let mean = |v: &[f32]| v.iter().sum::<f32>() / v.len() as f32;
    let filled = mean(&black).max(mean(&white));
    let at = ((PERCENTILE * (black.len() - 1) as f32) as usize).min(black.len() - 1);
    let [black, white] =
        [&mut black, &mut white].map(|v| *v.select_nth_unstable_by(at, f32::total_cmp).1);
    [black, white, filled]
}

/// The centre of a stone: the mean of the pixels of its colour within a stone's radius, repeated around that mean until
/// it hardly moves (mean shift).
fn stone_centre(
    view: &View,
    pixels: &PixelProbabilities,
    at: (f32, f32),
    colour: usize,
) -> (f32, f32) {
    let reach = REACH * view.layout.pitch;
    let height = pixels.pixels.len() / pixels.width;
    let mut centre = at;
    for _ in 0..SHIFTS {
        let (mut sum, mut x, mut y) = (1e-6, 1e-6 * centre.0, 1e-6 * centre.1);
        let rows =
            (centre.1 - reach).max(0.0) as usize..=((centre.1 + reach) as usize).min(height - 1);
        let cols = (centre.0 - reach).max(0.0) as usize
            ..=((centre.0 + reach) as usize).min(pixels.width - 1);
        for py in rows {
            for px in cols.clone() {
                let w = pixels.pixels[py * pixels.width + px][1 + colour];
                if (px as f32 - centre.0).hypot(py as f32 - centre.1) < reach && w > 0.5 {
                    sum += w;
                    x += w * px as f32;
                    y += w * py as f32;
                }
            }
        }
        centre = (x / sum, y / sum);
    }
    let limit = FARTHEST * view.layout.pitch;
    (
        centre.0.clamp(at.0 - limit, at.0 + limit),
        centre.1.clamp(at.1 - limit, at.1 + limit),
    )
}

/// Costs in nats of the three contents.
#[must_use]
pub fn costs(probabilities: [f32; 3]) -> [f32; 3] {
    probabilities.map(|p| -(FLOOR + (1.0 - 3.0 * FLOOR) * p).ln())
}

/// The most likely content.
#[must_use]
pub fn content(probabilities: [f32; 3]) -> Occupancy {
    let [empty, black, white] = probabilities;
    if black > empty && black >= white {
        Occupancy::Black
    } else if white > empty {
        Occupancy::White
    } else {
        Occupancy::Empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::ViewLayout;
    use image::{Rgb, RgbImage};

    /// A white stone halfway between two points, and a black one on its point.
    #[test]
    fn one_stone_is_never_seen_twice() {
        let layout = ViewLayout::new(9, 9, 20.0);
        let (w, h) = layout.dimensions();
        let (bx, by) = layout.to_pixel(2.0, 2.0);
        let (wx, wy) = layout.to_pixel(5.4, 4.0);
        let near =
            |x: u32, y: u32, (cx, cy): (f32, f32)| (x as f32 - cx).hypot(y as f32 - cy) < 9.4;
        let image = RgbImage::from_fn(w, h, |x, y| {
            if near(x, y, (bx, by)) {
                Rgb([30, 30, 32])
            } else if near(x, y, (wx, wy)) {
                Rgb([238, 238, 232])
            } else {
                Rgb([205, 160, 100])
            }
        });
        let view = View {
            image,
            layout,
            camera: None,
        };
        let read: Vec<Occupancy> = pick(&view, &crate::pixels::classify(&view))
            .into_iter()
            .map(content)
            .collect();
        let stones: Vec<(usize, Occupancy)> = read
            .into_iter()
            .enumerate()
            .filter(|(_, c)| *c != Occupancy::Empty)
            .collect();
        assert_eq!(
            stones,
            [(2 * 9 + 2, Occupancy::Black), (4 * 9 + 5, Occupancy::White)]
        );
    }
}
