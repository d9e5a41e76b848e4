//! Where two photos say that nothing changed.

use ndarray::Array2;

use super::Patches;
use super::patch::{CHANNELS, LENGTH};
use crate::features::median;

/// Differences above this many times the usual one, and above [`LEAST`], are changes for certain.
const TIMES: f32 = 2.2;
/// In units of L\*a\*b\*.
const LEAST: f32 = 1.5;
/// A difference so small as the usual one speaks with this many nats against a change.
pub(super) const MOST: f32 = 8.0;

/// For each of the first frames and each square, how many nats it and the frame before speak against a change there.
pub(crate) fn unchanged(patches: &Patches, frames: usize) -> Array2<f32> {
    let squares = patches.squares();
    let mut out = Array2::zeros((frames, squares));
    let mut last: Vec<[f32; LENGTH]> = Vec::new();
    for frame in 0..frames {
        let now: Vec<_> = (0..squares).map(|s| patches.patch(frame, s)).collect();
        if frame > 0 {
            let steps: Vec<f32> = now
                .iter()
                .zip(&last)
                .map(|(a, b)| difference(a, b))
                .collect();
            // Most squares do not change: the middle one tells the noise of this pair of photos.
            let usual = median(&mut steps.clone());
            let limit = (TIMES * usual).max(LEAST);
            for (square, step) in steps.into_iter().enumerate() {
                let certain = (step / limit).max(1e-3);
                out[[frame, square]] = (-MOST * certain.ln() / TIMES.ln()).clamp(0.0, MOST);
            }
        }
        last = now;
    }
    out
}

/// Root mean square difference of the colours of two patches, a shadow over the whole of the square
/// taken out.
pub(super) fn difference(a: &[f32; LENGTH], b: &[f32; LENGTH]) -> f32 {
    let cells = (LENGTH / CHANNELS) as f32;
    let mut sum = 0.0;
    for channel in 0..3 {
        let steps = (channel..LENGTH).step_by(CHANNELS).map(|i| a[i] - b[i]);
        let mean = steps.clone().sum::<f32>() / cells;
        sum += steps.map(|d| (d - mean).powi(2)).sum::<f32>() / cells;
    }
    sum.sqrt()
}
