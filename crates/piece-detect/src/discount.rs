//! Discounts the evidence of still frames, which are not independent.

use board_core::Costs;

use crate::stature::Stature;
use crate::stillness::MOST;

/// Least weight of a still frame.
const LEAST: f32 = 0.1;

/// Reduces costs the more consecutive frames look the same, since a misreading would be repeated in all of them. For
/// flat pieces, new evidence among still frames keeps its full weight.
pub(crate) fn discount(costs: &mut [Costs], unchanged: &[f32], squares: usize, stature: Stature) {
    for square in 0..squares {
        // Number of still frames so far, and the largest cost of each content among them.
        let (mut before, mut most) = (0.0_f32, [0.0_f32; 3]);
        let frames = costs
            .iter_mut()
            .zip(unchanged)
            .skip(square)
            .step_by(squares);
        for (costs, unchanged) in frames {
            let same = unchanged / MOST;
            before = (before + 1.0) * same;
            let weight = (1.0 / (1.0 + before)).max(LEAST);
            for (cost, most) in costs.iter_mut().zip(&mut most) {
                let old = *most * same;
                *most = old.max(*cost);
                let new = match stature {
                    Stature::Flat => (*cost - old).max(0.0),
                    Stature::Tall => 0.0,
                };
                *cost = weight * *cost + (1.0 - weight) * new;
            }
            let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
            *costs = costs.map(|cost| cost - least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The discounted costs of a square in some frames, each given with its cost of a change.
    fn discounted(photos: &[([f32; 3], f32)], stature: Stature) -> Vec<[f32; 3]> {
        let (mut costs, unchanged): (Vec<_>, Vec<_>) = photos.iter().copied().unzip();
        discount(&mut costs, &unchanged, 1, stature);
        costs
    }

    #[test]
    fn still_frames_count_less_and_new_evidence_counts_whole() {
        let (bare, man) = ([0.0, 9.0, 9.0], [6.0, 0.0, 9.0]);
        let mut photos = vec![(bare, MOST); 20];
        photos[0].1 = 0.0;
        let still = discounted(&photos, Stature::Flat);
        assert_eq!(still[0], bare);
        assert!((still[1][1] - 4.5).abs() < 1e-3 && still[19][1] < 1.0);
        // A man of low contrast appears: the picture hardly changes, but no frame before showed him.
        photos.extend([(man, 0.4 * MOST), (man, MOST)]);
        let seen = discounted(&photos, Stature::Flat);
        assert!(seen[20][0] > 5.9 && seen[20][1] == 0.0, "{:?}", seen[20]);
        assert!(seen[21][0] < 2.0, "{:?}", seen[21]);
        // With tall pieces it may be the top of one in front.
        let seen = discounted(&photos, Stature::Tall);
        assert!(seen[20][0] < 4.0, "{:?}", seen[20]);
        // After a change of the picture, everything has full weight.
        for stature in [Stature::Flat, Stature::Tall] {
            assert_eq!(discounted(&[(man, 0.0), (man, 0.0)], stature)[1], man);
        }
    }
}
