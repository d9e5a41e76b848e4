//! Positions of Go as text.

use board_core::Color;
use referee::Sight;
use referee::go::Go;

use super::Placed;

impl Placed for Go {
    fn sight(letter: char) -> Option<Sight<()>> {
        let color = match letter {
            'X' | 'b' => Color::Black,
            'O' | 'w' => Color::White,
            _ => return None,
        };
        Some(Sight::Piece { color, kind: None })
    }

    fn fen(&self, _: &str) -> Option<Result<Self, String>> {
        None
    }
}
