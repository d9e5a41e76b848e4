//! Moves as text, and positions as diagrams.

use std::hash::{Hash, Hasher};
use std::str::FromStr;

use board_core::MoveGen;

use crate::{Illegal, Move, Position, PositionError};

/// Why a text is not a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NotationError {
    /// The text is neither `pass` nor a point of the board.
    #[error("not a move")]
    Syntax,
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl Position {
    /// All legal moves: stones row by row from the top left, then the pass.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        MoveGen::legal_moves(self)
    }

    /// Writes a move in GTP notation: `D4`, or `pass`; see [`Size::gtp`](crate::Size::gtp).
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn notation(&self, mv: Move) -> String {
        self.size().gtp(mv)
    }

    /// Reads a legal move in GTP notation, in either case.
    ///
    /// ```
    /// use go_rules::{NotationError, Position, Size};
    ///
    /// let position = Position::initial(Size::NINETEEN);
    /// let mv = position.parse_move("Q16")?;
    /// assert_eq!(position.notation(mv), "Q16");
    /// # Ok::<(), NotationError>(())
    /// ```
    ///
    /// # Errors
    /// If it is not a move, or not a legal one.
    pub fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let mv = self.size().parse_gtp(text).ok_or(NotationError::Syntax)?;
        self.check(mv)?;
        Ok(mv)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads the diagram that `Display` writes, by [`Position::from_rows`]; blank lines are ignored. Black is to move.
    fn from_str(text: &str) -> Result<Position, PositionError> {
        let rows: Vec<&str> = text.lines().filter(|row| !row.trim().is_empty()).collect();
        Position::from_rows(&rows)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn every_legal_move_is_read_back() {
        let position = Position::from_rows(&[". X O .", "X O . O", ". X O .", ". . . ."]).unwrap();
        let moves = position.legal_moves();
        assert_eq!(moves.last(), Some(&Move::PASS));
        for mv in moves {
            assert_eq!(position.parse_move(&position.notation(mv)), Ok(mv));
        }
        let occupied = position.parse_move("B4");
        assert_eq!(occupied, Err(Illegal::Occupied.into()));
        for text in ["E1", "A5", "", "I1"] {
            assert_eq!(position.parse_move(text), Err(NotationError::Syntax));
        }
    }

    #[test]
    fn a_diagram_is_read_back() {
        let position = Position::from_rows(&[". X O .", "X O . O", ". X O ."]).unwrap();
        assert_eq!(position.to_string().parse(), Ok(position));
        assert!("".parse::<Position>().is_err());
        assert!("X .\nX".parse::<Position>().is_err());
    }

    #[test]
    fn equal_positions_are_one_member_of_a_set() {
        let size = Size::square(5).unwrap();
        let [mut one, other] = ["A1 B2 C3 D4", "C3 D4 A1 B2"].map(|names| {
            let mut position = Position::initial(size);
            for name in names.split(' ') {
                position.play(position.parse_move(name).unwrap());
            }
            position
        });
        let mut set = std::collections::HashSet::from([one.clone()]);
        assert!(!set.insert(other));
        one.set_to_move(!one.to_move());
        assert!(set.insert(one));
    }
}
