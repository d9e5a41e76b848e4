use core::fmt;
use core::ops::ControlFlow;

use board_core::{Board, Change, Color, MoveGen, Occupancy, Timing};

#[cfg(feature = "serde")]
use crate::bitboards::{LONGEST_RUN, Run};
use crate::{
    Move, Piece, Rank, RuleSet, Square, Squares,
    bitboards::Bitboards,
    capture::List,
    keys,
    layout::{Layout, singles},
    variant::by_variant,
};

/// Calls `$f` with the variant's rules, whether White is to move, and the given further type.
macro_rules! by_side {
    ($position:expr, |$R:ident, $WHITE:ident| $body:expr) => {
        by_variant!($position.rules.variant, $R => match $position.side {
            Color::White => {
                const $WHITE: bool = true;
                $body
            }
            Color::Black => {
                const $WHITE: bool = false;
                $body
            }
        })
    };
}

/// A position with the rules of its game; cheap to copy.
///
/// As a [`Board`] it has all squares of the diagram, including light ones, row by row from the top left: 64 or 100
/// points.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Bitboards,
    key: u64,
    rules: RuleSet,
    side: Color,
    quiet: u16,
    number: u16,
}

impl Position {
    /// The start position under these rules.
    #[must_use]
    pub fn initial(rules: RuleSet) -> Position {
        let laws = rules.variant.laws();
        let rows = laws.layout.width();
        let black = laws.layout.rows(0, laws.filled);
        let white = laws.layout.rows(rows - laws.filled, rows);
        let board = Bitboards {
            sides: [black, white],
            ..Bitboards::default()
        };
        Position::assembled(board, rules, rules.first)
    }

    /// Makes a position from sets known to be valid.
    pub(crate) fn assembled(board: Bitboards, rules: RuleSet, side: Color) -> Position {
        Position {
            board,
            key: keys::of(&board, side),
            rules,
            side,
            quiet: 0,
            number: 1,
        }
    }

    /// The kings that moved in a row without taking, which [`Variant::Frisian`](crate::Variant::Frisian) counts: whose,
    /// where, and how often.
    #[cfg(feature = "serde")]
    pub(crate) fn runs(&self) -> impl Iterator<Item = (Color, Square, u8)> {
        let runs = Color::BOTH.into_iter().zip(self.board.runs);
        let runs = runs.filter(|(_, run)| run.moves > 0);
        runs.map(|(color, run)| (color, self.square(1 << run.square), run.moves))
    }

    /// Says that a king has moved so often in a row; `false` if it cannot have.
    #[cfg(feature = "serde")]
    pub(crate) fn set_run(&mut self, color: Color, square: Square, moves: u8) -> bool {
        let king = Piece {
            color,
            rank: Rank::King,
        };
        let counts = self.rules.variant.laws().orthogonal;
        let good = counts && self.piece(square) == Some(king) && (1..=LONGEST_RUN).contains(&moves);
        if good {
            let square = self.bit(square).trailing_zeros() as u8;
            self.board.runs[color.index()] = Run { square, moves };
            self.key = keys::of(&self.board, self.side);
        }
        good
    }

    /// Sets [`quiet_plies`](Position::quiet_plies) and [`move_number`](Position::move_number).
    #[cfg(feature = "serde")]
    pub(crate) fn set_counters(&mut self, quiet: u16, number: u16) {
        (self.quiet, self.number) = (quiet, number);
    }

    #[inline]
    pub(crate) const fn board(&self) -> &Bitboards {
        &self.board
    }

    #[inline]
    pub(crate) const fn layout(&self) -> Layout {
        self.rules.variant.laws().layout
    }

    /// The rules of the game.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The single-bit set of a square; empty if the board has no such square.
    #[inline]
    pub(crate) const fn bit(&self, square: Square) -> u64 {
        let layout = self.layout();
        if square.index() < layout.squares() {
            1 << layout.bit(square.index())
        } else {
            0
        }
    }

    /// The square of a single-bit set.
    #[inline]
    pub(crate) const fn square(&self, bit: u64) -> Square {
        Square::of(self.layout().index(bit.trailing_zeros()))
    }

