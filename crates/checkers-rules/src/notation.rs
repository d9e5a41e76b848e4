//! Notation of moves: `22-17`, `22x15`, `c3:e5`, with the whole path if two captures share both ends.

use core::ops::ControlFlow;

use board_core::{Color, MoveGen};

use crate::{
    Move, Position, Square, Variant,
    bitboards::Bitboards,
    variant::{Rules, by_variant, directions, step},
};

/// Why a text is not a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text is not two or more squares of the board with `-`, `x` or `:` in between.
    #[error("not a move")]
    Syntax,
    /// No legal move has these squares.
    #[error("no such move is legal")]
    Illegal,
    /// Several captures have these squares; more squares of the path are needed.
    #[error("more than one capture goes so")]
    Ambiguous,
}

/// Enumerates the paths of a capture.
struct Walk<'a, V> {
    position: &'a Position,
    /// Where the piece may land: the empty squares, and its source square.
    empty: u64,
    to: u64,
    /// Whether straight parts of a path name only the first square behind each captured piece, as in PDN.
    canonical: bool,
    way: Vec<Square>,
    visit: V,
}

impl<V: FnMut(&[Square]) -> ControlFlow<B>, B> Walk<'_, V> {
    /// Continues from `at`, with `left` still to capture. `came` is the last direction and whether the piece landed at
    /// once.
    fn walk<R: Rules, const WHITE: bool>(
        &mut self,
        at: u64,
        left: u64,
        king: bool,
        came: Option<(usize, bool)>,
    ) -> ControlFlow<B> {
        self.way.push(self.position.square(at));
        if left == 0 && at == self.to {
            (self.visit)(&self.way)?;
        }
        let all = if king {
            0..R::TAKES
        } else {
            directions::<R, WHITE>()
        };
        let long = king && R::LAWS.flying;
        for direction in all {
            if self.canonical && came == Some((direction, false)) {
                continue;
            }
            let mut next = step::<R>(at, direction);
            while long && next & self.empty != 0 {
                next = step::<R>(next, direction);
            }
            let over = next & left;
            let mut land = step::<R>(over, direction) & self.empty;
            let mut first = true;
            while land != 0 {
                let passing = R::LAWS.crowned_in_passing && land & R::CROWN[WHITE as usize] != 0;
                let came = Some((direction, first));
                self.walk::<R, WHITE>(land, left & !over, king || passing, came)?;
                land = if long {
                    step::<R>(land, direction) & self.empty
                } else {
                    0
                };
                first = false;
            }
        }
        self.way.pop();
        ControlFlow::Continue(())
    }
}

