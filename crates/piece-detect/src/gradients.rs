//! Colour gradients of a view.

use board_geom::View;

use crate::colour::lab_of_pixels;
use crate::stats::median;

/// Least gradient of a bare board, in units of L\*a\*b\* a pixel.
const LEAST_NOISE: f32 = 0.15;
/// Half the side of the central part of a square, in squares.
const MIDDLE: f32 = 0.375;
/// Smoothing weights of a pixel and its two neighbours.
const BLUR: [f32; 3] = [0.22, 0.56, 0.22];

/// The gradients of a view.
pub(crate) struct Gradients {
    width: usize,
    height: usize,
    /// For each pixel, the change of L\*, a\* and b\* to the right, then downwards.
    gradients: Vec<[f32; 6]>,
    /// The gradient due to grain and noise: that of the centres of the plainest quarter of the squares.
    pub(crate) noise: f32,
}

impl Gradients {
    /// Computes the gradients; the noise is measured in `squares`.
    pub(crate) fn of(view: &View, squares: &[usize]) -> Self {
        let (width, height) = (view.image.width() as usize, view.image.height() as usize);
        let colours = blurred(&blurred(&lab_of_pixels(&view.image), width), width);
        let at = |x: usize, y: usize| colours[y.min(height - 1) * width + x.min(width - 1)];
        let gradient = |i: usize| {
            let (x, y) = (i % width, i / width);
            let (right, left) = (at(x + 1, y), at(x.saturating_sub(1), y));
            let (below, above) = (at(x, y + 1), at(x, y.saturating_sub(1)));
            core::array::from_fn(|k| match k {
                0..3 => 0.5 * (right[k] - left[k]),
                _ => 0.5 * (below[k - 3] - above[k - 3]),
            })
        };
        let mut all = Self {
            width,
            height,
            gradients: (0..width * height).map(gradient).collect(),
            noise: LEAST_NOISE,
        };
        let mut steepness: Vec<f32> = squares
            .iter()
            .map(|&square| all.steepness(view, square))
            .collect();
        steepness.sort_by(f32::total_cmp);
        all.noise = steepness
            .get(steepness.len() / 4)
            .map_or(LEAST_NOISE, |v| v.max(LEAST_NOISE));
        all
    }

    /// Applies a function to the gradient of every pixel.
    pub(crate) fn map<T>(&self, function: impl Fn(&[f32; 6]) -> T) -> Field<T> {
        Field {
            width: self.width,
            height: self.height,
            values: self.gradients.iter().map(function).collect(),
        }
    }

    /// The median gradient in the central part of a square.
    fn steepness(&self, view: &View, square: usize) -> f32 {
        let reach = (MIDDLE * view.layout.pitch) as i32;
        let (x, y) = middle(view, square);
        let pixels = (-reach..=reach).flat_map(|j| (-reach..=reach).map(move |i| (i, j)));
        let steep = pixels.map(|(i, j)| {
            let at = nearest((self.width, self.height), x + i as f32, y + j as f32);
            self.gradients[at].iter().map(|v| v * v).sum::<f32>().sqrt()
        });
        median(&mut steep.collect::<Vec<_>>())
    }
}

/// A value for each pixel of a view.
pub(crate) struct Field<T> {
    width: usize,
    height: usize,
    values: Vec<T>,
}

impl<T> Field<T> {
    /// The value at the nearest pixel of the view.
    pub(crate) fn at(&self, x: f32, y: f32) -> &T {
        &self.values[nearest((self.width, self.height), x, y)]
    }
}

/// The index of the nearest pixel.
fn nearest((width, height): (usize, usize), x: f32, y: f32) -> usize {
    let nearest = |v: f32, n: usize| ((v.max(0.0) + 0.5) as usize).min(n - 1);
    nearest(y, height) * width + nearest(x, width)
}

/// The pixel at the centre of a square.
pub(crate) fn middle(view: &View, square: usize) -> (f32, f32) {
    let (col, row) = (square % view.layout.cols, square / view.layout.cols);
    view.layout.to_pixel(col as f32, row as f32)
}

/// A board seen from above; `paint` gets each pixel's column and row, its square, and its coordinates.
#[cfg(test)]
pub(crate) fn drawn(paint: impl Fn([f32; 2], [f32; 2], [u32; 2]) -> [u8; 3]) -> View {
    let layout = board_geom::ViewLayout::new(8, 8, 32.0);
    let (w, h) = layout.dimensions();
    let image = image::RgbImage::from_fn(w, h, |x, y| {
        let (col, row) = layout.to_board(x as f32, y as f32);
        let square = [col, row].map(|v| v.round().clamp(0.0, 7.0));
        image::Rgb(paint([col, row], square, [x, y]))
    });
    View {
        image,
        layout,
        camera: None,
    }
}

/// Smooths the pixels with the weights [`BLUR`] along both axes.
fn blurred(pixels: &[[f32; 3]], width: usize) -> Vec<[f32; 3]> {
    let height = pixels.len() / width.max(1);
    let mix = |a: [f32; 3], b: [f32; 3], c: [f32; 3]| {
        core::array::from_fn(|k| BLUR[0] * a[k] + BLUR[1] * b[k] + BLUR[2] * c[k])
    };
    let across: Vec<[f32; 3]> = (0..pixels.len())
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
