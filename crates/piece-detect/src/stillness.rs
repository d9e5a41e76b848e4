//! Evidence that nothing changed between consecutive frames.

use crate::change::{TIMES, relative_changes};
use crate::patch::LENGTH;
use crate::patches::Patches;

/// A run of this many photos without a change is video. If one in [`FILM`] photos is in such a run, all photos are.
const LONG: usize = 8;
const FILM: usize = 5;
/// Nats against a change if the difference is as small as the median one.
pub(crate) const MOST: f32 = 8.0;

impl Patches {
    /// The frames of a video in which the board is at rest: nothing changed since the frame before, or until the next
    /// one. `None` for photos taken move by move.
    #[must_use]
    pub fn at_rest(&self) -> Option<Vec<bool>> {
        let frames = self.frames();
        let all = |frame| -> Vec<_> { (0..self.squares()).map(|s| self.patch(frame, s)).collect() };
        let mut still: Vec<bool> = (0..frames).map(|frame| self.photos(frame) > 1).collect();
        let mut last = all(0);
        for frame in 1..frames {
            let now = all(frame);
            if relative_changes(&last, &now).iter().all(|step| *step < 1.0) {
                (still[frame - 1], still[frame]) = (true, true);
            }
            last = now;
        }
        // Frames that stand for several photos count as many.
        let photos = |run: &Run| -> usize { run.clone().map(|frame| self.photos(frame)).sum() };
        let at_rest = runs(&still).into_iter().filter(|run| still[run.start]);
        let long: usize = at_rest
            .map(|run| photos(&run))
            .filter(|photos| *photos >= LONG)
            .sum();
        (FILM * long > photos(&(0..frames))).then_some(still)
    }
}

/// Nats against a change since the frame before, for the first frames, by frame, then by square.
pub(crate) fn unchanged(patches: &Patches, frames: usize) -> Vec<f32> {
    let squares = patches.squares();
    let mut out = vec![0.0; frames * squares];
    let mut last: Vec<[f32; LENGTH]> = Vec::new();
    for frame in 0..frames {
        let now: Vec<_> = (0..squares).map(|s| patches.patch(frame, s)).collect();
        // From another side all squares look different.
        if frame > 0 && patches.side(frame) == patches.side(frame - 1) {
            for (square, step) in relative_changes(&last, &now).into_iter().enumerate() {
                let certain = step.max(1e-3);
                out[frame * squares + square] =
                    (-MOST * certain.ln() / TIMES.ln()).clamp(0.0, MOST);
            }
        }
        last = now;
    }
    out
}

/// Consecutive frames.
type Run = core::ops::Range<usize>;

/// The longest runs of equal values.
fn runs(values: &[bool]) -> Vec<Run> {
    let mut end = 0;
    let runs = values.chunk_by(|a, b| a == b).map(|run| {
        let start = end;
        end += run.len();
        start..end
    });
    runs.collect()
}
