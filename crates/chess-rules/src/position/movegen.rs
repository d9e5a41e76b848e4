//! A position as a board whose squares are empty, black or white.

use core::ops::ControlFlow;

use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

use super::Position;
use crate::{
    Move, Square, keys,
    quad_bitboard::castling_targets,
    side::{Side, by_side},
};

impl Board for Position {
    type Cell = Occupancy;

    fn points(&self) -> usize {
        64
    }

    #[inline]
    fn get(&self, point: usize) -> Occupancy {
        debug_assert!(point < 64);
        let bit = 1u64 << (point & 63);
        if self.board.occupied() & bit == 0 {
            Occupancy::Empty
        } else if self.board.white & bit != 0 {
            Occupancy::White
        } else {
            Occupancy::Black
        }
    }
}

/// Changes as photos of a chessboard may show them: the rook of castling and the pawn captured en passant may lag
/// behind the move.
///
/// If the king's move changes nothing visible (in Chess960 the king may stay, or step onto its rook's square), the
/// rook's move appears with the move. Castling that exchanges king and rook changes nothing. The four promotions of a
/// pawn make the same changes.
impl MoveGen for Position {
    type Move = Move;
    type Undo = Position;

    const FINDS_MOVES_AT: bool = true;

    #[inline]
    fn to_move(&self) -> Color {
        self.side
    }

    fn set_to_move(&mut self, side: Color) {
        if side != self.side {
            self.board.ep = 0;
            self.side = side;
            self.key = keys::of(&self.board, side);
        }
    }

    #[inline]
    fn visit_legal<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_masked(!0, !0, true, visit)
    }

    fn visit_legal_at<B>(
        &self,
        point: usize,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let bit = 1u64 << (point & 63);
        let own = self.board.side(self.side);
        if own & bit != 0 {
            self.visit_masked(bit, !0, false, &mut visit)?;
        } else {
            let behind = |steps: i32| {
                let up = by_side!(self.side, S => S::UP);
                let from = point as i32 - steps * up;
                if (0..64).contains(&from) {
                    1u64 << from
                } else {
                    0
                }
            };
            let attackers = by_side!(self.side, S => {
                self.board.attackers::<S>(point as u32, self.board.occupied())
            });
            let walkers = (behind(1) | behind(2)) & self.board.pawns() & own;
            let from = attackers | walkers;
            if from != 0 {
                self.visit_masked(from, bit, false, &mut visit)?;
            }
        }
        let king = self.board.kings() & own;
        if self.board.castlers() & own == 0 || king.trailing_zeros() / 8 != point as u32 / 8 {
            return ControlFlow::Continue(());
        }
        self.visit_masked(king, 0, true, |mv| {
            let mut touches = false;
            self.visit_changes(mv, |change| {
                touches |= change.point == point && change.timing == Timing::WithMove;
            });
            if touches {
                visit(mv)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from().bit(), mv.to().bit());
        self.visit_masked(from, to, true, |legal| {
            if legal == mv {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<Occupancy>)) {
        let own = Occupancy::from(self.side);
        let mut change = |square: Square, after, timing| {
            let point = square.index();
            let before = self.get(point);
            if before != after {
                visit(Change {
                    point,
                    before,
                    after,
                    timing,
                });
            }
        };
        let (from, to) = (mv.from(), mv.to());
        if self.is_castling(mv) {
            let (king_to, rook_to) = castling_targets(from.index() as u32, to.index() as u32);
            let (king_to, rook_to) = (Square::of(king_to), Square::of(rook_to));
            let timing = match self.get(king_to.index()) {
                Occupancy::Empty => Timing::Lagging,
                _ => Timing::WithMove,
            };
            let stays = |square| square == king_to || square == rook_to;
            change(king_to, own, Timing::WithMove);
            change(rook_to, own, timing);
            if !stays(from) {
                change(from, Occupancy::Empty, Timing::WithMove);
            }
            if !stays(to) {
                change(to, Occupancy::Empty, timing);
            }
            return;
        }
        change(from, Occupancy::Empty, Timing::WithMove);
        change(to, own, Timing::WithMove);
        if self.is_en_passant(mv) {
            let victim = Square::at(to.file(), from.rank());
            change(victim, Occupancy::Empty, Timing::Lagging);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Position {
        let old = *self;
        self.advance(mv);
        old
    }

    #[inline]
    fn undo(&mut self, undo: Position) {
        *self = undo;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use board_core::laws;

    fn key_from_scratch(position: &Position) -> u64 {
        keys::of(position.board(), position.to_move())
    }

    #[test]
    fn the_laws_hold() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let start = Position::from_fen(fen).unwrap();
            laws::random_games(&start, 6, 60, 4, key_from_scratch).unwrap();
        }
    }

    #[test]
    fn the_laws_hold_in_chess960() {
        for n in (0..960).step_by(37) {
            // Without the pieces between king and rooks, so that they may castle.
            let mut setup = Position::chess960(n).unwrap().setup();
            for square in Square::all() {
                let between = matches!(
                    setup.pieces[square.index()].map(|piece| piece.kind),
                    Some(Kind::Knight | Kind::Bishop | Kind::Queen | Kind::Pawn)
                );
                if between && (square.index() * 7 + n) % 4 != 0 {
                    setup.pieces[square.index()] = None;
                }
            }
            if let Ok(start) = setup.position() {
                laws::random_games(&start, 4, 12, n as u64, key_from_scratch).unwrap();
            }
        }
    }
}
