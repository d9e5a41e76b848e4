//! Estimates the brightness and colour of the light at each point: a quadratic surface over the board, plus a local
//! residual. Hard shadows and stones are outliers.

use nalgebra::{SMatrix, SVector};

/// Terms of a quadratic surface.
const TERMS: usize = 6;
/// Radius of the local residual, in grid units, and weight of the prior that it is 0, in points.
const REACH: f64 = 2.5;
const NONE: f64 = 2.0;
/// Residual, as a log, beyond which a point has little weight.
const STRANGE: f64 = 0.25;
/// Rounds of reweighted fitting.
const ROUNDS: usize = 8;
/// Precision of the prior of the terms: level, tilt, bend; in points.
const FLAT: [f64; TERMS] = [0.0, 0.2, 0.2, 2.0, 2.0, 2.0];

/// Weighting of values far from the surface.
#[derive(Clone, Copy)]
pub(crate) struct Robust {
    /// Residual, as a log, beyond which a point has little weight.
    pub(crate) scale: f64,
    /// Fraction of the weight of points above the surface: more than half where shadows are the outliers.
    pub(crate) above: f64,
}

/// The points of a board, over which surfaces are fitted.
pub(crate) struct Surface {
    terms: Vec<SVector<f64, TERMS>>,
    /// Weight of each point in the local residual of each other point, row by row.
    nearby: Vec<f64>,
}

impl Surface {
    pub(crate) fn new(cols: usize, rows: usize) -> Self {
        let points = || (0..rows).flat_map(move |r| (0..cols).map(move |c| (c as f64, r as f64)));
        let unit = |at: f64, n: usize| {
            let middle = 0.5 * (n.max(2) - 1) as f64;
            (at - middle) / middle
        };
        let terms = points().map(|(c, r)| {
            let (u, v) = (unit(c, cols), unit(r, rows));
            SVector::from([1.0, u, v, u * u, u * v, v * v])
        });
        let nearby = points().flat_map(|(c, r)| {
            points().map(move |(x, y)| {
                (-((c - x).powi(2) + (r - y).powi(2)) / (2.0 * REACH * REACH)).exp()
            })
        });
        Self {
            terms: terms.collect(),
            nearby: nearby.collect(),
        }
    }

    /// The quadratic surface through weighted values.
    pub(crate) fn quadratic(&self, values: &[f64], weights: &[f64], robust: Robust) -> Vec<f64> {
        let mut now = weights.to_vec();
        let mut fitted = values.to_vec();
        for _ in 0..ROUNDS {
            let mut left = SMatrix::from_diagonal(&SVector::from(FLAT));
            let mut right = SVector::zeros();
            for ((t, value), weight) in self.terms.iter().zip(values).zip(&now) {
                left += *weight * t * t.transpose();
                right += *weight * *value * t;
            }
            let Some(found) = left.cholesky() else {
                break;
            };
            let terms = found.solve(&right);
            for (at, t) in self.terms.iter().enumerate() {
                fitted[at] = terms.dot(t);
                let off = values[at] - fitted[at];
                let side = if off > 0.0 {
                    robust.above
                } else {
                    1.0 - robust.above
                };
                now[at] = weights[at] * side / (1.0 + (off / robust.scale).powi(2));
            }
        }
        fitted
    }

    /// The quadratic surface plus the local residual.
    pub(crate) fn fit(&self, values: &[f64], weights: &[f64], robust: Robust) -> Vec<f64> {
        let surface = self.quadratic(values, weights, robust);
        let left: Vec<[f64; 2]> = (values.iter().zip(weights).zip(&surface))
            .map(|((value, weight), surface)| {
                let off = value - surface;
                let weight = weight / (1.0 + (off / STRANGE).powi(2));
                [weight, weight * off]
            })
            .collect();
        let local = |nearby: &[f64]| {
            let (mut weight, mut sum) = (NONE, 0.0);
            for (near, [w, off]) in nearby.iter().zip(&left) {
                weight += near * w;
                sum += near * off;
            }
            sum / weight
        };
        (surface.iter().zip(self.nearby.chunks(surface.len())))
            .map(|(surface, nearby)| surface + local(nearby))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROBUST: Robust = Robust {
        scale: 0.1,
        above: 0.5,
    };

    #[test]
    fn stones_do_not_bend_the_light() {
        let surface = Surface::new(19, 19);
        let light = |p: usize| 5.0 + 0.02 * (p % 19) as f64 - 0.001 * ((p / 19) as f64).powi(2);
        let values: Vec<f64> = (0..361)
            .map(|p| light(p) - if p % 4 == 0 { 1.5 } else { 0.0 })
            .collect();
        let found = surface.fit(&values, &[1.0; 361], ROBUST);
        for (p, found) in found.iter().enumerate() {
            assert!((found - light(p)).abs() < 0.05, "{p}: {found} {}", light(p));
        }
    }

    #[test]
    fn the_smallest_boards_have_light() {
        for (cols, rows) in [(1, 1), (2, 1), (2, 2)] {
            let found = Surface::new(cols, rows).fit(
                &vec![4.0; cols * rows],
                &vec![1.0; cols * rows],
                ROBUST,
            );
            assert!(found.iter().all(|v| (v - 4.0).abs() < 0.01), "{found:?}");
        }
    }
}
