use core::fmt::Display;

/// A fault of a game in a file: `S` is the type of start faults, `M` of move faults.
#[derive(Debug, thiserror::Error)]
pub enum Fault<S: Display, M: Display> {
    /// A tag pair is not `[Name "value"]` on one line.
    #[error("not a tag pair")]
    Header,
    /// The headers give no valid start position.
    #[error("{0}")]
    Start(S),
    /// A token is not a move, or not a legal one.
    #[error("{text:?}: {fault}")]
    Move {
        /// The token, cut after 20 characters.
        text: String,
        /// The fault.
        fault: M,
    },
    /// A byte that cannot begin anything here.
    #[error("unexpected {:?}", char::from(*.0))]
    Unexpected(u8),
    /// A numeric annotation glyph is not `$0` to `$255`.
    #[error("not a numeric annotation glyph")]
    Nag,
    /// A comment has no closing `}`.
    #[error("a comment without end")]
    UnclosedComment,
    /// A variation has no closing `)`.
    #[error("a variation without end")]
    UnclosedVariation,
    /// A variation comes before any move that it could replace.
    #[error("a variation before any move")]
    EarlyVariation,
    /// The game ends without a result, by the end of the file or by the next game's headers, although the side to move
    /// has legal moves: a part may be missing.
    #[error("the game ends without a result")]
    NoResult,
    /// A [limit](super::Limits) is exceeded.
    #[error("{what} of more than {limit}")]
    Limit {
        /// The limited quantity.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The file cannot be read further.
    #[error("{0}")]
    Io(std::io::Error),
}
