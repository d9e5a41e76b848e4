//! Checkers in reports: the board, its squares and numbers of moves.

use board_core::MoveGen;
use checkers_rules::{Piece, Position, Rank};

use crate::recording::drawn::{Drawn, Number, ReportBoard};

impl Drawn for Position {
    fn board(&self) -> ReportBoard {
        let variant = self.rules().variant;
        let size = variant.width();
        let name = |point| {
            let square = variant.square_at(point);
            square.map_or_else(String::new, |square| variant.name_of(square))
        };
        ReportBoard::Squares {
            size,
            names: (0..size * size).map(name).collect(),
        }
    }

    fn letters(&self) -> String {
        let variant = self.rules().variant;
        let letter = |point| {
            let piece = variant.square_at(point).and_then(|s| self.piece(s));
            piece.map_or('.', |Piece { color, rank }| {
                let letter = match rank {
                    Rank::Man => 'm',
                    Rank::King => 'c',
                };
                match color {
                    board_core::Color::White => letter.to_ascii_uppercase(),
                    board_core::Color::Black => letter,
                }
            })
        };
        let size = variant.width();
        (0..size * size).map(letter).collect()
    }

    /// The number or name of a dark square; light squares have neither, and are described.
    fn point_name(&self, point: usize) -> String {
        let variant = self.rules().variant;
        let (row, column) = (point / variant.width() + 1, point % variant.width() + 1);
        match variant.square_at(point) {
            Some(square) => variant.name_of(square),
            None => format!("the light square in row {row}, column {column}"),
        }
    }

    fn number(&self, _: usize) -> Number {
        let number = usize::from(self.move_number());
        match self.to_move() == self.rules().first {
            true => Number::First(number),
            false => Number::Second(number),
        }
    }
}
