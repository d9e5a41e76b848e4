//! Where two photos say that nothing changed.

use ndarray::Array2;

use super::Patches;
use super::patch::{CHANNELS, LENGTH};
use crate::features::median;

/// Differences above this many times the usual one, and above [`LEAST`], are changes for certain.
const TIMES: f32 = 2.2;
/// In units of L\*a\*b\*.
const LEAST: f32 = 1.5;
/// Photos that show the same, so many in a row, are frames of a film; if there are such for one in
/// [`FILM`] photos, all are.
const LONG: usize = 8;
const FILM: usize = 5;
/// A difference so small as the usual one speaks with this many nats against a change.
pub(super) const MOST: f32 = 8.0;

/// For each of the first frames and each square, how many nats it and the frame before speak against a change there.
pub(crate) fn unchanged(patches: &Patches, frames: usize) -> Array2<f32> {
    let squares = patches.squares();
    let mut out = Array2::zeros((frames, squares));
    let mut last: Vec<[f32; LENGTH]> = Vec::new();
    for frame in 0..frames {
        let now: Vec<_> = (0..squares).map(|s| patches.patch(frame, s)).collect();
        // From another side all squares look otherwise.
        if frame > 0 && patches.side(frame) == patches.side(frame - 1) {
            for (square, step) in steps(&last, &now).into_iter().enumerate() {
                let certain = step.max(1e-3);
                out[[frame, square]] = (-MOST * certain.ln() / TIMES.ln()).clamp(0.0, MOST);
            }
        }
        last = now;
    }
    out
}

/// By how many times each square's difference exceeds what is certainly a change, between two frames.
fn steps(last: &[[f32; LENGTH]], now: &[[f32; LENGTH]]) -> Vec<f32> {
    let steps = now.iter().zip(last).map(|(a, b)| difference(a, b));
    let steps: Vec<f32> = steps.collect();
    // Most squares do not change: the middle one tells the noise of this pair of photos.
    let limit = (TIMES * median(&mut steps.clone())).max(LEAST);
    steps.into_iter().map(|step| step / limit).collect()
}

/// Whether the series is a film, and if so which of its frames show the board at rest: nothing
/// changed since the frame before, or until the next. `None` for photos taken move by move.
pub(crate) fn at_rest(patches: &Patches) -> Option<Vec<bool>> {
    let frames = patches.frames();
    let all = |frame| -> Vec<_> {
        (0..patches.squares())
            .map(|s| patches.patch(frame, s))
            .collect()
    };
    let mut still = vec![false; frames];
    let mut last = all(0);
    for frame in 1..frames {
        let now = all(frame);
        if steps(&last, &now).iter().all(|step| *step < 1.0) {
            (still[frame - 1], still[frame]) = (true, true);
        }
        last = now;
    }
    let long = still.chunk_by(|a, b| a == b);
    let long = long.filter(|run| run[0] && run.len() >= LONG);
    let long: usize = long.map(<[bool]>::len).sum();
    (FILM * long > frames).then_some(still)
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
