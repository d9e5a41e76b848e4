use image::RgbImage;

use crate::{Grid, View, ViewLayout};

/// The photo position is computed exactly once for each block of this many pixels a side, and interpolated in between.
/// With twice as many, the colours of a steep view deviate by more than its test allows.
const BLOCK: u32 = 4;

/// Most samples of a view pixel in each direction.
const MOST_SAMPLES: i64 = 4;

impl Grid {
    /// Rectifies a photo: the board seen from straight above, with its grid points at the positions of `layout`.
    ///
    /// Each pixel of the view averages bilinear samples over its footprint in the photo (at most 4 × 4), which prevents
    /// aliasing in large photos. Positions outside the photo are black.
    ///
    /// If `photo` has another size than the grid was made for, the grid is [resized](Grid::resized).
    #[must_use]
    pub fn rectify(&self, photo: &RgbImage, layout: ViewLayout) -> View {
        let grid = if photo.dimensions() == self.photo {
            *self
        } else {
            self.resized(photo.dimensions())
        };
        let ratio = grid.pitch().0 / f64::from(layout.pitch);
        let samples = (ratio.round() as i64).clamp(1, MOST_SAMPLES) as u32;
        let frame = grid.lens_frame();
        // The photo position of the corner of a pixel.
        let position = |x: u32, y: u32| {
            let (c, r) = layout.to_board(x as f32 - 0.5, y as f32 - 0.5);
            let ideal = grid.map.apply([f64::from(c), f64::from(r)]);
            frame.distort(grid.lens, ideal).map(|v| v as f32)
        };
        let (width, height) = layout.dimensions();
        let mut image = RgbImage::new(width, height);
        for (i, rows) in image.chunks_mut((3 * width * BLOCK) as usize).enumerate() {
            let top = i as u32 * BLOCK;
            for left in (0..width).step_by(BLOCK as usize) {
                let block = Block {
                    corners: [top, top + BLOCK]
                        .map(|y| [left, left + BLOCK].map(|x| position(x, y))),
                    samples,
                };
                let is_inside = block.is_inside(photo.dimensions());
                for (below, row) in rows.chunks_exact_mut(3 * width as usize).enumerate() {
                    let pixels = row.as_chunks_mut::<3>().0;
                    let pixels = pixels[left as usize..].iter_mut().take(BLOCK as usize);
                    let colours = match is_inside {
                        true => block.row_inside(photo, below as u32),
                        false => block.row(photo, below as u32),
                    };
                    pixels
                        .zip(colours)
                        .for_each(|(pixel, colour)| *pixel = colour);
                }
            }
        }
        View {
            image,
            layout,
            camera: grid.camera(),
        }
    }
}

/// A block of the view.
struct Block {
    /// The photo positions of its two upper and its two lower corners.
    corners: [[[f32; 2]; 2]; 2],
    /// Samples for each pixel, in each direction.
    samples: u32,
}

impl Block {
    /// Whether the whole block is in the photo, including the pixels right of and below each sample, which
    /// interpolation needs.
    fn is_inside(&self, (width, height): (u32, u32)) -> bool {
        let within = |v: f32, size: u32| v >= 0.0 && v < size as f32 - 1.0;
        let mut corners = self.corners.iter().flatten();
        // Coordinates are in units of 2⁻¹⁶ pixels.
        let small = width.max(height) < 1 << 15;
        small && corners.all(|&[x, y]| within(x, width) && within(y, height))
    }

    /// The photo positions of the left and right end of a row of samples.
    fn ends(&self, below: u32, sample: u32) -> [[f32; 2]; 2] {
        let step = 1.0 / self.samples as f32;
        let share = (below as f32 + (sample as f32 + 0.5) * step) / BLOCK as f32;
        [0, 1].map(|side| between(self.corners[0][side], self.corners[1][side], share))
    }

    /// Averages a row of pixels.
    fn row(&self, photo: &RgbImage, below: u32) -> [[u8; 3]; BLOCK as usize] {
        let mut sums = [[0; 3]; BLOCK as usize];
        let step = 1.0 / (self.samples * BLOCK) as f32;
        for j in 0..self.samples {
            let [from, to] = self.ends(below, j);
            for (right, sum) in sums.iter_mut().enumerate() {
                for i in 0..self.samples {
                    let share = ((right as u32 * self.samples + i) as f32 + 0.5) * step;
                    add_sample(photo, between(from, to, share), sum);
                }
            }
        }
        self.means(sums)
    }

