//! Moves in warnings.

use std::fmt;

use board_core::Color;
use serde::Serialize;

use super::serialized::as_text;
use crate::recording::number::Number;

/// A move of a record: its number, its side and its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedMove {
    /// Its number in the record.
    #[serde(serialize_with = "as_number")]
    pub number: Number,
    /// The side that made it.
    #[serde(serialize_with = "as_text")]
    pub side: Color,
    /// The move in the game's notation, such as `Q16`, `Nf3` or `11-15`.
    #[serde(rename = "move")]
    pub name: String,
}

/// An alternative to a move of the record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative {
    /// The side that would have made it.
    #[serde(serialize_with = "as_text")]
    pub side: Color,
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// Its probability, from 0 to 1.
    pub share: f32,
}

/// The move with its number: `move 7, black Q16`; in games that number moves in pairs `7. Nf3`, `7... Nf6`.
impl fmt::Display for NamedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, side, name } = self;
        match number {
            Number::Own(number) => write!(f, "move {number}, {side} {name}"),
            Number::First(_) | Number::Second(_) => write!(f, "{number} {name}"),
        }
    }
}

fn as_number<S: serde::Serializer>(number: &Number, serializer: S) -> Result<S::Ok, S::Error> {
    number.value().serialize(serializer)
}
