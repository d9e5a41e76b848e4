//! How the colours of a view change from pixel to pixel: where edges are, and which way they run.

use board_geom::View;

use super::patch::lab_of_pixel;
use crate::features::median;

/// The least slope in units of L\*a\*b\* a pixel that counts as the bare board's.
const PLAIN: f32 = 0.15;

/// The slopes of a view.
pub(super) struct Slopes {
    width: usize,
    height: usize,
    /// For each pixel, the change of L\*, a\* and b\* to the right, then downwards.
    slopes: Vec<[f32; 6]>,
    /// How steep the plainest quarter of squares is in their middles: what grain and noise do.
    pub(super) plain: f32,
}

impl Slopes {
    /// Those of a view; `squares` are the ones that tell what is plain.
    pub(super) fn of(view: &View, squares: &[usize]) -> Self {
        let (width, height) = (view.image.width() as usize, view.image.height() as usize);
        let colours = view.image.as_raw().chunks_exact(3).map(lab_of_pixel);
        let colours = blurred(&blurred(&colours.collect::<Vec<_>>(), width), width);
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
        let mut slopes = Self {
            width,
            height,
            slopes: (0..width * height).map(slope).collect(),
            plain: PLAIN,
        };
        let mut all: Vec<f32> = squares
            .iter()
            .map(|&square| slopes.steepness(view, square))
            .collect();
        all.sort_by(f32::total_cmp);
        slopes.plain = all.get(all.len() / 4).map_or(PLAIN, |v| v.max(PLAIN));
        slopes
    }

    /// What `look` makes of every pixel's slope.
    pub(super) fn map<T>(&self, look: impl Fn(&[f32; 6]) -> T) -> Field<T> {
        Field {
            width: self.width,
            height: self.height,
            values: self.slopes.iter().map(look).collect(),
        }
    }

    /// How steep the middle of a square is.
    fn steepness(&self, view: &View, square: usize) -> f32 {
        let reach = (0.375 * view.layout.pitch) as i32;
        let (x, y) = middle(view, square);
        let places = (-reach..=reach).flat_map(|j| (-reach..=reach).map(move |i| (i, j)));
        let steep = places.map(|(i, j)| {
            let at = nearest((self.width, self.height), x + i as f32, y + j as f32);
            self.slopes[at].iter().map(|v| v * v).sum::<f32>().sqrt()
        });
        median(&mut steep.collect::<Vec<_>>())
    }
}

/// A value for each pixel of a view.
pub(super) struct Field<T> {
    width: usize,
    height: usize,
    values: Vec<T>,
}

impl<T> Field<T> {
    /// The value at the pixel nearest to a place, which is in the view or near it.
    pub(super) fn at(&self, x: f32, y: f32) -> &T {
        &self.values[nearest((self.width, self.height), x, y)]
    }
}

/// Which pixel is nearest to a place.
fn nearest((width, height): (usize, usize), x: f32, y: f32) -> usize {
    let nearest = |v: f32, n: usize| ((v.max(0.0) + 0.5) as usize).min(n - 1);
    nearest(y, height) * width + nearest(x, width)
}

/// The pixel in the middle of a square.
pub(super) fn middle(view: &View, square: usize) -> (f32, f32) {
    let (col, row) = (square % view.layout.cols, square / view.layout.cols);
    view.layout.to_pixel(col as f32, row as f32)
}

/// A board from above, drawn by the place of each pixel in columns and rows, and the square it is on.
#[cfg(test)]
pub(super) fn drawn(paint: impl Fn([f32; 2], [f32; 2], [u32; 2]) -> [u8; 3]) -> View {
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

/// Every pixel with some of its neighbours.
fn blurred(pixels: &[[f32; 3]], width: usize) -> Vec<[f32; 3]> {
    let height = pixels.len() / width.max(1);
    let mix = |a: [f32; 3], b: [f32; 3], c: [f32; 3]| {
        core::array::from_fn(|k| 0.22 * a[k] + 0.56 * b[k] + 0.22 * c[k])
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
