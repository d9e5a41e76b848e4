use std::time::Duration;

use go_rules::Size;

/// Why an engine gave no valid answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The command line is empty or has an unclosed quote.
    #[error("'{0}' is no command line: no program, or an open quote")]
    CommandLine(String),
    /// The program cannot be started.
    #[error("cannot start the engine '{program}': {source}")]
    Start {
        /// The program.
        program: String,
        /// The cause.
        source: std::io::Error,
    },
    /// The program has ended, or closed its output.
    #[error("the engine ended at '{0}'")]
    Ended(String),
    /// The time limit was exceeded.
    #[error("the engine did not answer '{command}' within {} s; does it speak GTP?", limit.as_secs_f32())]
    Silent {
        /// The command.
        command: String,
        /// The limit.
        limit: Duration,
    },
    /// The answer is too long.
    #[error("the engine answers '{0}' without end")]
    Flood(String),
    /// The answer violates the protocol, or does not fit the command.
    #[error("the engine answers '{command}' with '{answer}'")]
    Nonsense {
        /// The command.
        command: String,
        /// The beginning of the answer.
        answer: String,
    },
    /// The engine refuses a command, as the protocol allows; it keeps running.
    #[error("the engine refuses '{command}': {message}")]
    Refused {
        /// The command.
        command: String,
        /// The engine's message.
        message: String,
    },
    /// The board is not square, which the protocol does not support.
    #[error("engines play on square boards only, this is {0}")]
    NotSquare(Size),
}
