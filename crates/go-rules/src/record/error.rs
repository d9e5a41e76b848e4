use board_core::Color;

use super::Record;
use crate::{Illegal, PositionError};

/// Why a text is not a valid record. Lines and columns count characters, from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// A [limit](super::Limits) is exceeded.
    #[error("more than {limit} {what}")]
    TooLarge {
        /// The limited quantity.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The text contains no game: there is no `(;`.
    #[error("no game: nothing begins with \"(;\"")]
    NoGame,
    /// The text is not SGF from here on.
    #[error("line {line}, column {column}: {problem}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The fault.
        problem: &'static str,
        /// The game as far as it could be read.
        record: Option<Box<Record>>,
    },
    /// The `GM` property is that of another game.
    #[error("line {line}, column {column}: game type {found:?} is not Go")]
    NotGo {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The value.
        found: String,
    },
    /// The `SZ` property is not a supported board size.
    #[error("board size {found:?}")]
    Size {
        /// The value.
        found: String,
    },
    /// A setup property names something other than a point of the board.
    #[error("{name}[{found}] is no point of the board")]
    SetupPoint {
        /// Name of the property.
        name: String,
        /// The value.
        found: String,
    },
    /// The setup stones are not a valid position.
    #[error("setup: {0}")]
    Setup(#[from] PositionError),
    /// Stones are set up after the first move, which [`Record`] does not support.
    #[error("stones are set up after move {number}")]
    LateSetup {
        /// Number of the move before, from 1.
        number: usize,
        /// The game up to there.
        record: Box<Record>,
    },
    /// A move is not legal.
    #[error("move {number}, {color} {found:?}: {fault}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// Its side.
        color: Color,
        /// The value.
        found: String,
        /// The fault.
        fault: MoveFault,
        /// The game up to the move before.
        record: Box<Record>,
    },
}

/// Why a move of a record is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveFault {
    /// The value is neither a pass nor a point of the board.
    #[error("neither a pass nor a point of the board")]
    NoPoint,
    /// One side moves twice in a row, which a [`Game`](crate::Game) does not allow.
    #[error("it is the other side's turn")]
    Turn,
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl RecordError {
    /// The game up to the fault, as far as it could be read.
    #[must_use]
    pub fn record(&self) -> Option<&Record> {
        match self {
            RecordError::Syntax { record, .. } => record.as_deref(),
            RecordError::LateSetup { record, .. } | RecordError::Move { record, .. } => {
                Some(record)
            }
            _ => None,
        }
    }
}
