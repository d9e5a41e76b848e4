//! Squares that are known to hold something, chosen and weighed for learning how that looks.

use board_core::Cell;

use crate::context::{Setting, shade};
use crate::labels::Known;
use crate::lean::Lean;
use crate::patch::{LENGTH, difference};
use crate::patches::Patches;
use crate::stats::median;

/// Photos of a square that differ from its usual look by more than this many times the usual
/// difference, and by more than [`STEADY`], root mean square in L\*a\*b\*, show something passing.
const UNSTEADY: f32 = 3.0;
const STEADY: f32 = 4.0;

/// A square of a frame that is known to be in some setting.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) frame: usize,
    pub(crate) square: usize,
    pub(crate) setting: Setting,
    /// What stands still through many photos shows the noise, but always the same piece: it counts
    /// for more than a single photo of it, and for less than as many pieces.
    pub(crate) weight: f32,
}

/// All known squares. What is not known in front counts as nothing.
pub(crate) fn samples(labels: &Known<'_>, cols: usize, lean: Lean) -> Vec<Sample> {
    let squares = labels.first().map_or(0, |(_, contents)| contents.len());
    let rows = squares / cols.max(1);
    let mut samples = Vec::with_capacity(labels.len() * squares);
    for square in 0..squares {
        let front = lean.before(square, cols, rows);
        let before = front.and_then(|f| lean.before(f, cols, rows));
        let mut run = samples.len();
        for (frame, contents) in labels {
            let index = |square: Option<usize>| {
                let content = square.and_then(|s| contents[s]);
                content.map_or(0, Cell::index)
            };
            let Some(content) = contents[square] else {
                continue;
            };
            let setting = Setting {
                content: content.index(),
                shade: shade(square, cols),
                front: [index(front), index(before)],
            };
            let frame = *frame;
            if samples
                .get(run)
                .is_some_and(|s: &Sample| s.setting != setting)
            {
                even(&mut samples[run..]);
                run = samples.len();
            }
            samples.push(Sample {
                frame,
                square,
                setting,
                weight: 1.0,
            });
        }
        even(&mut samples[run..]);
    }
    samples
}

/// Makes the weights of samples sum to the root of their number.
fn even(run: &mut [Sample]) {
    let weight = (run.len() as f32).sqrt().recip();
    run.iter_mut().for_each(|s| s.weight = weight);
}

/// Leaves out photos in which a square looks otherwise than in most others of the same content: a
/// hand is over it.
pub(crate) fn steady(patches: &Patches, samples: Vec<Sample>) -> Vec<Sample> {
    let same = |a: &Sample, b: &Sample| a.square == b.square && a.setting == b.setting;
    let mut kept = Vec::with_capacity(samples.len());
    for run in samples.chunk_by(same) {
        let mut usual = [0.0; LENGTH];
        let seen: Vec<_> = run
            .iter()
            .map(|s| patches.patch(s.frame, s.square))
            .collect();
        for (i, usual) in usual.iter_mut().enumerate() {
            *usual = median(&mut seen.iter().map(|patch| patch[i]).collect::<Vec<_>>());
        }
        let off: Vec<f32> = seen.iter().map(|patch| difference(patch, &usual)).collect();
        let most = (UNSTEADY * median(&mut off.clone())).max(STEADY);
        let from = kept.len();
        let steady = run.iter().zip(off).filter(|(_, off)| *off <= most);
        kept.extend(steady.map(|(sample, _)| sample.clone()));
        even(&mut kept[from..]);
    }
    kept
}
