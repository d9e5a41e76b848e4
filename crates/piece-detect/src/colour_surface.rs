//! Estimates the colour of the bare board in one photo, without knowing which squares are empty.

use nalgebra::{SMatrix, SVector};

use crate::stats::median;

/// Terms of the surface of each channel: constant, linear and quadratic in both directions.
const TERMS: usize = 6;
/// Samples farther from the surface than this many standard deviations are outliers: first tolerant, since the light
/// may be far from even, then strict.
const OUTLIER: [f32; 2] = [5.0, 3.0];
/// Most rounds of reweighting with one of these, and the change of each term from which there are no more.
const ROUNDS: usize = 6;
const STILL: f32 = 0.02;
/// Least standard deviation of the samples: that of grain and noise alone.
const LEAST_SPREAD: f32 = 2.5;
/// Weight, in samples, of the prior for a constant surface.
const EVEN: f32 = 40.0;

/// The colour of the empty squares of one shade, as a surface over the board.
///
/// A quadratic surface for each channel of CIE L\*a\*b\*, fitted to all samples of the shade by iteratively reweighted
/// least squares with Tukey's biweight (Beaton and Tukey 1974), starting from the median. Pieces are outliers as long
/// as they cover less than half of the samples.
#[derive(Clone, Debug)]
pub(crate) struct ColourSurface {
    surfaces: [SVector<f32, TERMS>; 3],
}

/// A colour and its position on the board, each axis from −1 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) position: [f32; 2],
    pub(crate) lab: [f32; 3],
}

fn terms([x, y]: [f32; 2]) -> SVector<f32, TERMS> {
    SVector::from([1.0, x, y, x * x, x * y, y * y])
}

impl ColourSurface {
    pub(crate) fn fit(samples: &[Sample]) -> Self {
        let mut bare = Self {
            surfaces: core::array::from_fn(|channel| {
                let mut values: Vec<f32> = samples.iter().map(|s| s.lab[channel]).collect();
                let mut surface = SVector::zeros();
                surface[0] = median(&mut values);
                surface
            }),
        };
        for outlier in OUTLIER {
            for _ in 0..ROUNDS {
                let Some(surfaces) = bare.reweighted(samples, outlier) else {
                    break;
                };
                let pairs = surfaces.iter().zip(bare.surfaces);
                let change = pairs.map(|(now, before)| (now - before).amax());
                let change = change.fold(0.0, f32::max);
                bare = Self { surfaces };
                if change < STILL {
                    break;
                }
            }
        }
        bare
    }

    /// The surfaces by least squares, with the weights of the samples' distances from these surfaces.
    fn reweighted(&self, samples: &[Sample], outlier: f32) -> Option<[SVector<f32, TERMS>; 3]> {
        let off: Vec<f32> = samples.iter().map(|s| self.distance(s)).collect();
        let limit = outlier * median(&mut off.clone()).max(LEAST_SPREAD);
        let mut normal = SMatrix::<f32, TERMS, TERMS>::zeros();
        let mut right = [SVector::<f32, TERMS>::zeros(); 3];
        for (sample, off) in samples.iter().zip(off) {
            let weight = (1.0 - (off / limit).powi(2)).max(0.0).powi(2);
            if weight == 0.0 {
                continue;
            }
            let terms = terms(sample.position);
            normal.syger(weight, &terms, &terms, 1.0);
            for (right, value) in right.iter_mut().zip(sample.lab) {
                *right += terms * (weight * value);
            }
        }
        for i in 1..TERMS {
            normal[(i, i)] += EVEN;
        }
        let cholesky = normal.cholesky()?;
        Some(right.map(|right| cholesky.solve(&right)))
    }

    /// The colour of the bare board at a position, each axis from −1 to 1.
    pub(crate) fn at(&self, position: [f32; 2]) -> [f32; 3] {
        let terms = terms(position);
        self.surfaces.map(|surface| surface.dot(&terms))
    }

    /// The lightness of the bare board at a position: the first channel of [`at`](Self::at).
    pub(crate) fn lightness(&self, position: [f32; 2]) -> f32 {
        self.surfaces[0].dot(&terms(position))
    }

    fn distance(&self, sample: &Sample) -> f32 {
        let bare = self.at(sample.position);
        let squares = (0..3).map(|k| (sample.lab[k] - bare[k]).powi(2));
        squares.sum::<f32>().sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_and_a_sloping_light_do_not_mislead() {
        // Two fifths of the samples are pieces, darker or lighter.
        let samples: Vec<Sample> = (0..1000)
            .map(|i| {
                let position = [(i % 40) as f32 / 20.0 - 1.0, (i / 40) as f32 / 12.5 - 1.0];
                let piece = match i * 7 % 10 {
                    0 | 1 => 25.0,
                    2 | 3 => -45.0,
                    _ => (i % 3) as f32 - 1.0,
                };
                let light = 60.0 + 12.0 * position[0] - 5.0 * position[1] * position[1];
                Sample {
                    position,
                    lab: [light + piece, 4.0, 18.0],
                }
            })
            .collect();
        let bare = ColourSurface::fit(&samples);
        for position in [[0.0, 0.0], [-0.9, 0.3], [0.8, -0.8]] {
            let expected = 60.0 + 12.0 * position[0] - 5.0 * position[1] * position[1];
            let [l, a, b] = bare.at(position);
            assert!((l - expected).abs() < 2.0, "{l} for {expected}");
            assert!((a - 4.0).abs() < 0.1 && (b - 18.0).abs() < 0.1);
        }
    }
}
