use core::fmt::Display;

/// What is wrong with a game of a file: `S` of its start, `M` of its moves.
#[derive(Debug, thiserror::Error)]
pub enum Fault<S: Display, M: Display> {
    /// A tag pair that is not `[Name "value"]` on one line.
    #[error("not a tag pair")]
    Header,
    /// The headers tell no start, or one that is not known.
    #[error("{0}")]
    Start(S),
    /// No move, or no legal one.
    #[error("{text:?}: {fault}")]
    Move {
        /// The token, cut after 20 characters.
        text: String,
        /// What is wrong with it.
        fault: M,
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
