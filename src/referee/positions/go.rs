//! Text notation of Go positions.

use board_core::Color;
use referee::Observed;
use referee::go::Go;

use super::PositionNotation;

impl PositionNotation for Go {
    fn observed(letter: char) -> Option<Observed<()>> {
        let color = match letter {
            'X' | 'b' => Color::Black,
            'O' | 'w' => Color::White,
            _ => return None,
        };
        Some(Observed::Piece { color, kind: None })
    }

    fn fen(&self, _: &str) -> Option<Result<Self, String>> {
        None
    }
}
