//! A position as a board whose squares hold kinds of pieces, for sensors that distinguish them.

use core::ops::ControlFlow;

use board_core::{Board, Cell, Change, Color, MoveGen, Timing};

use crate::{Kind, Move, Piece, Position, Square, quad_bitboard::castling_targets};

/// The content of a square with the kind of the piece: a [`Cell`] with 13 contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KindCell(pub Option<Piece>);

/// The piece of a side and kind.
const fn held(color: Color, kind: Kind) -> KindCell {
    KindCell(Some(Piece { color, kind }))
}

impl Cell for KindCell {
    const ALL: &'static [Self] = &{
        let mut all = [KindCell(None); 13];
        let mut index = 0;
        while index < 6 {
            all[1 + index] = held(Color::Black, Kind::ALL[index]);
            all[7 + index] = held(Color::White, Kind::ALL[index]);
            index += 1;
        }
        all
    };

    #[inline]
    fn index(self) -> usize {
        let piece = |p: Piece| 1 + 6 * p.color.index() + p.kind as usize;
        self.0.map_or(0, piece)
    }

    #[inline]
    fn owner(self) -> Option<Color> {
        self.0.map(|piece| piece.color)
    }
}

impl From<Option<Piece>> for KindCell {
    fn from(piece: Option<Piece>) -> Self {
        KindCell(piece)
    }
}

/// A view of a [`Position`] whose squares hold kinds of pieces: same moves, same key, other contents.
///
/// Use it for evidence that distinguishes kinds (an electronic board, a classifier), and so promotions. For a camera
/// that sees only colours use [`Position`], which has three contents a square instead of 13.
///
/// ```
/// use board_core::{Board, MoveGen};
/// use chess_rules::{KindBoard, KindCell, Piece, Position};
///
/// let mut board = KindBoard(Position::initial());
/// board.play(board.0.parse_san("Nf3")?);
/// assert_eq!(board.get(45), KindCell(Piece::from_letter('N')));
/// # Ok::<(), chess_rules::SanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KindBoard(pub Position);

impl Board for KindBoard {
    type Cell = KindCell;

    fn points(&self) -> usize {
        64
    }

    #[inline]
    fn get(&self, point: usize) -> KindCell {
        debug_assert!(point < 64);
        KindCell(self.0.piece(Square::of(point as u32)))
    }
}

/// In castling the king moves with the move and the rook may lag behind, unless the king stays where it is.
impl MoveGen for KindBoard {
    type Move = Move;
    type Undo = Position;

    const FINDS_MOVES_AT: bool = true;

    #[inline]
    fn to_move(&self) -> Color {
        self.0.to_move()
    }

    fn set_to_move(&mut self, side: Color) {
        self.0.set_to_move(side);
    }

    #[inline]
    fn visit_legal<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.visit_legal(visit)
    }

    fn visit_legal_at<B>(
        &self,
        point: usize,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.visit_legal_at(point, |mv| {
            if self.0.is_castling(mv) {
                ControlFlow::Continue(())
            } else {
                visit(mv)
            }
        })?;
        // Kinds make castling visible where colours do not: a king may replace its rook on a square.
        let king = self.0.king(self.to_move()).bit();
        self.0.visit_masked(king, 0, true, |mv| {
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

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv)
    }

    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<KindCell>)) {
        let side = self.to_move();
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
        if self.0.is_castling(mv) {
            let (king_to, rook_to) = castling_targets(from.index() as u32, to.index() as u32);
            let (king_to, rook_to) = (Square::of(king_to), Square::of(rook_to));
            let timing = |square| match from == king_to || square == from || square == king_to {
                true => Timing::WithMove,
                false => Timing::Lagging,
            };
            change(king_to, held(side, Kind::King), Timing::WithMove);
            change(rook_to, held(side, Kind::Rook), timing(rook_to));
            for left in [from, to] {
                if left != king_to && left != rook_to {
                    change(left, KindCell(None), timing(left));
                }
            }
            return;
        }
        let arrives = match mv.promotion() {
            Some(kind) => held(side, kind),
            None => self.get(from.index()),
        };
        change(from, KindCell(None), Timing::WithMove);
        change(to, arrives, Timing::WithMove);
        if self.0.is_en_passant(mv) {
            let victim = Square::at(to.file(), from.rank());
            change(victim, KindCell(None), Timing::Lagging);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Position {
        self.0.play(mv)
    }

    #[inline]
    fn undo(&mut self, undo: Position) {
        self.0.undo(undo);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys;
    use board_core::laws;

    fn key_from_scratch(board: &KindBoard) -> u64 {
        keys::of(board.0.board(), board.to_move())
    }

    #[test]
    fn the_laws_hold() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let start = KindBoard(fen.parse().unwrap());
            laws::random_games(&start, 4, 50, 4, key_from_scratch).unwrap();
        }
    }

    #[test]
    fn the_laws_hold_where_king_and_rook_trade_places() {
        // Chess960: the king stays, steps onto its rook's square, or exchanges squares with it.
        for rank in ["1R4K1", "5KR1", "1RK5", "2KR4", "3R1KR1", "RK6"] {
            let fen = format!("4k3/8/8/8/8/8/8/{rank} w - - 0 1");
            let mut setup = Position::from_fen(&fen).unwrap().setup();
            let rooks: Vec<Square> = Square::all()
                .filter(|s| setup.pieces[s.index()].is_some_and(|p| p.kind == Kind::Rook))
                .collect();
            rooks.iter().for_each(|rook| setup.castling.0 |= rook.bit());
            let start = KindBoard(setup.position().unwrap());
            assert!(
                start
                    .0
                    .legal_moves()
                    .iter()
                    .any(|&mv| start.0.is_castling(mv)),
                "{rank}"
            );
            laws::position(&start, 0, key_from_scratch)
                .unwrap_or_else(|broken| panic!("{rank}: {broken}"));
        }
    }
}
