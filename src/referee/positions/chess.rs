//! Text notation of chess positions.

use chess_rules::{Game, Kind, Piece, Position};
use referee::Observed;
use referee::chess::Chess;

use super::PositionNotation;

impl PositionNotation for Chess {
    fn observed(letter: char) -> Option<Observed<Kind>> {
        let Piece { color, kind } = Piece::from_letter(letter)?;
        Some(Observed::of(color, kind))
    }

    fn fen(&self, line: &str) -> Option<Result<Self, String>> {
        let position = Position::from_fen_lenient(line);
        let game = |position| Chess::from(Game::new(position));
        line.contains(' ')
            .then(|| position.map(game).map_err(|error| error.to_string()))
    }
}
