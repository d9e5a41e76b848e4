//! Moves as warnings name them.

use std::fmt;

use board_core::Color;
use sequence_search::Ply;
use serde::Serialize;

use super::as_text;
use crate::recording::drawn::{Drawn, Number};
use crate::recording::name_for;

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

impl NamedMove {
    /// The moves of a game, in order.
    #[must_use]
    pub fn all<P: Drawn>(start: &P, plies: &[Ply<P::Move>]) -> Vec<Self> {
        let mut position = start.clone();
        let named = plies.iter().enumerate().map(|(before, ply)| {
            position.set_to_move(ply.side);
            let named = Self {
                number: position.number(before),
                side: ply.side,
                name: position.name(ply.mv),
            };
            position.play(ply.mv);
            named
        });
        named.collect()
    }
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

impl Alternative {
    /// The three likeliest alternatives of a ply in the position it was made in, but for unlikely ones.
    #[must_use]
    pub fn of<P: Drawn>(position: &P, ply: &Ply<P::Move>) -> Vec<Self> {
        /// A share of less is not worth a word.
        const LEAST: f32 = 0.02;
        const MOST: usize = 3;
        let rivals = ply.rivals.iter().filter(|rival| rival.posterior > LEAST);
        let named = rivals.take(MOST).map(|rival| Self {
            side: rival.side,
            name: name_for(position, rival.side, rival.mv),
            share: rival.posterior,
        });
        named.collect()
    }
}

fn as_number<S: serde::Serializer>(number: &Number, serializer: S) -> Result<S::Ok, S::Error> {
    number.value().serialize(serializer)
}
