use image::RgbImage;
use wide::{u8x16, u16x8};

use crate::{Grid, View, ViewLayout, parallel};

/// The photo position is computed exactly once for each block of this many pixels a side, and interpolated in between.
/// With twice as many, the colours of a steep view deviate by more than its test allows.
const BLOCK: u32 = 4;

/// Rows of blocks that are worth a thread.
const GRAIN: usize = 8;

/// Most samples of a view pixel in each direction.
const MOST_SAMPLES: i64 = 4;
/// From so many samples in each direction on, each is the pixel nearest to it: averaging makes up for interpolation.
const NEAREST: u32 = 4;

impl Grid {
    /// Rectifies a photo: the board seen from straight above, with its grid points at the positions of `layout`.
    ///
    /// Each pixel of the view averages samples over its footprint in the photo (at most 4 × 4), which prevents aliasing
    /// in large photos. Up to 3 × 3 are bilinear, more are the nearest pixels. Positions outside the photo are black.
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
        let samples = Samples::new((ratio.round() as i64).clamp(1, MOST_SAMPLES) as u32);
        let frame = grid.lens_frame();
        let (width, height) = layout.dimensions();
        let mut image = RgbImage::new(width, height);
        // The photo positions of the upper corners of a row of blocks.
        let corners = |y: u32| -> Vec<[f32; 2]> {
            let lefts = (0..=width.div_ceil(BLOCK)).map(|i| i * BLOCK);
            let places = lefts.map(|x| {
                let (c, r) = layout.to_board(x as f32 - 0.5, y as f32 - 0.5);
                let ideal = grid.map.apply([f64::from(c), f64::from(r)]);
                frame.distort(grid.lens, ideal).map(|v| v as f32)
            });
            places.collect()
        };
        let length = (3 * width * BLOCK) as usize;
        parallel::for_parts(&mut image, length, GRAIN, |first, part| {
            let mut above = corners(first as u32 * BLOCK);
            for (i, rows) in part.chunks_mut(length).enumerate() {
                let lower = corners((first + i + 1) as u32 * BLOCK);
                let places = above.windows(2).zip(lower.windows(2));
                let blocks = places.map(|(upper, lower)| Block {
                    corners: [upper, lower].map(|side| [side[0], side[1]]),
                    samples,
                });
                fill(rows, 3 * width as usize, blocks, photo);
                above = lower;
            }
        });
        View {
            image,
            layout,
            camera: grid.camera(),
        }
    }
}

/// Fills the rows of pixels that a row of blocks covers, each of `width` bytes.
fn fill(rows: &mut [u8], width: usize, blocks: impl Iterator<Item = Block>, photo: &RgbImage) {
    for (i, block) in blocks.enumerate() {
        let colours = match block.is_inside(photo.dimensions()) {
            true if block.samples.side < NEAREST => block.rows_inside(photo, bilinear),
            true => block.rows_inside(photo, nearest),
            false => [0, 1, 2, 3].map(|below| block.row(photo, below)),
        };
        let left = i * BLOCK as usize;
        for (row, colours) in rows.chunks_exact_mut(width).zip(colours) {
            let pixels = &mut row.as_chunks_mut().0[left..];
            let count = pixels.len().min(BLOCK as usize);
            pixels[..count].copy_from_slice(&colours[..count]);
        }
    }
}

/// The samples that are averaged for a pixel of the view.
#[derive(Clone, Copy)]
struct Samples {
    /// Samples in each direction.
    side: u32,
    /// Their distance, in pixels of the view.
    step: f32,
    /// 2³² divided by the sum of all weights.
    share: u64,
}

impl Samples {
    fn new(side: u32) -> Self {
        Self {
            side,
            step: 1.0 / side as f32,
            share: (1 << 32) / u64::from(side * side * WHOLE),
        }
    }

    /// The mean of each channel from the sum of its weighted samples.
    fn means(&self, [r, g, b, _]: Channels) -> [u8; 3] {
        [r, g, b].map(|sum| ((u64::from(sum) * self.share + (1 << 31)) >> 32) as u8)
    }
}

