//! How a content looks: a normal distribution of the features of a point, with heavier tails.

use nalgebra::{SMatrix, SVector};

use crate::features::FEATURES;

pub(crate) type Vector = SVector<f64, FEATURES>;
pub(crate) type Matrix = SMatrix<f64, FEATURES, FEATURES>;

/// The appearance of one content: a normal distribution of features.
#[derive(Clone, Debug)]
pub(crate) struct Appearance {
    pub(crate) mean: Vector,
    /// Inverse of the lower Cholesky factor of the covariance.
    whiten: Matrix,
    /// Log of the density at the mean.
    pub(crate) peak: f64,
}

impl Appearance {
    pub(crate) fn new(mean: Vector, covariance: Matrix) -> Option<Self> {
        let factor = covariance.cholesky()?.l();
        let whiten = factor.try_inverse()?;
        let log_det: f64 = factor.diagonal().iter().map(|d| d.ln()).sum();
        let peak = -0.5 * FEATURES as f64 * std::f64::consts::TAU.ln() - log_det;
        Some(Self { mean, whiten, peak })
    }

    /// With standard deviations, all positive, and no correlation.
    pub(crate) fn diagonal(mean: Vector, sd: Vector) -> Self {
        let log_det: f64 = sd.iter().map(|s| s.ln()).sum();
        Self {
            mean,
            whiten: Matrix::from_diagonal(&sd.map(|s| 1.0 / s)),
            peak: -0.5 * FEATURES as f64 * std::f64::consts::TAU.ln() - log_det,
        }
    }

    /// Log of a Student density with few degrees of freedom: near the mean a Gaussian, far out
    /// with heavier tails, because what is unlike the average is usually not impossible.
    pub(crate) fn log_density(&self, x: &Vector) -> f64 {
        const FREEDOM: f64 = 6.0;
        let d = (self.whiten * (x - self.mean)).norm_squared();
        self.peak - 0.5 * (FREEDOM + FEATURES as f64) * (d / FREEDOM).ln_1p()
    }
}
