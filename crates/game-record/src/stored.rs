//! Serde implementations for games and dates. An illegal move in the input is an error.

use board_core::MoveGen;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{Date, Ending, Game};

/// The serialised form of a [`Game`].
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound(
    serialize = "P: Serialize, P::Move: Serialize",
    deserialize = "P: Deserialize<'de>, P::Move: Deserialize<'de>"
))]
struct Stored<P: MoveGen> {
    start: P,
    moves: Vec<P::Move>,
}

/// Serialises the start position and the moves.
impl<P: Ending + Serialize> Serialize for Game<P>
where
    P::Move: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (start, moves) = (self.start().clone(), self.moves().collect());
        Stored { start, moves }.serialize(serializer)
    }
}

/// Replays the moves; an illegal one is an error.
impl<'de, P: Ending + Deserialize<'de>> Deserialize<'de> for Game<P>
where
    P::Move: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Stored::<P>::deserialize(deserializer)?;
        let mut game = Game::new(stored.start);
        for (ply, mv) in stored.moves.into_iter().enumerate() {
            let played = game.play(mv);
            played
                .map_err(|_| Error::custom(format_args!("ply {}: {mv:?} is not legal", ply + 1)))?;
        }
        Ok(game)
    }
}

/// Serialises the format of `Display`: `2024-05-01`.
impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_text() {
        let date: Date = "2024-05".parse().unwrap();
        let json = serde_json::to_string(&date).unwrap();
        assert_eq!(json, "\"2024-05\"");
        assert_eq!(serde_json::from_str::<Date>(&json).unwrap(), date);
        assert!(serde_json::from_str::<Date>("\"2024-13\"").is_err());
    }
}
