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
/// Most squares that a move changes: castling.
const MOST_OF_A_MOVE: usize = 4;
/// If more than one in this many restless photos shows a position, photos were taken move by move.
const ALONE: usize = 3;
/// In a film whose board is not at rest for as many frames, moves were made that no rest shows.
const RESTLESS: usize = 50;
/// Nats against a change if the difference is as small as the median one.
pub(crate) const MOST: f32 = 8.0;

impl Patches {
    /// The frames of a video that show a position: nothing changed since the frame before or until the next one, or
    /// no hand is over the board. `None` for photos taken move by move, also if a player thinks for many photos.
    #[must_use]
    pub fn at_rest(&self) -> Option<Vec<bool>> {
        let frames = self.frames();
        let changes: Vec<Vec<bool>> = (1..frames).map(|f| self.changed(f - 1, f)).collect();
        let is_same = |step: usize| changes.get(step).is_some_and(|c| !c.contains(&true));
        let is_still = |frame: usize| {
            self.photos(frame) > 1 || is_same(frame) || frame > 0 && is_same(frame - 1)
        };
        let still: Vec<bool> = (0..frames).map(is_still).collect();
        let runs = runs(&still);
        let mut positions = still.clone();
        let (mut restless, mut alone) = (0, 0);
        for run in runs.iter().filter(|run| !still[run.start]) {
            let (before, after) = (run.start.saturating_sub(1), run.end.min(frames - 1));
            // A series that begins or ends without a rest has none to compare with.
            let is_between_rests = run.start > 0 && run.end < frames;
            for frame in run.clone() {
                // A hand looks neither like the rest before it nor like the one after it. So does a piece that is moved
                // again, or taken, before the next rest.
                let strange = both(&self.changed(before, frame), &self.changed(frame, after));
                positions[frame] = is_between_rests && strange <= 1 || run.len() >= RESTLESS;
                // The first photo and the last one have one neighbour only.
                if frame == 0 || frame + 1 == frames {
                    continue;
                }
                restless += 1;
                let (came, went) = (&changes[frame - 1], &changes[frame]);
                let is_move = |changed: &[bool]| {
                    changed.iter().filter(|changed| **changed).count() <= MOST_OF_A_MOVE
                };
                let moves = (frame - before).min(after - frame);
                let is_hand = is_between_rests
                    && strange > 1 + moves / 2
                    && !(is_move(came) && is_move(went));
                if both(came, went) <= MOVED && !is_hand {
                    alone += 1;
                }
            }
        }
        if ALONE * alone > restless {
            return None;
        }
        // Frames that stand for several photos count as many.
        let photos = |run: &Run| -> usize { run.clone().map(|frame| self.photos(frame)).sum() };
        let at_rest = runs.iter().filter(|run| still[run.start]).map(photos);
        let long: usize = at_rest.filter(|photos| *photos >= LONG).sum();
        (FILM * long > photos(&(0..frames))).then_some(positions)
    }

    /// The squares that changed between two frames.
    fn changed(&self, a: usize, b: usize) -> Vec<bool> {
        let [a, b] = [a, b]
            .map(|frame| -> Vec<_> { (0..self.squares()).map(|s| self.patch(frame, s)).collect() });
        let changes = relative_changes(&a, &b).into_iter();
        changes.map(|step| step >= 1.0).collect()
    }
}

/// The number of squares that changed in both steps.
fn both(a: &[bool], b: &[bool]) -> usize {
    a.iter().zip(b).filter(|(a, b)| **a && **b).count()
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
