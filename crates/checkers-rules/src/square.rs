use core::fmt;

/// A dark square by its number, from 1: row by row from the top left of the diagram.
///
/// White starts at the bottom, on the highest numbers. The [`Variant`](crate::Variant) gives the number of squares, and
/// the letters and digits that some countries write instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with a number from 1 to 50.
    #[must_use]
    pub const fn new(number: usize) -> Option<Square> {
        if 0 < number && number <= 50 {
            Some(Square(number as u8 - 1))
        } else {
            None
        }
    }

    #[inline]
    pub(crate) const fn of(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// The number, 1 to 50.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    #[inline]
    pub(crate) const fn index(self) -> u32 {
        self.0 as u32
    }
}

/// Writes the number.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares; bit `n - 1` is the square with number `n`. Also an iterator over its members, lowest number first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Squares(pub u64);

impl Squares {
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
        self.0 >> square.0 & 1 != 0
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        Squares(squares.into_iter().fold(0, |set, s| set | 1 << s.0))
    }
}

impl Iterator for Squares {
    type Item = Square;
    fn next(&mut self) -> Option<Square> {
        let square = (self.0 != 0).then(|| Square::of(self.0.trailing_zeros()));
        self.0 &= self.0.wrapping_sub(1);
        square
    }
}