/// A block of the view.
struct Block {
    /// The photo positions of its two upper and its two lower corners.
    corners: [[[f32; 2]; 2]; 2],
    samples: Samples,
}

impl Block {
    /// Whether the whole block is in the photo, including the pixels right of and below each sample, which
    /// interpolation needs, and one more to the right, which is read with them.
    fn is_inside(&self, (width, height): (u32, u32)) -> bool {
        let within = |v: f32, size: u32| v >= 0.0 && v < size as f32 - 1.0;
        let mut corners = self.corners.iter().flatten();
        // Coordinates are in units of 2⁻¹⁶ pixels.
        let small = width.max(height) < 1 << 15;
        small && corners.all(|&[x, y]| within(x + 1.0, width) && within(y, height) && x >= 0.0)
    }

    /// The photo positions of the left and right end of a row of samples.
    fn ends(&self, below: u32, sample: u32) -> [[f32; 2]; 2] {
        let down = below as f32 + (sample as f32 + 0.5) * self.samples.step;
        let share = down * (1.0 / BLOCK as f32);
        [0, 1].map(|side| between(self.corners[0][side], self.corners[1][side], share))
    }

    /// Averages a row of pixels.
    fn row(&self, photo: &RgbImage, below: u32) -> [[u8; 3]; BLOCK as usize] {
        let mut sums = [[0; 4]; BLOCK as usize];
        let Samples { side, step, .. } = self.samples;
        for j in 0..side {
            let [from, to] = self.ends(below, j);
            for (right, sum) in sums.iter_mut().enumerate() {
                for i in 0..side {
                    let across = right as f32 + (i as f32 + 0.5) * step;
                    let mut at = between(from, to, across * (1.0 / BLOCK as f32));
                    if side >= NEAREST {
                        at = at.map(|v| (v + 0.5).floor());
                    }
                    add(sum, sample(photo, at));
                }
            }
        }
        sums.map(|sum| self.samples.means(sum))
    }

    /// Like [`row`](Block::row), for all rows of a block that [is inside](Block::is_inside): no sample needs a check.
    ///
    /// `sample` is [`bilinear`] or [`nearest`].
    fn rows_inside(
        &self,
        photo: &RgbImage,
        sample: impl Fn(&[u8], usize, (u32, u32)) -> Channels,
    ) -> [[[u8; 3]; BLOCK as usize]; BLOCK as usize] {
        let (data, stride) = (photo.as_raw(), 3 * photo.width() as usize);
        let side = self.samples.side;
        let step = self.samples.step * (1.0 / BLOCK as f32);
        // Steps of the photo position in units of 2⁻¹⁶ pixels: down the left side from one row of samples to the next,
        // across from one sample to the next, and the change of the latter from row to row.
        let whole = |v: f32| (v * (1 << 16) as f32) as i32;
        let [[left, right], [left_end, right_end]] = self.corners;
        let walk = [0, 1].map(|k| {
            let (top, end) = (right[k] - left[k], right_end[k] - left_end[k]);
            let down = whole((left_end[k] - left[k]) * step);
            let (across, turn) = (whole(top * step), whole((end - top) * step * step));
            (whole(left[k]), down, across, turn)
        });
        let mut row = 0;
        [(); BLOCK as usize].map(|()| {
            let mut sums = [[0; 4]; BLOCK as usize];
            for _ in 0..side {
                // Samples lie in the middles of their cells.
                let [(mut x, dx), (mut y, dy)] = walk.map(|(left, down, across, turn)| {
                    let across = across + turn * row + turn / 2;
                    (left + down * row + down / 2 + across / 2, across)
                });
                row += 1;
                for sum in &mut sums {
                    for _ in 0..side {
                        add(sum, sample(data, stride, (x as u32, y as u32)));
                        (x, y) = (x + dx, y + dy);
                    }
                }
            }
            sums.map(|sum| self.samples.means(sum))
        })
    }
}

