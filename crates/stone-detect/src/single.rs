//! Reads one photo alone, in any light.
//!
//! In coloured light, white stones and wood may be equally bright and differ in a single channel, or in a direction of
//! colour specific to that light. All three channels are therefore compared with the light over the board, which is
//! fitted together with the appearance of the contents by expectation–maximisation. Of several starts, the one that
//! explains the photo best is used.

use board_core::{Cell, Evidence, Occupancy};
use board_geom::View;

use crate::appearance::{Appearance, Matrix, Vector};
use crate::colours::{Colour, Colours, brightness};
use crate::features::FEATURES;
use crate::light::{Robust, Surface};

/// The reading of one photo.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Cheapest content of each point, row by row.
    pub contents: Vec<Occupancy>,
    /// Probability of that content, by point.
    pub confidence: Vec<f32>,
    /// Costs in nats, as one frame of evidence.
    pub evidence: Evidence,
}

/// Contents: empty, black, white.
const CLASSES: usize = 3;
/// Prior appearance: mean and standard deviation of red, green and blue as logs relative to the lit board, of the
/// lines' cross as a fraction of the board's brightness, and of the distance from the nearest cell, as a log.
const PRIOR: [([f64; FEATURES], [f64; FEATURES]); CLASSES] = [
    ([0.0, 0.0, 0.0, 0.30, -2.5], [0.1, 0.1, 0.1, 0.12, 0.6]),
    ([-1.5, -1.4, -1.1, 0.0, -0.7], [0.4, 0.4, 0.5, 0.05, 0.7]),
    ([0.1, 0.3, 0.55, -0.02, -1.0], [0.2, 0.2, 0.3, 0.06, 0.7]),
];
/// Weight of the prior appearance, in points.
const WEIGHT: [f64; CLASSES] = [6.0, 6.0, 3.0];
/// Least standard deviations: noise, and differences between stones.
const NOISE: [f64; FEATURES] = [0.06, 0.06, 0.06, 0.04, 0.3];
/// Prior fraction of the points with each content, and its weight in points.
const SHARES: [f64; CLASSES] = [0.4, 0.3, 0.3];
const SHARE_WEIGHT: f64 = 15.0;
/// Rounds before the light is fitted to the points that seem empty.
const LIGHT_HELD: usize = 2;
/// Weighting for the light from the wood around the points, which is often in shadow, and from the empty points.
const FROM_WOOD: Robust = Robust {
    scale: 0.15,
    above: 0.75,
};
const FROM_POINTS: Robust = Robust {
    scale: 0.1,
    above: 0.55,
};
/// Least weight of a point in the fit of the light.
const LEAST_WEIGHT: f64 = 1e-3;
/// Log density of a point that is unlike every content, including the probability of one.
const OUTLIER_LOG_DENSITY: f64 = -8.0;

/// Reads one view in `rounds` rounds of expectation–maximisation.
pub(crate) fn read(view: &View, rounds: usize) -> Reading {
    let colours = Colours::measure(view);
    let surface = Surface::new(colours.cols, colours.rows);
    let all = vec![1.0; colours.core.len()];
    let wood = per_channel(|k| surface.quadratic(&channel(&colours.wood, k), &all, FROM_WOOD));
    let prior = [PRIOR[2].0[0], PRIOR[2].0[1], PRIOR[2].0[2]];
    let starts = [Some(prior), white_without_lines(&colours, &surface, &wood)];
    let models = starts.into_iter().flatten();
    let models = models.map(|white| Model::fit(&colours, &surface, wood.clone(), white, rounds));
    let best = models.max_by(|a, b| a.fits.total_cmp(&b.fits));
    // There is always the prior start.
    let logs = best.map(|model| model.logs(&colours)).unwrap_or_default();
    let costs: Vec<[f32; CLASSES]> = logs
        .iter()
        .map(|logs| logs.map(|log| -log_add(log, OUTLIER_LOG_DENSITY) as f32))
        .collect();
    let (mut contents, mut confidence) = (Vec::new(), Vec::new());
    for costs in &costs {
        let cost = |content: &Occupancy| costs[content.index()];
        let best = Occupancy::ALL
            .iter()
            .copied()
            .min_by(|a, b| cost(a).total_cmp(&cost(b)))
            .unwrap_or_default();
        let weights = Occupancy::ALL
            .iter()
            .map(|content| (cost(&best) - cost(content)).exp());
        contents.push(best);
        confidence.push(1.0 / weights.sum::<f32>());
    }
    Reading {
        contents,
        confidence,
        evidence: Evidence::from_fn(1, costs.len(), |_, point| Some(costs[point])),
    }
}

/// The light over the board, by channel.
type Light = [Vec<f64>; 3];

fn per_channel(of: impl FnMut(usize) -> Vec<f64>) -> Light {
    [0, 1, 2].map(of)
}

fn channel(colours: &[Colour], k: usize) -> Vec<f64> {
    colours.iter().map(|colour| colour[k]).collect()
}

