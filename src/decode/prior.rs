//! What is known of moves before any photo is looked at.

use sequence_search::{Moment, MovePrior};

use crate::decode::fixes::Fixes;
use crate::games::pieces::square_game::SquareGame;

/// Moves the user is sure of are certain; the others as likely as people play them, and hardly any was made before the
/// first photo: that is one that seems to show the start.
pub(crate) struct Prior<P: SquareGame> {
    pub(crate) fixes: Fixes,
    moves: P::Prior,
}

/// What a move costs more that was made before the first photo, in nats.
const EARLY: f32 = 6.0;

impl<P: SquareGame> Prior<P> {
    pub(crate) fn new(fixes: Fixes) -> Self {
        let moves = P::Prior::default();
        Prior { fixes, moves }
    }

    /// How unlikely people are to make moves one after the other, in nats; infinite if the user knows better.
    /// `before` are the plies before them, `frame` the photo they first show in.
    pub(crate) fn price_of(
        &self,
        start: &P,
        moves: &[P::Move],
        before: usize,
        frame: usize,
    ) -> f32 {
        let mut position = start.clone();
        let prices = moves.iter().zip(before..).map(|(&mv, ply)| {
            let price = self.price(&position, mv, Moment { frame, ply });
            position.play(mv);
            price
        });
        prices.sum()
    }
}

impl<P: SquareGame> MovePrior<P> for Prior<P> {
    fn price(&self, position: &P, mv: P::Move, moment: Moment) -> f32 {
        let early = if moment.frame == 0 { EARLY } else { 0.0 };
        match self.fixes.allow(position, mv, moment.ply) {
            true => early + self.moves.price(position, mv, moment),
            false => f32::INFINITY,
        }
    }

    fn counts_plies(&self) -> bool {
        !self.fixes.is_empty()
    }
}

#[cfg(test)]
#[cfg(feature = "chess")]
mod tests {
    use super::*;
    use chess_rules::Position;

    #[test]
    fn what_the_user_is_sure_of_outweighs_what_is_usual() {
        let position = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let moment = Moment { frame: 1, ply: 0 };
        let price = |prior: &Prior<Position>, san: &str| {
            prior.price(&position, position.parse_san(san).unwrap(), moment)
        };
        let free = Prior::new(Fixes::new(&[], &position));
        assert!(price(&free, "a8=N") > price(&free, "a8=Q") + 2.0);
        let sure = Prior::new(Fixes::new(&["1. a8=N".parse().unwrap()], &position));
        assert!(price(&sure, "a8=Q").is_infinite());
        assert!(price(&sure, "a8=N").is_finite());
        let counts = |prior: &Prior<Position>| MovePrior::<Position>::counts_plies(prior);
        assert!(counts(&sure) && !counts(&free));
    }
}
