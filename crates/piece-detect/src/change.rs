//! Measures how much the patches of two photos differ.

use crate::stats::median;

/// Differences above this multiple of the median difference, and above [`LEAST`], are changes.
pub(crate) const TIMES: f32 = 2.2;
/// In units of L\*a\*b\*.
const LEAST: f32 = 1.5;

/// The largest of the differences of all squares between two frames, in units of L\*a\*b\*; `None` if a square may have
/// changed.
pub(crate) fn largest_if_same(differences: &[f32]) -> Option<f32> {
    /// Storing a photo again changes its worst square by up to 1.6, and by at most 0.85 of a change. Moves of real
    /// games make 2.1 and more, and 0.95: black men on dark squares in dim light.
    const MOST: f32 = 1.8;
    const SHARE: f32 = 0.9;
    let worst = differences.iter().copied().fold(0.0, f32::max);
    let same = worst < MOST && relative_changes(differences).all(|step| step < SHARE);
    same.then_some(worst)
}

/// The difference of each square between two frames, as a multiple of the least certain change.
pub(crate) fn relative_changes(differences: &[f32]) -> impl Iterator<Item = f32> {
    // Most squares do not change: the median is the noise of this pair of photos.
    let limit = (TIMES * median(&mut differences.to_vec())).max(LEAST);
    differences.iter().map(move |step| step / limit)
}