/// The features of a point in this light.
fn features(colours: &Colours, light: &Light, point: usize) -> Vector {
    let lit: Colour = [0, 1, 2].map(|k| light[k][point]);
    let core = colours.core[point];
    Vector::from([
        core[0] - lit[0],
        core[1] - lit[1],
        core[2] - lit[2],
        colours.cross[point] / brightness(lit),
        colours.apart[point],
    ])
}

/// The appearance of the contents in one photo, and its light.
struct Model {
    appearances: [Appearance; CLASSES],
    shares: [f64; CLASSES],
    light: Light,
    /// Quality of the fit: log likelihood, plus the plausibility of the numbers of stones of both colours.
    fits: f64,
}

impl Model {
    /// Fits light and appearance in turn, starting from a colour of white stones relative to the lit board.
    fn fit(
        colours: &Colours,
        surface: &Surface,
        light: Light,
        white: Colour,
        rounds: usize,
    ) -> Self {
        let mut means = PRIOR.map(|(mean, _)| Vector::from(mean));
        means[2].fixed_rows_mut::<3>(0).copy_from_slice(&white);
        let spread = |sd: [f64; FEATURES]| Matrix::from_diagonal(&Vector::from(sd).map(|s| s * s));
        let noise = spread(NOISE);
        let mut model = Self {
            appearances: core::array::from_fn(|k| {
                Appearance::diagonal(means[k], Vector::from(PRIOR[k].1))
            }),
            shares: SHARES,
            light,
            fits: f64::NEG_INFINITY,
        };
        let points = colours.core.len();
        for round in 0..rounds.max(LIGHT_HELD) {
            let found: Vec<Vector> = (0..points)
                .map(|point| features(colours, &model.light, point))
                .collect();
            let (posteriors, fits) = model.posteriors(&found);
            model.fits = fits;
            for k in 0..CLASSES {
                let seen = || {
                    posteriors
                        .iter()
                        .map(move |posteriors| posteriors[k])
                        .zip(&found)
                };
                let weight = WEIGHT[k] + seen().map(|(w, _)| w).sum::<f64>();
                let sum: Vector = seen().map(|(w, x)| w * x).sum();
                let mean = (WEIGHT[k] * means[k] + sum) / weight;
                let scatter: Matrix = seen()
                    .map(|(w, x)| w * (x - mean) * (x - mean).transpose())
                    .sum();
                let before = WEIGHT[k] * (spread(PRIOR[k].1) - noise);
                let covariance = (before + scatter) / weight + noise;
                if let Some(appearance) = Appearance::new(mean, covariance) {
                    model.appearances[k] = appearance;
                }
                let before = SHARE_WEIGHT * SHARES[k];
                model.shares[k] = (weight - WEIGHT[k] + before) / (points as f64 + SHARE_WEIGHT);
            }
            if round >= LIGHT_HELD {
                let bare = model.appearances[0].mean;
                let weights: Vec<f64> = posteriors.iter().map(|c| c[0] + LEAST_WEIGHT).collect();
                model.light = per_channel(|k| {
                    let values: Vec<f64> = colours.core.iter().map(|c| c[k] - bare[k]).collect();
                    surface.fit(&values, &weights, FROM_POINTS)
                });
            }
        }
        model
    }

    /// The posterior probabilities of the contents for these features, and the quality of the fit.
    fn posteriors(&self, features: &[Vector]) -> (Vec<[f64; CLASSES]>, f64) {
        let mut fits = 0.0;
        let mut stones = [0.0; CLASSES];
        let posteriors = features.iter().map(|x| {
            let logs: [f64; CLASSES] =
                core::array::from_fn(|k| self.shares[k].ln() + self.appearances[k].log_density(x));
            let total = logs.iter().copied().fold(f64::NEG_INFINITY, log_add);
            fits += total;
            let posteriors = logs.map(|log| (log - total).exp());
            for (sum, posterior) in stones.iter_mut().zip(posteriors) {
                *sum += posterior;
            }
            posteriors
        });
        let posteriors = posteriors.collect();
        // In a game there are about as many stones of both colours; wood mistaken for stones has one colour.
        let [_, black, white] = stones;
        let spread = 5.0 + 0.1 * (black + white);
        (posteriors, fits - 0.5 * ((black - white) / spread).powi(2))
    }

    /// Log densities of the contents of each point.
    fn logs(&self, colours: &Colours) -> Vec<[f64; CLASSES]> {
        let of = |point: usize| {
            let x = features(colours, &self.light, point);
            self.appearances.each_ref().map(|look| look.log_density(&x))
        };
        (0..colours.core.len()).map(of).collect()
    }
}

