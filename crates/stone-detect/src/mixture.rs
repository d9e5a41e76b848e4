//! A self-calibrating classifier: a mixture over the features of a point, fitted to the game by
//! expectation–maximisation from a prior of the appearance of boards.

use board_geom::parallel;

use crate::appearance::{Appearance, Matrix, Vector};
use crate::features::{FEATURES, Features};

/// Contents: empty, black, white.
const CLASSES: usize = 3;

/// Prior appearance of each content: mean and standard deviation of each feature (see [`crate::features::measure`]).
const PRIOR: [([f64; FEATURES], [f64; FEATURES]); CLASSES] = [
    // Empty: like the wood around, with the cross of the lines.
    (
        [0.0, 0.0, -0.40, 0.06, 0.38],
        [0.10, 0.03, 0.28, 0.10, 0.14],
    ),
    // Black (slate): a third of the wood's brightness, grey, sometimes a highlight, no cross.
    (
        [-1.25, -0.16, -1.65, -0.85, 0.0],
        [0.40, 0.07, 0.45, 0.45, 0.06],
    ),
    // White (shell): brighter than the wood and grey, in shadow hardly brighter; no cross.
    (
        [0.38, -0.13, 0.30, 0.44, -0.03],
        [0.22, 0.06, 0.25, 0.22, 0.08],
    ),
];
/// Prior fraction of points with each content.
const SHARES: [f64; CLASSES] = [0.7, 0.15, 0.15];
/// Weight of the prior appearance, in points of the game.
const PRIOR_WEIGHT: [f64; CLASSES] = [40.0, 25.0, 25.0];
/// Probability of an outlier: glare, a finger, a chipped stone. Keeps costs finite and honest.
const OUTLIER: f64 = 0.004;
/// Largest number of points that count as independent: photos of one game repeat the same stones.
const INDEPENDENT: f64 = 2000.0;
/// Variance added to the observed one, as a fraction of the prior variance.
const FLOOR: f64 = 0.02;
/// Weight of the prior fractions of the contents, as a fraction of all points.
const SHARE_WEIGHT: f64 = 0.02;
/// Nats below the peak of its density from which a point is an outlier. Of a Gaussian in five dimensions 97 % lies
/// within 6 nats.
const INLIER_DEPTH: f64 = 6.0;
/// Fraction of the evidence that even the strangest point keeps.
const LEAST_WEIGHT: f64 = 0.1;
/// Number of points whose moments are worth a thread.
const PART: usize = 1024;
/// Log density of an outlier: uniform over the range of the features.
const OUTLIER_LOG_DENSITY: f64 = -3.0;

/// The fitted appearance of the three contents.
#[derive(Clone, Debug)]
pub struct Mixture {
    appearances: [Appearance; CLASSES],
}

/// For each content, the number of points, the sums of their features, and the sums of products of features.
#[derive(Default)]
struct Moments {
    weight: [f64; CLASSES],
    sum: [Vector; CLASSES],
    square: [Matrix; CLASSES],
}

impl Moments {
    fn plus(mut self, more: Self) -> Self {
        for k in 0..CLASSES {
            self.weight[k] += more.weight[k];
            self.sum[k] += more.sum[k];
            self.square[k] += more.square[k];
        }
        self
    }
}

impl Default for Mixture {
    fn default() -> Self {
        Self {
            appearances: std::array::from_fn(prior),
        }
    }
}

fn prior(class: usize) -> Appearance {
    let (mean, sd) = PRIOR[class];
    Appearance::diagonal(Vector::from(mean), Vector::from(sd))
}

impl Mixture {
    /// Costs in nats of each content at a point with these features, up to a constant.
    ///
    /// If the features are unlike every content (a hand, a shadow's edge), differences between costs are shrunk: the
    /// point is weak evidence for the content it resembles most.
    #[must_use]
    pub fn costs(&self, features: &Features) -> [f32; CLASSES] {
        let (logs, below) = self.logs(features);
        let weight = 1.0 - ((below - INLIER_DEPTH) / INLIER_DEPTH).clamp(0.0, 1.0 - LEAST_WEIGHT);
        let best = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        logs.map(|log| (weight * (best - log) - best) as f32)
    }

    /// How far, in nats, the features are below the density peak of the content they fit best. For clean stones and
    /// wood it is about 2.5 on average, and above 6 in three of a hundred cases.
    #[must_use]
    pub fn strangeness(&self, features: &Features) -> f32 {
        self.logs(features).1 as f32
    }

    /// Log densities, and how far the best is below its peak.
    fn logs(&self, features: &Features) -> ([f64; CLASSES], f64) {
        let x = features.map(f64::from);
        let outlier = OUTLIER * OUTLIER_LOG_DENSITY.exp();
        let logs: [f64; CLASSES] = std::array::from_fn(|k| {
            ((1.0 - OUTLIER) * self.appearances[k].density(&x) + outlier).ln()
        });
        let best = (0..CLASSES)
            .max_by(|&a, &b| logs[a].total_cmp(&logs[b]))
            .unwrap_or(0);
        (logs, self.appearances[best].peak - logs[best])
    }