    fn squares(&self, set: u64) -> Squares {
        singles(set).map(|bit| self.square(bit)).collect()
    }

    /// The piece on a square; `None` if it is empty or beyond the board.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let bit = self.bit(square);
        let color = match self.board.sides.map(|side| side & bit != 0) {
            [true, _] => Color::Black,
            [_, true] => Color::White,
            _ => return None,
        };
        let rank = if self.board.kings & bit != 0 {
            Rank::King
        } else {
            Rank::Man
        };
        Some(Piece { color, rank })
    }

    /// The squares of one side's pieces of one rank.
    #[must_use]
    pub fn pieces(&self, color: Color, rank: Rank) -> Squares {
        let side = self.board.sides[color.index()];
        self.squares(match rank {
            Rank::Man => side & !self.board.kings,
            Rank::King => side & self.board.kings,
        })
    }

    /// Number of plies since the last capture or move of a man. Saturates at 65,535.
    #[must_use]
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// The number of the next move, increased after the move of the second side. Saturates at 65,535.
    #[must_use]
    pub const fn move_number(&self) -> u16 {
        self.number
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.visit_legal(|_| ControlFlow::Break(())).is_break()
    }

    /// Whether the side to move must capture.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        by_side!(self, |R, WHITE| self.board.takers::<R, WHITE>()) != (0, 0)
    }

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        MoveGen::legal_moves(self)
    }

    /// Plays a legal move, like [`MoveGen::play`], but without returning the previous position.
    pub fn advance(&mut self, mv: Move) {
        let old = self.board;
        let (from, to) = (self.bit(mv.from), self.bit(mv.to));
        let taken = mv.captured.fold(0, |set, square| set | self.bit(square));
        self.board = by_side!(self, |R, WHITE| old
            .after::<R, WHITE>(from, to, taken, mv.crowned));
        self.key ^= keys::difference(&old, &self.board) ^ keys::SIDE;
        self.quiet = if taken != 0 || old.kings & from == 0 {
            0
        } else {
            self.quiet.saturating_add(1)
        };
        if self.side != self.rules.first {
            self.number = self.number.saturating_add(1);
        }
        self.side = !self.side;
    }

    /// Calls `visit` with every legal move until it returns `false`. Takes a trait object so that it is compiled only
    /// once for each set of rules and side.
    fn visit_moves(&self, visit: &mut dyn FnMut(Move) -> bool) {
        let mut flow = |mv| match visit(mv) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let _ = by_side!(self, |R, WHITE| {
            let takers = self.board.takers::<R, WHITE>();
            if takers == (0, 0) {
                self.board.quiet::<R, WHITE, _>(|from, to, crowned| {
                    flow(Move {
                        from: self.square(from),
                        to: self.square(to),
                        captured: Squares(0),
                        crowned,
                    })
                })
            } else {
                let mut list = List::<()>::new();
                self.board.captures::<R, WHITE, _, _>(takers, &mut list);
                list.captures.iter().try_for_each(|capture| {
                    flow(Move {
                        from: self.square(capture.from),
                        to: self.square(capture.to),
                        captured: self.squares(capture.taken),
                        crowned: capture.crowned,
                    })
                })
            }
        });
    }
}

/// Writes the FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({})", self.rules.variant, self.to_fen())
    }
}

/// Writes a diagram, the top row first: `w` and `b` for men, `W` and `B` for kings, a dot for an empty dark square, a
/// blank for light squares.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rules.variant.width();
        for point in 0..width * width {
            let piece = self
                .rules
                .variant
                .square_at(point)
                .map(|square| self.piece(square));
            let mark = match piece {
                None => ' ',
                Some(None) => '.',
                Some(Some(Piece { color, rank })) => match (color, rank) {
                    (Color::White, Rank::Man) => 'w',
                    (Color::White, Rank::King) => 'W',
                    (Color::Black, Rank::Man) => 'b',
                    (Color::Black, Rank::King) => 'B',
                },
            };
            let end = if point % width == width - 1 {
                "\n"
            } else {
                " "
            };
            write!(f, "{mark}{end}")?;
        }
        Ok(())
    }
}

impl Board for Position {
    type Cell = Occupancy;

    fn points(&self) -> usize {
        let width = self.rules.variant.width();
        width * width
    }

