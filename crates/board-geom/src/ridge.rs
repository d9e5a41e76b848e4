//! Thin dark lines: the second derivative across a line, its direction, and sub-pixel centres.
//!
//! A grid line is a dark ridge between two edges. Looking for the ridge instead of the edges gives
//! one response a line, in its middle, and hardly any on the rim of a stone. Source: C. Steger,
//! "An unbiased detector of curvilinear structures", PAMI 20 (2), 1998.

use std::f32::consts::PI;

use image::GrayImage;

use crate::filter::gaussian_blur;

/// A point in the middle of a thin dark line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RidgePoint {
    /// Pixel coordinates, to a fraction of a pixel.
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// Angle of the line's *normal*, radians in 0..π.
    pub(crate) normal: f32,
    /// The same as a unit vector.
    pub(crate) across: [f32; 2],
    /// Second derivative across the line, grey levels per pixel².
    pub(crate) strength: f32,
}

/// The Hessian of a slightly blurred grey picture, and the ridge points found in it.
pub(crate) struct Ridges {
    pub(crate) width: usize,
    pub(crate) height: usize,
    xx: Vec<f32>,
    xy: Vec<f32>,
    yy: Vec<f32>,
    pub(crate) points: Vec<RidgePoint>,
    /// Strength below which a response is taken for noise.
    pub(crate) threshold: f32,
    /// Strength of a clearly visible line in this picture: that of the upper quarter of the points.
    pub(crate) clear: f32,
}

/// Share of the picture's pixels that may be ridge points: a 19 × 19 board that fills the picture
/// has about 5 % of its pixels on lines at the scales used here.
const MAX_SHARE: f32 = 0.06;
/// Weakest second derivative of a ridge, grey levels per pixel²; below is sensor noise.
const FLOOR: f32 = 0.8;

/// A ridge is curved along its direction by at most this share of the curvature across: a dark dot is curved in both.
const ALONG: f32 = 0.6;
/// Farthest centre of a ridge from its pixel, in pixels along either axis.
const OFFSET: f32 = 0.55;

/// The derivatives of a picture at a pixel.
struct Derivatives {
    /// First: to the right, down.
    gradient: [f32; 2],
    /// Second: xx, xy, yy.
    hessian: [f32; 3],
}

impl Derivatives {
    /// Those at pixel `i` of a picture, which must not be on its frame.
    fn at(picture: &[f32], width: usize, i: usize) -> Self {
        let at = |dx: isize, dy: isize| picture[(i as isize + dy * width as isize + dx) as usize];
        let c = at(0, 0);
        let (dxx, dyy) = (
            at(1, 0) - 2.0 * c + at(-1, 0),
            at(0, 1) - 2.0 * c + at(0, -1),
        );
        let dxy = 0.25 * (at(1, 1) - at(-1, 1) - at(1, -1) + at(-1, -1));
        Self {
            gradient: [at(1, 0) - at(-1, 0), at(0, 1) - at(0, -1)],
            hessian: [dxx, dxy, dyy],
        }
    }

    /// The centre of a dark line within the pixel at (x, y), if there is one.
    fn ridge_point(&self, x: f32, y: f32) -> Option<RidgePoint> {
        let [dxx, dxy, dyy] = self.hessian;
        let (mean, half) = (
            0.5 * (dxx + dyy),
            (0.25 * (dxx - dyy).powi(2) + dxy * dxy).sqrt(),
        );
        let (across, along) = (mean + half, mean - half);
        if across < FLOOR || along.abs() > ALONG * across {
            return None;
        }
        let normal = 0.5 * (2.0 * dxy).atan2(dxx - dyy);
        let (nx, ny) = (normal.cos(), normal.sin());
        let slope = 0.5 * (self.gradient[0] * nx + self.gradient[1] * ny);
        let offset = -slope / across;
        let near = (offset * nx).abs() <= OFFSET && (offset * ny).abs() <= OFFSET;
        near.then_some(RidgePoint {
            x: x + offset * nx,
            y: y + offset * ny,
            normal: normal.rem_euclid(PI),
            across: [nx, ny],
            strength: across,
        })
    }
}

/// The strength of the point with `n` stronger ones, which are moved to the front.
fn nth_strength(points: &mut [RidgePoint], n: usize) -> f32 {
    let stronger = |a: &RidgePoint, b: &RidgePoint| b.strength.total_cmp(&a.strength);
    points.select_nth_unstable_by(n, stronger).1.strength
}

impl Ridges {
    /// Finds the ridges of `grey` after a blur of `sigma` pixels.
    pub(crate) fn find(grey: &GrayImage, sigma: f32) -> Self {
        let (width, height) = (grey.width() as usize, grey.height() as usize);
        let values: Vec<f32> = grey.as_raw().iter().map(|v| f32::from(*v)).collect();
        let blurred = gaussian_blur(&values, width, sigma);
        let n = width * height;
        let (mut xx, mut xy, mut yy) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        let mut points = Vec::new();
        for y in 1..height.saturating_sub(1) {
            for x in 1..width - 1 {
                let i = y * width + x;
                let around = Derivatives::at(&blurred, width, i);
                [xx[i], xy[i], yy[i]] = around.hessian;
                points.extend(around.ridge_point(x as f32, y as f32));
            }
        }
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
            xx,
            xy,
            yy,
            points,
            threshold,
            clear,
        }
    }

    /// How much a point counts, 0..1: a clear line's points fully, faint grain's little.
    pub(crate) fn weight(&self, point: &RidgePoint) -> f32 {
        (point.strength / self.clear).min(1.0)
    }

    /// Second derivative at a pixel along the unit normal (nx, ny); 0 outside the picture.
    pub(crate) fn across(&self, x: f32, y: f32, nx: f32, ny: f32) -> f32 {
        let (px, py) = (x.round(), y.round());
        if !(px >= 1.0 && py >= 1.0)
            || px >= (self.width - 1) as f32
            || py >= (self.height - 1) as f32
        {
            return 0.0;
        }
        let i = py as usize * self.width + px as usize;
        nx * nx * self.xx[i] + 2.0 * nx * ny * self.xy[i] + ny * ny * self.yy[i]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    #[test]
    fn a_slanted_line_is_found_where_it_is() {
        // A dark line 2 px wide through (20, 30) with its normal at 30°.
        let (nx, ny) = (30f32.to_radians().cos(), 30f32.to_radians().sin());
        let grey = GrayImage::from_fn(64, 64, |x, y| {
            let d = (x as f32 - 20.3) * nx + (y as f32 - 30.0) * ny;
            Luma([(200.0 - 120.0 * (1.5 - d.abs()).clamp(0.0, 1.0)) as u8])
        });
        let ridges = Ridges::find(&grey, 1.2);
        let strong: Vec<_> = ridges.points.iter().filter(|p| p.strength > 10.0).collect();
        assert!(strong.len() > 40, "{}", strong.len());
        // The blur does not know the picture beyond its frame.
        let inner = |v: f32| (4.0..60.0).contains(&v);
        for p in strong.into_iter().filter(|p| inner(p.x) && inner(p.y)) {
            let d = (p.x - 20.3) * nx + (p.y - 30.0) * ny;
            assert!(d.abs() < 0.3, "{p:?} is {d} px off");
            assert!((p.normal - 30f32.to_radians()).abs() < 0.12, "{p:?}");
        }
    }

    #[test]
    fn a_plain_picture_has_no_ridges() {
        let grey = GrayImage::from_pixel(40, 40, Luma([128]));
        assert!(Ridges::find(&grey, 1.2).points.is_empty());
    }
}
