//! The kinds of boards.

use std::fmt;

/// A kind of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// Lines, with stones on their crossings: Go.
    Lines,
    /// Light and dark squares, with pieces on them: chess, draughts.
    Squares,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Board::Lines => "this looks like a board of Go: --game go?",
            Board::Squares => {
                "this looks like a board of chess or draughts: --game chess or --game checkers?"
            }
        })
    }
}
