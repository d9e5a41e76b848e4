//! The appearance of a content: a heavy-tailed distribution of the features of a point.

use nalgebra::{SMatrix, SVector};

use crate::features::FEATURES;

pub(crate) type Vector = SVector<f64, FEATURES>;
pub(crate) type Matrix = SMatrix<f64, FEATURES, FEATURES>;

/// Degrees of freedom of the distribution.
const FREEDOM: f64 = 6.0;

/// The appearance of one content: a Student distribution of the features with few degrees of freedom. It is nearly
/// Gaussian around the mean, with heavier tails, because an unusual look is rarely impossible.
#[derive(Clone, Debug)]
pub(crate) struct Appearance {
    pub(crate) mean: Vector,
    /// Inverse of the lower Cholesky factor of the covariance.
    whiten: Matrix,
    /// Log density at the mean.
    pub(crate) peak: f64,
    /// Density at the mean.
    height: f64,
}

impl Appearance {
    pub(crate) fn new(mean: Vector, covariance: Matrix) -> Option<Self> {
        let factor = covariance.cholesky()?.l();
        let whiten = factor.try_inverse()?;
        let log_det: f64 = factor.diagonal().iter().map(|d| d.ln()).sum();
        let peak = -0.5 * FEATURES as f64 * std::f64::consts::TAU.ln() - log_det;
        Some(Self {
            mean,
            whiten,
            peak,
            height: peak.exp(),
        })
    }

    /// An appearance with these standard deviations, all positive, and no correlation.
    pub(crate) fn diagonal(mean: Vector, sd: Vector) -> Self {
        let log_det: f64 = sd.iter().map(|s| s.ln()).sum();
        let peak = -0.5 * FEATURES as f64 * std::f64::consts::TAU.ln() - log_det;
        Self {
            mean,
            whiten: Matrix::from_diagonal(&sd.map(|s| 1.0 / s)),
            peak,
            height: peak.exp(),
        }
    }

    /// Log of the density at some features.
    pub(crate) fn log_density(&self, x: &Vector) -> f64 {
        let d = (self.whiten * (x - self.mean)).norm_squared();
        self.peak - 0.5 * (FREEDOM + FEATURES as f64) * (d / FREEDOM).ln_1p()
    }

    /// The density: the height times (1 + d² / freedom) to the power of −(freedom + dimensions) / 2 = −5.5, where d is
    /// the distance from the mean in standard deviations. Written out for speed: video evaluates it a million times a
    /// photo.
    pub(crate) fn density(&self, x: &[f64; FEATURES]) -> f64 {
        const {
            assert!(
                FREEDOM as usize + FEATURES == 11,
                "the power is written out"
            )
        };
        let off: [f64; FEATURES] = std::array::from_fn(|i| x[i] - self.mean[i]);
        let mut square = 0.0;
        for row in 0..FEATURES {
            // The factor is a lower triangle.
            let sum: f64 = (0..=row)
                .map(|col| self.whiten[(row, col)] * off[col])
                .sum();
            square += sum * sum;
        }
        let u = 1.0 + square / FREEDOM;
        let u2 = u * u;
        self.height / (u2 * u2 * u * u.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_density_is_that_of_its_logarithm() {
        let spread = Vector::from([0.1, 0.2, 0.05, 0.3, 0.4]);
        let mut covariance = Matrix::from_diagonal(&spread.map(|s| s * s));
        covariance[(1, 0)] = 0.008;
        covariance[(0, 1)] = 0.008;
        let looks = [
            Appearance::new(Vector::repeat(0.1), covariance).unwrap(),
            Appearance::diagonal(Vector::repeat(-0.2), spread),
        ];
        for look in looks {
            for x in [[0.1; FEATURES], [0.3, -0.1, 0.0, 0.5, 0.2], [9.0; FEATURES]] {
                let log = look.density(&x).ln();
                assert!(
                    (log - look.log_density(&Vector::from(x))).abs() < 1e-9,
                    "{x:?}"
                );
            }
        }
    }
}
