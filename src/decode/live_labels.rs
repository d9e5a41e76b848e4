//! Labels for the appearance model while a game is followed: what the announced moves say that photos show.

use board_core::Occupancy;
use board_geom::oriented_squares;
use sequence_search::Ply;

use crate::game::Start;
use crate::recording::Notation;

/// What the squares of a photo hold, where known, with the frame of the sensor.
pub(super) type Label = (usize, Vec<Option<Occupancy>>);

/// Number of frames that give labels, beside the frame of the start.
const LABELLED: usize = 48;

/// Which settled frames give labels, beside that of the start.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Span {
    /// The last ones: they have the light of the next frames.
    Last,
    /// Some of the whole game. When the pieces are set up again, they stand where they stood at first.
    WholeGame,
}

/// Labels from the start of a game and from its settled frames. `used` are its frames of the sensor, of which the last
/// `lag` are not settled.
///
/// Points that change in a neighbouring frame have no label, because pieces come early and late.
pub(super) fn labels<P: Notation>(
    start: &Start<P>,
    moves: &[Ply<P::Move>],
    used: &[usize],
    lag: usize,
    span: Span,
) -> Vec<Label> {
    if used.is_empty() {
        return Vec::new();
    }
    let settled = used.len().saturating_sub(lag).max(1);
    let (first, step) = match span {
        Span::Last => (settled.saturating_sub(LABELLED).max(1), 1),
        Span::WholeGame => (1, settled.div_ceil(LABELLED)),
    };
    let frames = [0].into_iter().chain((first..settled).step_by(step));
    let mut labels: Vec<Label> = Vec::new();
    let mut position = start.position.clone();
    let mut ahead = moves.iter().peekable();
    for frame in frames {
        while frame > 0
            && let Some(m) = ahead.next_if(|m| m.frame <= used[frame])
        {
            position.set_to_move(m.side);
            position.play(m.mv);
        }
        labels.push((frame, position.cells().map(Some).collect()));
    }
    let mut position = start.position.clone();
    for m in moves {
        position.set_to_move(m.side);
        let shown = used.partition_point(|used| *used < m.frame);
        let near = |frame: usize| frame > 0 && shown.abs_diff(frame) <= 1;
        for (_, contents) in labels.iter_mut().filter(|(frame, _)| near(*frame)) {
            position.visit_changes(m.mv, |change| contents[change.point] = None);
        }
        position.play(m.mv);
    }
    let in_photo = |(frame, contents): Label| {
        let contents = oriented_squares(&contents, start.orientation);
        (used[frame], contents)
    };
    labels.into_iter().map(in_photo).collect()
}

#[cfg(all(test, feature = "go"))]
mod tests {
    use super::*;

    #[test]
    fn labels_are_of_the_last_frames_or_of_the_whole_game() {
        let start = Start::of_go();
        let used: Vec<usize> = (0..200).collect();
        let frames = |span: Span| -> Vec<usize> {
            let labels = labels(&start, &[], &used, 8, span);
            labels.into_iter().map(|(frame, _)| frame).collect()
        };
        let last = frames(Span::Last);
        assert_eq!((last[0], last[1], last[LABELLED]), (0, 144, 191));
        let whole = frames(Span::WholeGame);
        assert_eq!(whole[..3], [0, 1, 5]);
        assert!(whole.len() <= LABELLED + 1 && whole[whole.len() - 1] > 185);
    }
}
