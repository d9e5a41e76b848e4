//! Whether the light on the bare board is even, or steps down at the edge of a shadow.

use nalgebra::{SMatrix, SVector};

use super::bare_board::BareSample;
use crate::parallel;

/// Terms of smooth light: constant, linear and quadratic in both directions.
pub(super) const SMOOTH: usize = 6;
/// With the step.
pub(super) const TERMS: usize = SMOOTH + 1;
/// Standard deviation of the logarithm of the light around the model: grain, and shadows of pieces.
pub(super) const SPREAD: f32 = 0.06;
/// Squared distance, in spreads, from which a sample says nothing more.
const OUTLIER: f32 = 9.0;
/// Weight, in samples, of the prior that light is even.
const EVEN: f32 = 4.0;
/// The cost where all neighbours of a sample are on the other side of the edge, in the unit of squared spreads.
const APART: f32 = 8.0;
/// Rounds of fitting light and sides in turns.
const ROUNDS: usize = 10;
/// Least step that is one: the logarithm of 0.88.
pub(super) const LEAST_STEP: f32 = 0.13;
/// Least share of the samples on either side, and their least number.
const LEAST_SHARE: f32 = 0.04;
const LEAST: usize = 16;
/// What the step must explain of the mean squared distance of a sample, in spreads.
const CLEAR: f32 = 0.8;
/// Most that it may leave of that distance, as a share: the shadows of many stones are no step.
const LEFT: f32 = 0.5;

/// The light on a board.
pub(super) struct Light {
    /// The weights of the [`terms`].
    pub(super) weights: SVector<f32, TERMS>,
    /// For each sample, whether it is in the shadow.
    pub(super) shaded: Vec<bool>,
    /// The cost of a sample, mean.
    cost: f32,
}

/// The terms at a position on the board, each axis from −1 to 1, so deep in the shadow.
pub(super) fn terms([x, y]: [f32; 2], depth: f32) -> SVector<f32, TERMS> {
    SVector::from([1.0, x, y, x * x, x * y, y * y, depth])
}

/// Samples of the logarithm of the light.
pub(super) struct Samples<'a> {
    pub(super) bare: &'a [BareSample],
    /// Each axis from −1 to 1.
    pub(super) positions: Vec<[f32; 2]>,
    /// Distance of neighbours, in grid units.
    near: f32,
}

impl<'a> Samples<'a> {
    pub(super) fn of(bare: &'a [BareSample], near: f32, cols: usize, rows: usize) -> Self {
        let scaled = |at: f32, n: usize| (2.0 * at + 1.0) / n as f32 - 1.0;
        let positions = bare
            .iter()
            .map(|b| [scaled(b.at[0], cols), scaled(b.at[1], rows)]);
        Self {
            bare,
            positions: positions.collect(),
            near,
        }
    }

    /// For each sample its neighbours.
    fn neighbours(&self) -> Vec<Vec<usize>> {
        let near = |i: usize, j: &usize| {
            let [dx, dy] = [0, 1].map(|k| self.bare[i].at[k] - self.bare[*j].at[k]);
            i != *j && dx.abs() < self.near && dx.hypot(dy) < self.near
        };
        let count = self.bare.len();
        (0..count)
            .map(|i| (0..count).filter(|j| near(i, j)).collect())
            .collect()
    }

    /// A light with a clear step, if there is one.
    pub(super) fn step(&self) -> Option<Light> {
        let count = self.bare.len();
        if count < 2 * LEAST {
            return None;
        }
        let even = self.fit(None, vec![false; count], &[]);
        if even.cost < CLEAR {
            return None;
        }
        let near = self.neighbours();
        // The edge of a shadow may be anywhere. Begin once with the brightness as it is, and once without its slope:
        // each finds edges that the other misses.
        let sloping = SVector::<f32, TERMS>::from([
            even.weights[0],
            even.weights[1],
            even.weights[2],
            0.,
            0.,
            0.,
            0.,
        ]);
        let plain: Vec<f32> = self.bare.iter().map(|b| b.light).collect();
        let level: Vec<f32> = (0..count)
            .map(|i| plain[i] - sloping.dot(&terms(self.positions[i], 0.0)))
            .collect();
        let starts = [plain, level].into_iter().flat_map(|values| {
            let mut sorted = values.clone();
            sorted.sort_by(f32::total_cmp);
            [1, 2, 3, 4, 5].map(|part| {
                let limit = sorted[part * count / 6];
                values.iter().map(|v| *v < limit).collect::<Vec<bool>>()
            })
        });
        let starts: Vec<_> = starts.collect();
        let settled = parallel::collect(starts.len(), 1, |part| {
            let part = starts[part].iter().cloned();
            part.map(|shaded| self.settle(shaded, &near)).collect()
        });
        let best = settled
            .into_iter()
            .min_by(|a, b| a.cost.total_cmp(&b.cost))?;
        let inside = best.shaded.iter().filter(|s| **s).count();
        let least = LEAST.max((LEAST_SHARE * count as f32) as usize);
        let explains = even.cost - best.cost > CLEAR && best.cost < LEFT * even.cost;
        let clear = explains && best.weights[SMOOTH] < -LEAST_STEP;
        (clear && (least..=count - least).contains(&inside)).then_some(best)
    }

