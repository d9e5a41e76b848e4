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
    let (rows, columns) = (Windows::new(h, sh), Windows::new(w, sw));
    let means = columns.windows.iter();
    let means = means.map(|&(first, count)| (first..first + count, columns.mean(count)));
    let means: Vec<_> = means.collect();
    let width = w as usize * CHANNELS;
    let small = parallel::collect(rows.windows.len(), GRAIN, |part| {
        // Rows first: sums of whole rows vectorise, and leave fewer values to average.
        let mut low = vec![0; width];
        let mut small = Vec::with_capacity(part.len() * columns.windows.len() * CHANNELS);
        for &(first, count) in &rows.windows[part] {
            let group = &photo.as_raw()[first * width..][..count * width];
            average_rows(group, &rows, count, &mut low);
            average_columns(&low, &means, &mut small);
        }
        small
    });
    RgbImage::from_raw(sw, sh, small).unwrap_or_default()
}

const CHANNELS: usize = 3;
/// Rows of the small picture that are worth a thread.
const GRAIN: usize = 8;

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
    fn mean<S: Into<u32>>(&self, count: usize) -> impl Fn(S) -> u8 + use<S> {
        let (precision, weight) = (self.precision, weight(count, self.precision));
        let half = (1 << precision) >> 1;
        move |sum| ((half + sum.into() * u32::from(weight)) >> precision).min(255) as u8
    }
}

/// The weight of each of `count` values, in units of 2 to the power of minus `precision`.
fn weight(count: usize, precision: u32) -> u16 {
    (1.0 / count.max(1) as f64 * f64::from(1 << precision)).round() as u16
}

/// Averages `count` rows into one.
fn average_rows(rows: &[u8], windows: &Windows, count: usize, low: &mut [u8]) {
    /// The sums of so many columns fit into registers.
    const STRIP: usize = 32;
    /// The sum of so many rows fits into 16 bits.
    const FEW: usize = 257;
    let width = low.len();
    let rows = rows.chunks_exact(width);
    let whole = match count <= FEW {
        true => width - width % STRIP,
        false => 0,
    };
    let (strips, rest) = low.split_at_mut(whole);
    let mean = windows.mean::<u16>(count);
    for (i, strip) in strips.as_chunks_mut::<STRIP>().0.iter_mut().enumerate() {
        let mut sums = [0; STRIP];
        for row in rows.clone() {
            for (sum, v) in sums.iter_mut().zip(&row[i * STRIP..][..STRIP]) {
                *sum += u16::from(*v);
            }
        }
        for (low, sum) in strip.iter_mut().zip(sums) {
            *low = mean(sum);
        }
    }
    let mean = windows.mean::<u32>(count);
    for (x, low) in (whole..).zip(rest) {
        *low = mean(rows.clone().map(|row| u32::from(row[x])).sum());
    }
}

/// Averages groups of pixels of a row into one pixel each.
fn average_columns(row: &[u8], groups: &[(Range<usize>, impl Fn(u32) -> u8)], small: &mut Vec<u8>) {
    let pixels = row.as_chunks::<CHANNELS>().0;
    small.extend(groups.iter().flat_map(|(group, mean)| {
        let mut sums = [0; CHANNELS];
        for pixel in &pixels[group.clone()] {
            for (sum, v) in sums.iter_mut().zip(pixel) {
                *sum += u32::from(*v);
            }
        }
        sums.map(mean)
    }));
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

    #[test]
    fn each_pixel_is_the_mean_of_its_window() {
        // Wide enough for strips and a rest; the last one averages more rows than 16 bits can hold the sum of.
        for (width, height, long) in [(100, 80, 30), (83, 47, 60), (40, 1500, 5)] {
            let photo = RgbImage::from_fn(width, height, |x, y| {
                Rgb([
                    (x * 37 + y * 11) as u8,
                    255 - (x * y % 7) as u8,
                    (y * y) as u8,
                ])
            });
            let small = shrink(&photo, long);
            let windows = |from, to| Windows::new(from, to).windows;
            let columns = windows(width, small.width());
            let rows = windows(height, small.height());
            for (x, y, seen) in small.enumerate_pixels() {
                let ((left, across), (top, down)) = (columns[x as usize], rows[y as usize]);
                for k in 0..CHANNELS {
                    let places = (0..across * down).map(|i| (left + i % across, top + i / across));
                    let sum: f64 = places
                        .map(|(x, y)| f64::from(photo.get_pixel(x as u32, y as u32)[k]))
                        .sum();
                    let off = (f64::from(seen[k]) - sum / (across * down) as f64).abs();
                    // Rows and columns are rounded one after the other.
                    assert!(off < 1.1, "{width} × {height}: {x}, {y} is {off} off");
                }
            }
        }
    }
}
