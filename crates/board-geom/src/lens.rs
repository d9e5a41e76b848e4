#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// One radial distortion term around the centre of the photo.
///
/// An ideal (pinhole) pixel at distance `r` from the centre, measured in half diagonals, is seen at
/// distance `r·(1 + k1·r²)`. Negative `k1` is barrel distortion, as wide lenses have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Radial {
    /// The coefficient; 0 is a perfect lens.
    pub k1: f64,
}

/// The unit and origin of the radial term for photos of one size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LensFrame {
    /// Centre of the photo in pixels.
    pub(crate) centre: [f64; 2],
    /// Half the diagonal in pixels.
    radius: f64,
}

impl LensFrame {
    pub(crate) fn of(photo: (u32, u32)) -> Self {
        let (w, h) = (f64::from(photo.0), f64::from(photo.1));
        Self {
            centre: [(w - 1.0) / 2.0, (h - 1.0) / 2.0],
            radius: w.hypot(h) / 2.0,
        }
    }

    /// Where an ideal pixel is seen.
    pub(crate) fn distort(&self, lens: Radial, p: [f64; 2]) -> [f64; 2] {
        if lens.k1 == 0.0 {
            return p;
        }
        let (dx, dy) = self.offset(p);
        let s = self.radius * (1.0 + lens.k1 * (dx * dx + dy * dy));
        [self.centre[0] + dx * s, self.centre[1] + dy * s]
    }

    /// Where a pixel would be seen through a perfect lens.
    pub(crate) fn undistort(&self, lens: Radial, p: [f64; 2]) -> [f64; 2] {
        if lens.k1 == 0.0 {
            return p;
        }
        let (dx, dy) = self.offset(p);
        // Of the seen distance, the share `t` that is the ideal one: t + k·t³ = 1, where k is k1 times the seen
        // distance squared. Newton's steps square what is wrong; after one of 1e-9 nothing is.
        let k = lens.k1 * (dx * dx + dy * dy);
        let mut t = 1.0;
        for _ in 0..6 {
            let step = (t + k * t * t * t - 1.0) / (1.0 + 3.0 * k * t * t).max(0.1);
            t -= step;
            if step.abs() < 1e-9 {
                break;
            }
        }
        let s = t * self.radius;
        [self.centre[0] + dx * s, self.centre[1] + dy * s]
    }

    fn offset(&self, p: [f64; 2]) -> (f64, f64) {
        (
            (p[0] - self.centre[0]) / self.radius,
            (p[1] - self.centre[1]) / self.radius,
        )
    }
}
