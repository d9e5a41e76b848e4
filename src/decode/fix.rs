//! Fixes: moves that the user knows were played, or were not.

use std::str::FromStr;

pub use super::fixes::{Fixes, impossible};

/// A move that was certainly played, or certainly not: `23. Qf3`, `23... Qf6`, `23. not Qf3`, `7. 11x18`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Number of the move.
    pub number: u16,
    /// Whether it is the second move with this number.
    pub second: bool,
    /// The move in the game's notation.
    pub name: String,
    /// The move in a notation that does not depend on the position, if known, as `g1f3` in chess. It counts instead of
    /// the name, which may be another move's once earlier moves are found to be others.
    pub code: Option<String>,
    /// `true` if it was played, `false` if it was not.
    pub played: bool,
}

/// The text is not a move with its number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not a move with its number such as \"23. Qf3\", \"23... Qf6\" or \"23. not Qf3\""
)]
pub struct FixError {
    /// The text.
    pub text: String,
}

impl Fix {
    /// The same move: played instead of not played, or the other way round.
    #[must_use]
    pub fn opposite(&self) -> Self {
        Self {
            played: !self.played,
            ..self.clone()
        }
    }
}

impl FromStr for Fix {
    type Err = FixError;

    fn from_str(text: &str) -> Result<Self, FixError> {
        let fail = || FixError {
            text: text.to_owned(),
        };
        let trimmed = text.trim();
        let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = trimmed.split_at(digits);
        let number: u16 = number.parse().map_err(|_| fail())?;
        let name = rest.trim_start_matches(|c: char| c == '.' || c == '…' || c.is_whitespace());
        let marks = &rest[..rest.len() - name.len()];
        let dots = marks.matches('.').count() + 3 * marks.matches('…').count();
        let (played, name) = match name.strip_prefix("not ") {
            Some(name) => (false, name.trim()),
            None => (true, name),
        };
        if dots == 0 || number == 0 || name.is_empty() || name.contains(char::is_whitespace) {
            return Err(fail());
        }
        Ok(Self {
            number,
            second: dots > 1,
            name: name.to_owned(),
            code: None,
            played,
        })
    }
}

impl std::fmt::Display for Fix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dots = if self.second { "..." } else { "." };
        let not = if self.played { "" } else { "not " };
        write!(f, "{}{dots} {not}{}", self.number, self.name)
    }
}

/// Why a [`Fix`] is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FixFault {
    /// It is not a move in this game's notation, or a pass, which no photo shows.
    #[error("it is not a move in this game's notation, or it is a pass, which no photo shows")]
    NoMove,
    /// It comes before the start position.
    #[error("it comes before the start position")]
    BeforeStart,
    /// Another fix contradicts it.
    #[error("another fix contradicts it")]
    Contradicted,
    /// No legal game that explains the photos agrees with it.
    #[error("no legal game that explains the photos agrees with it")]
    NoGame,
}
