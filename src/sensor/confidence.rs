//! Confidence in the reading of a single photo.

use crate::warning::{Warning, WarningKind};

/// Readings with a lower confidence should be checked. Of real photos, unchanged and degraded, four in five readings
/// above this threshold are entirely right, and one in eight below it (docs/FIGURES.md).
pub const CHECK_BELOW: f64 = 0.5;

/// A warning if the confidence is below [`CHECK_BELOW`], else none.
#[must_use]
pub fn warnings(confidence: f64) -> Vec<Warning> {
    match confidence < CHECK_BELOW {
        true => vec![WarningKind::LowConfidence { confidence }.at(None)],
        false => Vec::new(),
    }
}

/// The probability that all points are right, from the probability of each; `NaN` for a point that is not visible,
/// whose content is unknown.
pub fn of_all(shares: impl Iterator<Item = f32>) -> f64 {
    let (mut all, mut seen, mut right) = (0_usize, 0_usize, 1.0);
    for share in shares {
        all += 1;
        if !share.is_nan() {
            seen += 1;
            right *= f64::from(share);
        }
    }
    right * seen as f64 / all.max(1) as f64
}
