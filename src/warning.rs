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

/// Something the user should know about a record.
///
/// `Display` writes the photo and the sentence, `Serialize` the values, the photo and the sentence (`text`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Warning {
    /// The photo it is about, if it is about one.
    pub photo: Option<PathBuf>,
    /// What it is about, with its values. `Display` writes them as a sentence.
    pub kind: WarningKind,
}

/// What a warning is about, with its values.
///
/// `Display` writes them as a sentence. Serialized, `kind` is the name of the variant in snake case, beside its values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum WarningKind {
    /// A photo that cannot be opened was skipped.
    PhotoSkipped {
        /// Why it cannot be opened.
        reason: PhotoFault,
    },
    /// A photo is damaged; what can be seen of it was read.
    PhotoDamaged {
        /// What is wrong with it.
        damage: Damage,
    },
    /// The reading of a single photo is likely to have a fault.
    LowConfidence {
        /// Roughly the probability that nothing is wrong, from 0 to 1.
        confidence: f64,
    },
    /// The photos have another size from here on.
    PhotoSizeChanged {
        /// Width and height of the photo before, in pixels.
        before: (u32, u32),
        /// Width and height of this photo, in pixels.
        now: (u32, u32),
    },
    /// There is only one photo.
    SinglePhoto,
    /// The caller ended the reading at this photo.
    ReadingStopped,
    /// The photos seem to be in reverse order.
    PhotosReversed,
    /// The photos seem not to be in the order in which they were taken.
    PhotosShuffled,

    /// The board cannot be seen in a photo, which is left out.
    BoardHidden,
    /// The camera or the board was moved.
    BoardMoved {
        /// How far the outermost points have moved, in grid units (distances between neighbouring points).
        grid_units: f64,
    },
    /// The board is seen turned from here on.
    BoardTurned {
        /// Quarter turns clockwise, 1 to 3.
        quarters: usize,
    },
    /// From here on the board shows something else than before; these photos do not count.
    BoardMismatch {
        /// How many photos, this one included.
        photos: usize,
    },
    /// Part of the board is out of the picture from here on.
    BoardOutside {
        /// Lines of the board that leave the picture.
        lines: usize,
    },
    /// A second board is in view.
    SecondBoard {
        /// Its corners in pixels: top-left, top-right, bottom-right, bottom-left.
        corners: [[f64; 2]; 4],
    },
    /// The board is laid with the wrong corner at the left, so squares are numbered as in a mirror.
    BoardMirrored,
    /// The board has a dark corner at White's right hand.
    DarkCorner,
    /// The pictures are mirrored, as those of selfie cameras: a game of chess shows by its corner and its moves.
    PhotosMirrored,

    /// Photos before the first one that shows the start position are left out.
    PhotosBeforeStart {
        /// How many.
        photos: usize,
    },
    /// The photo of the start hardly agrees with the start position.
    StartUnlike {
        /// How well they agree, from 0 to 1.
        agreement: f32,
    },
    /// The first photo shows something else than the start position on some squares.
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
    /// Moves were made before the first photo; which ones is a guess.
    MovesBeforeFirstPhoto {
        /// How many.
        moves: usize,
    },
    /// The first photos show a position that cannot be; the record starts from an empty board.
    #[cfg(feature = "go")]
    StartImpossible {
        /// Why it cannot be.
        #[serde(serialize_with = "as_text")]
        reason: go_rules::PositionError,
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
        /// Whether it is known which side is to move there.
        to_move_known: bool,
        /// Whether it is known which way each side plays.
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
    /// Moves may have been played in another order.
    MoveOrder {
        /// The moves that may have changed places, in the order of the record.
        moves: Vec<NamedMove>,
    },
    /// Other moves explain the photos nearly as well.
    OtherMoves {
        /// Moves of the record.
        moves: Vec<NamedMove>,
        /// What may have been played instead of them.
        instead: Vec<NamedMove>,
    },
    /// A move was played and taken back; the record does not have it.
    MoveTakenBack {
        /// Who played it.
        #[serde(serialize_with = "as_text")]
        side: Color,
        /// The move as players write it.
        #[serde(rename = "move")]
        name: String,
        /// The photo in which it is taken back; none if that is after the last one.
        #[serde(serialize_with = "as_path")]
        until: Option<PathBuf>,
    },
    /// A side moved twice in a row: the other one passed, or its move was not seen.
    PassOrMissingMove {
        /// The second of the two moves.
        #[serde(flatten)]
        next: NamedMove,
    },
    /// A move that the user gave is kept, but the photos do not show it.
    FixNotSeen {
        /// The move.
        #[serde(serialize_with = "as_text")]
        fix: Fix,
    },

    /// The game is over: pieces were taken off the board.
    BoardCleared,
    /// The game is over: the start position was set up again.
    NewGameSetUp,
    /// No moves lead from here to what the photos show; the record ends before.
    NoContinuation,
    /// Moves are missing that no photo shows; the record ends before them.
    Gap {
        /// The position before them, as FEN.
        before: String,
        /// The position after the move that follows them, as FEN.
        after: String,
        /// Plies before the gap.
        plies: usize,
    },
    /// No moves lead from the end of the record to what this photo and those after it show.
    GameLost {
        /// The position in which the record ends, as FEN.
        fen: String,
        /// Plies of the record.
        plies: usize,
        /// What the photo shows, row by row as FEN has it: `b` and `w` for pieces, figures for empty squares.
        seen: String,
        /// The squares of which that is doubtful.
        doubtful: Vec<String>,
    },
    /// The photos show neither the start position nor anything that moves make of it; nothing is recorded.
    NothingRecorded {
        /// What the photo shows, row by row as FEN has it: `b` and `w` for pieces, figures for empty squares.
        seen: String,
        /// The squares of which that is doubtful.
        doubtful: Vec<String>,
    },
    /// The result that was given contradicts the moves, whose result the record has.
    ResultDiffers {
        /// As given.
        given: String,
        /// By the moves.
        found: &'static str,
    },
    /// The last photos show something else than the end of the record.
    EndDiffers {
        /// The names of the squares.
        squares: Vec<String>,
    },
    /// The record goes on after moves that no photo shows, as a game of its own.
    Resumed {
        /// The position it starts from, as FEN; partly a guess.
        fen: String,
    },
}

impl WarningKind {
    /// A warning of this kind about a photo, or about none.
    #[must_use]
    pub fn at(self, photo: Option<PathBuf>) -> Warning {
        Warning { photo, kind: self }
    }

    /// Whether two warnings are of one kind; their values may differ.
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
            "text": "the board cannot be seen; the photo is left out",
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