    /// Fits light and sides in turns.
    fn settle(&self, mut shaded: Vec<bool>, near: &[Vec<usize>]) -> Light {
        let mut weights = None;
        for _ in 0..ROUNDS {
            let light = self.fit(weights, shaded, near);
            let now = self.sides(&light.weights, &light.shaded, near);
            if now == light.shaded {
                return light;
            }
            (weights, shaded) = (Some(light.weights), now);
        }
        self.fit(weights, shaded, near)
    }

    /// The light given the sides, by iteratively reweighted least squares (Cauchy's weights). From the weights of the
    /// terms with almost the same sides, half of the rounds are enough.
    fn fit(
        &self,
        known: Option<SVector<f32, TERMS>>,
        shaded: Vec<bool>,
        near: &[Vec<usize>],
    ) -> Light {
        let mut weights = known;
        let rounds = if known.is_some() { 2 } else { 4 };
        for _ in 0..rounds {
            let mut normal = SMatrix::<f32, TERMS, TERMS>::zeros();
            let mut right = SVector::<f32, TERMS>::zeros();
            for (i, sample) in self.bare.iter().enumerate() {
                let terms = terms(self.positions[i], f32::from(u8::from(shaded[i])));
                let weight = weights.map_or(1.0, |weights: SVector<f32, TERMS>| {
                    let off = (sample.light - weights.dot(&terms)) / SPREAD;
                    1.0 / (1.0 + off * off / OUTLIER)
                });
                normal.syger(weight, &terms, &terms, 1.0);
                right += terms * (weight * sample.light);
            }
            for i in 1..SMOOTH {
                normal[(i, i)] += EVEN;
            }
            // Nothing may be in the shadow.
            normal[(SMOOTH, SMOOTH)] += 1e-3;
            if let Some(cholesky) = normal.cholesky() {
                weights = Some(cholesky.solve(&right));
            }
        }
        let weights = weights.unwrap_or_else(SVector::zeros);
        let mut cost = 0.0;
        for (i, own) in shaded.iter().enumerate() {
            let near = near.get(i).map_or(0.0, |near| apart(near, &shaded, *own));
            cost += self.cost(&weights, i, *own) + 0.5 * near;
        }
        let cost = cost / shaded.len() as f32;
        Light {
            weights,
            shaded,
            cost,
        }
    }

    /// The squared distance of a sample from the light, in spreads.
    fn cost(&self, weights: &SVector<f32, TERMS>, i: usize, shaded: bool) -> f32 {
        let terms = terms(self.positions[i], f32::from(u8::from(shaded)));
        let off = (self.bare[i].light - weights.dot(&terms)) / SPREAD;
        (off * off).min(OUTLIER)
    }

    /// The side of each sample, given the light and the sides of its neighbours (iterated conditional modes, Besag
    /// 1986).
    fn sides(
        &self,
        weights: &SVector<f32, TERMS>,
        before: &[bool],
        near: &[Vec<usize>],
    ) -> Vec<bool> {
        let mut shaded = before.to_vec();
        let costs = |i| [false, true].map(|own| self.cost(weights, i, own));
        let costs: Vec<[f32; 2]> = (0..near.len()).map(costs).collect();
        for _ in 0..3 {
            for (i, near) in near.iter().enumerate() {
                let [out, inside] =
                    [false, true].map(|own| costs[i][usize::from(own)] + apart(near, &shaded, own));
                shaded[i] = inside < out;
            }
        }
        shaded
    }
}

/// What it costs a sample that neighbours are on the other side.
fn apart(near: &[usize], shaded: &[bool], own: bool) -> f32 {
    let other = near.iter().filter(|&&j| shaded[j] != own).count();
    APART * other as f32 / near.len().max(1) as f32
}
