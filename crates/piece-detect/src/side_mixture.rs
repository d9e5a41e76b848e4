//! The side of each piece in one photo: pieces of one side are about equally light.

/// Rounds of expectation–maximisation.
const ROUNDS: usize = 15;
/// Prior of the spread in lightness of the pieces of one side, in units of [`body_lightness`] (25 L\*), and its weight
/// in pieces.
///
/// [`body_lightness`]: crate::square_features::body_lightness
const USUAL: (f32, f32) = (0.25, 6.0);
/// Weight, in pieces, of the prior that a square's shade does not matter.
const SHADELESS: f32 = 6.0;
/// Most nats that the log odds of a piece on its own count: they and its lightness are not independent.
const MOST: f32 = 3.0;

/// What is known of one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Probability of a piece.
    pub(crate) occupied: f32,
    /// Log odds of White against Black, by the square on its own.
    pub(crate) white: f32,
    /// Lightness of the middle of the square.
    pub(crate) lightness: f32,
    /// +1 or −1 by the square's own shade, which shows beside a slender piece.
    pub(crate) shade: f32,
}

/// For each square, the log odds of White against Black, considering all pieces of the photo.
///
/// A mixture of two normal distributions of lightness with one spread, fitted by expectation–maximisation (Dempster,
/// Laird and Rubin 1977) from the log odds of each piece on its own. If only one side is on the board, both means are
/// the same, and nothing changes.
pub(crate) fn side_log_odds(pieces: &[Piece]) -> Vec<f32> {
    let own = |piece: &Piece| piece.white.clamp(-MOST, MOST);
    let mut white: Vec<f32> = pieces.iter().map(|p| share(own(p))).collect();
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
        let (mut square, mut weight) = (USUAL.1 * USUAL.0 * USUAL.0, USUAL.1);
        for (piece, &white) in pieces.iter().zip(&white) {
            let off = means.map(|m| (piece.lightness - slope * piece.shade - m).powi(2));
            square += piece.occupied * (off[0] + white * (off[1] - off[0]));
            weight += piece.occupied;
        }
        let spread = square / weight;
        for ((piece, white), log) in pieces.iter().zip(&mut white).zip(&mut logs) {
            let off = means.map(|m| (piece.lightness - slope * piece.shade - m).powi(2));
            // White is the lighter side: means the other way round are no evidence.
            let lighter = if means[1] > means[0] {
                off[0] - off[1]
            } else {
                0.0
            };
            *log = own(piece) + (0.5 * lighter / spread).clamp(-2.0 * MOST, 2.0 * MOST);
            *white = share(*log);
        }
    }
    logs
}

/// A probability from its log odds.
fn share(log: f32) -> f32 {
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
