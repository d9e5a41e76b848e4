//! Detects thin dark lines: second derivative across the line, direction, and sub-pixel centre.
//!
//! A grid line is a dark ridge between two edges. Detecting the ridge instead of the edges gives one response for each
//! line, at its centre, and hardly any at the rim of a stone. Source: C. Steger, "An unbiased detector of curvilinear
//! structures", PAMI 20 (2), 1998.

use std::f32::consts::PI;
use std::ops::Range;

use image::{GrayImage, RgbImage};

use crate::filter::gaussian_blur;
use crate::parallel;

/// A point on the centre line of a thin dark line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RidgePoint {
    /// Pixel coordinates, with sub-pixel precision.
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// The unit *normal* of the line.
    pub(crate) across: [f32; 2],
    /// Second derivative across the line, grey levels per pixel².
    pub(crate) strength: f32,
}

impl RidgePoint {
    /// Angle of the line's normal, radians in 0..π.
    pub(crate) fn normal(&self) -> f32 {
        self.across[1].atan2(self.across[0]).rem_euclid(PI)
    }
}

/// A slightly blurred grey picture, and the ridge points found in it.
pub(crate) struct Ridges {
    pub(crate) width: usize,
    pub(crate) height: usize,
    blurred: Vec<f32>,
    pub(crate) points: Vec<RidgePoint>,
    /// Responses below this strength count as noise.
    pub(crate) threshold: f32,
    /// Strength of a clearly visible line in this picture: the upper quartile of the points.
    pub(crate) clear: f32,
}

/// Largest fraction of the picture's pixels that are ridge points: a 19 × 19 board that fills the picture has about 5 %
/// of its pixels on lines, at the scales used here.
const MAX_SHARE: f32 = 0.06;
/// Least second derivative of a ridge, in grey levels per pixel²; weaker ones are sensor noise.
const FLOOR: f32 = 0.8;

/// Largest curvature along a ridge, relative to that across: a dark dot is curved in both directions.
const ALONG: f32 = 0.6;
/// Largest distance of a ridge's centre from its pixel, in pixels along either axis.
const OFFSET: f32 = 0.55;

/// Rows of pixels that are worth a thread.
const GRAIN: usize = 32;

/// The second derivatives of a picture at a pixel: xx, xy, yy.
type Hessian = [f32; 3];

/// A quick test that rejects most pixels: whether there may be a dark line, by the trace of the Hessian. The curvatures
/// across and along it are half the trace plus and minus a term that `dxy` only increases; the condition follows from
/// [`ALONG`].
fn is_curved(trace: f32) -> bool {
    0.5 * trace > FLOOR * (1.0 - ALONG) / 2.0 * 0.999
}

/// The centre of a dark line within the pixel at (x, y), if any; `gradient` is twice the first derivative.
fn ridge_point(
    (x, y): (f32, f32),
    [dxx, dxy, dyy]: Hessian,
    gradient: impl Fn() -> [f32; 2],
) -> Option<RidgePoint> {
    let (mean, turn) = (0.5 * (dxx + dyy), 0.5 * (dxx - dyy));
    let half = (turn * turn + dxy * dxy).sqrt();
    let (across, along) = (mean + half, mean - half);
    if across < FLOOR || along.abs() > ALONG * across {
        return None;
    }
    // The normal has half the angle of (turn, dxy); half-angle formulas avoid computing it.
    let cosine = if half > 0.0 { turn / half } else { 1.0 };
    let longer = (0.5 + 0.5 * cosine.abs()).sqrt();
    let shorter = 0.5 * (dxy / half.max(f32::MIN_POSITIVE)) / longer;
    let (nx, ny) = match cosine >= 0.0 {
        true => (longer, shorter),
        false => (shorter.abs(), longer.copysign(dxy)),
    };
    let [right, down] = gradient();
    let slope = 0.5 * (right * nx + down * ny);
    let offset = -slope / across;
    let near = (offset * nx).abs() <= OFFSET && (offset * ny).abs() <= OFFSET;
    near.then_some(RidgePoint {
        x: x + offset * nx,
        y: y + offset * ny,
        across: [nx, ny],
        strength: across,
    })
}

/// Brightness of each pixel (Rec. 709), rounded to grey levels.
fn brightness(photo: &RgbImage) -> Vec<f32> {
    let pixels = photo.as_raw().chunks_exact(3);
    let levels = pixels.map(|rgb| {
        let [r, g, b] = [rgb[0], rgb[1], rgb[2]].map(u32::from);
        ((2126 * r + 7152 * g + 722 * b) / 10_000) as f32
    });
    levels.collect()
}

/// Marks the inner pixels of a row where there may be a dark line, from the rows above and below and the row itself.
fn mark_ridges([above, here, below]: [&[f32]; 3], marks: &mut Vec<bool>) {
    let count = here.len().saturating_sub(2);
    marks.clear();
    // Slices of equal length, which compilers vectorise.
    let (left, middle, right) = (&here[..count], &here[1..][..count], &here[2..][..count]);
    let (above, below) = (&above[1..][..count], &below[1..][..count]);
    let sums = (0..count).map(|x| (left[x] + right[x]) + (above[x] + below[x]));
    marks.extend(sums.zip(middle).map(|(sum, c)| is_curved(sum - 4.0 * c)));
}

/// The second derivatives at an inner pixel.
fn hessian(levels: &[f32], width: usize, i: usize) -> Hessian {
    let (above, here, below) = (i - width, i, i + width);
    let c = levels[here];
    [
        levels[here + 1] - 2.0 * c + levels[here - 1],
        0.25 * (levels[below + 1] - levels[below - 1] - levels[above + 1] + levels[above - 1]),
        levels[below] - 2.0 * c + levels[above],
    ]
}

