use core::fmt;

use crate::Square;

/// A set of squares; bit `n` is the square of index `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// Number of squares in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        Bitboard(square.bit())
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        Bitboard(squares.into_iter().fold(0, |set, s| set | s.bit()))
    }
}

impl Iterator for Bitboard {
    type Item = Square;
    fn next(&mut self) -> Option<Square> {
        let square = (self.0 != 0).then(|| Square::of(self.0.trailing_zeros()));
        self.0 &= self.0.wrapping_sub(1);
        square
    }
}

/// Writes eight lines, the eighth rank first: `x` for a member, `.` for other squares.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let mark = if self.contains(square) { "x" } else { "." };
            let end = if square.file() == 7 { "\n" } else { " " };
            write!(f, "{mark}{end}")?;
        }
        Ok(())
    }
}

/// The indices of a set's members, lowest first.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let first = set.trailing_zeros();
        set &= set - 1;
        Some(first)
    })
}
