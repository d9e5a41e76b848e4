//! A game: a position with its history, and how games end.

use core::fmt;

use board_core::{Color, MoveGen};
use game_record::Ending;

use crate::{Bitboard, Kind, Move, Position};

/// The result of a game, as PGN writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum GameResult {
    /// `1-0`, `0-1`.
    Win(Color),
    /// `1/2-1/2`.
    Draw,
    /// `*`: in progress, abandoned, or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The token of PGN.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A text is not one of `1-0`, `0-1`, `1/2-1/2`, `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a result")]
pub struct ResultError;

impl core::str::FromStr for GameResult {
    type Err = ResultError;
    fn from_str(text: &str) -> Result<GameResult, ResultError> {
        Ok(match text {
            "1-0" => GameResult::Win(Color::White),
            "0-1" => GameResult::Win(Color::Black),
            "1/2-1/2" => GameResult::Draw,
            "*" => GameResult::Unknown,
            _ => return Err(ResultError),
        })
    }
}

/// How the rules end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// The side to move is checkmated.
    Checkmate {
        /// The side that wins.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has enough material to mate: see [`Position::is_insufficient_material`].
    InsufficientMaterial,
    /// The position has occurred five times (art. 9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves by each side without a capture or pawn move (art. 9.6.2).
    SeventyFiveMoves,
}

impl Outcome {
    /// The result that the outcome gives.
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self {
            Outcome::Checkmate { winner } => GameResult::Win(winner),
            _ => GameResult::Draw,
        }
    }
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Claim {
    /// The position has occurred three times (art. 9.2).
    ThreefoldRepetition,
    /// Fifty moves by each side without a capture or pawn move (art. 9.3).
    FiftyMoves,
}

/// A move is not legal in its position.
pub type IllegalMove = game_record::IllegalMove<Move>;

impl Position {
    /// Whether no series of legal moves leads to mate for lack of material: bare kings, one knight, or bishops of both
    /// sides all on squares of one colour.
    ///
    /// Blocked positions in which mate is impossible (art. 5.2.2) are not detected.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        const LIGHT: u64 = 0xAA55_AA55_AA55_AA55;
        let all = |kind| self.board().kind_set(kind);
        if all(Kind::Pawn) | all(Kind::Rook) | all(Kind::Queen) != 0 {
            return false;
        }
        let bishops = all(Kind::Bishop);
        match Bitboard(all(Kind::Knight)).len() {
            0 => bishops & LIGHT == 0 || bishops & !LIGHT == 0,
            1 => bishops == 0,
            _ => false,
        }
    }
}

/// A game: a start position, the moves played, repetitions and the end.
///
/// ```
/// use chess_rules::{Game, Outcome, Position};
/// use board_core::Color;
///
/// let mut game = Game::new(Position::initial());
/// for san in ["f3", "e5", "g4", "Qh4"] {
///     game.play(game.position().parse_san(san).unwrap()).unwrap();
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// ```
pub type Game = game_record::Game<Position>;

impl Ending for Position {
    type Outcome = Outcome;
    type Claim = Claim;

    fn reversible_plies(&self) -> usize {
        self.halfmoves().into()
    }

    /// Compares pieces, side to move, castling rights and en passant.
    fn same_for_repetition(&self, other: &Position) -> bool {
        self.key() == other.key() && self.is_same(other)
    }

    fn outcome(game: &Game) -> Option<Outcome> {
        let position = game.position();
        if !position.has_moves() {
            return Some(if position.is_check() {
                Outcome::Checkmate {
                    winner: !position.to_move(),
                }
            } else {
                Outcome::Stalemate
            });
        }
        if position.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if game.repetitions() >= 5 {
            Some(Outcome::FivefoldRepetition)
        } else if position.halfmoves() >= 150 {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }

    fn claim(game: &Game) -> Option<Claim> {
        if game.outcome().is_some() {
            None
        } else if game.repetitions() >= 3 {
            Some(Claim::ThreefoldRepetition)
        } else if game.position().halfmoves() >= 100 {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, moves: &str) {
        for san in moves.split(' ') {
            let mv = game.position().parse_san(san).unwrap();
            game.play(mv).unwrap();
        }
    }

    #[test]
    fn repetition_counts_rights_not_only_pieces() {
        // The rook moves end the castling rights, so the first position never repeats.
        let start = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let mut game = Game::new(start);
        play(&mut game, "Rb1 Rb8 Ra1 Ra8");
        assert_eq!((game.repetitions(), game.claim()), (1, None));
        play(&mut game, "Rb1 Rb8 Ra1 Ra8");
        assert_eq!(game.repetitions(), 2);
        play(&mut game, "Rb1 Rb8 Ra1 Ra8");
        assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));
        play(&mut game, "Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8");
        assert_eq!(game.outcome(), Some(Outcome::FivefoldRepetition));
        assert_eq!(game.claim(), None);
        while game.take_back().is_some() {}
        assert_eq!((*game.position(), game.moves().len()), (start, 0));
    }

    #[test]
    fn counters_end_games() {
        let near = |n| {
            let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {n} 100");
            let mut game = Game::new(Position::from_fen(&fen).unwrap());
            play(&mut game, "Ra2");
            (game.claim(), game.outcome())
        };
        assert_eq!(near(98), (None, None));
        assert_eq!(near(99), (Some(Claim::FiftyMoves), None));
        assert_eq!(near(149), (None, Some(Outcome::SeventyFiveMoves)));
    }

    #[test]
    fn ends_of_games() {
        let winner = Color::White;
        let rows = [
            (
                "R3k3/8/4K3/8/8/8/8/8 b - - 0 1",
                Some(Outcome::Checkmate { winner }),
            ),
            // Mate takes precedence over the seventy-five moves (art. 9.6.2).
            (
                "R3k3/8/4K3/8/8/8/8/8 b - - 150 99",
                Some(Outcome::Checkmate { winner }),
            ),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate)),
            (
                "7k/8/6K1/8/8/8/8/8 b - - 0 1",
                Some(Outcome::InsufficientMaterial),
            ),
            (
                "7k/8/6K1/8/8/8/8/N7 b - - 0 1",
                Some(Outcome::InsufficientMaterial),
            ),
            (
                "b6k/8/6K1/8/8/8/8/7B b - - 0 1",
                Some(Outcome::InsufficientMaterial),
            ),
            ("1b5k/8/6K1/8/8/8/8/7B b - - 0 1", None),
            ("n6k/8/6K1/8/8/8/8/7N b - - 0 1", None),
            ("7k/8/6K1/P7/8/8/8/8 b - - 0 1", None),
        ];
        for (fen, outcome) in rows {
            let game = Game::new(Position::from_fen(fen).unwrap());
            assert_eq!(game.outcome(), outcome, "{fen}");
        }
    }

    #[test]
    fn illegal_moves_are_refused() {
        let mut game = Game::new(Position::initial());
        let mv = Move::new("e2".parse().unwrap(), "e5".parse().unwrap(), None);
        assert_eq!(game.play(mv), Err(IllegalMove { mv }));
    }
}
