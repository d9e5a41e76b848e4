//! A game: a position with its history, and how games end.

use core::convert::Infallible;

use board_core::{Color, MoveGen};
use game_record::Ending;

use crate::{Endings, Move, Position, Rank, RuleSet, Variant};

/// The result of a game, as PDN writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum GameResult {
    /// `1-0` or `0-1`; `2-0` or `0-2` in international draughts. The first number is that of the side that moves first.
    Win(Color),
    /// `1/2-1/2`; `1-1` in international draughts.
    Draw,
    /// `0-0`: both sides forfeit.
    BothLose,
    /// `*`: in progress, abandoned, or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The PDN token under these rules.
    #[must_use]
    pub fn token(self, rules: RuleSet) -> &'static str {
        let points = rules.variant == Variant::International;
        match self {
            GameResult::Win(winner) => match (winner == rules.first, points) {
                (true, false) => "1-0",
                (false, false) => "0-1",
                (true, true) => "2-0",
                (false, true) => "0-2",
            },
            GameResult::Draw if points => "1-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::Unknown => "*",
        }
    }

    /// The result of a PDN token of either form; `None` if it is not a result.
    #[must_use]
    pub fn parse(token: &str, rules: RuleSet) -> Option<GameResult> {
        Some(match token {
            "1-0" | "2-0" => GameResult::Win(rules.first),
            "0-1" | "0-2" => GameResult::Win(!rules.first),
            "1/2-1/2" | "1-1" => GameResult::Draw,
            "0-0" => GameResult::BothLose,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }
}

/// How the rules end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// The side to move has no pieces left.
    NoPieces {
        /// The side that wins.
        winner: Color,
    },
    /// The side to move has pieces, but no legal move.
    NoMoves {
        /// The side that wins.
        winner: Color,
    },
    /// The position has occurred as often as allowed: see [`Draws::repetitions`](crate::Draws::repetitions).
    Repetition,
    /// Too many quiet moves: see [`Draws::quiet_moves`](crate::Draws::quiet_moves).
    QuietMoves,
    /// The limit of an endgame is reached: see [`Draws::endings`](crate::Draws::endings).
    Ending,
}

impl Outcome {
    /// The result that the outcome gives.
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self {
            Outcome::NoPieces { winner } | Outcome::NoMoves { winner } => GameResult::Win(winner),
            _ => GameResult::Draw,
        }
    }
}

/// A move is not legal in its position.
pub type IllegalMove = game_record::IllegalMove<Move>;

/// A game: a start position, the moves played, repetitions and the end.
///
/// ```
/// use board_core::Color;
/// use checkers_rules::{Game, Outcome, Position, RuleSet};
///
/// let start = Position::from_fen(RuleSet::ENGLISH, "B:W18:B15").unwrap();
/// let mut game = Game::new(start);
/// game.play(start.parse_move("15x22").unwrap()).unwrap();
/// assert_eq!(game.outcome(), Some(Outcome::NoPieces { winner: Color::Black }));
/// ```
pub type Game = game_record::Game<Position>;

impl Ending for Position {
    type Outcome = Outcome;
    /// No draw needs to be claimed: the rules end the game.
    type Claim = Infallible;

    fn reversible_plies(&self) -> usize {
        self.quiet_plies().into()
    }

    /// Compares pieces and side to move.
    fn same_for_repetition(&self, other: &Position) -> bool {
        let (board, others) = (self.board(), other.board());
        board.sides == others.sides
            && board.kings == others.kings
            && self.to_move() == other.to_move()
    }

    fn outcome(game: &Game) -> Option<Outcome> {
        let position = game.position();
        let draws = position.rules().draws;
        let winner = !position.to_move();
        if !position.has_moves() {
            let pieces = position.board().sides[position.to_move().index()];
            return Some(match pieces {
                0 => Outcome::NoPieces { winner },
                _ => Outcome::NoMoves { winner },
            });
        }
        let quiet = 2 * u16::from(draws.quiet_moves);
        if draws.repetitions > 0 && game.repetitions() >= draws.repetitions.into() {
            Some(Outcome::Repetition)
        } else if quiet > 0 && position.quiet_plies() >= quiet {
            Some(Outcome::QuietMoves)
        } else if is_chase_over(game) {
            Some(Outcome::Ending)
        } else {
            None
        }
    }
}

/// Whether a lone king was chased for the allowed number of moves.
fn is_chase_over(game: &Game) -> bool {
    let position = game.position();
    let endings = position.rules().draws.endings;
    let Some(limit) = chase_limit(endings, position) else {
        return false;
    };
    let pieces = |position: &Position| position.board().sides.map(u64::count_ones);
    let now = pieces(position);
    let same = |earlier: &&Position| {
        chase_limit(endings, earlier) == Some(limit) && pieces(earlier) == now
    };
    game.past().rev().take_while(same).count() >= 2 * usize::from(limit)
}

