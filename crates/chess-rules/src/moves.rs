use core::fmt;

use crate::{Kind, Square};

/// A move in two bytes: source, target and promotion.
///
/// Castling is stored as the king moving onto its own rook, the only unambiguous form in Chess960.
/// [`Position::uci`](crate::Position::uci) and SAN write it as usual.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// Makes a move of the piece on `from` to `to`; for castling `to` is the rook's square.
    ///
    /// Promotions to a pawn or king can be represented, but are never legal.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square, promotion: Option<Kind>) -> Move {
        let kind = match promotion {
            None => 0,
            Some(kind) => kind as u16 + 1,
        };
        Move(from.index() as u16 | (to.index() as u16) << 6 | kind << 12)
    }

    /// The source square.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::of(self.0 as u32 & 63)
    }

    /// The target square; for castling the rook's square.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::of(self.0 as u32 >> 6 & 63)
    }

    /// The kind the pawn promotes to; `None` if the move is not a promotion.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 12 {
            0 => None,
            n => Some(Kind::ALL[(n - 1) as usize % 6]),
        }
    }
}

/// Writes source, target and the promotion's letter, as in `e7e8q`; castling is king onto rook, `e1h1`.
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