    /// Like [`row`](Block::row), for a block that [is inside](Block::is_inside): no sample needs a check.
    fn row_inside(&self, photo: &RgbImage, below: u32) -> [[u8; 3]; BLOCK as usize] {
        let whole = |v: f32| (v * (1 << 16) as f32) as i32;
        let (data, stride) = (photo.as_raw(), 3 * photo.width() as usize);
        let mut sums = [[0; 3]; BLOCK as usize];
        let step = 1.0 / (self.samples * BLOCK) as f32;
        for j in 0..self.samples {
            let [from, to] = self.ends(below, j);
            let [dx, dy] = [0, 1].map(|k| whole((to[k] - from[k]) * step));
            let (mut x, mut y) = (whole(from[0]) + dx / 2, whole(from[1]) + dy / 2);
            for sum in &mut sums {
                for _ in 0..self.samples {
                    add_inside(data, stride, (x as u32, y as u32), sum);
                    (x, y) = (x + dx, y + dy);
                }
            }
        }
        self.means(sums)
    }

    fn means(&self, sums: [[u32; 3]; BLOCK as usize]) -> [[u8; 3]; BLOCK as usize] {
        let all = self.samples * self.samples * WHOLE * WHOLE;
        sums.map(|sum| sum.map(|v| ((v + all / 2) / all) as u8))
    }
}

