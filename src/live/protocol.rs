//! The commands of pages, as JSON.

use serde::{Deserialize, Serialize};

use super::setup::Setup;

/// A command of a person at the board.
///
/// In JSON, `do` holds the name of the variant in snake case, beside its fields: `{"do": "confirm", "ply": 3}`. Plies
/// are counted from 0, corners are in pixels of the last photo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Command {
    /// Goes on after [`Pause`](Command::Pause).
    Start {
        /// The time in seconds, as that of photos. The observer sets it, so that the journal can be replayed.
        #[serde(default)]
        at: Option<f64>,
    },
    /// Skips photos until [`Start`](Command::Start), and stops the clock.
    Pause {
        /// As in [`Start`](Command::Start).
        #[serde(default)]
        at: Option<f64>,
    },
    /// Begins another game with the next photo. The record of the one before is kept.
    NewGame {
        /// The new game.
        setup: Box<Setup>,
    },
    /// Changes the details of the game: names, event, place, round, date, result, rules, komi and clock of the setup.
    /// Its other fields are ignored.
    Describe {
        /// The details.
        setup: Box<Setup>,
    },
    /// Ends the game and decodes all its photos again.
    Finish,
    /// Takes back the last move.
    TakeBack,
    /// The last [`TakeBack`](Command::TakeBack) was a mistake: the move stands.
    NotTakenBack,
    /// Confirms a move.
    Confirm {
        /// Number of plies before it.
        ply: usize,
    },
    /// Replaces a move by the one that was played.
    Correct {
        /// Number of plies before it.
        ply: usize,
        /// Its name, as players write it.
        name: String,
    },
    /// Forbids a move that was not played.
    Forbid {
        /// Number of plies before it.
        ply: usize,
        /// Its name, as players write it.
        name: String,
    },
    /// Goes on from another position with the next photo. In the record a separate game begins there; its clock goes on
    /// if moves were played before.
    Position {
        /// A FEN. In Go a game in SGF, or the rows from the top in `X`, `O` and `.`, separated by slashes, followed by
        /// ` w` if White moves next.
        text: String,
    },
    /// The last [`Position`](Command::Position) was a mistake: the game before goes on.
    NotOver,
    /// Gives the place of the board from the next photo on.
    Corners {
        /// Its corners in the photo: top-left, top-right, bottom-right, bottom-left.
        corners: [[f64; 2]; 4],
    },
}

impl Command {
    /// Reads a command.
    ///
    /// # Errors
    /// If the text is not such a command; the error names the place.
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
