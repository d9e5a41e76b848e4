//! A position as a board whose squares hold men and kings, for sensors that distinguish them.

use core::ops::ControlFlow;

use board_core::{Board, Cell, Change, Color, MoveGen, Timing};

use crate::{Move, Piece, Position, Rank};

/// The content of a square with the rank of the piece: a [`Cell`] with five contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KindCell(pub Option<Piece>);

/// The piece of a side and rank.
const fn held(color: Color, rank: Rank) -> KindCell {
    KindCell(Some(Piece { color, rank }))
}

impl Cell for KindCell {
    const ALL: &'static [Self] = &[
        KindCell(None),
        held(Color::Black, Rank::Man),
        held(Color::Black, Rank::King),
        held(Color::White, Rank::Man),
        held(Color::White, Rank::King),
    ];

    #[inline]
    fn index(self) -> usize {
        let piece = |p: Piece| 1 + 2 * p.color.index() + p.rank as usize;
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

/// A view of a [`Position`] whose squares hold men and kings: same moves, same key, other contents.
///
/// As in `Position`, the points are all squares of the diagram, including light ones. Use it for evidence that
/// distinguishes men from kings (an electronic board, a classifier), and so crownings; for evidence of colours use
/// [`Position`].
///
/// ```
/// use board_core::Board;
/// use checkers_rules::{KindBoard, KindCell, Piece, Position, Rank, RuleSet};
///
/// let board = KindBoard(Position::initial(RuleSet::ENGLISH));
/// let man = Piece { color: board_core::Color::Black, rank: Rank::Man };
/// assert_eq!(board.get(1), KindCell(Some(man)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KindBoard(pub Position);

impl Board for KindBoard {
    type Cell = KindCell;

    fn points(&self) -> usize {
        self.0.points()
    }

    #[inline]
    fn get(&self, point: usize) -> KindCell {
        let square = self.0.rules().variant.square_at(point);
        KindCell(square.and_then(|square| self.0.piece(square)))
    }
}

/// The piece moves with the move; captured pieces may lag behind. If a capture ends where it began without a crowning,
/// the piece does not change its square; then the captured pieces change with the move.
impl MoveGen for KindBoard {
    type Move = Move;
    type Undo = Position;

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

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv)
    }

    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<KindCell>)) {
        let variant = self.0.rules().variant;
        let mut change = |square, after, timing| {
            let point = variant.point(square);
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
        let arrives = match mv.crowned {
            true => held(self.to_move(), Rank::King),
            false => KindCell(self.0.piece(mv.from)),
        };
        if mv.from != mv.to {
            change(mv.from, KindCell(None), Timing::WithMove);
        }
        change(mv.to, arrives, Timing::WithMove);
        let timing = match mv.from == mv.to && !mv.crowned {
            true => Timing::WithMove,
            false => Timing::Lagging,
        };
        for square in mv.captured {
            change(square, KindCell(None), timing);
        }
    }

    fn play(&mut self, mv: Move) -> Position {
        self.0.play(mv)
    }

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
    use crate::{RuleSet, Variant, keys};
    use board_core::laws;

    #[test]
    fn the_laws_hold_in_random_games() {
        for variant in Variant::ALL {
            let start = KindBoard(Position::initial(RuleSet::of(variant)));
            let key = |board: &KindBoard| keys::of(board.0.board(), board.to_move());
            laws::random_games(&start, 10, 150, 7, key)
                .unwrap_or_else(|broken| panic!("{variant:?}: {broken}"));
        }
    }

    #[test]
    fn a_crowning_is_seen() {
        let start = Position::from_fen(RuleSet::ENGLISH, "W:W5:B20").unwrap();
        let board = KindBoard(start);
        let mv = start.parse_move("5-1").unwrap();
        let mut arrived = Vec::new();
        board.visit_changes(mv, |change| arrived.extend(change.after.0));
        let rank = Rank::King;
        let color = Color::White;
        assert_eq!(arrived, [Piece { color, rank }]);
    }
}
