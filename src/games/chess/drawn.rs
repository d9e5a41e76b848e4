//! Chess in reports: the board, its squares and numbers of moves.

use board_core::{Color, MoveGen};
use chess_rules::{Position, Square};

use crate::games::chess::SIZE;
use crate::recording::drawn::{Drawn, Number, ReportBoard};

impl Drawn for Position {
    fn board(&self) -> ReportBoard {
        ReportBoard::Squares {
            size: SIZE,
            names: Vec::new(),
        }
    }

    fn letters(&self) -> String {
        let letter = |square| self.piece(square).map_or('.', |piece| piece.letter());
        Square::all().map(letter).collect()
    }

    fn point_name(&self, point: usize) -> String {
        Square::new(point).map_or_else(String::new, |square| square.to_string())
    }

    fn number(&self, _: usize) -> Number {
        let number = usize::from(self.move_number());
        match self.to_move() {
            Color::White => Number::First(number),
            Color::Black => Number::Second(number),
        }
    }
}
