use core::fmt;

use crate::{Square, Squares};

/// A move by its outcome: source, target, captured pieces, and whether a man is crowned.
///
/// The path of a capture is not included: paths that capture the same pieces and end on the same square are one move.
/// [`Position::paths`](crate::Position::paths) lists them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// The source square.
    pub from: Square,
    /// The target square, which after a long capture may be the source square.
    pub to: Square,
    /// The squares of the captured pieces.
    pub captured: Squares,
    /// Whether a man becomes a king.
    pub crowned: bool,
}

impl Move {
    /// Whether the move captures.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }
}

/// Writes `22-17` or `22x15`, which may be ambiguous; [`Position::notation`](crate::Position::notation) is not.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{sign}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)?;
        if self.is_capture() {
            f.debug_list().entries(self.captured).finish()?;
        }
        Ok(())
    }
}
