use core::fmt::{Debug, Display};

use crate::{Dialect, FaultOf, Record};

/// What is wrong with a game of a file: `S` of its start, `M` of its moves.
#[derive(Debug, thiserror::Error)]
pub enum Fault<S: Display, M: Display> {
    /// A tag pair that is not `[Name "value"]` on one line.
    #[error("not a tag pair")]
    Header,
    /// The headers tell no start, or one that is not known.
    #[error("{0}")]
    Start(S),
    /// No move, or no legal one.
    #[error("{text:?}: {fault}")]
    Move {
        /// The token, cut after 20 characters.
        text: String,
        /// What is wrong with it.
        fault: M,
    },
    /// A byte that begins nothing here.
    #[error("unexpected {:?}", char::from(*.0))]
    Unexpected(u8),
    /// A numeric annotation glyph that is not `$0` to `$255`.
    #[error("not a numeric annotation glyph")]
    Nag,
    /// A comment without its `}`.
    #[error("a comment without end")]
    UnclosedComment,
    /// A variation without its `)`.
    #[error("a variation without end")]
    UnclosedVariation,
    /// A variation where no move has been made that it could replace.
    #[error("a variation before any move")]
    EarlyVariation,
    /// The game ends, by the end of the file or the next game's headers, without a result and while the
    /// side to move can move: something may be missing.
    #[error("the game ends without a result")]
    NoResult,
    /// One of the [`Limits`](super::Limits) is exceeded.
    #[error("{what} of more than {limit}")]
    Limit {
        /// Which.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
    /// The file cannot be read on.
    #[error("{0}")]
    Io(std::io::Error),
}

/// A game that is not what it should be, and where.
#[derive(Debug)]
pub struct ReadError<D: Dialect> {
    /// What is wrong.
    pub fault: FaultOf<D>,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// From 1.
    pub line: usize,
    /// From 1, in bytes.
    pub column: usize,
    /// Plies from the start that were read before the fault, along its line.
    pub ply: usize,
    /// What was read before the fault, if a [`Reader`](super::Reader) was asked for records.
    pub record: Option<Box<Record<D>>>,
}

impl<D: Dialect> Display for ReadError<D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "game {}, line {}, column {}, ply {}: {}",
            self.game, self.line, self.column, self.ply, self.fault
        )
    }
}

impl<D: Dialect> core::error::Error for ReadError<D> {}
