//! Moves that a person took back. For some time the board still shows them: those photos say nothing of the game.

use crate::decode::fix::Fix;
use crate::decode::position_again::likeliest_move;
use crate::recording::Notation;
use crate::recording::current_game::difference;

/// Moves that a person took back, as long as the board shows them.
pub(super) struct StandingMoves<P: Notation> {
    /// The answer: the first of them was not played.
    pub(super) fix: Fix,
    /// The first frame that may show them.
    pub(super) first: usize,
    /// What the last photo shows, as [`CurrentGame::reading`](crate::recording::CurrentGame::reading).
    pub(super) reading: Vec<Option<[f32; 3]>>,
    /// The position before them.
    pub(super) before: P,
    /// The first of them.
    pub(super) mv: P::Move,
    /// The positions after each of them.
    pub(super) after: Vec<P>,
}

/// What a photo shows of moves that were taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// The position before them, or another move from there.
    Before,
    /// A position after some of them.
    After,
    /// Another move from there: they were not taken back.
    Onward,
}

impl<P: Notation> StandingMoves<P> {
    /// What a photo with this [reading](crate::recording::CurrentGame::reading) shows.
    pub(super) fn shown(&self, reading: &[Option<[f32; 3]>]) -> Shown {
        /// Least difference in nats between two positions of which a photo shows one.
        const CLEAR: f32 = 3.0;
        /// Least difference in nats by which a further move explains a photo better.
        const SURE: f32 = 8.0;
        let after_a_move = |position: &P, but: Option<P::Move>| {
            let likeliest = likeliest_move(position, reading, but);
            likeliest.map_or(f32::INFINITY, |(differs, _)| differs)
        };
        let least = |nats: &dyn Fn(&P) -> f32| {
            let after = self.after.iter();
            after.map(nats).fold(f32::INFINITY, f32::min)
        };
        let after = least(&|position| difference(reading, position));
        let onward = least(&|position| after_a_move(position, None));
        let before = difference(reading, &self.before);
        let before = before.min(after_a_move(&self.before, Some(self.mv)));
        if before + CLEAR < after.min(onward) {
            return Shown::Before;
        }
        match onward + SURE < after {
            true => Shown::Onward,
            false => Shown::After,
        }
    }
}

#[cfg(all(test, feature = "chess"))]
mod tests {
    use board_core::{Board, Cell, MoveGen, Occupancy};
    use chess_rules::Position;

    use super::*;
    use crate::recording::drawn::Drawn;

    /// What a photo of this position shows after these moves were taken back. It is less certain of a piece on `dim`
    /// than of all others.
    fn shown(moves: &[&str], fen: &str, dim: &str) -> Shown {
        let before = Position::initial();
        let mv = before.parse_san(moves[0]).unwrap();
        let mut last = before;
        let after = moves.iter().map(|mv| {
            last.play(last.parse_san(mv).unwrap());
            last
        });
        let after = after.collect();
        let standing = StandingMoves {
            fix: "1. not e4".parse().unwrap(),
            first: 1,
            reading: Vec::new(),
            before,
            mv,
            after,
        };
        let photo = Position::from_fen(fen).unwrap();
        let costs = |(point, content): (usize, Occupancy)| {
            let is_dim = photo.point_name(point) == dim;
            let mut costs = [if is_dim { 4.0 } else { 9.0 }; 3];
            costs[content.index()] = 0.0;
            Some(costs)
        };
        let reading: Vec<_> = photo.cells().enumerate().map(costs).collect();
        standing.shown(&reading)
    }

    #[test]
    fn a_photo_shows_whether_moves_still_stand() {
        for (rows, expected) in [
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
                Shown::After,
            ),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Shown::Before),
            // The same pawn goes elsewhere, or another one.
            (
                "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR",
                Shown::Before,
            ),
            (
                "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR",
                Shown::Before,
            ),
            // Black moves.
            (
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
                Shown::Onward,
            ),
            // The pawn is in a hand.
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", Shown::After),
        ] {
            let fen = format!("{rows} w - - 0 1");
            assert_eq!(shown(&["e4"], &fen, ""), expected, "{rows}");
        }
    }

    /// Two moves are taken back one after the other. Older photos show the first alone, on a square that is not clear.
    #[test]
    fn a_photo_of_some_of_the_moves_shows_them() {
        let one = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1";
        for dim in ["e4", "e5"] {
            assert_eq!(shown(&["e4", "e5"], one, dim), Shown::After, "{dim}");
        }
        let other = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1";
        assert_eq!(shown(&["e4", "e5"], other, ""), Shown::Onward);
    }
}
