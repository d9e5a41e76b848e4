//! How a game is drawn and how its moves are numbered, for reports and messages.

use serde::Serialize;

pub use super::number::Number;
use crate::recording::{Notation, Recording};

/// How a report draws a game and numbers its moves.
pub trait Drawn: Notation {
    /// The board.
    fn board(&self) -> ReportBoard;

    /// What is on it, a character a point: see [`Report::positions`](crate::recording::report::Report::positions).
    fn letters(&self) -> String;

    /// The name of a point.
    fn point_name(&self, point: usize) -> String;

    /// The number of a move of the side to move, when `before` moves were made.
    fn number(&self, before: usize) -> Number;

    /// What there is to say of the end of a game, if it has ended.
    fn ending(_: &Recording<Self>) -> Option<Ending> {
        None
    }
}

/// The end of a game in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result and what it rests on, line by line.
    pub lines: Vec<String>,
    /// A picture, as SVG.
    pub picture: String,
}

/// A kind of board.
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
        /// The name of each dark square, which is written on it, and nothing for each light one. If
        /// there are none, the first square is light, rows are numbered from the last one, columns
        /// lettered from the first.
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
