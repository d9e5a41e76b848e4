//! Warnings about a record: a kind with its values, and the sentence made from them.

mod many;
mod moves;
mod sentence;
mod serialized;

use std::path::PathBuf;

use board_core::Color;
use serde::{Serialize, Serializer};

use crate::decode::fix::Fix;
use crate::source::damage::Damage;
use crate::source::photos::PhotoFault;
use serialized::{as_path, as_text};

pub use moves::{Alternative, NamedMove};

/// A warning about a record: its kind with the values, and the photo.
///
/// `Display` writes the photo and the sentence; `Serialize` writes the values, the photo and the sentence (`text`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Warning {
    /// The photo that it refers to, if any.
    pub photo: Option<PathBuf>,
    /// The kind with its values.
    pub kind: WarningKind,
}

/// The kind of a warning with its values.
///
/// `Display` writes a sentence. Serialized, it is an object of the values, with the name of the variant in `kind`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum WarningKind {
    /// A photo that cannot be opened was skipped.
    PhotoSkipped {
        /// Why it cannot be opened.
        reason: PhotoFault,
    },
    /// While a game is followed, a photo came after one whose name is later. It is taken as the later one.
    PhotoLate {
        /// The photo before it.
        after: PathBuf,
    },
    /// A photo is damaged; the intact part was read.
    PhotoDamaged {
        /// The damage.
        damage: Damage,
    },
    /// The reading of a single photo is probably wrong somewhere.
    LowConfidence {
        /// Roughly the probability that every point is right, from 0 to 1.
        confidence: f64,
    },
    /// The size of the photos changes at this photo.
    PhotoSizeChanged {
        /// Width and height of the photo before, in pixels.
        before: (u32, u32),
        /// Width and height of this photo, in pixels.
        now: (u32, u32),
    },
    /// There is only one photo.
    SinglePhoto,
    /// The user stopped the reading at this photo.
    ReadingStopped,
    /// The photos seem to be in reverse order.
    PhotosReversed,
    /// The photos seem to be in a wrong order.
    PhotosShuffled,

    /// The board is hidden in a photo, which is left out.
    BoardHidden,
    /// The camera or the board was moved.
    BoardMoved {
        /// Largest movement of a corner, in grid units (distance between neighbouring points).
        grid_units: f64,
    },
    /// The board or the camera was turned at this photo.
    BoardTurned {
        /// Quarter turns clockwise, 1 to 3.
        quarters: usize,
    },
    /// From this photo on the contents of the board do not fit the photos before; these photos are left out.
    BoardMismatch {
        /// Number of photos left out, including this one.
        photos: usize,
    },
    /// From this photo on, part of the board is outside the picture.
    BoardOutside {
        /// Number of lines with a point outside.
        lines: usize,
    },
    /// A second board is in the picture.
    SecondBoard {
        /// Its corners in pixels: top-left, top-right, bottom-right, bottom-left.
        corners: [[f64; 2]; 4],
    },
    /// The board is mirrored: it has a light corner at the left, so squares are numbered as in a mirror.
    BoardMirrored,
    /// The board has a dark corner at White's right hand.
    DarkCorner,
    /// The pictures are mirrored, as those of selfie cameras: a game of chess shows by its corner and its moves.
    PhotosMirrored,

    /// Photos before the first one with the start position are left out.
    PhotosBeforeStart {
        /// Number of photos left out.
        photos: usize,
    },
    /// The photo of the start hardly agrees with the start position.
    StartUnlike {
        /// The agreement, from 0 to 1.
        agreement: f32,
    },
    /// The first photo differs from the start position on some squares.
    StartDiffers {
        /// The names of the squares.
        squares: Vec<String>,
    },
    /// The first photos show the start position without some of its pieces; the record starts from there.
    PiecesMissing {
        /// The position, as FEN.
        fen: String,
        /// The names of the squares that are empty.
        squares: Vec<String>,
    },
    /// Moves were made before the first photo; they are a guess.
    MovesBeforeFirstPhoto {
        /// Number of moves.
        moves: usize,
    },
    /// The first photos show an impossible position; the record starts from an empty board.
    #[cfg(feature = "go")]
    StartImpossible {
        /// Why it is impossible.
        #[serde(serialize_with = "as_text")]
        reason: go_rules::PositionError,
    },
    /// The first photos show stones without a liberty: they have been captured and are not lifted yet, so the record
    /// starts without them.
    CapturedAtStart {
        /// Their side, which is to move.
        #[serde(serialize_with = "as_text")]
        side: Color,
        /// The names of their points.
        points: Vec<String>,
    },
    /// The side that usually moves second made the first move.
    OtherSideBegan {
        /// That side.
        #[serde(serialize_with = "as_text")]
        side: Color,
    },
    /// The photos begin in mid-game, from a position that was read from them.
    MidGameStart {
        /// The position, as FEN.
        fen: String,
        /// Whether the side to move is known.
        to_move_known: bool,
        /// Whether the direction in which each side plays is known.
        direction_known: bool,
    },
    /// The photos of a game of Go begin in mid-game; the stones of the first photo are the start position.
    MidGameStones {
        /// Black stones.
        black: usize,
        /// White stones.
        white: usize,
    },
    /// Some squares of a mid-game start are doubtful.
    MidGameDoubtful {
        /// The names of the squares.
        squares: Vec<String>,
    },

    /// A move is doubtful.
    DoubtfulMove {
        /// The move.
        #[serde(flatten)]
        played: NamedMove,
        /// The probability that it was played, from 0 to 1.
        confidence: f32,
        /// The likeliest other moves, likeliest first.
        alternatives: Vec<Alternative>,
    },
    /// Some moves may have been played in another order.
    MoveOrder {
        /// The moves whose order is open, in the order of the record.
        moves: Vec<NamedMove>,
    },
    /// Other moves explain the photos nearly as well.
    OtherMoves {
        /// Moves of the record.
        moves: Vec<NamedMove>,
        /// Moves that may have been played instead.
        instead: Vec<NamedMove>,
    },
    /// A move was played and taken back; it is not in the record.
    MoveTakenBack {
        /// The side that played it.
        #[serde(serialize_with = "as_text")]
        side: Color,
        /// The move in the game's notation.
        #[serde(rename = "move")]
        name: String,
        /// The photo in which it is taken back; `None` if it is taken back after the last photo.
        #[serde(serialize_with = "as_path")]
        until: Option<PathBuf>,
    },
    /// A photo shows an earlier position again: the moves since then were taken back, and are not in the record.
    PositionAgain {
        /// The first of them, with its number.
        #[serde(serialize_with = "as_text")]
        first: Fix,
    },
    /// A side moved twice in a row: the other side passed, or its move was missed.
    PassOrMissingMove {
        /// The second of the two moves.
        #[serde(flatten)]
        next: NamedMove,
    },
    /// A move that the user fixed is kept, but the photos do not show it.
    FixNotSeen {
        /// The move.
        #[serde(serialize_with = "as_text")]
        fix: Fix,
    },
    /// A person's answer is dropped, because no legal game that explains the photos agrees with it.
    AnswerDropped {
        /// The answer.
        #[serde(serialize_with = "as_text")]
        fix: Fix,
    },
    /// A person took moves back, but the game goes on from them: they stand.
    TakeBackDropped {
        /// The first of them, as played.
        #[serde(serialize_with = "as_text")]
        first: Fix,
    },
    /// A move that a person says was not played is left out, but the photos show it.
    ForbiddenSeen {
        /// The answer.
        #[serde(serialize_with = "as_text")]
        fix: Fix,
    },
    /// Since the last game ended, the photos have not shown the start of another one.
    NoNextGame,
    /// The moves that this photo shows could not be decoded while photos arrive. They are decoded again with the next
    /// photo, and at the end.
    NotDecoded {
        /// Why not.
        reason: String,
    },

    /// The game is over: pieces were taken off the board.
    BoardCleared,
    /// The game is over: the start position was set up again.
    NewGameSetUp,
    /// No legal moves explain the photos from here on; the record ends before them.
    NoContinuation,
    /// Some moves are in no photo; the record ends before them.
    Gap {
        /// The position before the gap, as FEN.
        before: String,
        /// The position after the first move behind the gap, as FEN.
        after: String,
        /// Number of plies before the gap.
        plies: usize,
    },
    /// The game cannot be followed from this photo on: no legal moves lead from the end of the record to its position.
    GameLost {
        /// The position at the end of the record, as FEN.
        fen: String,
        /// Number of plies of the record.
        plies: usize,
        /// The contents of the board in the photo, row by row as in FEN: `b` and `w` for pieces, digits for empty
        /// squares.
        seen: String,
        /// Squares with a doubtful content.
        doubtful: Vec<String>,
    },
    /// The photos show neither the start position nor a position that follows from it; nothing is recorded.
    NothingRecorded {
        /// The contents of the board in the photo, row by row as in FEN: `b` and `w` for pieces, digits for empty
        /// squares.
        seen: String,
        /// Squares with a doubtful content.
        doubtful: Vec<String>,
    },
    /// The given result contradicts the moves; the record has the result of the moves.
    ResultDiffers {
        /// The given result.
        given: String,
        /// The result that the moves determine.
        found: &'static str,
    },
    /// From this photo to the last, the board differs from the record.
    EndDiffers {
        /// The names of the points.
        points: Vec<String>,
    },
    /// The game continues, as a separate game, after moves that no photo shows.
    Resumed {
        /// Its start position, as FEN; partly a guess.
        fen: String,
    },
}

