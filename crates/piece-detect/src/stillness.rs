//! Evidence that nothing changed between consecutive frames.

use crate::change::{TIMES, relative_changes};
use crate::patch::LENGTH;
use crate::patches::Patches;

/// A run of this many photos without a change is video. If one in [`FILM`] photos is in such a run, all photos are.
const LONG: usize = 8;
const FILM: usize = 5;
/// Most squares that change both before and after a photo which shows a position: those of a move and its answer. A
/// hand that moves changes more.
const MOVED: usize = 3;
/// If more than one in this many restless photos shows a position, photos were taken move by move. In a film that is
/// one in four or five: a hand that hardly moves.
const ALONE: usize = 3;
/// Nats against a change if the difference is as small as the median one.
pub(crate) const MOST: f32 = 8.0;

impl Patches {
    /// The frames of a video in which the board is at rest: nothing changed since the frame before, or until the next
    /// one. `None` for photos taken move by move, also if a player thinks for many photos.
    #[must_use]
    pub fn at_rest(&self) -> Option<Vec<bool>> {
        let frames = self.frames();
        let all = |frame| -> Vec<_> { (0..self.squares()).map(|s| self.patch(frame, s)).collect() };
        let mut still: Vec<bool> = (0..frames).map(|frame| self.photos(frame) > 1).collect();
        // Whether a frame shows a position: few squares change both before and after it. Of the last one, the second is
        // not known.
        let mut shows = Vec::with_capacity(frames);
        let mut last = all(0);
        let mut before: Vec<bool> = Vec::new();
        for frame in 1..frames {
            let now = all(frame);
            let changes = relative_changes(&last, &now).into_iter();
            let changes: Vec<bool> = changes.map(|step| step >= 1.0).collect();
            if !changes.contains(&true) {
                (still[frame - 1], still[frame]) = (true, true);
            }
            let twice = before.iter().zip(&changes).filter(|(a, b)| **a && **b);
            shows.push(twice.count() <= MOVED);
            (last, before) = (now, changes);
        }
        let restless = || still.iter().zip(&shows).filter(|(still, _)| !**still);
        let alone = restless().filter(|(_, shows)| **shows).count();
        if ALONE * alone > restless().count() {
            return None;
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
