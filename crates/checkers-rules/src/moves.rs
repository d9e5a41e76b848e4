use core::fmt;

use crate::{Square, Squares};

/// A move by its outcome: from where, to where, what is taken, and whether the man is crowned.
///
/// The way a capture goes is no part of it: ways that take the same pieces and end on the same square are one move.
/// [`Position::paths`](crate::Position::paths) lists them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it comes to rest, which after a long capture may be where it began.
    pub to: Square,
    /// What it takes.
    pub captured: Squares,
    /// Whether a man becomes a king.
    pub crowned: bool,
}

impl Move {
    /// Whether it takes something.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }
}

/// `22-17`, `22x15`: not always enough to tell two captures apart; [`Position::notation`](crate::Position::notation) is.
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
