//! The light on the bare board, seen where a light and a dark square meet.

use board_geom::{View, ViewLayout};

use crate::stats::median;

/// Samples along the side of a square.
const SAMPLES: usize = 8;
/// How far from the border both squares are sampled, in squares.
const ASIDE: f32 = 0.16;
/// Sensor values that are added before logarithms are taken, which noise and black level make.
const DARK: f32 = 4.0;
/// Two squares are bare where the logarithm of their ratio is the board's, but for this share of it, or this much.
const ALIKE: (f32, f32) = (0.3, 0.06);
/// Least logarithm of the ratio of light to dark squares that tells them apart.
const LEAST_RATIO: f32 = 0.06;

/// The light at a place where two bare squares meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct BareBorder {
    /// Column and row of the board.
    pub(super) at: [f32; 2],
    /// The mean of the logarithms of both squares, by channel; and of their brightness.
    pub(super) channels: [f32; 3],
    pub(super) light: f32,
}

/// The bare borders of a view.
pub(super) struct BareBorders {
    pub(super) samples: Vec<BareBorder>,
    /// Logarithm of the ratio of the squares whose column and row have an even sum to the others.
    pub(super) ratio: f32,
}

/// The logarithm of a value of a sensor.
pub(super) fn log(value: f32) -> f32 {
    (value + DARK).ln()
}

/// The value whose [`log`] this is.
pub(super) fn value(log: f32) -> f32 {
    log.exp() - DARK
}

/// Rec. 601.
pub(super) fn brightness(rgb: [f32; 3]) -> f32 {
    0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
}

impl BareBorders {
    /// `None` if the squares are too alike.
    ///
    /// Light multiplies both squares at a border alike, so their ratio is that of the board wherever both are bare, in
    /// any light.
    pub(super) fn of(view: &View) -> Option<Self> {
        let all: Vec<(BareBorder, f32)> = borders(view.layout)
            .filter_map(|(at, across)| sample(view, at, across))
            .collect();
        // Even sums against odd ones: the sign says which are the light squares.
        let sum: f32 = all.iter().map(|(_, ratio)| ratio).sum();
        let sign = sum.signum();
        let mut ratios: Vec<f32> = all.iter().map(|(_, ratio)| sign * ratio).collect();
        // Pieces hide some of the borders.
        let nth = ratios.len() * 3 / 5;
        if nth >= ratios.len() {
            return None;
        }
        let usual = *ratios.select_nth_unstable_by(nth, f32::total_cmp).1;
        let alike =
            |ratio: f32, usual: f32| (sign * ratio - usual).abs() < (ALIKE.0 * usual).max(ALIKE.1);
        let mut near: Vec<f32> = ratios
            .into_iter()
            .filter(|r| alike(sign * r, usual))
            .collect();
        let ratio = median(&mut near);
        if ratio < LEAST_RATIO {
            return None;
        }
        let samples = all.into_iter().filter(|(_, r)| alike(*r, ratio));
        Some(Self {
            samples: samples.map(|(sample, _)| sample).collect(),
            ratio: sign * ratio,
        })
    }
}

/// The places along all borders between squares, and the direction across each.
fn borders(layout: ViewLayout) -> impl Iterator<Item = ([f32; 2], [f32; 2])> {
    let along = |k: usize| (k as f32 + 0.5) / SAMPLES as f32 - 0.5;
    let places = move |cols: usize, rows: usize| {
        let squares =
            (0..rows).flat_map(move |row| (0..cols).map(move |col| (col as f32, row as f32)));
        squares.flat_map(move |square| (0..SAMPLES).map(move |k| (square, along(k))))
    };
    let right = places(layout.cols.saturating_sub(1), layout.rows);
    let below = places(layout.cols, layout.rows.saturating_sub(1));
    let right = right.map(|((col, row), t)| ([col + 0.5, row + t], [1.0, 0.0]));
    let below = below.map(|((col, row), t)| ([col + t, row + 0.5], [0.0, 1.0]));
    right.chain(below)
}

/// The light at a border, and the logarithm of the ratio of the square with an even sum to the other one.
fn sample(view: &View, at: [f32; 2], across: [f32; 2]) -> Option<(BareBorder, f32)> {
    let side = |sign: f32| -> Option<([f32; 3], f32)> {
        let [col, row] = [0, 1].map(|k| at[k] + sign * ASIDE * across[k]);
        let (x, y) = view.layout.to_pixel(col, row);
        let (x, y) = (x.round() as i64, y.round() as i64);
        let inside = |x: i64, y: i64| {
            let (width, height) = view.image.dimensions();
            (1..i64::from(width) - 1).contains(&x) && (1..i64::from(height) - 1).contains(&y)
        };
        if !inside(x, y) {
            return None;
        }
        let mut sum = [0.0; 3];
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let pixel = view.image.get_pixel((x + dx) as u32, (y + dy) as u32).0;
            sum = core::array::from_fn(|k| sum[k] + f32::from(pixel[k]) / 9.0);
        }
        Some((sum.map(log), log(brightness(sum))))
    };
    let (before, after) = (side(-1.0)?, side(1.0)?);
    let [col, row] = [0, 1].map(|k| (at[k] - 0.01 * across[k]).round() as i64);
    let sign = if (col + row).rem_euclid(2) == 0 {
        1.0
    } else {
        -1.0
    };
    let sample = BareBorder {
        at,
        channels: core::array::from_fn(|k| 0.5 * (before.0[k] + after.0[k])),
        light: 0.5 * (before.1 + after.1),
    };
    Some((sample, sign * (before.1 - after.1)))
}
