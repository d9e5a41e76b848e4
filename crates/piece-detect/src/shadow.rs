//! A shadow over a part of the board, and the photo without it.
//!
//! A person beside the table, a window's frame or a lamp's shade darken a part of the board by a factor. The appearance
//! models know light that changes smoothly over the board; so what steps is taken off first. Where two bare squares
//! meet, their ratio is that of the board, in any light: [`borders`] are where the light is seen. [`step`] asks whether
//! it is smooth, or smooth but for a step, and [`field`] where the shadow is.

mod borders;
mod field;
mod step;

use board_geom::View;
use nalgebra::{SMatrix, SVector};

use borders::{BareBorders, log, value};
use field::Field;
use step::{SMOOTH, SPREAD, Samples, TERMS, terms};

/// Shadows that are taken off, one after the other.
const MOST: usize = 2;

/// A view without the shadows that fall on parts of its board; `None` if there are none.
///
/// The brightness of the larger part stays. The view's grid points are the middles of the squares.
#[must_use]
pub fn without_shadows(view: &View) -> Option<View> {
    let mut lit = without_one(view)?;
    for _ in 1..MOST {
        match without_one(&lit) {
            Some(next) => lit = next,
            None => break,
        }
    }
    Some(lit)
}

fn without_one(view: &View) -> Option<View> {
    if view.image.dimensions() != view.layout.dimensions() || view.layout.points() == 0 {
        return None;
    }
    let borders = BareBorders::of(view)?;
    let samples = Samples::of(&borders.samples, view.layout.cols, view.layout.rows);
    let light = samples.step()?;
    let field = Field::of(view, &borders, &samples, &light);
    let depths: Vec<f32> = samples
        .borders
        .iter()
        .map(|b| field.at(view, b.at))
        .collect();
    let steps = [0, 1, 2].map(|channel| step_of(&samples, &light.weights, &depths, channel));
    // What is larger stays as it is.
    let most = depths.iter().filter(|depth| **depth > 0.5).count() > depths.len() / 2;
    let stays = if most { 1.0 } else { 0.0 };
    let mut lit = view.clone();
    for (x, y, pixel) in lit.image.enumerate_pixels_mut() {
        let depth = stays - field.at_pixel(x as f32, y as f32);
        if depth.abs() > 1e-3 {
            for (v, step) in pixel.0.iter_mut().zip(steps) {
                *v = value(log(f32::from(*v)) + depth * step)
                    .round()
                    .clamp(0.0, 255.0) as u8;
            }
        }
    }
    Some(lit)
}

/// By how much the logarithm of a channel steps: light from a lamp that is shaded and light from the walls have different
/// colours.
fn step_of(
    samples: &Samples<'_>,
    all: &SVector<f32, TERMS>,
    depths: &[f32],
    channel: usize,
) -> f32 {
    let mut normal = SMatrix::<f32, TERMS, TERMS>::identity() * 1e-3;
    let mut right = SVector::<f32, TERMS>::zeros();
    for ((sample, position), depth) in samples.borders.iter().zip(&samples.positions).zip(depths) {
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
