use super::Record;
use crate::{FenError, NotationError};

/// What is wrong with a game of a PDN file.
#[derive(Debug, thiserror::Error)]
pub enum PdnFault {
    /// A tag pair that is not `[Name "value"]` on one line.
    #[error("not a tag pair")]
    Header,
    /// The start given by the header `FEN` is wrong.
    #[error("header FEN: {0}")]
    Fen(FenError),
    /// The header `GameType` is none, or of a game that is not known here.
    #[error("game type {0:?} is not known")]
    GameType(String),
    /// No move, or no legal one.
    #[error("{text:?}: {fault}")]
    Move {
        /// The token, cut after 20 characters.
        text: String,
        /// What is wrong with it.
        fault: NotationError,
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
#[derive(Debug, thiserror::Error)]
#[error("game {game}, line {line}, column {column}, ply {ply}: {fault}")]
pub struct PdnError {
    /// What is wrong.
    pub fault: PdnFault,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// From 1.
    pub line: usize,
    /// From 1, in bytes.
    pub column: usize,
    /// Plies from the start that were read before the fault, along its line.
    pub ply: usize,
    /// What was read before the fault, if a [`Reader`](super::Reader) was asked for records.
    pub record: Option<Box<Record>>,
}
