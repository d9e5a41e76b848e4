//! Rendering of chess positions.

use board_sim::pieces::{Figure, Kind as Shape, Placement};
use chess_rules::{Kind, Position, Square};

use super::Rendered;

impl Rendered for Position {
    fn placement(&self) -> Placement {
        let squares = Square::all().map(|square| {
            let piece = self.piece(square)?;
            let kind = match piece.kind {
                Kind::Pawn => Shape::Pawn,
                Kind::Knight => Shape::Knight,
                Kind::Bishop => Shape::Bishop,
                Kind::Rook => Shape::Rook,
                Kind::Queen => Shape::Queen,
                Kind::King => Shape::King,
            };
            let color = piece.color;
            Some(Figure { kind, color })
        });
        squares.collect()
    }
}
