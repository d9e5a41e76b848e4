use std::ops::Range;

use image::RgbImage;

use crate::{Grid, parallel};

/// Shrinks a photo by area averaging so that its longer side is at most `long` pixels; never enlarges it.
#[must_use]
pub fn shrink(photo: &RgbImage, long: u32) -> RgbImage {
    let (w, h) = photo.dimensions();
    if w.max(h) <= long || w == 0 || h == 0 {
        return photo.clone();
    }
    let ratio = f64::from(long) / f64::from(w.max(h));
    let scaled = |v: u32| ((f64::from(v) * ratio).round() as u32).max(1);
    let (sw, sh) = (scaled(w), scaled(h));
    // Rows first: sums of whole rows vectorise, and leave fewer values to average.
    let width = w as usize * CHANNELS;
    let low = averaged_rows(photo.as_raw(), width, &Windows::new(h, sh));
    let small = averaged_columns(&low, width, &Windows::new(w, sw));
    RgbImage::from_raw(sw, sh, small).unwrap_or_default()
}

const CHANNELS: usize = 3;
/// Rows of pixels that are worth a thread.
const GRAIN: usize = 32;

/// For each pixel of the small picture, the range of pixels that it averages.
struct Windows {
    /// First pixel and number of pixels.
    windows: Vec<(usize, usize)>,
    /// Weights are integers in units of 2 to the power of minus this.
    precision: u32,
}

impl Windows {
    /// Windows as wide as a pixel of the small picture: all pixels with their centre inside.
    fn new(from: u32, to: u32) -> Self {
        let scale = f64::from(from) / f64::from(to);
        let radius = 0.5 * scale.max(1.0);
        let window = |i: u32| {
            let centre = (f64::from(i) + 0.5) * scale;
            let first = (centre - radius).floor().max(0.0) as u32;
            let end = (centre + radius).ceil().min(f64::from(from)) as u32;
            let inside = |x: &u32| {
                let off = (f64::from(*x) - (centre - 0.5)) * (1.0 / scale.max(1.0));
                off > -0.5 && off <= 0.5
            };
            let first = (first..end).find(inside).unwrap_or(first);
            let count = (first..end).take_while(inside).count();
            (first as usize, count)
        };
        let windows: Vec<(usize, usize)> = (0..to).map(window).collect();
        // The finest precision at which the greatest weight fits into a signed 16-bit integer.
        let least = windows.iter().map(|w| w.1).min().unwrap_or(1);
        let fits = |precision: &u32| weight(least, *precision) < 1 << 15;
        let precision = (1..=21).take_while(fits).last().unwrap_or(0);
        Self { windows, precision }
    }

    /// A function from the sum of `count` values to their mean.
    fn mean(&self, count: usize) -> impl Fn(u32) -> u8 + use<> {
        let (precision, weight) = (self.precision, weight(count, self.precision));
        let half = (1 << precision) >> 1;
        move |sum| ((half + sum * weight) >> precision).min(255) as u8
    }
}

/// The weight of each of `count` values, in units of 2 to the power of minus `precision`.
fn weight(count: usize, precision: u32) -> u32 {
    (1.0 / count.max(1) as f64 * f64::from(1 << precision)).round() as u32
}

/// Averages groups of rows, each of `width` values.
fn averaged_rows(numbers: &[u8], width: usize, windows: &Windows) -> Vec<u8> {
    parallel::collect(windows.windows.len(), GRAIN, |part| {
        averaged_rows_of(part, numbers, width, windows)
    })
}

/// Some of the rows of [`averaged_rows`].
fn averaged_rows_of(
    part: Range<usize>,
    numbers: &[u8],
    width: usize,
    windows: &Windows,
) -> Vec<u8> {
    /// Sums of this many values fit into 16 bits.
    const BLOCK: usize = 256;
    let mut out = Vec::with_capacity(part.len() * width);
    let (mut block, mut sums) = (vec![0_u16; width], vec![0_u32; width]);
    for &(first, count) in &windows.windows[part] {
        sums.fill(0);
        for rows in numbers[first * width..][..count * width].chunks(BLOCK * width) {
            block.fill(0);
            for row in rows.chunks_exact(width) {
                for (sum, v) in block.iter_mut().zip(row) {
                    *sum += u16::from(*v);
                }
            }
            for (sum, v) in sums.iter_mut().zip(&block) {
                *sum += u32::from(*v);
            }
        }
        let mean = windows.mean(count);
        out.extend(sums.iter().map(|sum| mean(*sum)));
    }
    out
}

/// Averages groups of pixels within rows of `width` values.
fn averaged_columns(numbers: &[u8], width: usize, windows: &Windows) -> Vec<u8> {
    let rows = numbers.len() / width.max(1);
    let each = windows.windows.iter();
    let windows = each.map(|&(first, count)| (first..first + count, windows.mean(count)));
    let windows: Vec<_> = windows.collect();
    parallel::collect(rows, GRAIN, |part| {
        let small = windows.len() * CHANNELS;
        let mut out = vec![0; part.len() * small];
        let rows = numbers[part.start * width..part.end * width].chunks_exact(width);
        for (row, out) in rows.zip(out.chunks_exact_mut(small.max(1))) {
            let pixels = row.as_chunks::<CHANNELS>().0;
            let out = out.as_chunks_mut::<CHANNELS>().0;
            for ((window, mean), out) in windows.iter().zip(out) {
                let mut sums = [0; CHANNELS];
                for pixel in &pixels[window.clone()] {
                    for (sum, v) in sums.iter_mut().zip(pixel) {
                        *sum += u32::from(*v);
                    }
                }
                *out = sums.map(mean);
            }
        }
        out
    })
}

/// A photo with its first board painted over, and a rim of so many grid units around it: what is left may hold another
/// one. `None` for a grid that is none.
pub(crate) fn painted_over(photo: &RgbImage, board: &Grid, rim: f64) -> Option<RgbImage> {
    let to_board = board.photo_to_board()?;
    let (last_col, last_row) = ((board.cols - 1) as f64, (board.rows - 1) as f64);
    let mut rest = photo.clone();
    for (x, y, pixel) in rest.enumerate_pixels_mut() {
        let [c, r] = to_board([f64::from(x), f64::from(y)]);
        if c > -rim && r > -rim && c < last_col + rim && r < last_row + rim {
            *pixel = image::Rgb([128; 3]);
        }
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn shrinking_averages_and_never_enlarges() {
        let photo = RgbImage::from_fn(40, 20, |x, _| Rgb([if x % 2 == 0 { 0 } else { 200 }; 3]));
        assert_eq!(shrink(&photo, 100), photo);
        let small = shrink(&photo, 20);
        assert_eq!(small.dimensions(), (20, 10));
        assert!(small.pixels().all(|p| p.0 == [100; 3]));
    }

    #[test]
    fn windows_cover_all_positions() {
        for (from, to) in [(40, 13), (4032, 1280), (17, 1), (9, 9)] {
            let windows = Windows::new(from, to).windows;
            let mut next = 0;
            for (first, count) in windows {
                // A pixel halfway between two windows may be rounded into both, or neither.
                assert!(first.abs_diff(next) <= 1, "{from} to {to}");
                next = first + count;
            }
            assert_eq!(next, from as usize);
        }
    }
}
