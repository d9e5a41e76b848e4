//! The start of a game in evidence that nothing will change, and how the board lies.

use board_core::Evidence;
use board_core::{Observation, Occupancy};
use board_geom::Grid;

use crate::games::pieces::{Options, SquareGame};
use crate::sensor::TRIED;
use crate::sensor::turning::{Orientation, turned};

/// The first frame that shows the position a game starts from, how the board lies in it, and the share of the pieces
/// that are in their places.
pub(crate) fn find<P: SquareGame>(
    evidence: &Evidence,
    options: &Options<P>,
) -> (usize, Orientation, f32) {
    let start: Vec<Occupancy> = options.start.cells().collect();
    let pieces = start.iter().filter(|o| **o != Occupancy::Empty).count();
    let frames = evidence.frames().min(TRIED);
    let fit = |frame: usize, shown: &[Occupancy]| {
        let best = (0..evidence.points()).map(|point| evidence.best(frame, point));
        let wrong = best
            .zip(shown)
            .filter(|(seen, known)| seen.is_some_and(|seen| seen != **known))
            .count();
        1.0 - wrong as f32 / pieces.max(1) as f32
    };
    let tried: Vec<(Orientation, Vec<f32>)> = orientations(options)
        .map(|turn| {
            let shown = turned(&start, turn);
            (turn, (0..frames).map(|frame| fit(frame, &shown)).collect())
        })
        .collect();
    let best = |fits: &[f32]| fits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    // The first of equals.
    let likeliest = tried
        .iter()
        .rev()
        .max_by(|a, b| best(&a.1).total_cmp(&best(&b.1)));
    let Some((turn, fits)) = likeliest else {
        return (0, 0, 0.0);
    };
    let most = best(fits);
    let first = fits.iter().position(|fit| *fit >= most);
    (first.unwrap_or(0), *turn, most.max(0.0))
}

/// The ways in which the board may lie.
pub(crate) fn orientations<P: SquareGame>(
    options: &Options<P>,
) -> impl Iterator<Item = Orientation> + use<P> {
    let told = options.turn;
    let ways = if P::MIRRORED { 8 } else { 4 };
    (0..ways).filter(move |lie| told.is_none_or(|turn| turn % 4 == lie % 4))
}

/// The grid of a board that lies so, with the points in the order of the upright board.
pub(crate) fn upright(grid: &Grid, turn: Orientation) -> Grid {
    let upright = grid.turned(usize::from(turn));
    match turn >= 4 {
        // Left and right exchanged.
        true => upright.transposed().turned(3),
        false => upright,
    }
}
