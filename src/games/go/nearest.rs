//! Choice between games of Go that explain the photos equally well.

use go_rules::{Move, Size};
use sequence_search::Decoded;

use crate::decode::ambiguity::EQUAL;

/// The sum of the distances between consecutive moves.
fn total_distance(game: &Decoded<Move>, size: Size) -> usize {
    let points: Vec<usize> = game.plies.iter().filter_map(|p| p.mv.point()).collect();
    let apart = |pair: &[usize]| {
        let (a, b) = (pair[0], pair[1]);
        let cols = size.cols();
        (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols)
    };
    points.windows(2).map(apart).sum()
}

/// Of the games that explain the photos equally well, because two moves of one side show together, takes the one with
/// the smallest distances between consecutive moves: players answer locally.
pub(crate) fn choose_nearest(game: &mut Decoded<Move>, size: Size) {
    let others = game.others.iter().enumerate();
    let equal = others.filter(|(_, other)| other.cost < game.cost + EQUAL);
    let distance = |game: &Decoded<Move>| total_distance(game, size);
    let best = equal.min_by_key(|(_, other)| distance(other));
    let Some((i, _)) = best.filter(|(_, other)| distance(other) < distance(game)) else {
        return;
    };
    let mut others = core::mem::take(&mut game.others);
    core::mem::swap(game, &mut others[i]);
    game.others = others;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{ambiguity, move_order};
    use crate::warning::{NamedMove, WarningKind};
    use board_core::{Observation, Occupancy};
    use go_rules::Position;
    use sequence_search::{Settings, decode};

    /// Two black stones, hidden until both are on the board; White answers one of them.
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
    fn an_open_order_is_chosen_and_warned_of() {
        let size = Size::square(9).unwrap();
        let mut settings = Settings::exact();
        (settings.n_best, settings.margin) = (4, 3.0);
        let mut game = decode(&Position::initial(size), &Hidden, &settings).unwrap();
        choose_nearest(&mut game, size);
        let points: Vec<_> = game.plies.iter().filter_map(|p| p.mv.point()).collect();
        // The white stone is next to point 10, so 60 is last.
        assert_eq!(points, [10, 11, 60]);
        let mut warnings = Vec::new();
        let orders = ambiguity::near_orders(&game, &[]);
        let doubtful = move_order::weigh_orders(&mut game, &orders);
        let names = |game: &Decoded<Move>| NamedMove::all(&Position::initial(size), &game.plies);
        let named = names(&game);
        move_order::warn(&game, &doubtful, &[], &named, &mut warnings);
        ambiguity::warn_of_alternatives(&game, &[], names, &doubtful, &mut warnings);
        let moves = vec![named[0].clone(), named[2].clone()];
        assert_eq!(warnings, [WarningKind::MoveOrder { moves }.at(None)]);
    }
}
