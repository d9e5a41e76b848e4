//! The start of a game and the orientation of the board in final evidence.

use board_core::Evidence;
use board_core::{Observation, Occupancy};
use board_geom::oriented_squares;

use crate::games::pieces::options::Options;
use crate::games::pieces::square_game::SquareGame;
use crate::sensor::START_FRAMES;
use crate::sensor::orientation::Orientation;

/// Finds the first frame that shows the start position, the orientation of the board, and the share of pieces on their
/// start squares.
pub(crate) fn find<P: SquareGame>(
    evidence: &Evidence,
    options: &Options<P>,
) -> (usize, Orientation, f32) {
    let start: Vec<Occupancy> = options.start.cells().collect();
    let pieces = start.iter().filter(|o| **o != Occupancy::Empty).count();
    let frames = evidence.frames().min(START_FRAMES);
    let fit = |frame: usize, shown: &[Occupancy]| {
        let best = (0..evidence.points()).map(|point| evidence.best(frame, point));
        let wrong = best
            .zip(shown)
            .filter(|(seen, known)| seen.is_some_and(|seen| seen != **known))
            .count();
        1.0 - wrong as f32 / pieces.max(1) as f32
    };
    let tried: Vec<(Orientation, Vec<f32>)> = orientations(options)
        .map(|orientation| {
            let shown = oriented_squares(&start, orientation);
            (
                orientation,
                (0..frames).map(|frame| fit(frame, &shown)).collect(),
            )
        })
        .collect();
    let best = |fits: &[f32]| fits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    // The first of equals.
    let likeliest = tried
        .iter()
        .rev()
        .max_by(|a, b| best(&a.1).total_cmp(&best(&b.1)));
    let Some((orientation, fits)) = likeliest else {
        return (0, 0, 0.0);
    };
    let most = best(fits);
    let first = fits.iter().position(|fit| *fit >= most);
    (first.unwrap_or(0), *orientation, most.max(0.0))
}

/// The possible orientations of the board; mirrored ones only if the options or the game allow them.
pub(crate) fn orientations<P: SquareGame>(
    options: &Options<P>,
) -> impl Iterator<Item = Orientation> + use<P> {
    let told = options.orientation;
    let ways = match options.mirrored {
        Some(true) => 4..8,
        None if P::MIRRORED => 0..8,
        _ => 0..4,
    };
    ways.filter(move |way| told.is_none_or(|orientation| orientation % 4 == way % 4))
}