impl WarningKind {
    /// Makes a warning of this kind that refers to a photo, or to none.
    #[must_use]
    pub fn at(self, photo: Option<PathBuf>) -> Warning {
        Warning { photo, kind: self }
    }

    /// Whether two kinds are the same, whatever their values.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        core::mem::discriminant(self) == core::mem::discriminant(other)
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            #[serde(flatten)]
            kind: &'a WarningKind,
            #[serde(serialize_with = "as_path")]
            photo: &'a Option<PathBuf>,
            #[serde(serialize_with = "as_text")]
            text: &'a WarningKind,
        }
        let Self { photo, kind } = self;
        let text = kind;
        Fields { kind, photo, text }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::number::Number;

    #[test]
    fn json_has_the_kind_its_values_the_photo_and_the_sentence() {
        let played = NamedMove {
            number: Number::Second(12),
            side: Color::Black,
            name: "Nf6".to_owned(),
        };
        let other = Alternative {
            side: Color::Black,
            name: "Nd7".to_owned(),
            share: 0.25,
        };
        let doubtful = WarningKind::DoubtfulMove {
            played,
            confidence: 0.75,
            alternatives: vec![other],
        };
        let warning = doubtful.at(Some("photo_0024.jpg".into()));
        let json = serde_json::json!({
            "kind": "doubtful_move",
            "number": 12,
            "side": "black",
            "move": "Nf6",
            "confidence": 0.75,
            "alternatives": [{ "side": "black", "move": "Nd7", "share": 0.25 }],
            "photo": "photo_0024.jpg",
            "text": "12... Nf6 is doubtful: 75 %; or Nd7 25 %",
        });
        assert_eq!(serde_json::to_value(&warning).unwrap(), json);
        let hidden = serde_json::json!({
            "kind": "board_hidden",
            "photo": null,
            "text": "the board is hidden; the photo is left out",
        });
        let warning = WarningKind::BoardHidden.at(None);
        assert_eq!(serde_json::to_value(&warning).unwrap(), hidden);
        let skipped = WarningKind::PhotoSkipped {
            reason: PhotoFault::UnsupportedFormat { format: "HEIC" },
        };
        let skipped = serde_json::to_value(skipped.at(None)).unwrap();
        assert_eq!(skipped["reason"]["fault"], "unsupported_format");
        assert_eq!(skipped["reason"]["format"], "HEIC");
    }

    #[test]
    fn kinds_are_alike_whatever_their_values() {
        let moved = |grid_units| WarningKind::BoardMoved { grid_units };
        assert!(moved(1.0).is_like(&moved(2.0)));
        assert!(!moved(1.0).is_like(&WarningKind::BoardHidden));
    }
}
