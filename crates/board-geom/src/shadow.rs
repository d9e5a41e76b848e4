//! A shadow over a part of a board, and the view without it.
//!
//! A person beside the table, a window's frame or a lamp's shade darken a part of the board by a factor. Models of
//! appearance know light that changes smoothly over the board; so what steps is taken off first. The caller says where
//! bare board is seen, and how bright it is there: `step` asks whether that is smooth, or smooth but for a step, and
//! `field` where the shadow is.

mod bare_board;
mod field;
mod step;

use nalgebra::{SMatrix, SVector};

use crate::View;
use bare_board::value;
pub use bare_board::{BareBoard, BareSample, brightness, colour_around, log_value};
use field::Field;
use step::{SMOOTH, SPREAD, Samples, TERMS, terms};

/// The view without a shadow that falls on a part of its board; `None` if there is none. The brightness of the larger
/// part stays.
#[must_use]
pub fn without_shadow(view: &View, board: &BareBoard<'_>) -> Option<View> {
    let (cols, rows) = (view.layout.cols, view.layout.rows);
    let samples = Samples::of(board.samples, board.near, cols, rows);
    let light = samples.step()?;
    let field = Field::of(view, board, &samples, &light);
    let depths = samples.bare.iter().map(|bare| field.at(view, bare.at));
    let depths: Vec<f32> = depths.collect();
    let steps = [0, 1, 2].map(|channel| step_of(&samples, &light.weights, &depths, channel));
    let most = depths.iter().filter(|depth| **depth > 0.5).count() > depths.len() / 2;
    let stays = if most { 1.0 } else { 0.0 };
    let mut lit = view.clone();
    for (x, y, pixel) in lit.image.enumerate_pixels_mut() {
        let depth = stays - field.at_pixel(x as f32, y as f32);
        if depth.abs() > 1e-3 {
            for (v, step) in pixel.0.iter_mut().zip(steps) {
                let now = value(log_value(f32::from(*v)) + depth * step);
                *v = now.round().clamp(0.0, 255.0) as u8;
            }
        }
    }
    Some(lit)
}

/// The view after `without_one` has taken off one shadow after the other, at most two; `None` if there is none, or if
/// the picture is not laid out as the view says.
#[must_use]
pub fn without_shadows(view: &View, without_one: impl Fn(&View) -> Option<View>) -> Option<View> {
    if view.image.dimensions() != view.layout.dimensions() || view.layout.points() == 0 {
        return None;
    }
    let lit = without_one(view)?;
    Some(without_one(&lit).unwrap_or(lit))
}

/// By how much the logarithm of a channel steps: light from a lamp that is shaded and light from the walls have
/// different colours.
fn step_of(
    samples: &Samples<'_>,
    all: &SVector<f32, TERMS>,
    depths: &[f32],
    channel: usize,
) -> f32 {
    let mut normal = SMatrix::<f32, TERMS, TERMS>::identity() * 1e-3;
    let mut right = SVector::<f32, TERMS>::zeros();
    for ((sample, position), depth) in samples.bare.iter().zip(&samples.positions).zip(depths) {
        let terms = terms(*position, *depth);
        let off = (sample.light - all.dot(&terms)) / SPREAD;
        let weight = 1.0 / (1.0 + off * off);
        normal += terms * terms.transpose() * weight;
        right += terms * (weight * sample.channels[channel]);
    }
    normal
        .cholesky()
        .map_or(0.0, |cholesky| cholesky.solve(&right)[SMOOTH])
}
