//! How sure the reading of a single photo is.

use crate::warning::{Warning, WarningKind};

/// Below this, a reading is to be checked. Of real photos with truth, as they are and degraded, four in five readings
/// above it are wholly right, and of those below one in eight: docs/FIGURES.md.
pub const BELIEVED: f64 = 0.5;

/// The warning of a reading below [`BELIEVED`].
#[must_use]
pub fn doubts(confidence: f64) -> Vec<Warning> {
    match confidence < BELIEVED {
        true => vec![WarningKind::LowConfidence { confidence }.at(None)],
        false => Vec::new(),
    }
}

/// The probability that all points are right, from that of each: no number for one that cannot be seen, which may be
/// anything.
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
