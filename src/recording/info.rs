//! Information about a game besides its moves.

use game_record::Date;

/// Information about a game besides its moves, for the record. Empty strings and `None` are unknown.
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
    /// The date. By default the day on which the first photo of the game was taken, if that has an EXIF time.
    pub date: Option<Date>,
    /// The result in the notation of the game's records: `1-0`, `1/2-1/2`, in Go `B+R`, `W+3.5`. A result that the
    /// moves determine takes precedence.
    pub result: Option<String>,
    /// Go: the name of the rules, such as `Chinese`; one of [`go_rules::Rules::named`].
    pub rules: Option<String>,
    /// Go: komi, the points that White gets for moving second.
    pub komi: Option<f32>,
}

/// Invalid [`GameInfo`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GameInfoError {
    /// Not a result of this game.
    #[error("{found:?} is not a result of this game: write {expected}")]
    Result {
        /// As given.
        found: String,
        /// How results are written.
        expected: &'static str,
    },
    /// Unknown rules.
    #[error("unknown rules {found:?}: write chinese, japanese or aga, for example")]
    Rules {
        /// As given.
        found: String,
    },
    /// A komi that is not a number.
    #[error("{found} is not a komi")]
    Komi {
        /// As given.
        found: f32,
    },
    /// A field that records of this game do not have.
    #[error("records of this game have no {field}")]
    NotOfGame {
        /// The field: `rules` or `komi`.
        field: &'static str,
    },
}

impl GameInfo {
    /// The information that also holds for the next game on the same photos: all except round and result.
    #[must_use]
    pub fn later(&self) -> Self {
        Self {
            round: String::new(),
            result: None,
            ..self.clone()
        }
    }
}
