//! Errors of adding games, and of an index on disk.

use std::io;
use std::sync::Arc;

use go_rules::record::RecordError;

use super::encoding::VERSION;
use super::info::GameId;

/// A game that could not be read completely.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The source.
    pub source: String,
    /// The cause.
    pub error: AddError,
    /// The part before the fault, if it was added to the library.
    pub kept: Option<GameId>,
}

/// Why a game was not added, or not completely.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AddError {
    /// The record has a fault; the part before it is kept.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game has too many moves.
    #[error("{moves} moves are too many")]
    TooLong {
        /// Number of moves of the record.
        moves: usize,
    },
    /// The file could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The segment of the opened index that the game belongs in could not be read.
    #[error(transparent)]
    Index(#[from] LibraryError),
}

/// Why an index could not be read or written.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// An error of the file system.
    #[error(transparent)]
    Io(Arc<io::Error>),
    /// The file is not an index.
    #[error("not an index of games")]
    Foreign,
    /// Another version of this crate wrote the index.
    #[error("an index of version {found}; {VERSION} can be read: learn the games anew")]
    Version {
        /// The version.
        found: u32,
    },
    /// The file has too few or too many bytes.
    #[error("an index of {found} bytes where {expected} should be")]
    Length {
        /// Number of bytes by the header.
        expected: u64,
        /// Number of bytes present.
        found: u64,
    },
    /// The directory has changed since it was written.
    #[error("a damaged index: wrong checksum")]
    Checksum,
    /// The file violates the format.
    #[error("a damaged index: {0}")]
    Malformed(&'static str),
    /// Some games cannot be read.
    #[error("part {part} of the index is damaged: {problem}")]
    Damaged {
        /// Number of the segment, from 0.
        part: usize,
        /// The fault.
        problem: &'static str,
    },
    /// There is no game with this number.
    #[error("there is no game of number {}", .0.0)]
    NoGame(GameId),
}

impl From<io::Error> for LibraryError {
    fn from(error: io::Error) -> LibraryError {
        LibraryError::Io(Arc::new(error))
    }
}