/// The colour of white stones relative to the lit board, from properties that no light changes: they are not dark, and
/// hide the lines. `None` if there seem to be hardly any.
fn white_without_lines(colours: &Colours, surface: &Surface, wood: &Light) -> Option<Colour> {
    const CLEAR: f64 = 0.7;
    const LEAST: usize = 4;
    let found: Vec<Vector> = (0..colours.core.len())
        .map(|point| features(colours, wood, point))
        .collect();
    let shade: Vec<f64> = found.iter().map(|x| (x[0] + x[1] + x[2]) / 3.0).collect();
    let [dark, light] = two_means(&shade, 0.02)?;
    let bright = |point: usize| shade[point] > 0.5 * (dark + light);
    let lines: Vec<f64> = (0..found.len())
        .filter(|&point| bright(point))
        .map(|point| found[point][3])
        .collect();
    let [none, lined] = two_means(&lines, 0.05)?;
    // The confidence that a bright point shows no lines.
    let hidden = |point: usize| {
        let above = (found[point][3] - 0.5 * (none + lined)) / (0.15 * (lined - none) + 1e-3);
        1.0 / (1.0 + above.exp())
    };
    let weights: Vec<f64> = (0..found.len())
        .map(|point| match bright(point) {
            true => (1.0 - hidden(point)).powi(2) + LEAST_WEIGHT,
            false => LEAST_WEIGHT,
        })
        .collect();
    let light = per_channel(|k| surface.fit(&channel(&colours.core, k), &weights, FROM_POINTS));
    let white: Vec<usize> = (0..found.len())
        .filter(|&point| bright(point) && hidden(point) > CLEAR)
        .collect();
    let middle = |k: usize| {
        let values = white
            .iter()
            .map(|&point| colours.core[point][k] - light[k][point]);
        let mut values: Vec<f32> = values.map(|v| v as f32).collect();
        f64::from(crate::features::median(&mut values))
    };
    (white.len() >= LEAST).then(|| [middle(0), middle(1), middle(2)])
}

/// The means of two groups of values, starting from the quantiles `share` from either end; `None` for fewer than two
/// values.
fn two_means(values: &[f64], share: f64) -> Option<[f64; 2]> {
    const ROUNDS: usize = 20;
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let inset = (share * sorted.len() as f64) as usize;
    let mut means = [*sorted.get(inset)?, sorted[sorted.len() - 1 - inset]];
    for _ in 0..ROUNDS {
        let border = sorted.partition_point(|&v| v < 0.5 * (means[0] + means[1]));
        let (low, high) = sorted.split_at(border);
        let mean = |group: &[f64]| group.iter().sum::<f64>() / group.len() as f64;
        if low.is_empty() || high.is_empty() {
            return None;
        }
        means = [mean(low), mean(high)];
    }
    Some(means)
}

fn log_add(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    high + (low - high).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_geom::ViewLayout;
    use image::{Rgb, RgbImage};

    /// A 13 × 13 board with wood, black and white stones in these colours, placed as `stones` says.
    fn board(colours: [[u8; 3]; 3], content: impl Fn(usize) -> usize) -> View {
        let layout = ViewLayout::new(13, 13, 24.0);
        let (width, height) = layout.dimensions();
        let image = RgbImage::from_fn(width, height, |x, y| {
            let [c, r] = [x, y].map(|v| (v as f32 / 24.0).round().clamp(1.0, 13.0));
            let stone = content((r as usize - 1) * 13 + c as usize - 1);
            let off = (x as f32 - 24.0 * c).hypot(y as f32 - 24.0 * r);
            let noise = (x * 7 + y * 13) % 5;
            let [wood, ..] = colours;
            let colour = match stone {
                1 | 2 if off < 11.0 => colours[stone],
                _ if x % 24 == 0 || y % 24 == 0 => wood.map(|v| v / 2),
                _ => wood,
            };
            // The light is never centred above the board.
            let lit = |v: u8| (f32::from(v) * (0.8 + 0.0006 * x as f32) + noise as f32) as u8;
            Rgb(colour.map(lit))
        });
        View {
            image,
            layout,
            camera: None,
        }
    }

    #[test]
    fn stones_are_told_in_any_light() {
        let content = |p: usize| [0, 1, 2, 0, 1, 0, 2][(p * p + p / 4) % 7];
        let lamps = [
            ("white", [[205, 160, 100], [35, 35, 38], [230, 230, 225]]),
            ("blue", [[2, 95, 200], [2, 9, 75], [40, 100, 205]]),
            ("violet", [[134, 38, 220], [11, 2, 79], [115, 75, 225]]),
            ("green", [[150, 170, 5], [6, 16, 3], [120, 225, 15]]),
        ];
        for (lamp, colours) in lamps {
            let reading = read(&board(colours, content), 25);
            for (point, read) in reading.contents.iter().enumerate() {
                assert_eq!(read.index(), content(point), "{lamp} lamp, point {point}");
            }
        }
    }

    #[test]
    fn a_bare_board_has_no_stones_in_any_light() {
        for wood in [[205, 160, 100], [2, 95, 200], [150, 170, 5]] {
            let reading = read(&board([wood; 3], |_| 0), 25);
            assert!(
                reading.contents.iter().all(|&c| c == Occupancy::Empty),
                "{wood:?}"
            );
        }
    }
}
