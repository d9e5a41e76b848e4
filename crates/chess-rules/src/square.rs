use core::fmt;
use core::str::FromStr;

/// One of the 64 squares, numbered row by row from a8: a8 is 0, h8 is 7, a1 is 56, h1 is 63.
///
/// The index is the point of [`board_core::Board`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with index `row * 8 + column`, where row 0 is the eighth rank; `None` from 64 on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Square> {
        if index < 64 {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// The square on a file (0 is the a-file) and a rank (0 is White's first), each taken modulo 8.
    #[must_use]
    pub const fn at(file: usize, rank: usize) -> Square {
        Square((7 - (rank & 7) as u8) * 8 + (file & 7) as u8)
    }

    #[inline]
    pub(crate) const fn of(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// The index `row * 8 + column`, where row 0 is the eighth rank: 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file: 0 for the a-file to 7 for the h-file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The rank: 0 for White's first rank to 7 for Black's.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> usize {
        (7 - (self.0 >> 3)) as usize
    }

    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// All squares, in index order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file() as u8);
        let rank = char::from(b'1' + self.rank() as u8);
        f.pad(String::from_iter([file, rank]).as_str())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text is not the name of a square: a file from `a` to `h` and a rank from `1` to `8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the name of a square")]
pub struct SquareError;

impl FromStr for Square {
    type Err = SquareError;
    fn from_str(text: &str) -> Result<Square, SquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Square::at((file - b'a').into(), (rank - b'1').into()))
            }
            _ => Err(SquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_read_like_a_diagram() {
        let named: Vec<_> = ["a8", "h8", "a1", "h1", "e4"]
            .iter()
            .map(|name| name.parse::<Square>().unwrap().index())
            .collect();
        assert_eq!(named, [0, 7, 56, 63, 36]);
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), square);
        }
        assert!("i1".parse::<Square>().is_err() && "a9".parse::<Square>().is_err());
        assert_eq!(Square::new(64), None);
    }
}
