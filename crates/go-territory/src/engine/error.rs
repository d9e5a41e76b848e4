use std::time::Duration;

use go_rules::Size;

/// Why an engine has not answered.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The command line is empty or has an open quote.
    #[error("'{0}' is no command line: no program, or an open quote")]
    CommandLine(String),
    /// The program cannot be started.
    #[error("cannot start the engine '{program}': {source}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// It has ended, or closed its output.
    #[error("the engine ended at '{0}'")]
    Ended(String),
    /// No answer within the limit.
    #[error("the engine did not answer '{command}' within {} s; does it speak GTP?", limit.as_secs_f32())]
    Silent {
        /// What was asked.
        command: String,
        /// The limit.
        limit: Duration,
    },
    /// The answer does not end.
    #[error("the engine answers '{0}' without end")]
    Flood(String),
    /// The answer is not of the protocol, or not what the question asks for.
    #[error("the engine answers '{command}' with '{answer}'")]
    Nonsense {
        /// What was asked.
        command: String,
        /// The beginning of the answer.
        answer: String,
    },
    /// It refuses a command, as the protocol allows; it goes on running.
    #[error("the engine refuses '{command}': {message}")]
    Refused {
        /// What was asked.
        command: String,
        /// What it says.
        message: String,
    },
    /// The protocol knows square boards only.
    #[error("engines play on square boards only, this is {0}")]
    NotSquare(Size),
}
