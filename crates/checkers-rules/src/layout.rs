//! Layout of the dark squares as bits, in which a diagonal step is the same shift everywhere.
//!
//! Squares are numbered row by row from the top. After every two rows one bit is unused, which catches steps over the
//! edge. On 8 × 8 a step is a shift by 4 or 5, on 10 × 10 by 5 or 6. The layout is old; it is described, for instance,
//! in J. Schaeffer, "One Jump Ahead", 1997.

/// The arrangement of a board's dark squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Number of dark squares in a row.
    pub(crate) half: u32,
    /// Whether the top-left corner is dark, as in Italy; elsewhere the bottom-left one is.
    pub(crate) mirrored: bool,
}

impl Layout {
    /// Number of rows, and of columns.
    pub(crate) const fn width(self) -> u32 {
        2 * self.half
    }

    /// Number of dark squares.
    pub(crate) const fn squares(self) -> u32 {
        self.width() * self.half
    }

    /// The bit index of a square index.
    pub(crate) const fn bit(self, index: u32) -> u32 {
        index + (index / self.half + self.mirrored as u32) / 2
    }

    /// The square index of a bit index.
    pub(crate) const fn index(self, bit: u32) -> u32 {
        let first = if self.mirrored { self.half + 1 } else { 0 };
        bit - (bit + first) / (self.width() + 1)
    }

    /// The bits of the rows `from..to`.
    pub(crate) const fn rows(self, from: u32, to: u32) -> u64 {
        let (mut set, mut index) = (0, from * self.half);
        while index < to * self.half {
            set |= 1 << self.bit(index);
            index += 1;
        }
        set
    }

    /// The bits of the first or the last dark squares of all rows.
    pub(crate) const fn ends(self, last: bool) -> u64 {
        let (mut set, mut row) = (0, 0);
        while row < self.width() {
            let column = if last { self.half - 1 } else { 0 };
            set |= 1 << self.bit(row * self.half + column);
            row += 1;
        }
        set
    }

    /// The point `row · width + column` of a square index.
    pub(crate) const fn point(self, index: u32) -> u32 {
        let (row, place) = (index / self.half, index % self.half);
        row * self.width() + 2 * place + self.indent(row)
    }

    /// The square index of a point; `None` for a light square and beyond the board.
    pub(crate) const fn at_point(self, point: u32) -> Option<u32> {
        let (row, column) = (point / self.width(), point % self.width());
        if row < self.width() && column % 2 == self.indent(row) {
            Some(row * self.half + column / 2)
        } else {
            None
        }
    }

    /// The column of the first dark square of a row.
    const fn indent(self, row: u32) -> u32 {
        (row + self.mirrored as u32 + 1) % 2
    }
}

/// The members of a set, lowest first, as single-bit sets.
#[inline]
pub(crate) fn singles(mut set: u64) -> impl Iterator<Item = u64> {
    core::iter::from_fn(move || {
        let first = set & set.wrapping_neg();
        set ^= first;
        (first != 0).then_some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_indices_and_points_are_one_to_one() {
        for (half, mirrored) in [(4, false), (4, true), (5, false)] {
            let layout = Layout { half, mirrored };
            let mut points = Vec::new();
            for index in 0..layout.squares() {
                assert_eq!(layout.index(layout.bit(index)), index);
                assert_eq!(layout.at_point(layout.point(index)), Some(index));
                points.push(layout.point(index));
            }
            let dark = |point| layout.at_point(point).is_some();
            let all: Vec<u32> = (0..1000).filter(|&point| dark(point)).collect();
            assert_eq!(points, all);
            let corner = layout.width() * (layout.width() - 1);
            assert_eq!(dark(corner), !mirrored);
        }
    }

    #[test]
    fn a_step_is_one_shift_and_borders_catch_it() {
        for (half, mirrored) in [(4, false), (4, true), (5, false)] {
            let layout = Layout { half, mirrored };
            let board = layout.rows(0, layout.width());
            for index in 0..layout.squares() {
                let (point, bit) = (layout.point(index), 1u64 << layout.bit(index));
                let (row, column) = (point / layout.width(), point % layout.width());
                for (shift, aside) in [(half, -1), (half + 1, 1)] {
                    let column = column as i32 + aside;
                    let inside = row + 1 < layout.width() && (0..2 * half as i32).contains(&column);
                    let expected = if inside {
                        let below = (row + 1) * layout.width() + column as u32;
                        1 << layout.bit(layout.at_point(below).unwrap())
                    } else {
                        0
                    };
                    assert_eq!(bit << shift & board, expected);
                }
            }
        }
    }
}
