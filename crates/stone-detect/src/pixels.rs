//! The pixel classifier of the paper: a support vector machine that gives every pixel the probabilities of bare board,
//! a black stone and a white stone.
//!
//! The machine is trained by `training/` of the repository on simulated boards, and shipped as a table of its
//! probabilities over a grid of feature values: the same answers in a few kilobytes, without evaluating a kernel a
//! million times a photo.

use board_geom::View;

use crate::features::median;
use crate::hsv::{Hsv, of_pixel};

/// Number of features of a pixel.
pub const PIXEL_FEATURES: usize = 3;
/// Steps of the table along each feature.
pub const TABLE_STEPS: [usize; PIXEL_FEATURES] = [32, 16, 8];
/// Range of each feature that the table covers.
pub const TABLE_RANGE: [(f32, f32); PIXEL_FEATURES] = [(-2.6, 1.0), (-0.7, 0.4), (-0.25, 0.25)];

/// Added to values before ratios are taken, since ratios of dark values are noise.
const DARK: f32 = 0.03;

/// The colour of the bare board in a view, relative to which pixels are classified.
#[derive(Clone, Copy, Debug)]
pub struct BoardColour {
    hue: f32,
    saturation: f32,
    value: f32,
}

impl BoardColour {
    /// Measures the centres of the cells, which stones hardly cover.
    #[must_use]
    pub fn of(view: &View, hsv: &Hsv) -> Self {
        let width = view.image.width() as usize;
        let mut planes = [Vec::new(), Vec::new(), Vec::new()];
        for row in 0..view.layout.rows.saturating_sub(1) {
            for col in 0..view.layout.cols.saturating_sub(1) {
                let (x, y) = view.layout.to_pixel(col as f32 + 0.5, row as f32 + 0.5);
                let i = y.round() as usize * width + x.round() as usize;
                planes[0].push(hsv.hue[i]);
                planes[1].push(hsv.saturation[i]);
                planes[2].push(hsv.value[i]);
            }
        }
        let [hue, saturation, value] = planes.map(|mut p| median(&mut p));
        Self {
            hue,
            saturation,
            value,
        }
    }

    /// The features of a pixel: log ratio of its value to the board's, difference of its saturation from the board's,
    /// and difference of its hue from the board's, as a fraction of the circle, weighted by its saturation.
    #[must_use]
    pub fn features(&self, [hue, saturation, value]: [f32; 3]) -> [f32; PIXEL_FEATURES] {
        let turn = (hue - self.hue + 0.5).rem_euclid(1.0) - 0.5;
        [
            ((value + DARK) / (self.value + DARK)).ln(),
            saturation - self.saturation,
            turn * saturation,
        ]
    }
}

/// Probabilities of empty, black and white for every pixel of a view.
#[derive(Clone, Debug)]
pub struct PixelProbabilities {
    /// Width of the view in pixels.
    pub width: usize,
    /// Row by row.
    pub pixels: Vec<[f32; 3]>,
}

static TABLE: &[u8] = include_bytes!("svm.table");

/// Classifies the pixels of a view with the shipped table.
#[must_use]
pub fn classify(view: &View) -> PixelProbabilities {
    let hsv = Hsv::of(&view.image);
    let board = BoardColour::of(view, &hsv);
    let pixels = view
        .image
        .as_raw()
        .chunks_exact(3)
        .map(|rgb| look_up(board.features(of_pixel([rgb[0], rgb[1], rgb[2]]))))
        .collect();
    PixelProbabilities {
        width: view.image.width() as usize,
        pixels,
    }
}

/// The entry of the table nearest to the features.
fn look_up(features: [f32; PIXEL_FEATURES]) -> [f32; 3] {
    let mut index = 0;
    for k in 0..PIXEL_FEATURES {
        let ((low, high), steps) = (TABLE_RANGE[k], TABLE_STEPS[k]);
        let at = (features[k] - low) / (high - low) * (steps - 1) as f32;
        index = index * steps + at.round().clamp(0.0, (steps - 1) as f32) as usize;
    }
    let entry = TABLE.get(3 * index..3 * index + 3);
    entry.map_or([1.0 / 3.0; 3], |p| {
        std::array::from_fn(|k| f32::from(p[k]) / 255.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::ViewLayout;
    use image::{Rgb, RgbImage};

    #[test]
    fn the_table_has_the_size_it_says() {
        assert_eq!(TABLE.len(), 3 * TABLE_STEPS.iter().product::<usize>());
    }

    #[test]
    fn wood_slate_and_shell_are_told_apart() {
        let layout = ViewLayout::new(9, 9, 12.0);
        let (w, h) = layout.dimensions();
        let mut image = RgbImage::from_pixel(w, h, Rgb([205, 160, 100]));
        image.put_pixel(0, 0, Rgb([35, 35, 38]));
        image.put_pixel(1, 0, Rgb([236, 236, 230]));
        let read = classify(&View {
            image,
            layout,
            camera: None,
        });
        let best =
            |i: usize| (0..3).max_by(|&a, &b| read.pixels[i][a].total_cmp(&read.pixels[i][b]));
        assert_eq!([best(2), best(0), best(1)], [Some(0), Some(1), Some(2)]);
    }
}
