//! Text notation of checkers positions.

use board_core::Color;
use checkers_rules::{Game, Position, Rank};
use referee::checkers::Checkers;
use referee::{Observed, Rulebook};

use super::PositionNotation;

impl PositionNotation for Checkers {
    fn observed(letter: char) -> Option<Observed<Rank>> {
        Some(match letter {
            'b' => Observed::of(Color::Black, Rank::Man),
            'B' => Observed::of(Color::Black, Rank::King),
            'w' => Observed::of(Color::White, Rank::Man),
            'W' => Observed::of(Color::White, Rank::King),
            _ => return None,
        })
    }

    fn fen(&self, line: &str) -> Option<Result<Self, String>> {
        let position = Position::from_fen(self.position().rules(), line);
        let game = |position| Checkers::from(Game::new(position));
        line.contains(':')
            .then(|| position.map(game).map_err(|error| error.to_string()))
    }
}
