//! Serde implementations for positions and squares. An impossible position in the input is an error.

use board_core::Color;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{FenError, Position, RuleSet, Square, Squares};

/// The serialised form of a [`Position`]: its FEN, and the state that a FEN does not have.
#[derive(serde::Serialize, serde::Deserialize)]
struct Stored {
    rules: RuleSet,
    fen: String,
    #[serde(default)]
    quiet_plies: u16,
    #[serde(default = "one")]
    move_number: u16,
    /// Kings with consecutive moves, which Frisian rules limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    runs: Vec<Run>,
}

/// The number of consecutive moves of a king.
#[derive(serde::Serialize, serde::Deserialize)]
struct Run {
    color: Color,
    square: Square,
    moves: u8,
}

fn one() -> u16 {
    1
}

/// Serialises the rules, the FEN, and the counters that a FEN does not have.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let runs = self.runs();
        let stored = Stored {
            rules: self.rules(),
            fen: self.to_fen(),
            quiet_plies: self.quiet_plies(),
            move_number: self.move_number(),
            runs: runs
                .map(|(color, square, moves)| Run {
                    color,
                    square,
                    moves,
                })
                .collect(),
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Stored::deserialize(deserializer)?;
        let position: Result<Position, FenError> = Position::from_fen(stored.rules, &stored.fen);
        let mut position = position.map_err(Error::custom)?;
        position.set_counters(stored.quiet_plies, stored.move_number);
        for run in stored.runs {
            if !position.set_run(run.color, run.square, run.moves) {
                let message = format!(
                    "no king of {} on {} has moved in a row",
                    run.color, run.square
                );
                return Err(Error::custom(message));
            }
        }
        Ok(position)
    }
}

/// Serialises the number.
impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number() as u8)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let square = Square::new(number.into());
        square.ok_or_else(|| Error::custom(format_args!("there is no square {number}")))
    }
}

/// Serialises the numbers.
impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let squares = Vec::<Square>::deserialize(deserializer)?;
        Ok(squares.into_iter().collect())
    }
}
