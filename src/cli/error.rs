//! Errors of the command line.

use std::path::{Path, PathBuf};

use crate::referee;

/// Errors of the command line and of the library.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// An error of the library.
    #[error(transparent)]
    Kibitzer(#[from] crate::Error),
    /// An error with rendered photos.
    #[error(transparent)]
    Replay(crate::replay::Error),
    /// A board cannot be watched.
    #[error(transparent)]
    Watch(#[from] crate::live::Refusal),
    /// An option that the game does not support.
    #[error("{option} is not supported for {game}")]
    NotOfGame {
        /// The option.
        option: &'static str,
        /// The game.
        game: &'static str,
    },
    /// An option that needs another one.
    #[error("{option} needs {needed}")]
    Needs {
        /// The option.
        option: &'static str,
        /// The other option, and its meaning.
        needed: &'static str,
    },
    /// A journal of another game.
    #[error("the journal is of a game of {found}, not of {wanted}: see --game")]
    OtherJournal {
        /// The game of the journal.
        found: String,
        /// The game to record.
        wanted: &'static str,
    },
    /// An invalid FEN.
    #[error("--fen {fen:?}: {reason}")]
    Fen {
        /// The FEN.
        fen: String,
        /// Why it is invalid.
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
    /// A picture that cannot be written in this format.
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
    /// An impossible position of Go.
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
    /// A text with several patterns where one is needed.
    #[error("{}: {count} patterns; a search takes one", path.display())]
    ManyPatterns {
        /// The text.
        path: PathBuf,
        /// Number of patterns.
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
    /// An invalid query.
    #[error(transparent)]
    Query(#[from] patterns::QueryError),
}

impl Error {
    /// Adds the photo to an error that lacks it.
    #[must_use]
    pub(crate) fn in_photo(self, photo: &Path) -> Self {
        match self {
            Self::Kibitzer(error) => Self::Kibitzer(error.in_photo(photo)),
            other => other,
        }
    }
}

/// Errors of recording rendered photos become errors of recording.
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

/// Converts errors of other crates by way of the library's error.
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