/// Linear interpolation between two points.
fn between(a: [f32; 2], b: [f32; 2], share: f32) -> [f32; 2] {
    [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}

/// Sample weights are integers; the weights of two neighbouring pixels sum to this.
const WHOLE: u32 = 256;

/// Adds a bilinear sample at a pixel coordinate, times [`WHOLE`] squared. Adds nothing if it is more than half a pixel
/// outside.
#[inline]
fn add_sample(photo: &RgbImage, [x, y]: [f32; 2], sum: &mut [u32; 3]) {
    let (w, h) = photo.dimensions();
    if !(x > -0.5 && y > -0.5 && x < w as f32 - 0.5 && y < h as f32 - 0.5) {
        return;
    }
    let whole = |v: f32, most: u32| ((v.max(0.0) * WHOLE as f32) as u32).min(most * WHOLE);
    let (x, y) = (whole(x, w - 1), whole(y, h - 1));
    let (x0, y0) = ((x / WHOLE) as usize, (y / WHOLE) as usize);
    let (fx, fy) = (x % WHOLE, y % WHOLE);
    let data = photo.as_raw();
    let stride = 3 * w as usize;
    let first = y0 * stride + 3 * x0;
    // At the last column and row, the weight of the pixel beyond is 0.
    let right = if fx > 0 { 3 } else { 0 };
    let down = if fy > 0 { stride } else { 0 };
    let upper = &data[first..first + right + 3];
    let lower = &data[first + down..first + down + right + 3];
    for (k, sum) in sum.iter_mut().enumerate() {
        let row = |row: &[u8]| u32::from(row[k]) * (WHOLE - fx) + u32::from(row[right + k]) * fx;
        *sum += row(upper) * (WHOLE - fy) + row(lower) * fy;
    }
}

/// Adds a bilinear sample, times [`WHOLE`] squared, at a position in units of 2⁻¹⁶ pixels, which must have neighbours
/// to the right and below.
#[inline]
fn add_inside(data: &[u8], stride: usize, (x, y): (u32, u32), sum: &mut [u32; 3]) {
    let (fx, fy) = ((x >> 8) % WHOLE, (y >> 8) % WHOLE);
    let first = (y >> 16) as usize * stride + 3 * (x >> 16) as usize;
    let (upper, lower) = (&data[first..][..6], &data[first + stride..][..6]);
    let (left, right) = (WHOLE - fx, fx);
    let above = [left * (WHOLE - fy), right * (WHOLE - fy)];
    let below = [left * fy, right * fy];
    for (k, sum) in sum.iter_mut().enumerate() {
        *sum += above[0] * u32::from(upper[k]) + above[1] * u32::from(upper[k + 3]);
        *sum += below[0] * u32::from(lower[k]) + below[1] * u32::from(lower[k + 3]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_straight_photo_comes_out_as_it_went_in() {
        // Grid points 10 px apart, so that the view is a crop of the photo.
        let photo = RgbImage::from_fn(80, 80, |x, y| Rgb([3 * x as u8, 3 * y as u8, 7]));
        let corners = [[20.0, 20.0], [60.0, 20.0], [60.0, 60.0], [20.0, 60.0]];
        let grid = Grid::from_corners(corners, 5, 5, (80, 80)).unwrap();
        let view = grid.rectify(&photo, ViewLayout::new(5, 5, 10.0));
        assert_eq!(view.image.dimensions(), (61, 61));
        for (x, y, p) in view.image.enumerate_pixels() {
            assert_eq!(p.0, [3 * (x + 10) as u8, 3 * (y + 10) as u8, 7]);
        }
    }

    #[test]
    fn a_steep_view_through_a_lens_is_what_each_pixel_shows() {
        let photo = RgbImage::from_fn(640, 480, |x, y| {
            let wave = |v: f32| (128.0 + 100.0 * (v / 9.0).sin()) as u8;
            Rgb([wave(x as f32), wave(y as f32), wave((x + y) as f32)])
        });
        let corners = [
            [220.0, 150.0],
            [430.0, 155.0],
            [600.0, 330.0],
            [60.0, 335.0],
        ];
        let mut grid = Grid::from_corners(corners, 8, 8, (640, 480)).unwrap();
        grid.lens = crate::Radial { k1: -0.08 };
        let layout = ViewLayout::new(8, 8, 32.0);
        let view = grid.rectify(&photo, layout);
        let frame = grid.lens_frame();
        let (mut most, mut all) = (0.0_f32, 0.0);
        for (x, y, seen) in view.image.enumerate_pixels() {
            let (c, r) = layout.to_board(x as f32, y as f32);
            let ideal = grid.map.apply([f64::from(c), f64::from(r)]);
            let [x, y] = frame.distort(grid.lens, ideal);
            if !(0.0..639.0).contains(&x) || !(0.0..479.0).contains(&y) {
                continue;
            }
            let wave = |v: f64| 128.0 + 100.0 * (v / 9.0).sin();
            let true_colour = [wave(x), wave(y), wave(x + y)];
            for (seen, known) in seen.0.into_iter().zip(true_colour) {
                let off = (f32::from(seen) - known as f32).abs();
                (most, all) = (most.max(off), all + off);
            }
        }
        let mean = all / (3 * view.image.width() * view.image.height()) as f32;
        assert!(most < 3.0 && mean < 0.8, "{most}, on average {mean}");
    }

    #[test]
    fn blocks_that_are_inside_show_the_same() {
        let photo = RgbImage::from_fn(90, 70, |x, y| {
            Rgb([(x * 37 + y * 11) as u8, (x * y) as u8, (x * 5) as u8])
        });
        for samples in 1..=MOST_SAMPLES as u32 {
            let corners = [[[3.2, 4.1], [20.7, 6.9]], [[0.4, 17.3], [19.1, 24.8]]];
            let block = Block { corners, samples };
            assert!(block.is_inside((90, 70)) && !block.is_inside((21, 70)));
            for below in 0..BLOCK {
                let pairs = block.row(&photo, below).into_iter();
                for (a, b) in pairs.zip(block.row_inside(&photo, below)) {
                    let off = (0..3).map(|k| a[k].abs_diff(b[k])).max();
                    assert!(off <= Some(2), "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn outside_the_photo_is_black() {
        let photo = RgbImage::from_pixel(30, 30, Rgb([200; 3]));
        let corners = [[0.0, 0.0], [29.0, 0.0], [29.0, 29.0], [0.0, 29.0]];
        let grid = Grid::from_corners(corners, 3, 3, (30, 30)).unwrap();
        let view = grid.rectify(&photo, ViewLayout::new(3, 3, 14.5));
        assert_eq!(view.image.get_pixel(0, 0).0, [0; 3]);
        assert_eq!(view.image.get_pixel(30, 30).0, [200; 3]);
    }
}
