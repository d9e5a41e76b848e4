//! Summary of many warnings of one kind.

use super::WarningKind;
use crate::wording::counted;

impl WarningKind {
    /// Summarises `count` warnings of this kind in one sentence. `None` for kinds of which each warning should be read.
    #[must_use]
    pub fn many(&self, count: usize) -> Option<String> {
        let (before, things, after) = match self {
            Self::PhotoSkipped { .. } => ("", "photos", " cannot be opened and are skipped"),
            Self::PhotoLate { .. } => (
                "",
                "photos",
                " arrived after others whose names are later, and are taken as the later ones",
            ),
            Self::BoardHidden => ("the board is hidden in ", "photos", ", which are left out"),
            Self::PhotoSizeChanged { .. } => ("the size of the photos changes ", "times", ""),
            Self::BoardMoved { .. } => ("the camera or the board was moved ", "times", ""),
            Self::BoardOutside { .. } => ("more of the board leaves the picture ", "times", ""),
            Self::DoubtfulMove { .. } => ("", "moves", " are doubtful"),
            Self::MoveOrder { .. } => ("the order of moves is open in ", "places", ""),
            Self::OtherMoves { .. } => ("other moves are possible in ", "places", ""),
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
