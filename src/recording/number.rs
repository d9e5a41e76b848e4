//! Numbers of moves.

/// The number of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// The number of a single move, in games that number each move.
    Own(usize),
    /// The first move of a pair, in games that number moves in pairs.
    First(usize),
    /// The second move of a pair.
    Second(usize),
}

impl Number {
    pub(crate) fn value(self) -> usize {
        match self {
            Number::Own(number) | Number::First(number) | Number::Second(number) => number,
        }
    }
}

/// The number as written before a move: `12.`, or `12...` for the second of a pair.
impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dots = match self {
            Number::Own(_) | Number::First(_) => ".",
            Number::Second(_) => "...",
        };
        write!(f, "{}{dots}", self.value())
    }
}
