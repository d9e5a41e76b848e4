//! Positions of checkers as text.

use board_core::Color;
use checkers_rules::{Game, Position, Rank};
use referee::checkers::Checkers;
use referee::{Rulebook, Sight};

use super::Placed;

impl Placed for Checkers {
    fn sight(letter: char) -> Option<Sight<Rank>> {
        Some(match letter {
            'b' => Sight::of(Color::Black, Rank::Man),
            'B' => Sight::of(Color::Black, Rank::King),
            'w' => Sight::of(Color::White, Rank::Man),
            'W' => Sight::of(Color::White, Rank::King),
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
