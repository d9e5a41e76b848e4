use core::fmt;

use crate::{Kind, Square};

/// A move in two bytes: from, to, and what a pawn becomes.
///
/// Castling is written as the king onto its own rook, which is the only way that is clear in
/// Chess960; [`Position::uci`](crate::Position::uci) and SAN write it as usual.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// A move of the piece on `from` to `to`; for castling `to` is the rook's square.
    ///
    /// A promotion to a pawn or king can be said, and is legal nowhere.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square, promotion: Option<Kind>) -> Move {
        let kind = match promotion {
            None => 0,
            Some(kind) => kind as u16 + 1,
        };
        Move(from.index() as u16 | (to.index() as u16) << 6 | kind << 12)
    }

    /// Where the piece stands.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::of(self.0 as u32 & 63)
    }

    /// Where it goes; for castling, where the rook stands.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::of(self.0 as u32 >> 6 & 63)
    }

    /// What the pawn becomes, if this is a promotion.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 12 {
            0 => None,
            n => Some(Kind::ALL[(n - 1) as usize % 6]),
        }
    }
}

/// From, to and the promotion's letter, as in `e7e8q`; castling is king onto rook, `e1h1`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from(), self.to());
        match self.promotion() {
            None => write!(f, "{from}{to}"),
            Some(kind) => write!(f, "{from}{to}{}", kind.letter().to_ascii_lowercase()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
