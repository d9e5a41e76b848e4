//! Errors of adding games and of an index on disk.

use std::io;
use std::sync::Arc;

use go_rules::record::RecordError;

use super::encoding::VERSION;
use super::info::GameId;

/// A game that could not be read, or not to its end.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The source.
    pub source: String,
    /// The error.
    pub error: AddError,
    /// The part before the fault, if it is in the library.
    pub kept: Option<GameId>,
}

/// Why a game is not in the library, or not as a whole.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AddError {
    /// The record has a fault; what comes before it is kept.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// More moves than can be counted.
    #[error("{moves} moves are too many")]
    TooLong {
        /// Moves of the record.
        moves: usize,
    },
    /// The file could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The games beside which it belongs, in the index that the library was opened from, could not be read.
    #[error(transparent)]
    Index(#[from] LibraryError),
}

/// An index that could not be read or written.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// An error of the file system.
    #[error(transparent)]
    Io(Arc<io::Error>),
    /// A file that is not an index.
    #[error("not an index of games")]
    Foreign,
    /// Written by another version of this crate.
    #[error("an index of version {found}; {VERSION} can be read: learn the games anew")]
    Version {
        /// The version.
        found: u32,
    },
    /// Too few or too many bytes.
    #[error("an index of {found} bytes where {expected} should be")]
    Length {
        /// By its header.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// Some bytes of the directory are not what was written.
    #[error("a damaged index: wrong checksum")]
    Checksum,
    /// A violation of the format.
    #[error("a damaged index: {0}")]
    Malformed(&'static str),
    /// Some games cannot be read.
    #[error("part {part} of the index is damaged: {problem}")]
    Damaged {
        /// Which thousand of games, from 0.
        part: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// There is no game of this number.
    #[error("there is no game of number {}", .0.0)]
    NoGame(GameId),
}

impl From<io::Error> for LibraryError {
    fn from(error: io::Error) -> LibraryError {
        LibraryError::Io(Arc::new(error))
    }
}
