//! Information about a game.

use board_core::Color;
use game_record::Date;

/// The number of a game in a [`Library`](crate::Library), valid until the library is saved and opened again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameId(pub u32);

/// Information about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameInfo {
    /// The source: a path, with the number of the game if the file has several.
    pub source: String,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The date as written.
    pub date: String,
    /// The result as written.
    pub result: String,
}

impl GameInfo {
    /// The winner by the result.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        winner(&self.result)
    }

    /// The first date in the text: a year, with month and day if they follow as in SGF.
    #[must_use]
    pub fn day(&self) -> Option<Date> {
        Date::find(&self.date)
    }

    /// The year: the first four consecutive digits of the date.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        Some(self.day()?.year())
    }
}

/// The winner by a result in SGF notation.
pub(super) fn winner(result: &str) -> Option<Color> {
    let mut letters = result.trim().chars();
    match (letters.next()?.to_ascii_uppercase(), letters.next()?) {
        ('B', '+') => Some(Color::Black),
        ('W', '+') => Some(Color::White),
        _ => None,
    }
}