impl Position {
    fn visit_ways<B>(
        &self,
        mv: Move,
        canonical: bool,
        visit: impl FnMut(&[Square]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let pieces: &Bitboards = self.board();
        let from = self.bit(mv.from);
        let taken = mv.captured.fold(0, |set, square| set | self.bit(square));
        let board = by_variant!(self.rules().variant, R => R::BOARD);
        let mut walk = Walk {
            position: self,
            empty: board & !pieces.occupied() | from,
            to: self.bit(mv.to),
            canonical,
            way: Vec::new(),
            visit,
        };
        let king = pieces.kings & from != 0;
        by_variant!(self.rules().variant, R => match self.to_move() {
            Color::White => walk.walk::<R, true>(from, taken, king, None),
            Color::Black => walk.walk::<R, false>(from, taken, king, None),
        })
    }

    /// The possible paths of a legal move: the squares where the piece starts, lands and turns, including the last one.
    /// Where it continues straight on after a capture, the square directly behind the captured piece is named, as in
    /// PDN 3.0. A quiet move has one path of two squares.
    #[must_use]
    pub fn paths(&self, mv: Move) -> Vec<Vec<Square>> {
        if !mv.is_capture() {
            return vec![vec![mv.from, mv.to]];
        }
        let mut paths = Vec::new();
        let _: ControlFlow<()> = self.visit_ways(mv, true, |way| {
            paths.push(way.to_vec());
            ControlFlow::Continue(())
        });
        paths
    }

    /// Writes a legal move in PDN: its ends, or the whole path if another capture has the same ends.
    ///
    /// ```
    /// use checkers_rules::{Position, RuleSet};
    /// let start = Position::initial(RuleSet::ENGLISH);
    /// assert_eq!(start.notation(start.parse_move("11-15").unwrap()), "11-15");
    /// let two_ways = Position::from_fen(RuleSet::ENGLISH, "B:W14,15,22,23:B10").unwrap();
    /// let names: Vec<_> = two_ways.legal_moves().iter().map(|&mv| two_ways.notation(mv)).collect();
    /// assert_eq!(names, ["10x17x26", "10x19x26"]);
    /// ```
    #[must_use]
    pub fn notation(&self, mv: Move) -> String {
        let variant = self.rules().variant;
        let sign = match (mv.is_capture(), variant) {
            (false, _) => "-",
            (true, Variant::Russian) => ":",
            (true, _) => "x",
        };
        let same_ends = |other: &Move| (other.from, other.to) == (mv.from, mv.to);
        let alone =
            !mv.is_capture() || self.legal_moves().into_iter().filter(same_ends).count() == 1;
        let way = if alone {
            vec![mv.from, mv.to]
        } else {
            self.paths(mv).swap_remove(0)
        };
        let names: Vec<String> = way
            .into_iter()
            .map(|square| variant.name_of(square))
            .collect();
        names.join(sign)
    }

    /// Reads a legal move: squares by number, or by letter and digit, with `-`, `x` or `:` in between (or nothing
    /// between `c3` and `d4`). A capture may have its ends, its whole path, or some squares of it.
    ///
    /// # Errors
    /// If it is not a move, matches no legal move, or matches more than one.
    pub fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let way = parse_way(self.rules().variant, text).ok_or(NotationError::Syntax)?;
        let (from, to) = (way[0], way[way.len() - 1]);
        let mut moves = self.legal_moves();
        moves.retain(|mv| (mv.from, mv.to) == (from, to));
        // A whole path is unambiguous; otherwise squares may be missing.
        let whole = |mv: &&Move| way.len() == mv.captured.len() + 1 && self.goes(**mv, &way);
        if let Some(&mv) = moves.iter().find(whole) {
            return Ok(mv);
        }
        moves.retain(|&mv| self.follows(mv, &way));
        match moves[..] {
            [] => Err(NotationError::Illegal),
            [mv] => Ok(mv),
            _ => Err(NotationError::Ambiguous),
        }
    }

    /// Whether a legal move starts, lands, turns and ends on these squares.
    pub(crate) fn follows(&self, mv: Move, way: &[Square]) -> bool {
        way.len() == 2 || mv.is_capture() && self.goes(mv, way)
    }

    /// Whether a capture can pass these squares, and perhaps others in between.
    fn goes(&self, mv: Move, squares: &[Square]) -> bool {
        let found = self.visit_ways(mv, false, |way| {
            let mut way = way.iter();
            match squares
                .iter()
                .all(|square| way.any(|there| there == square))
            {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        found.is_break()
    }
}

/// Parses the squares of a move, at least two.
fn parse_way(variant: Variant, text: &str) -> Option<Vec<Square>> {
    let mut way = Vec::new();
    for part in text.split(['-', 'x', 'X', ':']) {
        let pairs = part.len() == 4 && part.is_ascii() && !part.as_bytes()[0].is_ascii_digit();
        if pairs {
            way.push(variant.parse_square(&part[..2])?);
            way.push(variant.parse_square(&part[2..])?);
        } else {
            let zero = part.len() == 2 && part.starts_with('0');
            way.push(variant.parse_square(if zero { &part[1..] } else { part })?);
        }
    }
    (way.len() > 1).then_some(way)
}
