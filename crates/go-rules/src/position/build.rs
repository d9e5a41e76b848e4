//! Makes positions from stones, rows of text and handicap points, and writes them as rows.

use std::fmt;

use board_core::{Board, Color, Occupancy};

use super::{Chains, Position};
use crate::{Size, SizeError};

/// Why a set of stones is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The number of points is not that of the board.
    #[error("{found} points for a board of {size}")]
    PointCount {
        /// The board.
        size: Size,
        /// Number of points given.
        found: usize,
    },
    /// A row has another length than the first.
    #[error("row {row} has {found} points, the first has {expected}")]
    RowLength {
        /// Row, from 0 at the top.
        row: usize,
        /// Length of the first row.
        expected: usize,
        /// Length of this row.
        found: usize,
    },
    /// A character is not `X`, `#`, `O`, `.`, `+` or a blank.
    #[error("row {row}, point {col} is '{found}'; expected X, O or .")]
    Character {
        /// Row, from 0 at the top.
        row: usize,
        /// Column, from 0 at the left.
        col: usize,
        /// The character.
        found: char,
    },
    /// A point is not on the board.
    #[error("point {point} is not on a board of {size}")]
    OffBoard {
        /// The board.
        size: Size,
        /// The index given.
        point: usize,
    },
    /// Two stones are on one point.
    #[error("two stones on {}", size.sgf(*point))]
    Occupied {
        /// The board.
        size: Size,
        /// Index of the point.
        point: usize,
    },
    /// A chain has no liberty: the rules would have removed it.
    #[error("the {color} chain at {} has no liberty", size.sgf(*point))]
    NoLiberty {
        /// The board.
        size: Size,
        /// Index of the first point of the chain.
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

    /// Makes a position from stones in any order, with `to_move` to move.
    ///
    /// # Errors
    /// A point is off the board or given twice, or a chain has no liberty.
    pub fn from_stones(
        size: Size,
        stones: impl IntoIterator<Item = (usize, Color)>,
        to_move: Color,
    ) -> Result<Position, PositionError> {
        let position = Position {
            to_move,
            ..Position::placed(size, stones)?
        };
        let captured = position.without_liberty().next();
        captured.map_or(Ok(position), |(point, color)| {
            Err(PositionError::NoLiberty { size, point, color })
        })
    }

    /// The points of stones whose chain has no liberty, in ascending order: a board has them between a capture and the
    /// moment when the captured stones are lifted.
    ///
    /// # Errors
    /// The number of points is wrong.
    ///
    /// ```
    /// # use go_rules::{Position, Size};
    /// use board_core::Occupancy::{Black, Empty, White};
    /// let contents = [White, Black, Empty, Black, Empty, Empty, Empty, Empty, Empty];
    /// assert_eq!(Position::captured(Size::square(3)?, &contents)?, [0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captured(size: Size, contents: &[Occupancy]) -> Result<Vec<usize>, PositionError> {
        let position = Position::placed(size, stones(size, contents)?)?;
        let captured = position.without_liberty();
        Ok(captured.map(|(point, _)| point).collect())
    }

    /// A position with these stones, which may have no liberty.
    fn placed(
        size: Size,
        stones: impl IntoIterator<Item = (usize, Color)>,
    ) -> Result<Position, PositionError> {
        let mut position = Position::initial(size);
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
            if position.get(point) != Occupancy::Empty && !position.chains.is_labelled(p) {
                position.chains.label(p);
            }
        }
        Ok(position)
    }

    fn without_liberty(&self) -> impl Iterator<Item = (usize, Color)> {
        (0..self.size().points()).filter_map(|point| {
            let color = self.get(point).color()?;
            let p = self.chains.pad(point);
            (self.chains.liberties(p) == 0).then_some((point, color))
        })
    }

    /// Makes a position from the contents of all points, in index order, with `to_move` to move.
    ///
    /// # Errors
    /// The number of points is wrong, or a chain has no liberty.
    pub fn from_contents(
        size: Size,
        contents: &[Occupancy],
        to_move: Color,
    ) -> Result<Position, PositionError> {
        Position::from_stones(size, stones(size, contents)?, to_move)
    }

    /// Makes a position from a diagram, one row of text for each row of the board, from the top: `X` or `#` is Black,
    /// `O` is White, `.` or `+` is empty, blanks are ignored. Black is to move.
    ///
    /// # Errors
    /// Rows have different lengths, a character is unknown, or a chain has no liberty.
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

    /// The empty board with black handicap stones on `points`, White to move.
    ///
    /// [`handicap_points`](crate::handicap_points) returns the conventional points.
    ///
    /// # Errors
    /// As [`from_stones`](Position::from_stones).
    pub fn with_handicap(size: Size, points: &[usize]) -> Result<Position, PositionError> {
        let stones = points.iter().map(|&point| (point, Color::Black));
        Position::from_stones(size, stones, Color::White)
    }

    /// The contents of all points, in index order.
    #[must_use]
    pub fn contents(&self) -> Vec<Occupancy> {
        self.cells().collect()
    }
}

/// The diagram that [`Position::from_rows`] reads: `X`, `O` and `.`, one line for each row.
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

/// The stones among the contents of all points.
fn stones(
    size: Size,
    contents: &[Occupancy],
) -> Result<impl Iterator<Item = (usize, Color)>, PositionError> {
    if contents.len() != size.points() {
        let found = contents.len();
        return Err(PositionError::PointCount { size, found });
    }
    let cells = contents.iter().enumerate();
    Ok(cells.filter_map(|(point, &cell)| Some((point, cell.color()?))))
}
