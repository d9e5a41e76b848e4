//! What is known of moves before any photo is looked at.

use chess_rules::{Kind, Move, Position};
use sequence_search::{Moment, MovePrior};

use crate::chess_fix::Fixes;

/// Moves the user is sure of are certain. And nearly all pawns become queens: where neither photos
/// nor later moves tell the kind, that is it.
pub(crate) struct Prior(pub(crate) Fixes);

impl MovePrior<Position> for Prior {
    fn price(&self, position: &Position, mv: Move, moment: Moment) -> f32 {
        if !self.0.allow(position, mv, moment.ply) {
            return f32::INFINITY;
        }
        match mv.promotion() {
            None | Some(Kind::Queen) => 0.0,
            // One to three in a hundred.
            Some(Kind::Rook | Kind::Knight) => 4.0,
            Some(_) => 5.0,
        }
    }

    fn counts_plies(&self) -> bool {
        !self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queen_unless_told() {
        let position = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let fix = |text: &str| Prior(Fixes::new(&[text.parse().unwrap()], &position));
        let moment = Moment { frame: 0, ply: 0 };
        let price = |prior: &Prior, san: &str| {
            prior.price(&position, position.parse_san(san).unwrap(), moment)
        };
        let free = Prior(Fixes::new(&[], &position));
        assert_eq!(price(&free, "a8=Q"), 0.0);
        assert!(price(&free, "a8=N") > 3.0 && price(&free, "a8=N") < price(&free, "a8=B"));
        assert!(price(&fix("1. a8=N"), "a8=Q").is_infinite());
        assert!(price(&fix("1. a8=N"), "a8=N").is_finite());
        assert!(fix("1. a8=N").counts_plies() && !free.counts_plies());
    }
}
