//! Detects objects that cross the frame between the markers.

use board_geom::Grid;
use board_geom::markers::MarkersLocator;
use image::RgbImage;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::stats::median;

/// Options of the detection of objects across the frame.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct RimOptions {
    /// Least colour difference of an object from the median of all photos: the root of the sum of squares over the log
    /// ratios of the channels. 0.25 is one channel a quarter brighter or darker.
    pub step: f32,
    /// Least length of an object along the frame, in squares.
    pub length: f32,
}

impl Default for RimOptions {
    fn default() -> Self {
        Self {
            step: 0.25,
            length: 0.4,
        }
    }
}

/// Samples of the frame for each square.
const DENSITY: usize = 10;
/// The change of light at a sample is the median change over this many squares to both sides.
const AROUND: usize = 3;

/// The colours of the frame, around the board along the line through the corner markers.
///
/// An arm that reaches over the frame between two markers hides none of them. It shows as a stretch of another colour
/// with sharp ends, compared with the frame in other photos.
#[derive(Clone, Debug, PartialEq)]
pub struct Rim {
    /// Red, green and blue, 0..255, clockwise from the first corner marker.
    samples: Vec<[f32; 3]>,
}

impl Rim {
    /// Samples a photo in which the lines of the board are at `lines`.
    #[must_use]
    pub fn of(photo: &RgbImage, lines: &Grid, markers: &MarkersLocator) -> Self {
        let mut samples = Vec::new();
        for side in 0..4 {
            let [from, to] = [side, (side + 1) % 4].map(|k| markers.corners[k]);
            let n = (markers.size + 1) * DENSITY;
            for i in 0..n {
                let t = i as f64 / n as f64;
                let [c, r] = [0, 1].map(|k| from[k] + t * (to[k] - from[k]));
                samples.push(mean(photo, lines, c, r));
            }
        }
        Self { samples }
    }

    /// Renumbers the samples for the turned board, like [`Grid::turned`].
    #[must_use]
    pub fn turned(mut self, quarters: usize) -> Self {
        let side = self.samples.len() / 4;
        self.samples.rotate_left(side * (quarters % 4));
        self
    }

    /// The median of each sample over several photos.
    #[must_use]
    pub fn median(rims: &[Rim]) -> Self {
        let samples = rims.iter().map(|r| r.samples.len()).min().unwrap_or(0);
        let middle = |i: usize, k: usize| {
            let mut seen: Vec<f32> = rims.iter().map(|r| r.samples[i][k]).collect();
            median(&mut seen)
        };
        Self {
            samples: (0..samples)
                .map(|i| std::array::from_fn(|k| middle(i, k)))
                .collect(),
        }
    }

    /// Whether an object lies across the frame that is not in the median of all photos.
    ///
    /// Soft shadows and changes of light do not count: each sample is compared with the median change within three
    /// squares to both sides.
    #[must_use]
    pub fn is_crossed(&self, median_rim: &Rim, options: &RimOptions) -> bool {
        let n = self.samples.len();
        let around = (AROUND * DENSITY).min(n / 2);
        if n == 0 || median_rim.samples.len() != n {
            return false;
        }
        /// Added to both colours, in grey levels, so that noise in dark areas does not count.
        const DARK: f32 = 16.0;
        let change = |i: usize, k: usize| {
            let [now, then] = [self, median_rim].map(|rim| rim.samples[i][k] + DARK);
            (now / then).ln()
        };
        let changes: Vec<[f32; 3]> = (0..n)
            .map(|i| std::array::from_fn(|k| change(i, k)))
            .collect();
        let is_other = |i: usize| {
            let off = [0, 1, 2].map(|k| {
                let near = (i + n - around..=i + n + around).map(|j| changes[j % n][k]);
                changes[i][k] - median(&mut near.collect::<Vec<_>>())
            });
            // A sleeve of nearly the frame's colour differs slightly in every channel.
            off.iter().map(|v| v * v).sum::<f32>().sqrt() > options.step
        };
        let other: Vec<bool> = (0..n).map(is_other).collect();
        // Twice around: a run may continue past the first corner.
        let (mut run, mut longest) = (0usize, 0);
        for i in 0..2 * n {
            run = if other[i % n] { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        longest as f32 >= options.length * DENSITY as f32
    }
}

/// Mean colour of a few pixels around a column and row of the board; black outside the photo.
fn mean(photo: &RgbImage, lines: &Grid, c: f64, r: f64) -> [f32; 3] {
    /// Distance of samples, in squares.
    const APART: f64 = 0.04;
    let (mut sum, mut n) = ([0.0; 3], 0.0f32);
    for (dc, dr) in (-1..=1).flat_map(|i| (-1..=1).map(move |j| (f64::from(i), f64::from(j)))) {
        let [x, y] = lines.to_photo(c + APART * dc, r + APART * dr);
        let inside = x > -0.5 && y > -0.5;
        let pixel = inside
            .then(|| photo.get_pixel_checked(x.round() as u32, y.round() as u32))
            .flatten();
        for (k, sum) in sum.iter_mut().enumerate() {
            *sum += pixel.map_or(0.0, |p| f32::from(p.0[k]));
        }
        n += 1.0;
    }
    sum.map(|v| v / n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn rim(photo: &RgbImage) -> Rim {
        let corners = [[40.0, 40.0], [200.0, 40.0], [200.0, 200.0], [40.0, 200.0]];
        let lines = Grid::from_corners(corners, 9, 9, photo.dimensions()).unwrap();
        Rim::of(photo, &lines, &MarkersLocator::default())
    }

    fn photo(color: impl Fn(u32, u32) -> f32) -> RgbImage {
        RgbImage::from_fn(240, 240, |x, y| {
            Rgb([120.0, 80.0, 50.0].map(|v| (v * color(x, y)) as u8))
        })
    }

    #[test]
    fn arms_cross_it_and_changes_of_light_do_not() {
        let all = Rim::median(&[
            rim(&photo(|_, _| 1.0)),
            rim(&photo(|_, _| 1.1)),
            rim(&photo(|x, _| if x > 90 { 3.0 } else { 1.0 })),
        ]);
        let options = RimOptions::default();
        let crossed = |photo: RgbImage| rim(&photo).is_crossed(&all, &options);
        assert!(!crossed(photo(|_, _| 0.6)));
        assert!(!crossed(photo(|x, y| 0.6 + 0.003 * (x + y) as f32)));
        // An arm one square wide, from below and over the corner where samples begin.
        assert!(crossed(photo(|x, y| {
            if y > 100 && (100..120).contains(&x) {
                1.7
            } else {
                1.0
            }
        })));
        assert!(crossed(photo(|x, y| if x.abs_diff(y) < 12 && x < 90 {
            0.4
        } else {
            1.0
        })));
        // A speck is not an arm.
        assert!(!crossed(photo(|x, _| if (100..103).contains(&x) {
            1.7
        } else {
            1.0
        })));
    }

    #[test]
    fn nothing_crosses_an_unknown_frame() {
        let dark = rim(&RgbImage::new(1, 1));
        let options = RimOptions::default();
        assert!(!dark.is_crossed(&dark, &options));
        assert!(!dark.is_crossed(&Rim::median(&[]), &options));
    }
}
