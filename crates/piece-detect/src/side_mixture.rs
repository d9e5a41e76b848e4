//! Estimates the side of each piece in one photo: the pieces of one side have similar lightness.

/// Rounds of expectation–maximisation.
const ROUNDS: usize = 15;
/// Prior standard deviation of the lightness of one side's pieces, in units of [`body_lightness`] (25 L\*), and its
/// weight in pieces.
///
/// [`body_lightness`]: crate::square_features::body_lightness
const PRIOR_SPREAD: (f32, f32) = (0.25, 6.0);
/// Weight, in pieces, of the prior that the shade of the square has no effect.
const SHADELESS: f32 = 6.0;
/// Limit, in nats, of the log odds of a single piece: they and its lightness are not independent.
const MOST: f32 = 3.0;

/// Measurements of one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Probability of a piece.
    pub(crate) occupied: f32,
    /// Log odds of White against Black, from the square alone.
    pub(crate) white: f32,
    /// Lightness of the centre of the square.
    pub(crate) lightness: f32,
    /// +1 or −1 by the shade of the square, which is visible beside a slender piece.
    pub(crate) shade: f32,
}

/// For each square, the log odds of White against Black given all pieces of the photo.
///
/// A mixture of two normal distributions of lightness with one variance, fitted by expectation–maximisation (Dempster,
/// Laird and Rubin 1977) from the log odds of each single piece. If only one side is on the board, both means are equal
/// and nothing changes.
pub(crate) fn side_log_odds(pieces: &[Piece]) -> Vec<f32> {
    let own = |piece: &Piece| piece.white.clamp(-MOST, MOST);
    let mut white: Vec<f32> = pieces.iter().map(|p| logistic(own(p))).collect();
    let mut logs: Vec<f32> = pieces.iter().map(own).collect();
    let mut slope = 0.0;
    for _ in 0..ROUNDS {
        let mut means = [0.0_f32; 2];
        for (side, mean) in means.iter_mut().enumerate() {
            let (mut sum, mut weight) = (0.0, 1e-6);
            for (piece, &white) in pieces.iter().zip(&white) {
                let w = piece.occupied * if side == 0 { 1.0 - white } else { white };
                sum += w * (piece.lightness - slope * piece.shade);
                weight += w;
            }
            *mean = sum / weight;
        }
        let (mut along, mut weight) = (0.0, SHADELESS);
        for (piece, &white) in pieces.iter().zip(&white) {
            let mean = means[0] + white * (means[1] - means[0]);
            along += piece.occupied * piece.shade * (piece.lightness - mean);
            weight += piece.occupied;
        }
        slope = along / weight;
        let (mut square, mut weight) = (
            PRIOR_SPREAD.1 * PRIOR_SPREAD.0 * PRIOR_SPREAD.0,
            PRIOR_SPREAD.1,
        );
        for (piece, &white) in pieces.iter().zip(&white) {
            let off = means.map(|m| (piece.lightness - slope * piece.shade - m).powi(2));
            square += piece.occupied * (off[0] + white * (off[1] - off[0]));
            weight += piece.occupied;
        }
        let spread = square / weight;
        for ((piece, white), log) in pieces.iter().zip(&mut white).zip(&mut logs) {
            let off = means.map(|m| (piece.lightness - slope * piece.shade - m).powi(2));
            // White is the lighter side: means in reverse order are no evidence.
            let lighter = if means[1] > means[0] {
                off[0] - off[1]
            } else {
                0.0
            };
            *log = own(piece) + (0.5 * lighter / spread).clamp(-2.0 * MOST, 2.0 * MOST);
            *white = logistic(*log);
        }
    }
    logs
}

/// A probability from its log odds.
fn logistic(log: f32) -> f32 {
    1.0 / (1.0 + (-log).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(lightness: &[f32], white: &[f32]) -> Vec<Piece> {
        let pieces = lightness.iter().zip(white).enumerate();
        pieces
            .map(|(i, (&lightness, &white))| Piece {
                occupied: 1.0,
                white,
                lightness,
                shade: if i % 2 == 0 { 1.0 } else { -1.0 },
            })
            .collect()
    }

    #[test]
    fn what_looks_like_the_others_of_its_side_belongs_to_it() {
        // Brown pieces, some of which look black at first.
        let light = [-0.5, -0.6, -0.4, -0.5, -0.55, -1.6, -1.5, -1.7, -1.6, -1.4];
        let first = [2.0, -1.0, 0.5, -2.0, 0.3, -3.0, -4.0, -3.0, -2.0, -3.0];
        let logs = side_log_odds(&pieces(&light, &first));
        for (i, log) in logs.into_iter().enumerate() {
            assert_eq!(log > 0.0, i < 5, "{i}: {log}");
        }
    }

    #[test]
    fn one_side_alone_is_not_cut_in_two() {
        let light: Vec<f32> = (0..16).map(|i| 0.7 + 0.05 * (i % 5) as f32).collect();
        for sign in [1.0, -1.0] {
            let logs = side_log_odds(&pieces(&light, &[3.0 * sign; 16]));
            assert!(logs.into_iter().all(|log| log * sign > 1.0));
        }
    }
}
