//! Compares the squares of one photo of men with one another: squares with the same content look similar within a
//! photo.

use board_core::{Cell, Occupancy};
use board_geom::View;
use nalgebra::{SMatrix, SVector};

use crate::circles::circles;
use crate::gradients::Gradients;
use crate::probability::normalised_costs;
use crate::residual::Residual;
use crate::shape_similarity::shape_similarity;

/// Number of components of a [`Descriptor`].
const NUMBERS: usize = 5;

/// The features by which squares are compared: the roundness of the object on the square, the similarity of its shape
/// to the men with least contrast, and its contrast to the rest of the square (L\*a\*b\*). A window's reflection
/// changes the colour of whole squares, so that colour alone is weak evidence.
type Descriptor = SVector<f32, NUMBERS>;

/// Prior standard deviation of the descriptors of one content, and its weight in squares.
const PRIOR_SPREAD: [f32; NUMBERS] = [0.06, 0.08, 8.0, 4.0, 4.0];
const PRIOR_WEIGHT: f32 = 6.0;
/// Limit, in nats, of the given costs, and of those from the descriptors.
const MOST: f32 = 6.0;
/// Rounds of expectation–maximisation.
const ROUNDS: usize = 12;
/// Fewest squares of one content that others are compared with.
const FEW: f32 = 1.5;
/// Squares with a higher probability of a man are examples of its appearance.
const CERTAIN: f32 = 0.5;

/// Improves the costs of these squares of a view, which were classified one by one, by comparing them all.
pub(crate) fn compare_squares(costs: &mut [[f32; 3]], view: &View, squares: &[usize]) {
    let gradients = Gradients::of(view, squares);
    let circles = circles(view, squares, &gradients);
    let residual = Residual::below_men(view);
    let contrasts: Vec<[f32; 3]> = squares
        .iter()
        .zip(&circles)
        .map(|(&square, circle)| residual.contrast(view.layout, square, circle.off))
        .collect();
    let similarity = shape_similarity(view, squares, &gradients, &hardest(costs, &contrasts));
    let descriptors = circles.iter().zip(similarity).zip(contrasts);
    let descriptors = descriptors.map(|((circle, similarity), [l, a, b])| {
        Descriptor::from([circle.roundness, similarity, l, a, b])
    });
    compare(costs, &descriptors.collect::<Vec<_>>());
}

/// For each square, the probability of a man of the side with less contrast to its squares; 0 if it is not [`CERTAIN`].
fn hardest(costs: &[[f32; 3]], contrasts: &[[f32; 3]]) -> Vec<f32> {
    let sides = [Occupancy::Black, Occupancy::White].map(|side| {
        let share = |costs: &[f32; 3]| (-costs[side.index()]).exp();
        let certain = costs
            .iter()
            .map(share)
            .map(|p| if p > CERTAIN { p } else { 0.0 });
        let certain: Vec<f32> = certain.collect();
        let count: f32 = certain.iter().sum();
        let stand_out = certain.iter().zip(contrasts);
        let stand_out: f32 = stand_out
            .map(|(p, colour)| p * colour.iter().map(|v| v * v).sum::<f32>().sqrt())
            .sum();
        // A side with hardly any men is no reference.
        let stands_out = if count < FEW {
            f32::MAX
        } else {
            stand_out / count
        };
        (stands_out, certain)
    });
    let least = sides.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    least.map_or_else(Vec::new, |(_, certain)| certain)
}

