//! Where two photos say that nothing changed.

use crate::Patches;
use crate::patch::{CHANNELS, LENGTH};
use crate::stats::median;

/// Differences above this many times the usual one, and above [`LEAST`], are changes for certain.
const TIMES: f32 = 2.2;
/// In units of L\*a\*b\*.
const LEAST: f32 = 1.5;
/// Photos that show the same, so many in a row, are frames of a film; if there are such for one in
/// [`FILM`] photos, all are.
const LONG: usize = 8;
const FILM: usize = 5;
/// A difference so small as the usual one speaks with this many nats against a change.
pub(crate) const MOST: f32 = 8.0;

/// By how much two frames differ at most, in units of L\*a\*b\*, if they show the same on every square, so that one of
/// them tells all.
pub(crate) fn likeness(last: &[[f32; LENGTH]], now: &[[f32; LENGTH]]) -> Option<f32> {
    /// Storing a photo anew makes differences of up to 1.6 in its worst square, and that is at most 0.85 of what is
    /// certainly a change. Moves of real games make 2.1 and more, and 0.95: black men on dark squares in a dim light.
    const MOST: f32 = 1.8;
    const SHARE: f32 = 0.9;
    let pairs = now.iter().zip(last);
    let worst = pairs.map(|(a, b)| difference(a, b)).fold(0.0, f32::max);
    let same = worst < MOST && steps(last, now).iter().all(|step| *step < SHARE);
    same.then_some(worst)
}

/// For each of the first frames and each square, how many nats it and the frame before speak against a change there; frame after frame.
pub(crate) fn unchanged(patches: &Patches, frames: usize) -> Vec<f32> {
    let squares = patches.squares();
    let mut out = vec![0.0; frames * squares];
    let mut last: Vec<[f32; LENGTH]> = Vec::new();
    for frame in 0..frames {
        let now: Vec<_> = (0..squares).map(|s| patches.patch(frame, s)).collect();
        // From another side all squares look otherwise.
        if frame > 0 && patches.side(frame) == patches.side(frame - 1) {
            for (square, step) in steps(&last, &now).into_iter().enumerate() {
                let certain = step.max(1e-3);
                out[frame * squares + square] =
                    (-MOST * certain.ln() / TIMES.ln()).clamp(0.0, MOST);
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
    let mut still: Vec<bool> = (0..frames).map(|frame| patches.photos(frame) > 1).collect();
    let mut last = all(0);
    for frame in 1..frames {
        let now = all(frame);
        if steps(&last, &now).iter().all(|step| *step < 1.0) {
            (still[frame - 1], still[frame]) = (true, true);
        }
        last = now;
    }
    // Those that only repeat what others show were taken, too.
    let photos = |run: &Run| -> usize { run.clone().map(|frame| patches.photos(frame)).sum() };
    let at_rest = runs(&still).into_iter().filter(|run| still[run.start]);
    let long: usize = at_rest
        .map(|run| photos(&run))
        .filter(|photos| *photos >= LONG)
        .sum();
    (FILM * long > photos(&(0..frames))).then_some(still)
}

/// Frames in a row.
type Run = core::ops::Range<usize>;

/// The longest runs of frames of which the same is said.
fn runs(said: &[bool]) -> Vec<Run> {
    let mut end = 0;
    let runs = said.chunk_by(|a, b| a == b).map(|run| {
        let start = end;
        end += run.len();
        start..end
    });
    runs.collect()
}

/// Root mean square difference of the colours of two patches, a shadow over the whole of the square
/// taken out.
pub(crate) fn difference(a: &[f32; LENGTH], b: &[f32; LENGTH]) -> f32 {
    let cells = (LENGTH / CHANNELS) as f32;
    let mut sum = 0.0;
    for channel in 0..3 {
        let steps = (channel..LENGTH).step_by(CHANNELS).map(|i| a[i] - b[i]);
        let mean = steps.clone().sum::<f32>() / cells;
        sum += steps.map(|d| (d - mean).powi(2)).sum::<f32>() / cells;
    }
    sum.sqrt()
}
