//! Chess for the search, based on the crate `cozy-chess`.

use std::ops::ControlFlow;

use board_core::zobrist::splitmix64;
use board_core::{Board as _, Change, Color, MoveGen, Occupancy, Timing};
use cozy_chess::{Board, File, Move, Piece, Square};

/// A chess position. Point 0 is a8, 63 is h1; a point is empty or holds a coloured piece.
#[derive(Clone, Debug)]
pub struct Chess(pub Board);

fn point(square: Square) -> usize {
    square as usize ^ 56
}

fn color(color: cozy_chess::Color) -> Color {
    match color {
        cozy_chess::Color::White => Color::White,
        cozy_chess::Color::Black => Color::Black,
    }
}

impl board_core::Board for Chess {
    type Cell = Occupancy;
    fn points(&self) -> usize {
        64
    }
    fn get(&self, point: usize) -> Occupancy {
        self.0.color_on(Square::index(point ^ 56)).map(color).into()
    }
}

impl MoveGen for Chess {
    type Move = Move;
    type Undo = Chess;
    fn to_move(&self) -> Color {
        color(self.0.side_to_move())
    }
    fn set_to_move(&mut self, side: Color) {
        if side != self.to_move() {
            // A side in check cannot give the turn away: it keeps it.
            self.0 = self.0.null_move().unwrap_or_else(|| self.0.clone());
        }
    }
    fn visit_legal<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut moves = Vec::with_capacity(40);
        self.0.generate_moves(|some| {
            moves.extend(some);
            false
        });
        moves.into_iter().try_for_each(&mut visit)
    }
    fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv)
    }
    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<Occupancy>)) {
        let own = Occupancy::from(self.to_move());
        let mut change = |square: Square, after: Occupancy, timing| {
            let (point, before) = (point(square), self.get(point(square)));
            visit(Change {
                point,
                before,
                after,
                timing,
            });
        };
        let (kind, rank) = (self.0.piece_on(mv.from), mv.from.rank());
        if kind == Some(Piece::King) && self.0.color_on(mv.to).map(color) == Some(self.to_move()) {
            // The king captures its own rook: castling.
            let short = mv.to.file() > mv.from.file();
            let (king, rook) = if short {
                (File::G, File::F)
            } else {
                (File::C, File::D)
            };
            change(mv.from, Occupancy::Empty, Timing::WithMove);
            change(Square::new(king, rank), own, Timing::WithMove);
            change(mv.to, Occupancy::Empty, Timing::Lagging);
            change(Square::new(rook, rank), own, Timing::Lagging);
            return;
        }
        change(mv.from, Occupancy::Empty, Timing::WithMove);
        change(mv.to, own, Timing::WithMove);
        let en_passant = kind == Some(Piece::Pawn) && mv.from.file() != mv.to.file();
        if en_passant && self.0.color_on(mv.to).is_none() {
            change(
                Square::new(mv.to.file(), rank),
                Occupancy::Empty,
                Timing::Lagging,
            );
        }
    }
    fn play(&mut self, mv: Move) -> Chess {
        let old = self.clone();
        self.0.play_unchecked(mv);
        old
    }
    fn undo(&mut self, old: Chess) {
        *self = old;
    }
    fn key(&self) -> u64 {
        splitmix64(
            self.0.hash_without_ep(),
            self.0.en_passant().map_or(9, |file| file as u64),
        )
    }
}
