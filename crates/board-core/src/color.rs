/// One of the two sides. The rules of a game decide which side moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Color {
    /// Black: moves first in Go and English draughts.
    Black = 0,
    /// White: moves first in chess and international draughts.
    White = 1,
}

impl Color {
    /// Both sides, in index order.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The index of the colour in a table: 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline]
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl core::ops::Not for Color {
    type Output = Color;
    #[inline]
    fn not(self) -> Color {
        self.other()
    }
}

impl core::fmt::Display for Color {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_of_the_other_is_itself() {
        for color in Color::BOTH {
            assert_ne!(color, !color);
            assert_eq!(color, !!color);
            assert_eq!(Color::BOTH[color.index()], color);
        }
    }
}
