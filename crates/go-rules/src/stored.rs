//! Serde implementations for sizes, moves, positions and games. An impossible position or an illegal move in the input
//! is an error.

use board_core::{Color, MoveGen};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{Game, Move, Position, Rules, Size};

#[derive(serde::Serialize, serde::Deserialize)]
struct StoredSize {
    cols: usize,
    rows: usize,
}

/// Serialises the numbers of columns and rows.
impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (cols, rows) = (self.cols(), self.rows());
        StoredSize { cols, rows }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredSize::deserialize(deserializer)?;
        Size::new(stored.cols, stored.rows).map_err(Error::custom)
    }
}

/// Serialises the index of the point; none for a pass.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.point().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let point = Option::<usize>::deserialize(deserializer)?;
        Ok(point.map_or(Move::PASS, Move::place))
    }
}

/// The serialised form of a [`Position`].
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredPosition {
    /// The diagram, one row of text for each row from the top.
    rows: Vec<String>,
    to_move: Color,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ko: Option<usize>,
    #[serde(default)]
    suicide: bool,
    /// Captures by Black and by White.
    #[serde(default)]
    captures: [u32; 2],
}

/// Serialises the diagram, the side to move, the ko, whether suicide is legal, and the captures.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagram = self.to_string().replace(' ', "");
        let stored = StoredPosition {
            rows: diagram.lines().map(str::to_owned).collect(),
            to_move: self.to_move(),
            ko: self.ko(),
            suicide: self.suicide(),
            captures: Color::BOTH.map(|side| self.captures(side) as u32),
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredPosition::deserialize(deserializer)?;
        let position = Position::from_rows(&stored.rows).map_err(Error::custom)?;
        let mut position = position.with_suicide(stored.suicide);
        position.set_to_move(stored.to_move);
        position.set_captures(stored.captures);
        if let Some(point) = stored.ko
            && !position.set_ko(point)
        {
            return Err(Error::custom(format_args!(
                "there is no ko at point {point}"
            )));
        }
        Ok(position)
    }
}

/// The serialised form of a [`Game`].
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredGame {
    rules: Rules,
    start: Position,
    moves: Vec<Move>,
}

/// Serialises the rules, the start position and the moves.
impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = StoredGame {
            rules: *self.rules(),
            start: self.start().clone(),
            moves: self.moves().collect(),
        };
        stored.serialize(serializer)
    }
}

/// Replays the moves; an illegal one is an error.
impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredGame::deserialize(deserializer)?;
        let mut game = Game::new(stored.start, stored.rules);
        for (ply, mv) in stored.moves.into_iter().enumerate() {
            let played = game.play(mv);
            played.map_err(|why| Error::custom(format_args!("ply {}: {why}", ply + 1)))?;
        }
        Ok(game)
    }
}
