//! Choosing between games that the photos cannot tell apart, and saying so.

use std::path::PathBuf;

use go_rules::{Move, Size};
use sequence_search::Decoded;

use crate::warning::Warning;

/// Games that cost this little more, in nats, are as good for all that the photos say.
const EQUAL: f64 = 0.05;

/// Games that cost less than this more are worth a word.
const NEAR: f64 = 2.0;

/// How far every move is from the one before, in all.
fn spread(game: &Decoded<Move>, size: Size) -> usize {
    let points: Vec<usize> = game.plies.iter().filter_map(|p| p.mv.point()).collect();
    let apart = |pair: &[usize]| {
        let (a, b) = (pair[0], pair[1]);
        let cols = size.cols();
        (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols)
    };
    points.windows(2).map(apart).sum()
}

/// Of the games that explain the photos equally well (two moves of one side appeared together), takes
/// the one whose moves are nearest to the ones they follow: players answer locally.
pub(crate) fn nearest(game: &mut Decoded<Move>, size: Size) {
    let others = game.others.iter().enumerate();
    let equal = others.filter(|(_, other)| other.cost < game.cost + EQUAL);
    let best = equal.min_by_key(|(_, other)| spread(other, size));
    let Some((i, _)) = best.filter(|(_, other)| spread(other, size) < spread(game, size)) else {
        return;
    };
    let mut others = core::mem::take(&mut game.others);
    core::mem::swap(game, &mut others[i]);
    game.others = others;
}

/// Warns of moves that another game, nearly as good, has otherwise.
pub(crate) fn undecided(
    game: &Decoded<Move>,
    photos: &[PathBuf],
    size: Size,
    warnings: &mut Vec<Warning>,
) {
    let mut told: Vec<Vec<usize>> = Vec::new();
    for other in &game.others {
        if other.cost > game.cost + NEAR || other.plies.len() != game.plies.len() {
            continue;
        }
        let pairs = game.plies.iter().zip(&other.plies).enumerate();
        let differ: Vec<usize> = pairs
            .filter(|(_, (a, b))| (a.mv, a.side) != (b.mv, b.side))
            .map(|(i, _)| i)
            .collect();
        let names = |game: &Decoded<Move>| {
            let mut names: Vec<String> = differ
                .iter()
                .map(|&i| format!("{} {}", game.plies[i].side, size.gtp(game.plies[i].mv)))
                .collect();
            names.sort();
            names
        };
        // Larger sets are combinations of smaller ones.
        if differ.is_empty() || told.iter().any(|t| t.iter().all(|i| differ.contains(i))) {
            continue;
        }
        let numbers: Vec<String> = differ.iter().map(|i| (i + 1).to_string()).collect();
        let list = numbers.join(" and ");
        let text = if names(game) == names(other) {
            format!("moves {list} may have been played in another order: the photos do not tell")
        } else {
            format!(
                "moves {list} may have been {} instead",
                names(other).join(", ")
            )
        };
        let photo = photos.get(game.plies[differ[0]].frame).cloned();
        warnings.push(Warning { photo, text });
        told.push(differ);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::{Observation, Occupancy};
    use go_rules::Position;
    use sequence_search::{Settings, decode};

    /// Two black stones, hidden until both are there; White answers one of them.
    struct Hidden;

    impl Observation for Hidden {
        type Cell = Occupancy;
        fn frames(&self) -> usize {
            30
        }
        fn points(&self) -> usize {
            81
        }
        fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
            let shows = match point {
                10 | 60 if (5..20).contains(&frame) => return None,
                10 | 60 if frame >= 20 => Occupancy::Black,
                11 if frame >= 12 => Occupancy::White,
                _ => Occupancy::Empty,
            };
            Some(if shows == cell { 0.0 } else { 6.0 })
        }
    }

    #[test]
    fn what_the_photos_do_not_tell_is_chosen_and_said() {
        let size = Size::square(9).unwrap();
        let mut settings = Settings::exact();
        (settings.n_best, settings.margin) = (4, 3.0);
        let mut game = decode(&Position::new(size), &Hidden, &settings).unwrap();
        nearest(&mut game, size);
        let points: Vec<_> = game.plies.iter().filter_map(|p| p.mv.point()).collect();
        // 60 last: White's answer is next to 10.
        assert_eq!(points, [10, 11, 60]);
        let mut warnings = Vec::new();
        undecided(&game, &[], size, &mut warnings);
        let texts: Vec<_> = warnings.iter().map(|w| w.text.as_str()).collect();
        assert_eq!(
            texts,
            ["moves 1 and 3 may have been played in another order: the photos do not tell"]
        );
    }
}