    #[inline]
    fn get(&self, point: usize) -> Occupancy {
        let Some(square) = self.rules.variant.square_at(point) else {
            return Occupancy::Empty;
        };
        let bit = self.bit(square);
        match self.board.sides.map(|side| side & bit != 0) {
            [true, _] => Occupancy::Black,
            [_, true] => Occupancy::White,
            _ => Occupancy::Empty,
        }
    }
}

/// Changes as photos of the board may show them: the piece moves with the move, and captured pieces may lag behind. If
/// a capture ends where it began, the piece does not change its square; then the captured pieces change with the move.
impl MoveGen for Position {
    type Move = Move;
    type Undo = Position;

    #[inline]
    fn to_move(&self) -> Color {
        self.side
    }

    fn set_to_move(&mut self, side: Color) {
        if side != self.side {
            self.side = side;
            self.key ^= keys::SIDE;
        }
    }

    fn visit_legal<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut result = ControlFlow::Continue(());
        self.visit_moves(&mut |mv| {
            result = visit(mv);
            result.is_continue()
        });
        result
    }

    fn is_legal(&self, mv: Move) -> bool {
        let same = |legal| match legal == mv {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.visit_legal(same).is_break()
    }

    fn visit_changes(&self, mv: Move, mut visit: impl FnMut(Change<Occupancy>)) {
        let variant = self.rules.variant;
        let (own, other) = (Occupancy::from(self.side), Occupancy::from(!self.side));
        let mut change = |square, before, after, timing| {
            let point = variant.point(square);
            visit(Change {
                point,
                before,
                after,
                timing,
            });
        };
        let circular = mv.from == mv.to;
        if !circular {
            change(mv.from, own, Occupancy::Empty, Timing::WithMove);
            change(mv.to, Occupancy::Empty, own, Timing::WithMove);
        }
        for square in mv.captured {
            let timing = if circular {
                Timing::WithMove
            } else {
                Timing::Lagging
            };
            change(square, other, Occupancy::Empty, timing);
        }
    }

    fn play(&mut self, mv: Move) -> Position {
        let old = *self;
        self.advance(mv);
        old
    }

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
    use crate::Variant;
    use board_core::laws;

    #[test]
    fn the_laws_hold_in_random_games() {
        for variant in Variant::ALL {
            let start = Position::initial(RuleSet::of(variant));
            let key = |position: &Position| keys::of(&position.board, position.side);
            laws::random_games(&start, 20, 150, 7, key)
                .unwrap_or_else(|broken| panic!("{variant:?}: {broken}"));
        }
    }

    #[test]
    fn a_frisian_king_rests_after_three_moves() {
        let rules = RuleSet::of(Variant::Frisian);
        let moves_of = |position: &Position, number: usize| {
            let moves = position.legal_moves();
            moves.iter().filter(|mv| mv.from.number() == number).count()
        };
        let after = |fen: &str, moves: &str| {
            let mut position = Position::from_fen(rules, fen).unwrap();
            for text in moves.split(' ') {
                position.advance(position.parse_move(text).unwrap());
            }
            position
        };
        let with_man = "W:WK45,37,K48:BK6";
        let three = "45-50 6-1 50-45 1-6 45-50 6-1";
        let position = after(with_man, "45-50 6-1 50-45 1-6");
        assert!(moves_of(&position, 45) > 0);
        let position = after(with_man, three);
        assert_eq!(moves_of(&position, 50), 0);
        assert!(moves_of(&position, 48) > 0 && moves_of(&position, 37) > 0);
        // Black has no man and may continue; White may after another piece has moved.
        let position = after(with_man, &format!("{three} 37-32"));
        assert!(moves_of(&position, 1) > 0);
        let position = after(with_man, &format!("{three} 37-32 1-6"));
        assert!(moves_of(&position, 50) > 0);
        // The run restricts the legal moves, so it is part of the key.
        let fresh = Position::from_fen(rules, &after(with_man, three).to_fen()).unwrap();
        assert_ne!(fresh.key(), after(with_man, three).key());
        let position = after("W:WK45,K48:BK6", three);
        assert!(moves_of(&position, 50) > 0);
    }
}