/// Fits a mixture of three normal distributions with one covariance to the descriptors by expectation–maximisation
/// (Dempster, Laird and Rubin 1977), starting from `costs`, and replaces `costs` by the result: clear squares decide
/// the doubtful ones. If the descriptors do not separate men from empty squares, nothing changes.
fn compare(costs: &mut [[f32; 3]], descriptors: &[Descriptor]) {
    let first: Vec<[f32; 3]> = costs
        .iter()
        .map(|costs| {
            let least = costs.iter().copied().fold(f32::MAX, f32::min);
            costs.map(|cost| (least - cost).max(-MOST))
        })
        .collect();
    for _ in 0..ROUNDS {
        let shares: Vec<[f32; 3]> = costs.iter().map(|c| c.map(|c| (-c).exp())).collect();
        let mut means = [Descriptor::zeros(); 3];
        let mut counts = [0.0_f32; 3];
        for (shares, descriptor) in shares.iter().zip(descriptors) {
            for k in 0..3 {
                means[k] += descriptor * shares[k];
                counts[k] += shares[k];
            }
        }
        for (mean, count) in means.iter_mut().zip(counts) {
            *mean /= count.max(1e-6);
        }
        let prior = SVector::from(PRIOR_SPREAD.map(|v| PRIOR_WEIGHT * v * v));
        let mut spread = SMatrix::<f32, NUMBERS, NUMBERS>::from_diagonal(&prior);
        for (shares, descriptor) in shares.iter().zip(descriptors) {
            for k in 0..3 {
                let off = descriptor - means[k];
                spread += off * off.transpose() * shares[k];
            }
        }
        spread /= PRIOR_WEIGHT + descriptors.len() as f32;
        let Some(spread) = spread.cholesky() else {
            return;
        };
        for ((costs, first), descriptor) in costs.iter_mut().zip(&first).zip(descriptors) {
            let logs: [f32; 3] = core::array::from_fn(|k| {
                let off = descriptor - means[k];
                match counts[k] < FEW {
                    true => f32::MIN,
                    false => -0.5 * off.dot(&spread.solve(&off)),
                }
            });
            let most = logs.into_iter().fold(f32::MIN, f32::max);
            let nats = |k: usize| first[k] + (logs[k] - most).max(-MOST);
            *costs = normalised_costs([nats(0), nats(1), nats(2)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The costs of a square that has this content with a given probability.
    fn sure(content: usize, share: f32) -> [f32; 3] {
        core::array::from_fn(|k| {
            -(if k == content {
                share
            } else {
                0.5 - 0.5 * share
            })
            .ln()
        })
    }

    fn descriptor(round: f32, light: f32, i: usize) -> Descriptor {
        let noise = 0.3 * ((i * 7 % 5) as f32 - 2.0);
        Descriptor::from([
            round + 0.01 * noise,
            round - 0.01 * noise,
            light + noise,
            noise,
            -noise,
        ])
    }

    fn best(costs: &[f32; 3]) -> usize {
        let best = (0..3).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
        best.unwrap()
    }

    #[test]
    fn clear_squares_decide_doubtful_ones() {
        // Empty, slightly darker and round, light and round in turn; the last three are misread.
        let truth: Vec<usize> = (0..30).map(|i| i % 3).collect();
        let descriptors: Vec<Descriptor> = truth
            .iter()
            .enumerate()
            .map(|(i, k)| descriptor([0.4, 0.7, 0.9][*k], [0.0, -4.0, 40.0][*k], i))
            .collect();
        let first = |i: usize| match i {
            0..27 => sure(truth[i], 0.9),
            _ => sure((truth[i] + 1) % 3, 0.6),
        };
        let mut costs: Vec<[f32; 3]> = (0..30).map(first).collect();
        compare(&mut costs, &descriptors);
        for (costs, truth) in costs.iter().zip(&truth) {
            assert_eq!(best(costs), *truth);
            let sum: f32 = costs.iter().map(|c| (-c).exp()).sum();
            assert!((sum - 1.0).abs() < 1e-3);
        }
    }

    #[test]
    fn descriptors_that_are_all_alike_change_nothing() {
        let mut costs: Vec<[f32; 3]> = (0..30).map(|i| sure(i % 3, 0.8)).collect();
        let before = costs.clone();
        compare(&mut costs, &vec![descriptor(0.5, 1.0, 0); 30]);
        for (now, before) in costs.iter().zip(&before) {
            assert!(
                now.iter().zip(before).all(|(a, b)| (a - b).abs() < 0.05),
                "{now:?}"
            );
        }
        compare(&mut [], &[]);
    }
}