/// The ridge points in some inner rows of a picture.
fn ridge_points(blurred: &[f32], width: usize, rows: Range<usize>) -> Vec<RidgePoint> {
    let mut points = Vec::new();
    let mut marks = Vec::with_capacity(width);
    for y in rows {
        let rows = [y - 1, y, y + 1].map(|y| &blurred[y * width..][..width]);
        mark_ridges(rows, &mut marks);
        for (x, _) in marks.iter().enumerate().filter(|(_, mark)| **mark) {
            let x = x + 1;
            let [above, here, below] = rows;
            let gradient = || [here[x + 1] - here[x - 1], below[x] - above[x]];
            let hessian = hessian(blurred, width, y * width + x);
            points.extend(ridge_point((x as f32, y as f32), hessian, gradient));
        }
    }
    points
}

/// The strength of the `n`-th strongest point; the stronger ones are moved to the front.
fn nth_strength(points: &mut [RidgePoint], n: usize) -> f32 {
    let stronger = |a: &RidgePoint, b: &RidgePoint| b.strength.total_cmp(&a.strength);
    points.select_nth_unstable_by(n, stronger).1.strength
}

impl Ridges {
    /// Finds the ridges of a photo's brightness after a blur of `sigma` pixels.
    pub(crate) fn of(photo: &RgbImage, sigma: f32) -> Self {
        Self::of_levels(&brightness(photo), photo.dimensions(), sigma)
    }

    /// Finds the ridges of `grey` after a blur of `sigma` pixels.
    pub(crate) fn find(grey: &GrayImage, sigma: f32) -> Self {
        let levels: Vec<f32> = grey.as_raw().iter().map(|v| f32::from(*v)).collect();
        Self::of_levels(&levels, grey.dimensions(), sigma)
    }

    fn of_levels(levels: &[f32], (width, height): (u32, u32), sigma: f32) -> Self {
        let (width, height) = (width as usize, height as usize);
        let blurred = gaussian_blur(levels, width, sigma);
        let n = width * height;
        let mut points = parallel::collect(height.saturating_sub(2), GRAIN, |rows| {
            ridge_points(&blurred, width, rows.start + 1..rows.end + 1)
        });
        let limit = (MAX_SHARE * n as f32) as usize;
        let mut threshold = FLOOR;
        if points.len() > limit && limit > 0 {
            threshold = nth_strength(&mut points, limit);
            points.truncate(limit);
        }
        let clear = match points.len() {
            0 => threshold,
            count => nth_strength(&mut points, count / 4),
        };
        Self {
            width,
            height,
            blurred,
            points,
            threshold,
            clear,
        }
    }

    /// The weight of a point, 0..1: about 1 for a clear line, near 0 for faint grain.
    pub(crate) fn weight(&self, point: &RidgePoint) -> f32 {
        (point.strength / self.clear).min(1.0)
    }

    /// Second derivative at a pixel along the unit normal (nx, ny); 0 outside the picture.
    pub(crate) fn across(&self, x: f32, y: f32, nx: f32, ny: f32) -> f32 {
        // Rounds to nearest. Without SSE 4.1, `f32::round` is a function call.
        let (px, py) = ((x + 0.5) as usize, (y + 0.5) as usize);
        if px < 1 || py < 1 || px + 1 >= self.width || py + 1 >= self.height {
            return 0.0;
        }
        let [xx, xy, yy] = hessian(&self.blurred, self.width, py * self.width + px);
        nx * nx * xx + 2.0 * nx * ny * xy + ny * ny * yy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    #[test]
    fn a_slanted_line_is_found_where_it_is() {
        // A dark line 2 px wide through (20, 30), with its normal at 30°.
        let (nx, ny) = (30f32.to_radians().cos(), 30f32.to_radians().sin());
        let grey = GrayImage::from_fn(64, 64, |x, y| {
            let d = (x as f32 - 20.3) * nx + (y as f32 - 30.0) * ny;
            Luma([(200.0 - 120.0 * (1.5 - d.abs()).clamp(0.0, 1.0)) as u8])
        });
        let ridges = Ridges::find(&grey, 1.2);
        let strong: Vec<_> = ridges.points.iter().filter(|p| p.strength > 10.0).collect();
        assert!(strong.len() > 40, "{}", strong.len());
        // The blur has no data beyond the border.
        let inner = |v: f32| (4.0..60.0).contains(&v);
        for p in strong.into_iter().filter(|p| inner(p.x) && inner(p.y)) {
            let d = (p.x - 20.3) * nx + (p.y - 30.0) * ny;
            assert!(d.abs() < 0.3, "{p:?} is {d} px off");
            assert!((p.normal() - 30f32.to_radians()).abs() < 0.12, "{p:?}");
        }
    }

    #[test]
    fn a_photo_has_the_ridges_of_its_brightness() {
        let photo = RgbImage::from_fn(50, 40, |x, y| match x {
            20 | 21 => image::Rgb([30, 20, 10]),
            _ => image::Rgb([200, 150 + y as u8, 90 + x as u8]),
        });
        let grey = image::imageops::grayscale(&photo);
        let (a, b) = (Ridges::of(&photo, 1.2), Ridges::find(&grey, 1.2));
        assert_eq!(a.blurred, b.blurred);
        assert!(a.points.len() > 30, "{}", a.points.len());
        assert_eq!(a.points.len(), b.points.len());
    }

    #[test]
    fn a_plain_picture_has_no_ridges() {
        let grey = GrayImage::from_pixel(40, 40, Luma([128]));
        assert!(Ridges::find(&grey, 1.2).points.is_empty());
    }
}
