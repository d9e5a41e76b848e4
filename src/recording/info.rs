//! Information about a game besides its moves.

use game_record::Date;

/// Information about a game besides its moves, which is written into the record. Empty strings and `None` are unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameInfo {
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The event, such as a tournament.
    pub event: String,
    /// The place.
    pub place: String,
    /// The round of the event.
    pub round: String,
    /// When it was played. Unless given, it is the day on which the first photo of the game was taken, if that has an
    /// EXIF time.
    pub date: Option<Date>,
    /// The result in the notation of the game's records: `1-0`, `1/2-1/2`, in Go `B+R`, `W+3.5`. A result that the
    /// moves determine takes precedence.
    pub result: Option<String>,
    /// Go: the name of the rules, such as `Chinese`; one that [`go_rules::Rules::named`] knows.
    pub rules: Option<String>,
    /// Go: points for White.
    pub komi: Option<f32>,
}

/// A part of a [`GameInfo`] that records of the game cannot have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GameInfoError {
    /// A result that this game does not have.
    #[error("{found:?} is no result of this game; one is written {expected}")]
    Result {
        /// As given.
        found: String,
        /// How results are written.
        expected: &'static str,
    },
    /// Unknown rules.
    #[error("the rules {found:?} are not known; such as chinese, japanese or aga are")]
    Rules {
        /// As given.
        found: String,
    },
    /// A komi that is not a number.
    #[error("{found} is no komi")]
    Komi {
        /// As given.
        found: f32,
    },
    /// Rules or komi of a game whose records do not have them.
    #[error("records of this game have no {field}")]
    NotOfGame {
        /// What was given.
        field: &'static str,
    },
}

impl GameInfo {
    /// The information that also holds for another game on the same photos: all but the round and the result.
    #[must_use]
    pub fn later(&self) -> Self {
        Self {
            round: String::new(),
            result: None,
            ..self.clone()
        }
    }
}
