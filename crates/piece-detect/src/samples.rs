//! Selects and weights labelled squares for training.

use board_core::Cell;
use board_geom::parallel;

use crate::context::{SquareContext, shade};
use crate::labels::SideLabels;
use crate::occlusion_direction::OcclusionDirection;
use crate::patch::{LENGTH, difference};
use crate::patches::Patches;
use crate::stats::median;

/// Outliers among the photos of a square: those that differ from their median by more than this multiple of the median
/// difference and by more than [`LEAST`], root mean square in L\*a\*b\*.
const TIMES: f32 = 3.0;
const LEAST: f32 = 4.0;
/// Runs of samples that are worth a thread.
const GRAIN: usize = 8;

/// A square of a frame with a known context.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) frame: usize,
    pub(crate) square: usize,
    pub(crate) context: SquareContext,
    /// Photos of a piece that does not move differ in noise only: together they weigh more than one sample, but less
    /// than as many pieces.
    pub(crate) weight: f32,
}

/// All labelled squares. Unknown contents in front count as empty.
pub(crate) fn samples(
    labels: &SideLabels<'_>,
    cols: usize,
    direction: OcclusionDirection,
) -> Vec<Sample> {
    let squares = labels.first().map_or(0, |(_, contents)| contents.len());
    let rows = squares / cols.max(1);
    let mut samples = Vec::with_capacity(labels.len() * squares);
    for square in 0..squares {
        let front = direction.in_front(square, cols, rows);
        let before = front.and_then(|f| direction.in_front(f, cols, rows));
        let mut run = samples.len();
        for (frame, contents) in labels {
            let index = |square: Option<usize>| {
                let content = square.and_then(|s| contents[s]);
                content.map_or(0, Cell::index)
            };
            let Some(content) = contents[square] else {
                continue;
            };
            let context = SquareContext {
                content: content.index(),
                shade: shade(square, cols),
                front: [index(front), index(before)],
            };
            let frame = *frame;
            if samples
                .get(run)
                .is_some_and(|s: &Sample| s.context != context)
            {
                share_weight(&mut samples[run..]);
                run = samples.len();
            }
            samples.push(Sample {
                frame,
                square,
                context,
                weight: 1.0,
            });
        }
        share_weight(&mut samples[run..]);
    }
    samples
}

/// Makes the weights of a run of samples sum to the square root of their number.
fn share_weight(run: &mut [Sample]) {
    let weight = (run.len() as f32).sqrt().recip();
    run.iter_mut().for_each(|s| s.weight = weight);
}

/// Removes photos in which a square differs from most others with the same context, for example under a hand.
pub(crate) fn without_outliers(patches: &Patches, samples: Vec<Sample>) -> Vec<Sample> {
    let same = |a: &Sample, b: &Sample| a.square == b.square && a.context == b.context;
    let runs: Vec<&[Sample]> = samples.chunk_by(same).collect();
    parallel::collect(runs.len(), GRAIN, |part| {
        let kept = runs[part].iter().flat_map(|run| inliers(patches, run));
        kept.collect()
    })
}

/// The samples of a run that differ little from their median.
fn inliers(patches: &Patches, run: &[Sample]) -> Vec<Sample> {
    let mut middle = [0.0; LENGTH];
    let seen: Vec<_> = run
        .iter()
        .map(|s| patches.patch(s.frame, s.square))
        .collect();
    for (i, middle) in middle.iter_mut().enumerate() {
        *middle = median(&mut seen.iter().map(|patch| patch[i]).collect::<Vec<_>>());
    }
    let off: Vec<f32> = seen
        .iter()
        .map(|patch| difference(patch, &middle))
        .collect();
    let most = (TIMES * median(&mut off.clone())).max(LEAST);
    let near = run.iter().zip(off).filter(|(_, off)| *off <= most);
    let mut kept: Vec<Sample> = near.map(|(sample, _)| sample.clone()).collect();
    share_weight(&mut kept);
    kept
}
