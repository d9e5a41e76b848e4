//! Moves as warnings name them.

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
    /// Who made it.
    #[serde(serialize_with = "as_text")]
    pub side: Color,
    /// The move as players write it, such as `Q16`, `Nf3` or `11-15`.
    #[serde(rename = "move")]
    pub name: String,
}

/// Another move that may have been made in the place of one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative {
    /// Who made it.
    #[serde(serialize_with = "as_text")]
    pub side: Color,
    /// The move as players write it.
    #[serde(rename = "move")]
    pub name: String,
    /// Its probability, from 0 to 1.
    pub share: f32,
}

/// With its number: `move 7, black Q16`; in games whose moves are numbered in pairs `7. Nf3`, `7... Nf6`.
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
