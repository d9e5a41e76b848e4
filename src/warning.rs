use std::path::PathBuf;

use serde::Serialize;

use crate::wording::counted;

/// Something the user should know before trusting a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Warning {
    /// What it is about.
    pub kind: WarningKind,
    /// The photo it is about, if it is about one.
    pub photo: Option<PathBuf>,
    /// What.
    pub text: String,
}

/// What a warning is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WarningKind {
    /// A photo that cannot be opened was skipped.
    Skipped,
    /// A photo in which the board cannot be seen was left out.
    Hidden,
    /// The photos have another size from here on.
    Resized,
    /// The camera or the board was moved.
    Moved,
    /// The board is seen turned from here on.
    Turned,
    /// Part of the board is not in the picture, or it is not where it was.
    Outside,
    /// Photos are not in the order they were taken in, or the reading was ended early, or there is but one.
    Series,
    /// A second board is in view.
    SecondBoard,
    /// What the game starts from is doubtful.
    Start,
    /// How the board lies is doubtful: its corner, or a mirror image.
    Laid,
    /// A move is doubtful.
    Doubtful,
    /// Moves may have been played in another order.
    Order,
    /// Moves may have been others.
    Others,
    /// A move was played and taken back.
    TakenBack,
    /// A move was not seen, or a pass.
    Missing,
    /// A move that was asked for is not shown.
    Fix,
    /// The game ends before its photos do.
    Ended,
    /// The record goes on, or stops, where the photos do not show enough.
    Incomplete,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, photo: Option<PathBuf>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { kind, photo, text }
    }
}

impl WarningKind {
    /// So many warnings of this kind in a few words, where each says the like of another photo or move; `None` where
    /// every one is worth reading.
    #[must_use]
    pub fn many(self, count: usize) -> Option<String> {
        let (before, things, after) = match self {
            Self::Skipped => ("", "photos", " cannot be opened and are skipped"),
            Self::Hidden => (
                "the board cannot be seen in ",
                "photos",
                ", which are left out",
            ),
            Self::Resized => ("the size of the photos changes ", "times", ""),
            Self::Moved => ("the camera or the board was moved ", "times", ""),
            Self::Outside => ("part of the board is out of the picture in ", "places", ""),
            Self::Doubtful => ("", "moves", " are doubtful"),
            Self::Order => (
                "the photos do not tell the order of moves in ",
                "places",
                "",
            ),
            Self::Others => ("moves may have been others in ", "places", ""),
            Self::TakenBack => ("", "moves", " were taken back"),
            Self::Missing => ("moves may be missing, or passes, in ", "places", ""),
            _ => return None,
        };
        Some(format!("{before}{}{after}", counted(count, things)))
    }
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.photo {
            Some(path) => write!(f, "{}: {}", path.display(), self.text),
            None => f.write_str(&self.text),
        }
    }
}