/// Linear interpolation between two points.
fn between(a: [f32; 2], b: [f32; 2], share: f32) -> [f32; 2] {
    [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}

/// The weights of the four pixels of a sample are integers that sum to this.
const WHOLE: u32 = 256;
// The weighted sum of four pixels fits into 16 bits.
const _: () = assert!(WHOLE * 255 < 1 << 16);

/// The three channels of a sum of samples, and a fourth that is not used: four fill a register.
type Channels = [u32; 4];

fn add(sum: &mut Channels, sample: Channels) {
    (0..4).for_each(|k| sum[k] += sample[k]);
}

/// Two pixels in the low and the high half, each with a byte that is not used.
type Pair = u64;

/// The bilinear sample, times [`WHOLE`], `right` and `below` 256ths from the first pixel of the upper of two pairs.
#[inline]
fn weighted([upper, lower]: [Pair; 2], right: u32, below: u32) -> Channels {
    // Rounded so that the sum of the two right ones, and of the two lower ones, is exact.
    let both = right * below / WHOLE;
    let (here, next, lower_here) = (WHOLE + both - right - below, right - both, below - both);
    let bytes = u128::from(upper) | u128::from(lower) << 64;
    let bytes = u8x16::new(bytes.to_le_bytes());
    let [a, b, c, d] = [here, next, lower_here, both].map(|weight| weight as u16);
    let sums = u16x8::from_u8x16_low(bytes) * u16x8::new([a, a, a, a, b, b, b, b])
        + u16x8::from_u8x16_high(bytes) * u16x8::new([c, c, c, c, d, d, d, d]);
    let sums = sums.to_array();
    std::array::from_fn(|k| u32::from(sums[k] + sums[k + 4]))
}

/// A bilinear sample at a pixel coordinate, times [`WHOLE`]; black if it is more than half a pixel outside.
#[inline]
fn sample(photo: &RgbImage, [x, y]: [f32; 2]) -> Channels {
    let (w, h) = photo.dimensions();
    if !(x > -0.5 && y > -0.5 && x < w as f32 - 0.5 && y < h as f32 - 0.5) {
        return [0; 4];
    }
    let whole = |v: f32, most: u32| ((v.max(0.0) * WHOLE as f32) as u32).min(most * WHOLE);
    let (x, y) = (whole(x, w - 1), whole(y, h - 1));
    let (left, top) = (x / WHOLE, y / WHOLE);
    // At the last column and row, the weight of the pixel beyond is 0.
    let right = (left + 1).min(w - 1);
    let pairs = [top, (top + 1).min(h - 1)].map(|y| {
        let [[r, g, b], [r2, g2, b2]] = [left, right].map(|x| photo.get_pixel(x, y).0);
        Pair::from_le_bytes([r, g, b, 0, r2, g2, b2, 0])
    });
    weighted(pairs, x % WHOLE, y % WHOLE)
}

/// A bilinear sample, times [`WHOLE`], at a position in units of 2⁻¹⁶ pixels, which must have two pixels to its right
/// and one below.
#[inline]
fn bilinear(data: &[u8], stride: usize, (x, y): (u32, u32)) -> Channels {
    let first = (y >> 16) as usize * stride + 3 * (x >> 16) as usize;
    // A pixel, its right neighbour, and two channels of the next.
    let row = |from: usize| data[from..].first_chunk().copied().map(u64::from_le_bytes);
    let (Some(upper), Some(lower)) = (row(first), row(first + stride)) else {
        return [0; 4];
    };
    let pairs = [upper, lower].map(|row| row & 0xFF_FFFF | row >> 24 << 32);
    weighted(pairs, (x >> 8) % WHOLE, (y >> 8) % WHOLE)
}

/// The nearest pixel, times [`WHOLE`], to a position as that of [`bilinear`].
#[inline]
fn nearest(data: &[u8], stride: usize, (x, y): (u32, u32)) -> Channels {
    let [col, row] = [x, y].map(|v| ((v + (1 << 15)) >> 16) as usize);
    // The pixel and a channel of the next.
    let pixel = data[row * stride + 3 * col..].first_chunk::<4>();
    pixel.map_or([0; 4], |pixel| pixel.map(|v| u32::from(v) * WHOLE))
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

    /// Checks the view of a steep photo of waves, so many times as large as 640 × 480: no channel is off by `limit`.
    fn check_steep_view(scale: u32, limit: f32) {
        let wave = |v: f64| 128.0 + 100.0 * (v / (9 * scale) as f64).sin();
        let wave = |v: [f64; 2]| [v[0], v[1], v[0] + v[1]].map(wave);
        let size = (640 * scale, 480 * scale);
        let photo = RgbImage::from_fn(size.0, size.1, |x, y| {
            Rgb(wave([x, y].map(f64::from)).map(|v| v as u8))
        });
        let corners = [
            [220.0, 150.0],
            [430.0, 155.0],
            [600.0, 330.0],
            [60.0, 335.0],
        ];
        let corners = corners.map(|corner| corner.map(|v| v * f64::from(scale)));
        let mut grid = Grid::from_corners(corners, 8, 8, size).unwrap();
        grid.lens = crate::Radial { k1: -0.08 };
        let layout = ViewLayout::new(8, 8, 32.0);
        let view = grid.rectify(&photo, layout);
        let frame = grid.lens_frame();
        let (mut most, mut all) = (0.0_f32, 0.0);
        // Places of a pixel's footprint.
        let parts = (0..16).map(|i| [i % 4, i / 4].map(|v| (v as f32 + 0.5) / 4.0 - 0.5));
        for (x, y, seen) in view.image.enumerate_pixels() {
            let places = parts.clone().map(|[right, down]| {
                let (c, r) = layout.to_board(x as f32 + right, y as f32 + down);
                let ideal = grid.map.apply([f64::from(c), f64::from(r)]);
                frame.distort(grid.lens, ideal)
            });
            let inside = |v: f64, size: u32| (0.5..f64::from(size) - 1.5).contains(&v);
            if !places
                .clone()
                .all(|[x, y]| inside(x, size.0) && inside(y, size.1))
            {
                continue;
            }
            for (k, seen) in seen.0.into_iter().enumerate() {
                let known = places.clone().map(|at| wave(at)[k]).sum::<f64>() / 16.0;
                let off = (f32::from(seen) - known as f32).abs();
                (most, all) = (most.max(off), all + off);
            }
        }
        let mean = all / (3 * view.image.width() * view.image.height()) as f32;
        assert!(
            most < limit && mean < 0.8,
            "{scale}: {most}, on average {mean}"
        );
    }

    #[test]
    fn a_steep_view_through_a_lens_is_what_each_pixel_shows() {
        check_steep_view(1, 3.0);
        check_steep_view(2, 3.0);
        // Here the samples are the nearest pixels.
        check_steep_view(3, 3.5);
        check_steep_view(4, 3.5);
    }

    #[test]
    fn blocks_that_are_inside_show_the_same() {
        let photo = RgbImage::from_fn(90, 70, |x, y| {
            Rgb([(x * 37 + y * 11) as u8, (x * y) as u8, (x * 5) as u8])
        });
        for samples in 1..=MOST_SAMPLES as u32 {
            let corners = [[[3.2, 4.1], [20.7, 6.9]], [[0.4, 17.3], [19.1, 24.8]]];
            let samples = Samples::new(samples);
            let block = Block { corners, samples };
            assert!(block.is_inside((90, 70)) && !block.is_inside((22, 70)));
            let inside = match block.samples.side < NEAREST {
                true => block.rows_inside(&photo, bilinear),
                false => block.rows_inside(&photo, nearest),
            };
            for (below, inside) in (0..BLOCK).zip(inside) {
                let pairs = block.row(&photo, below).into_iter();
                for (a, b) in pairs.zip(inside) {
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
