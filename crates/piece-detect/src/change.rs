//! Measures how much the patches of two photos differ.

use crate::patch::{LENGTH, difference};
use crate::stats::median;

/// Differences above this multiple of the median difference, and above [`LEAST`], are changes.
pub(crate) const TIMES: f32 = 2.2;
/// In units of L\*a\*b\*.
const LEAST: f32 = 1.5;

/// The largest difference of two frames over all squares, in units of L\*a\*b\*; `None` if a square may have changed.
pub(crate) fn difference_if_same(last: &[[f32; LENGTH]], now: &[[f32; LENGTH]]) -> Option<f32> {
    /// Storing a photo again changes its worst square by up to 1.6, and by at most 0.85 of a change. Moves of real
    /// games make 2.1 and more, and 0.95: black men on dark squares in dim light.
    const MOST: f32 = 1.8;
    const SHARE: f32 = 0.9;
    let pairs = now.iter().zip(last);
    let worst = pairs.map(|(a, b)| difference(a, b)).fold(0.0, f32::max);
    let same = worst < MOST && relative_changes(last, now).iter().all(|step| *step < SHARE);
    same.then_some(worst)
}

/// The difference of each square between two frames, as a multiple of the least certain change.
pub(crate) fn relative_changes(last: &[[f32; LENGTH]], now: &[[f32; LENGTH]]) -> Vec<f32> {
    let steps = now.iter().zip(last).map(|(a, b)| difference(a, b));
    let steps: Vec<f32> = steps.collect();
    // Most squares do not change: the median is the noise of this pair of photos.
    let limit = (TIMES * median(&mut steps.clone())).max(LEAST);
    steps.into_iter().map(|step| step / limit).collect()
}
