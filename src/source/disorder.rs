//! Detects photos that are not in the order of time, by their contents.

use board_core::Evidence;
use board_core::{Observation, Occupancy};
use sequence_search::{End, EndKind};

use crate::warning::{Warning, WarningKind};

/// A wrong order of photos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disorder {
    /// From the last one to the first.
    Reversed,
    /// In no order.
    Shuffled,
}

impl Disorder {
    /// The warning about it.
    pub(crate) fn warning(self) -> Warning {
        let kind = match self {
            Self::Reversed => WarningKind::PhotosReversed,
            Self::Shuffled => WarningKind::PhotosShuffled,
        };
        kind.at(None)
    }
}

/// Adds a warning if the photos of a game from this start are not in order. Photos after a clear end show other games;
/// a game that is lost may be so because of the order.
pub(crate) fn warn(
    evidence: &Evidence,
    start: &[Occupancy],
    end: Option<End>,
    warnings: &mut Vec<Warning>,
) {
    let clear = end.filter(|end| end.kind != EndKind::Lost);
    let frames = clear.map_or(evidence.frames(), |end| end.frame);
    warnings.extend(detect(evidence, frames, start).map(Disorder::warning));
}

fn detect(evidence: &Evidence, frames: usize, start: &[Occupancy]) -> Option<Disorder> {
    /// Most photos to compare; of longer series a sample is as good.
    const MOST: usize = 300;
    let step = frames.div_ceil(MOST).max(1);
    let mut tables = vec![start.to_vec()];
    for frame in (0..frames).step_by(step) {
        let before = &tables[tables.len() - 1];
        let shown = |point: usize| evidence.best(frame, point).unwrap_or(before[point]);
        tables.push((0..evidence.points()).map(shown).collect());
    }
    detect_in(&tables, step)
}

/// The same for tables: the first is the start, and each of the others stands for `step` photos.
fn detect_in(tables: &[Vec<Occupancy>], step: usize) -> Option<Disorder> {
    /// Most points that change between two photos in order, with a few photos missing between them or a hand.
    const MOVED: usize = 6;
    let (start, shown) = tables.split_first()?;
    let (first, last) = (shown.first()?, shown.last()?);
    let jumps = shown.windows(2).map(|pair| differing(&pair[0], &pair[1]));
    let far = differing(first, start);
    if far > MOVED
        && 4 * differing(last, start) < far
        && jumps.clone().all(|jump| jump <= step * MOVED)
    {
        return Some(Disorder::Reversed);
    }
    // A board that is cleared, or set up again, is the end of a game.
    let ends = |table: &[Occupancy]| differing(table, start) <= 1;
    let within = shown.windows(2).filter(|pair| !ends(&pair[1]));
    let changes = far
        + within
            .map(|pair| differing(&pair[0], &pair[1]))
            .sum::<usize>();
    let better = nearest_first(tables);
    // In 30 real and simulated series, changes in order of time were at most 1.1 times those of the nearest-first
    // order; in shuffled series, at least 1.5 times.
    let worse = 4 * changes > 5 * better + 4 * step * MOVED;
    (worse && shown.len() > 3).then_some(Disorder::Shuffled)
}

/// Number of points that change if every table is followed by the most similar of the rest, from the start on.
fn nearest_first(tables: &[Vec<Occupancy>]) -> usize {
    let mut rest: Vec<&Vec<Occupancy>> = tables.iter().collect();
    let mut now = rest.swap_remove(0);
    let mut changes = 0;
    while !rest.is_empty() {
        let apart = rest.iter().map(|table| differing(now, table)).enumerate();
        let Some((next, apart)) = apart.min_by_key(|next| next.1) else {
            break;
        };
        changes += apart;
        now = rest.swap_remove(next);
    }
    changes
}

fn differing(a: &[Occupancy], b: &[Occupancy]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game on 81 points with a photo of every move.
    fn game() -> Vec<Vec<Occupancy>> {
        let mut table = vec![Occupancy::Empty; 81];
        let mut tables = vec![table.clone()];
        for i in 0..40 {
            table[(7 * i) % 81] = [Occupancy::Black, Occupancy::White][i % 2];
            tables.push(table.clone());
        }
        tables
    }

    #[test]
    fn a_game_is_in_order_also_with_photos_left_out_and_a_cleared_board() {
        let game = game();
        assert_eq!(detect_in(&game, 1), None);
        let mut cleared = game.clone();
        cleared.push(game[0].clone());
        assert_eq!(detect_in(&cleared, 1), None);
        let fewer: Vec<_> = game.iter().step_by(6).cloned().collect();
        assert_eq!(detect_in(&fewer, 1), None);
        let mut over = game.clone();
        // Another game, with the board turned.
        over.extend(
            game.iter()
                .map(|table| table.iter().rev().copied().collect()),
        );
        assert_eq!(detect_in(&over, 1), None);
        assert_eq!(detect_in(&game[..1], 1), None);
        // Begun before the first photo.
        let late: Vec<_> = game.iter().skip(20).cloned().collect();
        assert_eq!(detect_in(&late, 1), None);
    }

    #[test]
    fn reversed_and_shuffled_photos_are_told() {
        let mut turned = game();
        turned.push(turned[0].clone());
        turned.reverse();
        assert_eq!(detect_in(&turned, 1), Some(Disorder::Reversed));
        let mut mixed = game();
        for i in 1..mixed.len() {
            let other = 1 + (i * 17) % 40;
            mixed.swap(i, other);
        }
        assert_eq!(detect_in(&mixed, 1), Some(Disorder::Shuffled));
    }
}
