//! Warnings of the end of a game: before its photos end, or in another position than the record.

use std::path::PathBuf;

use board_core::{Evidence, Observation, Occupancy};
use sequence_search::{Decoded, EndKind};

use crate::decode::positions::visit_positions;
use crate::recording::drawn::Drawn;
use crate::warning::{Warning, WarningKind};

/// Least number of moves of a game after another one.
pub(crate) const LEAST: usize = 2;

/// Warns of the photo at which a game is over.
pub(crate) fn warn<M>(decoded: &Decoded<M>, photos: &[PathBuf], warnings: &mut Vec<Warning>) {
    let Some(end) = decoded.end else { return };
    let kind = match end.kind {
        EndKind::Cleared => WarningKind::BoardCleared,
        EndKind::SetUp => WarningKind::NewGameSetUp,
        _ => WarningKind::NoContinuation,
    };
    warnings.push(kind.at(photos.get(end.frame).cloned()));
}

/// Warns of points on which the last photos differ from the record, at the first photo from which on one of them does.
pub(crate) fn differs<P: Drawn>(
    start: &P,
    decoded: &Decoded<P::Move>,
    evidence: &Evidence,
    frame_of_photo: &[Option<usize>],
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    /// Number of last photos that must all contradict the record. They may all repeat the last frame.
    const LAST: usize = 3;
    /// Number of last frames whose evidence is added up.
    const SUMMED: usize = 12;
    /// Least sum of the evidence against the record, in nats.
    const CLEAR: f32 = 9.0;
    let Some(&last) = frame_of_photo.iter().flatten().rev().nth(LAST - 1) else {
        return;
    };
    // The position in each frame: a captured stone that is never taken away is not what the record says.
    let mut positions: Vec<Vec<Occupancy>> = Vec::new();
    visit_positions(start, decoded, |_, position, _| {
        positions.push(position.cells().collect());
    });
    let frames = positions.len();
    let Some(end) = positions.last() else { return };
    // Evidence against the content at the end, in nats; none where the point is hidden.
    let against = |frame: usize, point: usize| {
        let cost = |cell| evidence.cost(frame, point, cell);
        let best = evidence.best(frame, point).and_then(cost);
        Some(cost(end[point])? - best?)
    };
    let differs = |&point: &usize| {
        let agree = (last..frames).all(|f| against(f, point).is_some_and(|a| a > 0.0));
        let summed = frames.saturating_sub(SUMMED)..frames;
        agree && summed.filter_map(|f| against(f, point)).sum::<f32>() > CLEAR
    };
    let points: Vec<usize> = (0..evidence.points()).filter(differs).collect();
    let since = points.iter().flat_map(|&point| {
        let has_come = |frame: usize| positions[frame][point] == end[point];
        let differs = |frame: usize| against(frame, point).is_none_or(|nats| nats > 0.0);
        let back = { 0..frames }.rev();
        let back = back.take_while(|&frame| has_come(frame) && differs(frame));
        back.filter(|&frame| against(frame, point).is_some()).last()
    });
    if let Some(since) = since.min() {
        let points = { points.iter() }
            .map(|&point| start.point_name(point))
            .collect();
        warnings.push(WarningKind::EndDiffers { points }.at(photos.get(since).cloned()));
    }
}

#[cfg(all(test, feature = "go"))]
mod tests {
    use board_core::Cell;
    use go_rules::{Position, Size};
    use sequence_search::{Settings, decode};

    use super::*;

    /// Black's E5, then two white stones: Black has passed. The last photo shows the second one.
    #[test]
    fn a_stone_that_only_the_last_photos_show_is_said() {
        let size = Size::square(9).unwrap();
        let stones = ["E5", "C3", "G7"];
        let evidence = Evidence::from_fn(stones.len() + 1, size.points(), |frame, point| {
            let shown = stones[..frame].iter().position(|name| {
                let mv = size.parse_gtp(name).unwrap();
                mv.point() == Some(point)
            });
            let content = match shown {
                None => Occupancy::Empty,
                Some(0) => Occupancy::Black,
                Some(_) => Occupancy::White,
            };
            let mut costs = [20.0; 3];
            costs[content.index()] = 0.0;
            Some(costs)
        });
        let start = Position::initial(size);
        let game = decode(&start, &evidence, &Settings::exact()).unwrap();
        assert_eq!(
            game.plies.len(),
            2,
            "a pass and a stone cost more than a frame"
        );
        let photos = ["0", "1", "2", "3"].map(PathBuf::from);
        // The last photo may be a mistake; three that repeat each other are none.
        for (repeats, said) in [(0, false), (2, true)] {
            let frames = (0..4).chain(std::iter::repeat_n(3, repeats));
            let frames: Vec<_> = frames.map(Some).collect();
            let mut warnings = Vec::new();
            differs(&start, &game, &evidence, &frames, &photos, &mut warnings);
            let points = vec!["G7".to_owned()];
            let wanted = WarningKind::EndDiffers { points }.at(Some("3".into()));
            assert_eq!(warnings, Vec::from_iter(said.then_some(wanted)));
        }
    }
}
