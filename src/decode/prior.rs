//! The move prior of games on squares.

use sequence_search::{Moment, MovePrior};

use crate::decode::fixes::Fixes;
use crate::games::pieces::SquareGame;

/// The move prior: the user's fixes are certain, other moves cost what the game's own prior says. Moves in the first
/// frame, which should show the start position, cost more.
pub(crate) struct Prior<P: SquareGame> {
    pub(crate) fixes: Fixes,
    moves: P::Prior,
}

/// Additional cost, in nats, of a move made before the first photo.
const EARLY: f32 = 6.0;

impl<P: SquareGame> Prior<P> {
    pub(crate) fn new(fixes: Fixes) -> Self {
        let moves = P::Prior::default();
        Prior { fixes, moves }
    }

    /// The price of a sequence of moves in nats; infinite if a fix contradicts it. `before` is the number of plies
    /// before them, `frame` the frame in which they first show.
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
    fn fixes_outweigh_the_prior() {
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
