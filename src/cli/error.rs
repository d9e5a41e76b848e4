//! What can go wrong on the command line.

use std::path::{Path, PathBuf};

use crate::referee;

/// What can go wrong on the command line, beside what can in the library.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Something went wrong in the library.
    #[error(transparent)]
    Kibitzer(#[from] crate::Error),
    /// Something went wrong with rendered photos.
    #[error(transparent)]
    Replay(crate::replay::Error),
    /// A board cannot be watched.
    #[error(transparent)]
    Watch(#[from] crate::live::Refusal),
    /// An option that the game does not have.
    #[error("{option} is not supported for {game}")]
    NotOfGame {
        /// The option, as it is given.
        option: &'static str,
        /// The game.
        game: &'static str,
    },
    /// An option that needs another one.
    #[error("{option} needs {needed}")]
    Needs {
        /// The option, as it is given.
        option: &'static str,
        /// The other one, and its content.
        needed: &'static str,
    },
    /// A journal of another game.
    #[error("the journal is of {found}, and the game is {wanted}: see --game")]
    OtherJournal {
        /// The game of the journal.
        found: String,
        /// The one that is recorded.
        wanted: &'static str,
    },
    /// An invalid FEN.
    #[error("--fen {fen:?}: {reason}")]
    Fen {
        /// As given.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file that cannot be used in this way.
    #[error("{}: {reason}", path.display())]
    Use {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: &'static str,
    },
    /// A picture in a form that cannot be written.
    #[error("{}: {reason}", path.display())]
    Picture {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file of positions that cannot be used.
    #[error("{}: {error}", path.display())]
    Positions {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        error: referee::PositionError,
    },
    /// A position of Go that cannot be.
    #[error("the board cannot be judged: {0}")]
    Position(#[from] go_rules::PositionError),
    /// A collection of games that cannot be used.
    #[error("{}: {error}", path.display())]
    Library {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: patterns::LibraryError,
    },
    /// Learned patterns that cannot be used.
    #[error("{}: {error}", path.display())]
    Frozen {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: patterns::FrozenError,
    },
    /// An invalid pattern.
    #[error("{place}: {error}")]
    Pattern {
        /// The file or the option.
        place: String,
        /// What is wrong with it, and where.
        error: patterns::PatternError,
    },
    /// A text with several patterns where one is asked for.
    #[error("{}: {count} patterns; games are searched for one at a time", path.display())]
    ManyPatterns {
        /// The text.
        path: PathBuf,
        /// How many there are.
        count: usize,
    },
    /// A pattern that cannot be cut out of a record.
    #[error("{}: {error}", path.display())]
    Cut {
        /// The record.
        path: PathBuf,
        /// Why not.
        error: patterns::sgf::SgfError,
    },
    /// A question that a collection cannot answer.
    #[error(transparent)]
    Query(#[from] patterns::QueryError),
}

impl Error {
    /// The error with the photo it is about, if it did not say so yet.
    #[must_use]
    pub(crate) fn in_photo(self, photo: &Path) -> Self {
        match self {
            Self::Kibitzer(error) => Self::Kibitzer(error.in_photo(photo)),
            other => other,
        }
    }
}

/// Errors of recording, which are the same for all sources of photos.
impl From<crate::replay::Error> for Error {
    fn from(error: crate::replay::Error) -> Self {
        match error {
            crate::replay::Error::Record(error) => Self::Kibitzer(error),
            other => Self::Replay(other),
        }
    }
}

impl From<board_sim::SceneError> for Error {
    fn from(error: board_sim::SceneError) -> Self {
        Self::Replay(error.into())
    }
}

/// Errors of other crates that the library's own are made from.
macro_rules! through_the_library {
    ($($error:ty),*) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::Kibitzer(error.into())
            }
        }
    )*};
}

through_the_library!(
    board_geom::GeomError,
    go_territory::EngineError,
    ::referee::NoMajority
);
