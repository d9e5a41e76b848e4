//! How moves are numbered.

/// The number of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Each move has its own.
    Own(usize),
    /// Moves are numbered in pairs, and this is the first of a pair.
    First(usize),
    /// The second of a pair.
    Second(usize),
}

impl Number {
    pub(crate) fn value(self) -> usize {
        match self {
            Number::Own(number) | Number::First(number) | Number::Second(number) => number,
        }
    }
}

/// As it stands before a move: `12.`, or `12...` for the second of a pair.
impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dots = match self {
            Number::Own(_) | Number::First(_) => ".",
            Number::Second(_) => "...",
        };
        write!(f, "{}{dots}", self.value())
    }
}
