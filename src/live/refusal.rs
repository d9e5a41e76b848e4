//! Why something is not done.

use crate::Error;

/// Why a setup cannot be followed, or a command not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A part of it means nothing.
    #[error("{what}: {reason}")]
    Invalid {
        /// Which part.
        what: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The recorder refuses it.
    #[error(transparent)]
    Recorder(#[from] Error),
    /// There is no game whose moves it could be about.
    #[error("no game has begun yet")]
    NoGame,
    /// The game was finished.
    #[error("the game is over; begin a new one")]
    Over,
}

impl Refusal {
    pub(super) fn invalid(what: &'static str, reason: impl ToString) -> Self {
        let reason = reason.to_string();
        Self::Invalid { what, reason }
    }
}
