//! What a page may ask of a board: commands as JSON.

use serde::{Deserialize, Serialize};

use super::setup::Setup;

/// Something that a person asks of a board.
///
/// As JSON, the name of the variant in snake case is in `do`, beside its values: `{"do": "confirm", "ply": 3}`. Plies
/// are counted from 0, corners are in pixels of the last photo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Command {
    /// Photos are taken.
    Start {
        /// When, in the time of the photos; the observer notes it, for those who do the same again from a journal.
        #[serde(default)]
        at: Option<f64>,
    },
    /// Photos are passed over until [`Start`](Command::Start), and the clock stops.
    Pause {
        /// As that of [`Start`](Command::Start).
        #[serde(default)]
        at: Option<f64>,
    },
    /// Another game begins with the next photo; the one before is kept.
    NewGame {
        /// Which game, and what is known of it.
        setup: Box<Setup>,
    },
    /// Records say this of the game from now on: names, event, place, round, date, result, rules, komi and clock of the
    /// setup. The rest of it means nothing here.
    Describe {
        /// What is known of the game.
        setup: Box<Setup>,
    },
    /// The game is over: all its photos are decoded once more, with what is known at the end.
    Finish,
    /// The last move was taken back.
    TakeBack,
    /// The move is right.
    Confirm {
        /// How many plies come before it.
        ply: usize,
    },
    /// Another move was played.
    Correct {
        /// How many plies come before it.
        ply: usize,
        /// As players write it.
        name: String,
    },
    /// This move was not played.
    Forbid {
        /// How many plies come before it.
        ply: usize,
        /// As players write it.
        name: String,
    },
    /// The game goes on from another position.
    Position {
        /// A FEN; in Go a game in SGF, or rows from the top, separated by slashes, of `X`, `O` and `.`, with ` w` after
        /// them where White moves next.
        text: String,
    },
    /// The board is here in the next photo.
    Corners {
        /// Its corners as seen: top-left, top-right, bottom-right, bottom-left.
        corners: [[f64; 2]; 4],
    },
}

impl Command {
    /// Reads a command.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_they_are_written() {
        let read = |text: &str| Command::parse(text.as_bytes());
        let confirm = read(r#"{"do":"confirm","ply":3}"#).unwrap();
        assert_eq!(confirm, Command::Confirm { ply: 3 });
        let new = read(r#"{"do":"new_game","setup":{"game":"go","size":9}}"#).unwrap();
        let again = serde_json::to_vec(&new).unwrap();
        assert_eq!(Command::parse(&again).unwrap(), new);
        for wrong in [
            "",
            "{}",
            r#"{"do":"fly"}"#,
            r#"{"do":"confirm"}"#,
            r#"{"do":"confirm","ply":-1}"#,
            r#"{"do":"confirm","ply":1,"more":2}"#,
            r#"{"do":"corners","corners":[[0,0]]}"#,
            r#"{"do":"new_game","setup":{"game":"ludo"}}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
