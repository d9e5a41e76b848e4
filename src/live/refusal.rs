//! Errors of setups and commands.

use crate::Error;

/// Why the game of a setup cannot be followed, or a command not be carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A field has an invalid value.
    #[error("{what}: {reason}")]
    Invalid {
        /// The field.
        what: &'static str,
        /// What is wrong with the value.
        reason: String,
    },
    /// An error of the recorder.
    #[error(transparent)]
    Recorder(#[from] Error),
    /// The command is about a game, and none has begun.
    #[error("no game has begun yet")]
    NoGame,
    /// The game is finished.
    #[error("the game is over; begin a new one")]
    Over,
}

impl Refusal {
    pub(super) fn invalid(what: &'static str, reason: impl ToString) -> Self {
        let reason = reason.to_string();
        Self::Invalid { what, reason }
    }
}
