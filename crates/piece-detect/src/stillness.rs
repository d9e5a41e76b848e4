//! Where photos show that nothing changed.

use crate::change::{TIMES, steps};
use crate::patch::LENGTH;
use crate::patches::Patches;

/// Photos that show the same, so many in a row, are frames of a film; if there are such for one in
/// [`FILM`] photos, all are.
const LONG: usize = 8;
const FILM: usize = 5;
/// A difference so small as the usual one speaks with this many nats against a change.
pub(crate) const MOST: f32 = 8.0;

impl Patches {
    /// Which photos of a film show the board at rest: nothing changed on it since the one before, or
    /// until the next; what the others show is on its way. `None` for photos taken move by move, of
    /// which there are never many of one position.
    #[must_use]
    pub fn at_rest(&self) -> Option<Vec<bool>> {
        let frames = self.frames();
        let all = |frame| -> Vec<_> { (0..self.squares()).map(|s| self.patch(frame, s)).collect() };
        let mut still: Vec<bool> = (0..frames).map(|frame| self.photos(frame) > 1).collect();
        let mut last = all(0);
        for frame in 1..frames {
            let now = all(frame);
            if steps(&last, &now).iter().all(|step| *step < 1.0) {
                (still[frame - 1], still[frame]) = (true, true);
            }
            last = now;
        }
        // Those that only repeat what others show were taken, too.
        let photos = |run: &Run| -> usize { run.clone().map(|frame| self.photos(frame)).sum() };
        let at_rest = runs(&still).into_iter().filter(|run| still[run.start]);
        let long: usize = at_rest
            .map(|run| photos(&run))
            .filter(|photos| *photos >= LONG)
            .sum();
        (FILM * long > photos(&(0..frames))).then_some(still)
    }
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
