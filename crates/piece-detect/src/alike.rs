//! A second look at a board: what stands on it looks like other things of its kind there.

use board_core::{Cell, Occupancy};
use board_geom::View;
use nalgebra::{SMatrix, SVector};

use crate::probability::normal;
use crate::round::circles;
use crate::shape::likeness;
use crate::sight::Bared;
use crate::slopes::Slopes;

/// Numbers of a [`Look`].
const NUMBERS: usize = 5;

/// What the squares of one board are compared by: how round what lies there is, how alike in shape to the men
/// that are hardest to see, and its colour beside that of the rest of the square (L\*a\*b\*). A mirrored
/// window changes the colours of whole squares, so they alone say little.
type Look = SVector<f32, NUMBERS>;

/// How far squares that hold the same differ before any was seen, and how many squares that belief
/// counts as.
const USUAL: [f32; NUMBERS] = [0.06, 0.08, 8.0, 4.0, 4.0];
const BELIEF: f32 = 6.0;
/// No more than so many nats are believed of the first look, nor of how alike squares are.
const MOST: f32 = 6.0;
/// Rounds of expectation–maximisation.
const ROUNDS: usize = 12;
/// Squares that must hold something for others to be compared with them.
const FEW: f32 = 1.5;
/// Squares at least so likely to hold a man show what he looks like.
const SURE: f32 = 0.5;

/// Costs of the contents of these squares of a view, all compared with one another: `costs` are those of a
/// first look at each alone.
pub(crate) fn second_look(costs: &mut [[f32; 3]], view: &View, squares: &[usize]) {
    let slopes = Slopes::of(view, squares);
    let circles = circles(view, squares, &slopes);
    let bared = Bared::below_men(view);
    let beside: Vec<[f32; 3]> = squares
        .iter()
        .zip(&circles)
        .map(|(&square, circle)| bared.beside(view.layout, square, circle.off))
        .collect();
    let alike = likeness(view, squares, &slopes, &hardest(costs, &beside));
    let looks = circles.iter().zip(alike).zip(beside);
    let looks =
        looks.map(|((circle, alike), [l, a, b])| Look::from([circle.round, alike, l, a, b]));
    compare(costs, &looks.collect::<Vec<_>>());
}

/// How surely each square holds one of the men that are hardest to see: of the side that differs least
/// from the squares it stands on.
fn hardest(costs: &[[f32; 3]], beside: &[[f32; 3]]) -> Vec<f32> {
    let sides = [Occupancy::Black, Occupancy::White].map(|side| {
        let share = |costs: &[f32; 3]| (-costs[side.index()]).exp();
        let sure = costs
            .iter()
            .map(share)
            .map(|p| if p > SURE { p } else { 0.0 });
        let sure: Vec<f32> = sure.collect();
        let count: f32 = sure.iter().sum();
        let stand_out = sure.iter().zip(beside);
        let stand_out: f32 = stand_out
            .map(|(p, colour)| p * colour.iter().map(|v| v * v).sum::<f32>().sqrt())
            .sum();
        // A side that is hardly there does not show what it looks like.
        let stands_out = if count < FEW {
            f32::MAX
        } else {
            stand_out / count
        };
        (stands_out, sure)
    });
    let least = sides.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    least.map_or_else(Vec::new, |(_, sure)| sure)
}

/// Costs of the contents of squares with these looks: `costs` are those of a first look.
///
/// Three normal distributions with one covariance, a square belonging to each as far as the first look
/// and its likeness to the others say (Dempster, Laird and Rubin 1977): the sure squares teach the unsure
/// ones. Where the numbers do not tell men from bare squares, they say nothing.
fn compare(costs: &mut [[f32; 3]], looks: &[Look]) {
    let first: Vec<[f32; 3]> = costs
        .iter()
        .map(|costs| {
            let least = costs.iter().copied().fold(f32::MAX, f32::min);
            costs.map(|cost| (least - cost).max(-MOST))
        })
        .collect();
    for _ in 0..ROUNDS {
        let shares: Vec<[f32; 3]> = costs.iter().map(|c| c.map(|c| (-c).exp())).collect();
        let mut means = [Look::zeros(); 3];
        let mut counts = [0.0_f32; 3];
        for (shares, look) in shares.iter().zip(looks) {
            for k in 0..3 {
                means[k] += look * shares[k];
                counts[k] += shares[k];
            }
        }
        for (mean, count) in means.iter_mut().zip(counts) {
            *mean /= count.max(1e-6);
        }
        let usual = SVector::from(USUAL.map(|v| BELIEF * v * v));
        let mut spread = SMatrix::<f32, NUMBERS, NUMBERS>::from_diagonal(&usual);
        for (shares, look) in shares.iter().zip(looks) {
            for k in 0..3 {
                let off = look - means[k];
                spread += off * off.transpose() * shares[k];
            }
        }
        spread /= BELIEF + looks.len() as f32;
        let Some(spread) = spread.cholesky() else {
            return;
        };
        for ((costs, first), look) in costs.iter_mut().zip(&first).zip(looks) {
            let alike: [f32; 3] = core::array::from_fn(|k| {
                let off = look - means[k];
                match counts[k] < FEW {
                    true => f32::MIN,
                    false => -0.5 * off.dot(&spread.solve(&off)),
                }
            });
            let most = alike.into_iter().fold(f32::MIN, f32::max);
            let nats = |k: usize| first[k] + (alike[k] - most).max(-MOST);
            *costs = normal([nats(0), nats(1), nats(2)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Costs of a first look that is so sure of one content.
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

    fn look(round: f32, light: f32, i: usize) -> Look {
        let noise = 0.3 * ((i * 7 % 5) as f32 - 2.0);
        Look::from([
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
    fn the_sure_squares_teach_the_unsure_ones() {
        // Empty, a little darker and round, light and round: every third; the last three are misread.
        let truth: Vec<usize> = (0..30).map(|i| i % 3).collect();
        let looks: Vec<Look> = truth
            .iter()
            .enumerate()
            .map(|(i, k)| look([0.4, 0.7, 0.9][*k], [0.0, -4.0, 40.0][*k], i))
            .collect();
        let first = |i: usize| match i {
            0..27 => sure(truth[i], 0.9),
            _ => sure((truth[i] + 1) % 3, 0.6),
        };
        let mut costs: Vec<[f32; 3]> = (0..30).map(first).collect();
        compare(&mut costs, &looks);
        for (costs, truth) in costs.iter().zip(&truth) {
            assert_eq!(best(costs), *truth);
            let sum: f32 = costs.iter().map(|c| (-c).exp()).sum();
            assert!((sum - 1.0).abs() < 1e-3);
        }
    }

    #[test]
    fn looks_that_are_all_alike_say_nothing() {
        let mut costs: Vec<[f32; 3]> = (0..30).map(|i| sure(i % 3, 0.8)).collect();
        let before = costs.clone();
        compare(&mut costs, &vec![look(0.5, 1.0, 0); 30]);
        for (now, before) in costs.iter().zip(&before) {
            assert!(
                now.iter().zip(before).all(|(a, b)| (a - b).abs() < 0.05),
                "{now:?}"
            );
        }
        compare(&mut [], &[]);
    }
}
