//! What is known of moves before any photo is looked at.

use sequence_search::{Moment, MovePrior};

use crate::fix::Fixes;
use crate::pieces::SquareGame;

/// Moves the user is sure of are certain; the others as likely as the game says, and hardly any was made before the first
/// photo: that is one that seems to show the start.
pub(crate) struct Prior(pub(crate) Fixes);

/// What a move costs more that was made before the first photo, in nats.
const EARLY: f32 = 6.0;

impl<P: SquareGame> MovePrior<P> for Prior {
    fn price(&self, position: &P, mv: P::Move, moment: Moment) -> f32 {
        match self.0.allow(position, mv, moment.ply) {
            true if moment.frame == 0 => EARLY + position.price(mv),
            true => position.price(mv),
            false => f32::INFINITY,
        }
    }

    fn counts_plies(&self) -> bool {
        !self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_rules::Position;

    #[test]
    fn what_the_user_is_sure_of_outweighs_what_is_usual() {
        let position = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let moment = Moment { frame: 1, ply: 0 };
        let price = |prior: &Prior, san: &str| {
            prior.price(&position, position.parse_san(san).unwrap(), moment)
        };
        let free = Prior(Fixes::new(&[], &position));
        assert_eq!(price(&free, "a8=Q"), 0.0);
        let sure = Prior(Fixes::new(&["1. a8=N".parse().unwrap()], &position));
        assert!(price(&sure, "a8=Q").is_infinite());
        assert!(price(&sure, "a8=N").is_finite());
        let counts = |prior: &Prior| MovePrior::<Position>::counts_plies(prior);
        assert!(counts(&sure) && !counts(&free));
    }
}
