//! Drawing a game and numbering its moves, for reports and messages.

use serde::Serialize;

pub use super::number::Number;
use crate::recording::{Notation, Recording};

/// A game that can be drawn: its board, the names of its points and the numbers of its moves.
pub trait Drawn: Notation + Sync {
    /// The board.
    fn board(&self) -> ReportBoard;

    /// Its contents, a character a point: see [`Report::positions`](crate::recording::report::Report::positions).
    fn letters(&self) -> String;

    /// The name of a point.
    fn point_name(&self, point: usize) -> String;

    /// The number of the next move, by the side to move, after `before` moves.
    fn number(&self, before: usize) -> Number;

    /// The end of a game, such as its score. `None` if the game is not over, or ends with its last move.
    fn ending(_: &Recording<Self>) -> Option<Ending> {
        None
    }
}

/// The end of a game in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result and its reasons, line by line.
    pub lines: Vec<String>,
    /// A picture, as SVG.
    pub picture: String,
}

/// The board of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ReportBoard {
    /// Stones on the points of a grid.
    Points {
        /// Points in a row.
        cols: usize,
        /// Points in a column.
        rows: usize,
    },
    /// Pieces on squares.
    Squares {
        /// Squares a side.
        size: usize,
        /// The name of each square: written on dark squares, empty for light ones. Without any names, the board is
        /// drawn as in chess: the first square is light, rows are numbered from the bottom, columns are letters.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        names: Vec<String>,
    },
}

impl ReportBoard {
    /// Points or squares in a row.
    #[must_use]
    pub fn cols(&self) -> usize {
        match *self {
            Self::Points { cols, .. } => cols,
            Self::Squares { size, .. } => size,
        }
    }
}

impl std::fmt::Display for ReportBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Points { cols, rows } => write!(f, "{cols} × {rows} lines"),
            Self::Squares { size, .. } => write!(f, "{size} × {size} squares"),
        }
    }
}
