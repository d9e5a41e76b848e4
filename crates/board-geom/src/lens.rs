#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Radial lens distortion around the centre of the photo, with one coefficient.
///
/// A pixel at distance `r` from the centre in the undistorted (pinhole) picture, in half diagonals, appears at distance
/// `r·(1 + k1·r²)`. Negative `k1` is barrel distortion, typical of wide-angle lenses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Radial {
    /// The coefficient; 0 is no distortion.
    pub k1: f64,
}

/// Origin and unit of the distortion for photos of one size.
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

    /// Undistorted to distorted pixel.
    pub(crate) fn distort(&self, lens: Radial, p: [f64; 2]) -> [f64; 2] {
        if lens.k1 == 0.0 {
            return p;
        }
        let (dx, dy) = self.offset(p);
        let s = self.radius * (1.0 + lens.k1 * (dx * dx + dy * dy));
        [self.centre[0] + dx * s, self.centre[1] + dy * s]
    }

    /// Distorted to undistorted pixel.
    pub(crate) fn undistort(&self, lens: Radial, p: [f64; 2]) -> [f64; 2] {
        if lens.k1 == 0.0 {
            return p;
        }
        let (dx, dy) = self.offset(p);
        let s = self.radius * ideal_share(lens.k1 * (dx * dx + dy * dy));
        [self.centre[0] + dx * s, self.centre[1] + dy * s]
    }

    /// Like [`undistort`](Self::undistort), with the movement of the undistorted pixel when the distorted one moves by
    /// a small `step`, from the derivative.
    pub(crate) fn undistort_step(
        &self,
        lens: Radial,
        p: [f64; 2],
        step: [f64; 2],
    ) -> ([f64; 2], [f64; 2]) {
        if lens.k1 == 0.0 {
            return (p, step);
        }
        let (dx, dy) = self.offset(p);
        let k = lens.k1 * (dx * dx + dy * dy);
        let t = ideal_share(k);
        let s = t * self.radius;
        let at = [self.centre[0] + dx * s, self.centre[1] + dy * s];
        // t + k·t³ = 1, so that dt/dk = −t³ / (1 + 3·k·t²).
        let dk = 2.0 * lens.k1 * (dx * step[0] + dy * step[1]);
        let dt = -t * t * t / (1.0 + 3.0 * k * t * t).max(0.1) * dk;
        (at, [step[0] * t + dx * dt, step[1] * t + dy * dt])
    }

    fn offset(&self, p: [f64; 2]) -> (f64, f64) {
        (
            (p[0] - self.centre[0]) / self.radius,
            (p[1] - self.centre[1]) / self.radius,
        )
    }
}

/// The ratio `t` of the undistorted to the distorted distance from the centre: t + k·t³ = 1, where k is k1 times the
/// distorted distance squared. Newton's method, from the first terms of the series of `t`, converges quadratically, so
/// after a step of 1e-6 the rest is negligible.
fn ideal_share(k: f64) -> f64 {
    let mut t = if k.abs() < 0.1 {
        1.0 - k + 3.0 * k * k
    } else {
        1.0
    };
    for _ in 0..6 {
        let step = (t + k * t * t * t - 1.0) / (1.0 + 3.0 * k * t * t).max(0.1);
        t -= step;
        if step.abs() < 1e-6 {
            break;
        }
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_between_two_pixels() {
        let frame = LensFrame::of((1280, 960));
        for k1 in [0.0, -0.12, 0.08] {
            let lens = Radial { k1 };
            for p in [[20.0, 15.0], [640.0, 480.0], [1200.0, 300.0]] {
                let step = [0.6, -0.8];
                let (at, moved) = frame.undistort_step(lens, p, step);
                assert_eq!(at, frame.undistort(lens, p));
                let back = frame.distort(lens, at);
                assert!((back[0] - p[0]).hypot(back[1] - p[1]) < 1e-6);
                let small = 1e-3;
                let near = [p[0] + small * step[0], p[1] + small * step[1]];
                let near = frame.undistort(lens, near);
                for k in 0..2 {
                    let known = (near[k] - at[k]) / small;
                    assert!((moved[k] - known).abs() < 1e-4, "{k1} {p:?}");
                }
            }
        }
    }
}
