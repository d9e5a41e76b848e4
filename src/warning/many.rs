//! Many warnings of a kind in one line.

use super::WarningKind;
use crate::wording::counted;

impl WarningKind {
    /// Many warnings of this kind in a few words, where each is about another photo or move; `None` where every one is
    /// worth reading.
    #[must_use]
    pub fn many(&self, count: usize) -> Option<String> {
        let (before, things, after) = match self {
            Self::PhotoSkipped { .. } => ("", "photos", " cannot be opened and are skipped"),
            Self::BoardHidden => (
                "the board cannot be seen in ",
                "photos",
                ", which are left out",
            ),
            Self::PhotoSizeChanged { .. } => ("the size of the photos changes ", "times", ""),
            Self::BoardMoved { .. } => ("the camera or the board was moved ", "times", ""),
            Self::BoardOutside { .. } => {
                ("part of the board is out of the picture in ", "places", "")
            }
            Self::DoubtfulMove { .. } => ("", "moves", " are doubtful"),
            Self::MoveOrder { .. } => (
                "the photos do not tell the order of moves in ",
                "places",
                "",
            ),
            Self::OtherMoves { .. } => ("moves may have been others in ", "places", ""),
            Self::MoveTakenBack { .. } => ("", "moves", " were taken back"),
            Self::PassOrMissingMove { .. } => {
                ("moves may be missing, or passes, in ", "places", "")
            }
            _ => return None,
        };
        Some(format!("{before}{}{after}", counted(count, things)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_of_a_kind_are_one_line() {
        let moved = WarningKind::BoardMoved { grid_units: 2.0 };
        assert_eq!(
            moved.many(5).as_deref(),
            Some("the camera or the board was moved 5 times")
        );
        assert_eq!(WarningKind::SinglePhoto.many(5), None);
    }
}
