use board_core::Color;

use super::Record;
use crate::{Illegal, PositionError};

/// Why a text is no record. Lines and columns count characters from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// More than the [`Limits`](super::Limits) allow.
    #[error("more than {limit} {what}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
    /// There is no `(;` anywhere.
    #[error("no game: nothing begins with \"(;\"")]
    NoGame,
    /// It is not SGF from here on.
    #[error("line {line}, column {column}: {problem}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong.
        problem: &'static str,
        /// The game as far as it could be read.
        record: Option<Box<Record>>,
    },
    /// The `GM` property names another game.
    #[error("line {line}, column {column}: game type {found:?} is not Go")]
    NotGo {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The value.
        found: String,
    },
    /// The `SZ` property is no size this crate plays on.
    #[error("board size {found:?}")]
    Size {
        /// The value.
        found: String,
    },
    /// A setup property names something that is no point of the board.
    #[error("{name}[{found}] is no point of the board")]
    SetupPoint {
        /// The property's name.
        name: String,
        /// The value.
        found: String,
    },
    /// The setup stones are no position.
    #[error("setup: {0}")]
    Setup(#[from] PositionError),
    /// Stones are set up after the first move, which a [`Record`] cannot hold.
    #[error("stones are set up after move {number}")]
    LateSetup {
        /// The move before, from 1.
        number: usize,
        /// The game up to there.
        record: Box<Record>,
    },
    /// A move that is not legal.
    #[error("move {number}, {color} {found:?}: {fault}")]
    Move {
        /// The move, from 1.
        number: usize,
        /// Whose.
        color: Color,
        /// The value.
        found: String,
        /// What is wrong with it.
        fault: MoveFault,
        /// The game up to the move before.
        record: Box<Record>,
    },
}

/// What is wrong with a move of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveFault {
    /// The value is neither a pass nor a point of the board.
    #[error("neither a pass nor a point of the board")]
    NoPoint,
    /// Two moves of one side in a row, which no [`Game`](crate::Game) has.
    #[error("it is the other side's turn")]
    Turn,
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl RecordError {
    /// The game up to the fault, if that much could be read.
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
