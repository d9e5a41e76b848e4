//! The 960 initial positions of Chess960.

use board_core::Color;

use crate::{Bitboard, Kind, Piece, Position, Setup, Square};

impl Position {
    /// The initial position of Chess960 with a number from 0 to 959; 518 is that of standard chess. `None` from 960 on.
    ///
    /// Numbered after R. Scharnagl: bishops, queen and knights are placed by repeated division, the king between the
    /// rooks.
    #[must_use]
    pub fn chess960(number: usize) -> Option<Position> {
        if number >= 960 {
            return None;
        }
        let mut rank: [Option<Kind>; 8] = [None; 8];
        let put_free = |rank: &mut [Option<Kind>; 8], nth: usize, kind| {
            let free = (0..8).filter(|&file| rank[file].is_none()).nth(nth);
            rank[free.expect("eight pieces on eight squares")] = Some(kind);
        };
        let (n, light) = (number / 4, number % 4);
        let (n, dark) = (n / 4, n % 4);
        let (knights, queen) = (n / 6, n % 6);
        rank[light * 2 + 1] = Some(Kind::Bishop);
        rank[dark * 2] = Some(Kind::Bishop);
        put_free(&mut rank, queen, Kind::Queen);
        // The squares of the knights among the five still free, in the order of the table.
        let pairs = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b)));
        let (a, b) = pairs.clone().nth(knights).expect("ten pairs");
        put_free(&mut rank, b, Kind::Knight);
        put_free(&mut rank, a, Kind::Knight);
        for kind in [Kind::Rook, Kind::King, Kind::Rook] {
            put_free(&mut rank, 0, kind);
        }

        let mut setup = Setup::default();
        let mut rooks = Bitboard::default();
        for (file, kind) in rank.into_iter().flatten().enumerate() {
            for (color, first, second) in [(Color::White, 0, 1), (Color::Black, 7, 6)] {
                let square = Square::at(file, first);
                setup.pieces[square.index()] = Some(Piece { color, kind });
                let pawn = Piece {
                    color,
                    kind: Kind::Pawn,
                };
                setup.pieces[Square::at(file, second).index()] = Some(pawn);
                if kind == Kind::Rook {
                    rooks.0 |= square.bit();
                }
            }
        }
        setup.castling = rooks;
        setup.position().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_are_there_and_differ() {
        let all: HashSet<String> = (0..960)
            .map(|n| Position::chess960(n).unwrap().to_fen())
            .collect();
        assert_eq!(all.len(), 960);
        assert_eq!(Position::chess960(960), None);
        // Numbers from Scharnagl's table.
        for (number, rank) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
            let fen = Position::chess960(number).unwrap().to_fen();
            assert!(fen.contains(&format!("/{rank} w KQkq -")), "{fen}");
        }
    }
}