    /// The moments of the features under the current mixture.
    fn moments(&self, points: &[Features], shares: &[f64; CLASSES]) -> Moments {
        // Parts of a fixed size: the sums are then the same with any number of threads.
        let parts: Vec<&[Features]> = points.chunks(PART).collect();
        let sums = parallel::collect(parts.len(), 1, |some| {
            let sums = parts[some].iter().map(|part| self.sums(part, shares));
            sums.collect()
        });
        let mut all = sums.into_iter().fold(Moments::default(), Moments::plus);
        for square in &mut all.square {
            square.fill_upper_triangle_with_lower_triangle();
        }
        all
    }

    /// The sums of [`moments`](Self::moments) over some points; of the products, the lower triangles.
    fn sums(&self, points: &[Features], shares: &[f64; CLASSES]) -> Moments {
        let mut sums = Moments::default();
        let outlier = OUTLIER * OUTLIER_LOG_DENSITY.exp();
        for features in points {
            let x = features.map(f64::from);
            let densities: [f64; CLASSES] =
                std::array::from_fn(|k| shares[k] * self.appearances[k].density(&x));
            let total = outlier + densities.iter().sum::<f64>();
            for (k, density) in densities.iter().enumerate() {
                let w = density / total;
                sums.weight[k] += w;
                for (i, x_i) in x.iter().enumerate() {
                    sums.sum[k][i] += w * x_i;
                    for (j, x_j) in x[..=i].iter().enumerate() {
                        sums.square[k][(i, j)] += w * x_i * x_j;
                    }
                }
            }
        }
        sums
    }

    /// Fits the appearance to a game's points, which may be any sample of them over time. With few stones in it, the
    /// model stays near the prior.
    #[must_use]
    pub fn fit(points: &[Features], rounds: usize) -> Self {
        let mut mixture = Self::default();
        let mut shares = SHARES;
        for _ in 0..rounds {
            let Moments {
                weight,
                sum,
                square,
            } = mixture.moments(points, &shares);
            let all: f64 = weight.iter().sum::<f64>().max(1.0);
            let scale = (INDEPENDENT / all).min(1.0);
            for k in 0..CLASSES {
                let (mean0, sd0) = PRIOR[k];
                let (mean0, n) = (Vector::from(mean0), weight[k] * scale);
                let mean = (PRIOR_WEIGHT[k] * mean0 + scale * sum[k]) / (PRIOR_WEIGHT[k] + n);
                let variance0 = Matrix::from_diagonal(&Vector::from(sd0).map(|s| s * s));
                let scatter = scale
                    * (square[k] - sum[k] * mean.transpose() - mean * sum[k].transpose()
                        + weight[k] * mean * mean.transpose());
                let shift = mean0 - mean;
                let covariance = (PRIOR_WEIGHT[k]
                    * (0.5 * variance0 + 0.25 * shift * shift.transpose())
                    + scatter)
                    / (PRIOR_WEIGHT[k] + n)
                    + FLOOR * variance0;
                if let Some(appearance) = Appearance::new(mean, covariance) {
                    mixture.appearances[k] = appearance;
                }
                shares[k] =
                    (weight[k] + SHARE_WEIGHT * all * SHARES[k]) / ((1.0 + SHARE_WEIGHT) * all);
            }
        }
        mixture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_looks_are_told_apart() {
        let mixture = Mixture::default();
        for (k, (mean, _)) in PRIOR.iter().enumerate() {
            let costs = mixture.costs(&mean.map(|v| v as f32));
            for other in (0..CLASSES).filter(|&o| o != k) {
                assert!(costs[k] + 3.0 < costs[other], "{k} {costs:?}");
            }
        }
    }

    #[test]
    fn costs_stay_finite_for_anything() {
        let mixture = Mixture::default();
        for value in [-1e3, 0.0, 1e3] {
            let costs = mixture.costs(&[value; FEATURES]);
            assert!(
                costs.iter().all(|c| c.is_finite() && *c < 20.0),
                "{costs:?}"
            );
        }
    }

    #[test]
    fn a_dim_lamp_is_learnt() {
        // White stones hardly brighter than this wood.
        let grey = |v: f32| [0.12 + v, -0.07, 0.02 + v, 0.2 + v, 0.0];
        let wood = |v: f32| [v, 0.0, -0.5 + v, 0.05 + v, 0.4];
        let noise = |i: i32| (i % 7 - 3) as f32 * 0.015;
        let points: Vec<Features> = (0..300)
            .map(|i| {
                if i % 3 == 0 {
                    grey(noise(i))
                } else {
                    wood(noise(i))
                }
            })
            .collect();
        let margin = |m: &Mixture| {
            let costs = m.costs(&grey(0.0));
            costs[0] - costs[2]
        };
        let fitted = Mixture::fit(&points, 8);
        assert!(margin(&fitted) > margin(&Mixture::default()) && margin(&fitted) > 3.0);
    }
}
