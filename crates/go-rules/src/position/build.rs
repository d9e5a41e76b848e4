//! Positions from stones, rows of text and handicap points; and back to rows.

use std::fmt;

use board_core::{Board, Color, Occupancy};

use super::{Chains, Position};
use crate::{Size, SizeError};

/// Why a set of stones is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Not as many points as the board has.
    #[error("{found} points for a board of {size}")]
    PointCount {
        /// The board.
        size: Size,
        /// Points given.
        found: usize,
    },
    /// A row of another length than the first.
    #[error("row {row} has {found} points, the first has {expected}")]
    RowLength {
        /// Row from 0 at the top.
        row: usize,
        /// Points of the first row.
        expected: usize,
        /// Points of this row.
        found: usize,
    },
    /// A character that is none of `X`, `O`, `.` and blank.
    #[error("row {row}, point {col} is '{found}'; expected X, O or .")]
    Character {
        /// Row from 0 at the top.
        row: usize,
        /// Column from 0 at the left.
        col: usize,
        /// The character.
        found: char,
    },
    /// A point that is not on the board.
    #[error("point {point} is not on a board of {size}")]
    OffBoard {
        /// The board.
        size: Size,
        /// Index given.
        point: usize,
    },
    /// Two stones on one point.
    #[error("two stones on {}", size.sgf(*point))]
    Occupied {
        /// The board.
        size: Size,
        /// Index of the point.
        point: usize,
    },
    /// A chain that the rules would have taken off.
    #[error("the {color} chain at {} has no liberty", size.sgf(*point))]
    NoLiberty {
        /// The board.
        size: Size,
        /// Index of the chain's first point.
        point: usize,
        /// Its colour.
        color: Color,
    },
}

impl Position {
    /// The empty board, Black to move, suicide illegal.
    #[must_use]
    pub fn initial(size: Size) -> Position {
        Position {
            chains: Chains::new(size),
            to_move: Color::Black,
            ko: 0,
            suicide: false,
            captures: [0; 2],
        }
    }

    /// A position from stones in any order; `to_move` is next.
    ///
    /// # Errors
    /// A point off the board or given twice, a chain without a liberty.
    pub fn from_stones(
        size: Size,
        stones: impl IntoIterator<Item = (usize, Color)>,
        to_move: Color,
    ) -> Result<Position, PositionError> {
        let mut position = Position::initial(size);
        position.to_move = to_move;
        for (point, color) in stones {
            if point >= size.points() {
                return Err(PositionError::OffBoard { size, point });
            }
            if position.get(point) != Occupancy::Empty {
                return Err(PositionError::Occupied { size, point });
            }
            let p = position.chains.pad(point);
            position.chains.set(p, color);
        }
        for point in 0..size.points() {
            let p = position.chains.pad(point);
            if let Some(color) = position.get(point).color()
                && !position.chains.is_labelled(p)
            {
                position.chains.label(p);
                if position.chains.liberties(p) == 0 {
                    return Err(PositionError::NoLiberty { size, point, color });
                }
            }
        }
        Ok(position)
    }

    /// A position from what every point holds, in index order; `to_move` is next.
    ///
    /// # Errors
    /// A wrong number of points, a chain without a liberty.
    pub fn from_contents(
        size: Size,
        contents: &[Occupancy],
        to_move: Color,
    ) -> Result<Position, PositionError> {
        if contents.len() != size.points() {
            let found = contents.len();
            return Err(PositionError::PointCount { size, found });
        }
        let stones = contents.iter().enumerate();
        let stones = stones.filter_map(|(point, &cell)| Some((point, cell.color()?)));
        Position::from_stones(size, stones, to_move)
    }

    /// A position from a diagram, a row of text per row from the top: `X` or `#` is Black, `O` is
    /// White, `.` or `+` is empty, blanks do not count. Black moves next.
    ///
    /// # Errors
    /// Rows of different lengths, another character, a chain without a liberty.
    ///
    /// ```
    /// # use go_rules::{Position, PositionError};
    /// let error = Position::from_rows(&["X O .", "O . .", ". . ."]).unwrap_err();
    /// assert_eq!(error.to_string(), "the black chain at aa has no liberty");
    /// ```
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Position, PositionError> {
        let mut contents = Vec::new();
        let mut cols = None;
        for (row, text) in rows.iter().enumerate() {
            let before = contents.len();
            for found in text.as_ref().chars().filter(|c| !c.is_whitespace()) {
                contents.push(match found {
                    '.' | '+' => Occupancy::Empty,
                    'X' | 'x' | '#' => Occupancy::Black,
                    'O' | 'o' => Occupancy::White,
                    _ => {
                        let col = contents.len() - before;
                        return Err(PositionError::Character { row, col, found });
                    }
                });
            }
            let found = contents.len() - before;
            let expected = *cols.get_or_insert(found);
            if found != expected {
                return Err(PositionError::RowLength {
                    row,
                    expected,
                    found,
                });
            }
        }
        let size = Size::new(cols.unwrap_or(0), rows.len())?;
        Position::from_contents(size, &contents, Color::Black)
    }

    /// The empty board with black handicap stones, White to move.
    ///
    /// [`handicap_points`](crate::handicap_points) names the customary points.
    ///
    /// # Errors
    /// As [`from_stones`](Position::from_stones).
    pub fn with_handicap(size: Size, points: &[usize]) -> Result<Position, PositionError> {
        let stones = points.iter().map(|&point| (point, Color::Black));
        Position::from_stones(size, stones, Color::White)
    }

    /// What every point holds, in index order.
    #[must_use]
    pub fn contents(&self) -> Vec<Occupancy> {
        self.cells().collect()
    }
}

/// The diagram that [`Position::from_rows`] reads: `X`, `O` and `.`, one line per row.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size().rows() {
            for col in 0..self.size().cols() {
                let gap = if col == 0 { "" } else { " " };
                let stone = match self.get(row * self.size().cols() + col) {
                    Occupancy::Empty => '.',
                    Occupancy::Black => 'X',
                    Occupancy::White => 'O',
                };
                write!(f, "{gap}{stone}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ko = self.ko().map(|point| self.size().sgf(point));
        writeln!(f, "{} to move, ko {ko:?}\n{self}", self.to_move)
    }
}
