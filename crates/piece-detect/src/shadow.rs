//! The view of a board of squares without the shadows that fall on parts of it.

use board_geom::shadow::{
    self, BareBoard, BareSample, brightness, colour_around, log_value, without_shadow,
};
use board_geom::{View, ViewLayout};

use crate::stats::median;

/// Largest distance in squares of two samples that are neighbours; radius in squares of the pixels of a sample.
const NEAR: f32 = 0.7;
const REACH: f32 = 0.12;
/// Most that the brightness of one place says, in nats: pieces hide much of the board, and have any colour.
const ALONE: f32 = 0.6;
/// Samples along the side of a square.
const SAMPLES: usize = 8;
/// How far from the border both squares are sampled, in squares.
const ASIDE: f32 = 0.16;
/// Two squares are bare where the logarithm of their ratio is the board's, but for this share of it, or this much.
const ALIKE: (f32, f32) = (0.3, 0.06);
/// Least logarithm of the ratio of light to dark squares that tells them apart.
const LEAST_RATIO: f32 = 0.06;

/// A view without the shadows that fall on parts of its board; `None` if there are none.
///
/// The brightness of the larger part stays. The view's grid points are the middles of the squares.
#[must_use]
pub fn without_shadows(view: &View) -> Option<View> {
    shadow::without_shadows(view, without_one)
}

/// Whether the squares whose column and row have an even sum, the first one among them, are the light ones; `None` if
/// the squares are too alike. Pieces may hide many of the borders between squares.
#[must_use]
pub fn even_squares_are_light(view: &View) -> Option<bool> {
    Some(BareBorders::of(view)?.ratio > 0.0)
}

fn without_one(view: &View) -> Option<View> {
    let borders = BareBorders::of(view)?;
    // A sample is the mean of a light and a dark square.
    let own = |c: f32, r: f32| match (c.round() + r.round()) as i32 % 2 == 0 {
        true => Some(0.5 * borders.ratio),
        false => Some(-0.5 * borders.ratio),
    };
    let board = BareBoard {
        samples: &borders.samples,
        near: NEAR,
        reach: REACH,
        alone: ALONE,
        own: &own,
    };
    without_shadow(view, &board)
}

/// The bare borders of a view.
struct BareBorders {
    samples: Vec<BareSample>,
    /// Logarithm of the ratio of the squares whose column and row have an even sum to the others.
    ratio: f32,
}

impl BareBorders {
    /// `None` if the squares are too alike.
    ///
    /// Light multiplies both squares at a border alike, so their ratio is that of the board wherever both are bare, in
    /// any light.
    fn of(view: &View) -> Option<Self> {
        let all: Vec<(BareSample, f32)> = borders(view.layout)
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
fn sample(view: &View, at: [f32; 2], across: [f32; 2]) -> Option<(BareSample, f32)> {
    let side = |sign: f32| -> Option<([f32; 3], f32)> {
        let aside = core::array::from_fn(|k| at[k] + sign * ASIDE * across[k]);
        let colour = colour_around(view, aside)?;
        Some((colour.map(log_value), log_value(brightness(colour))))
    };
    let (before, after) = (side(-1.0)?, side(1.0)?);
    let [col, row] = [0, 1].map(|k| (at[k] - 0.01 * across[k]).round() as i64);
    let sign = if (col + row).rem_euclid(2) == 0 {
        1.0
    } else {
        -1.0
    };
    let sample = BareSample {
        at,
        channels: core::array::from_fn(|k| 0.5 * (before.0[k] + after.0[k])),
        light: 0.5 * (before.1 + after.1),
    };
    Some((sample, sign * (before.1 - after.1)))
}
