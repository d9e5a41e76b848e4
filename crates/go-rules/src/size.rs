use crate::Move;

/// The longest side of a board: the largest that SGF's lower-case letters and GTP can name unambiguously.
pub const MAX_SIDE: usize = 25;

/// Number of cells of the largest board, including the walls that `position::chains` puts around it.
pub(crate) const PADDED: usize = (MAX_SIDE + 1) * (MAX_SIDE + 2);

/// The size of a board; converts point indices to columns, rows and names.
///
/// A point is the index `row * cols + col`, counted from the top-left point, which is `aa` in SGF. GTP counts rows from
/// the bottom and omits the column `I`, so the same point is `A19` on a 19×19 board.
///
/// ```
/// use go_rules::Size;
///
/// let size = Size::new(19, 19)?;
/// let point = size.parse_gtp("Q16").unwrap().point().unwrap();
/// assert_eq!(size.col_row(point), (15, 3));
/// assert_eq!(size.sgf(point), "pd");
/// # Ok::<(), go_rules::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    cols: u8,
    rows: u8,
}

/// A board must have 1 to [`MAX_SIDE`] columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {cols} columns and {rows} rows; both must be 1 to {MAX_SIDE}")]
pub struct SizeError {
    /// Columns given.
    pub cols: usize,
    /// Rows given.
    pub rows: usize,
}

impl Size {
    /// A board of `cols` columns and `rows` rows.
    ///
    /// # Errors
    /// If either is 0 or more than [`MAX_SIDE`].
    pub fn new(cols: usize, rows: usize) -> Result<Size, SizeError> {
        match (u8::try_from(cols), u8::try_from(rows)) {
            (Ok(c), Ok(r)) if c > 0 && r > 0 && cols <= MAX_SIDE && rows <= MAX_SIDE => {
                Ok(Size { cols: c, rows: r })
            }
            _ => Err(SizeError { cols, rows }),
        }
    }

    /// A square board.
    ///
    /// # Errors
    /// As [`Size::new`].
    pub fn square(side: usize) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// The standard board, 19×19.
    pub const NINETEEN: Size = Size { cols: 19, rows: 19 };

    /// Number of columns.
    #[inline]
    #[must_use]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of points.
    #[inline]
    #[must_use]
    pub const fn points(self) -> usize {
        self.cols() * self.rows()
    }

    /// The index of the point in column `col` and row `row`, both from 0, origin top-left; `None` if it is not on the
    /// board.
    #[must_use]
    pub fn point(self, col: usize, row: usize) -> Option<usize> {
        (col < self.cols() && row < self.rows()).then(|| row * self.cols() + col)
    }

    /// Column and row of a point, both from 0, origin top-left.
    #[inline]
    #[must_use]
    pub const fn col_row(self, point: usize) -> (usize, usize) {
        (point % self.cols(), point / self.cols())
    }

    /// The SGF name of a point: two letters, column and row, both from `a` at the top left.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn sgf(self, point: usize) -> String {
        assert!(point < self.points(), "point {point} of {self}");
        let (col, row) = self.col_row(point);
        [col, row]
            .map(|n| (b'a' + n as u8) as char)
            .iter()
            .collect()
    }

    /// The value of an SGF move property: [`sgf`](Size::sgf), or empty for a pass.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn sgf_move(self, mv: Move) -> String {
        mv.point().map(|p| self.sgf(p)).unwrap_or_default()
    }

    /// Reads the value of an SGF move property. An empty value is a pass, and so is `tt` on boards up to 19×19, as in
    /// FF\[3\]. `None` if it is neither a pass nor a point of this board.
    #[must_use]
    pub fn parse_sgf_move(self, value: &str) -> Option<Move> {
        let value = value.trim();
        if value.is_empty() || (value == "tt" && self.cols() <= 19 && self.rows() <= 19) {
            return Some(Move::PASS);
        }
        self.parse_sgf(value).map(Move::place)
    }

    /// Reads the SGF name of a point; `None` if it is not a point of this board.
    #[must_use]
    pub fn parse_sgf(self, name: &str) -> Option<usize> {
        let &[col, row] = name.as_bytes() else {
            return None;
        };
        let number = |letter: u8| {
            letter
                .is_ascii_lowercase()
                .then(|| usize::from(letter - b'a'))
        };
        self.point(number(col)?, number(row)?)
    }

    /// The GTP name of a move: `D4`, or `pass`.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn gtp(self, mv: Move) -> String {
        let Some(point) = mv.point() else {
            return "pass".into();
        };
        assert!(point < self.points(), "point {point} of {self}");
        let (col, row) = self.col_row(point);
        let letter = b'A' + col as u8 + u8::from(col >= 8);
        format!("{}{}", letter as char, self.rows() - row)
    }

    /// A name for any move, on or off the board, for messages.
    #[cfg(feature = "sgf")]
    pub(crate) fn gtp_or_number(self, mv: Move) -> String {
        match mv.point() {
            Some(point) if point >= self.points() => point.to_string(),
            _ => self.gtp(mv),
        }
    }

    /// Reads the GTP name of a move, in either case. `None` if it is neither `pass` nor a point of this board.
    #[must_use]
    pub fn parse_gtp(self, text: &str) -> Option<Move> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("pass") {
            return Some(Move::PASS);
        }
        let letter = text.chars().next()?.to_ascii_uppercase();
        if !letter.is_ascii_uppercase() || letter == 'I' {
            return None;
        }
        let col = usize::from(letter as u8 - b'A') - usize::from(letter > 'I');
        let digits = &text[1..];
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let row = self.rows().checked_sub(digits.parse().ok()?)?;
        self.point(col, row).map(Move::place)
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}×{}", self.cols, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_every_size_is_read_back_from_its_names() {
        for cols in 1..=MAX_SIDE {
            for rows in [1, 2, 9, MAX_SIDE] {
                let size = Size::new(cols, rows).unwrap();
                for point in 0..size.points() {
                    let (col, row) = size.col_row(point);
                    assert_eq!(size.point(col, row), Some(point));
                    assert_eq!(size.parse_sgf(&size.sgf(point)), Some(point));
                    let mv = Move::place(point);
                    assert_eq!(size.parse_gtp(&size.gtp(mv)), Some(mv), "{size} {point}");
                }
            }
        }
    }

    #[test]
    fn sides_are_limited() {
        for (cols, rows) in [(0, 19), (19, 0), (26, 19), (19, 26), (19, 256 + 19)] {
            assert_eq!(Size::new(cols, rows), Err(SizeError { cols, rows }));
        }
    }

    #[test]
    fn names_off_the_board_are_refused() {
        let nine = Size::square(9).unwrap();
        for name in ["ja", "aj", "a", "abc", "AA", "a1", "é"] {
            assert_eq!(nine.parse_sgf(name), None, "{name}");
        }
        for name in [
            "",
            "I5",
            "A0",
            "A10",
            "K1",
            "A",
            "5",
            "A+3",
            "A-1",
            "é1",
            "A99999999999999999999",
        ] {
            assert_eq!(nine.parse_gtp(name), None, "{name}");
        }
    }

    #[test]
    fn tt_is_a_pass_only_where_it_is_no_point() {
        assert_eq!(Size::NINETEEN.parse_sgf_move("tt"), Some(Move::PASS));
        let large = Size::square(21).unwrap();
        assert_eq!(
            large.parse_sgf_move("tt").unwrap().point(),
            large.point(19, 19)
        );
        assert_eq!(large.parse_sgf_move(""), Some(Move::PASS));
    }
}