/// The number of moves of each side allowed in endgames of this kind; `None` for no limit.
fn chase_limit(endings: Endings, position: &Position) -> Option<u16> {
    let count = |color, rank| position.pieces(color, rank).len();
    let of = |color| (count(color, Rank::Man), count(color, Rank::King));
    let (men, kings) = match (of(Color::Black), of(Color::White)) {
        ((0, 1), chasing) | (chasing, (0, 1)) => chasing,
        _ => return None,
    };
    match (endings, men + kings) {
        _ if kings == 0 => None,
        (Endings::International, 3) => Some(16),
        (Endings::International | Endings::Draughts64, 1 | 2) => Some(5),
        (Endings::Draughts64, _) if men == 0 => Some(15),
        (Endings::Frisian, 2) if men == 0 => Some(7),
        (Endings::Frisian, 1) => Some(2),
        (Endings::Pool, 3) if men == 0 => Some(13),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn game(variant: Variant, fen: &str) -> Game {
        Game::new(Position::from_fen(RuleSet::of(variant), fen).unwrap())
    }

    /// Repeats moves until the rules end the game; returns their number and the outcome.
    fn shuffle(game: &mut Game, moves: &[&str]) -> (usize, Option<Outcome>) {
        for (count, text) in moves.iter().cycle().take(200).enumerate() {
            if game.outcome().is_some() {
                return (count, game.outcome());
            }
            game.play(game.position().parse_move(text).unwrap())
                .unwrap();
        }
        (200, None)
    }

    #[test]
    fn the_third_time_is_a_draw() {
        let mut game = game(Variant::English, "B:WK32,31:BK1,2");
        let found = shuffle(&mut game, &["1-5", "32-28", "5-1", "28-32"]);
        assert_eq!(found, (8, Some(Outcome::Repetition)));
        assert_eq!(game.repetitions(), 3);
        while game.take_back().is_some() {}
        assert_eq!((game.repetitions(), game.outcome()), (1, None));
    }

    #[test]
    fn quiet_moves_and_chases_end() {
        let once = |variant: Variant, fen: &str, moves: &[&str]| {
            let mut rules = RuleSet::of(variant);
            rules.draws.repetitions = 0;
            let start = Position::from_fen(rules, fen).unwrap();
            shuffle(&mut Game::new(start), moves)
        };
        let quiet = Some(Outcome::QuietMoves);
        let chase = Some(Outcome::Ending);
        let short = ["1-5", "32-28", "5-1", "28-32"];
        assert_eq!(
            once(Variant::English, "B:WK32,31:BK1,2", &short),
            (80, quiet)
        );
        // Along the edge nothing can be captured.
        let long = ["45-50", "6-1", "50-45", "1-6"];
        let fen = |white: &str, black: &str| format!("W:WK45{white}:BK6{black}");
        let rows = [
            (Variant::International, ",K47,K48", ",K5", 50, quiet),
            (Variant::International, ",K47,K48", "", 32, chase),
            (Variant::International, ",48", "", 10, chase),
            (Variant::International, "", "", 10, chase),
            (Variant::Frisian, ",K48", "", 14, chase),
            (Variant::Frisian, "", "", 4, chase),
        ];
        for (variant, white, black, plies, end) in rows {
            let fen = fen(white, black);
            assert_eq!(once(variant, &fen, &long), (plies, end), "{fen}");
        }
    }

    #[test]
    fn a_side_without_moves_has_lost() {
        let winner = Color::White;
        let blocked = game(Variant::English, "B:W17,14,10:B13,9,6,5,2,1");
        assert_eq!(blocked.outcome(), None);
        let blocked = game(Variant::English, "B:W9,14:B5");
        assert_eq!(blocked.outcome(), Some(Outcome::NoMoves { winner }));
        let gone = game(Variant::English, "B:W9:B");
        assert_eq!(gone.outcome(), Some(Outcome::NoPieces { winner }));
        assert_eq!(gone.outcome().unwrap().result(), GameResult::Win(winner));
    }

    #[test]
    fn results_are_told_by_who_began() {
        for variant in Variant::ALL {
            let rules = RuleSet::of(variant);
            let results = [GameResult::Draw, GameResult::BothLose, GameResult::Unknown];
            for result in Color::BOTH.map(GameResult::Win).into_iter().chain(results) {
                assert_eq!(GameResult::parse(result.token(rules), rules), Some(result));
            }
        }
        let black = GameResult::Win(Color::Black);
        assert_eq!(black.token(RuleSet::ENGLISH), "1-0");
        assert_eq!(black.token(RuleSet::INTERNATIONAL), "0-2");
    }
}
