use board_core::{Board, Cell, Color, MoveGen, Occupancy};
use go_rules::Position;

use crate::{Content, MAX_SIDE, PatternError, Symmetry};

/// A position to search for patterns: the content of every point, and the side to move if known.
///
/// Points are (x, y), x to the right and y up from the lower left, as in P. Beyens's description; everything off the
/// board is [`Content::Edge`].
///
/// ```
/// use board_core::Occupancy;
/// use patterns::{Content, Field};
///
/// let field = Field::from_rows(&[". X O", ". . .", ". . ."])?;
/// assert_eq!(field.at(1, 2), Content::Black);
/// assert_eq!(field.at(-1, 2), Content::Edge);
/// // The same point as an index of a `board_core::Board`, which counts rows from the top:
/// assert_eq!(field.point(1, 2), 1);
/// // A position of `go-rules`, with its side to move:
/// let start = go_rules::Position::initial(go_rules::Size::NINETEEN);
/// assert_eq!(Field::from(&start).size(), (19, 19));
/// # Ok::<(), patterns::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    cols: usize,
    rows: usize,
    /// By row from the bottom, then by column.
    cells: Vec<Content>,
    to_move: Option<Color>,
}

impl Field {
    /// Makes a position from a function of column and row, both from 0 at the **top** left, like the points of a
    /// `board_core::Board`.
    ///
    /// This makes anything searchable: define what counts as a black and as a white stone.
    ///
    /// # Errors
    /// If a side is 0 or more than [`MAX_SIDE`].
    pub fn from_fn(
        cols: usize,
        rows: usize,
        mut content: impl FnMut(usize, usize) -> Occupancy,
    ) -> Result<Field, PatternError> {
        check_size(cols, rows)?;
        let cells = (0..rows).rev();
        let cells = cells.flat_map(|row| (0..cols).map(move |col| (col, row)));
        Ok(Field {
            cols,
            rows,
            cells: cells.map(|(col, row)| content(col, row).into()).collect(),
            to_move: None,
        })
    }

    /// Makes a position from a board of any game: pieces with an [`owner`](Cell::owner) are stones. `cols` is the width
    /// of the board, whose points are `row * cols + col` from the top left.
    ///
    /// # Errors
    /// If the points are not a rectangle of this width, or a side is too long.
    pub fn from_board<B: Board>(board: &B, cols: usize) -> Result<Field, PatternError> {
        let rows = board.points() / cols.max(1);
        if rows * cols != board.points() {
            return Err(PatternError::Size { cols, rows });
        }
        Field::from_fn(cols, rows, |col, row| {
            Occupancy::from(board.get(row * cols + col).owner())
        })
    }

    /// Makes a position from a diagram, the top row first: `.` empty, `X` black, `O` white; blanks are ignored.
    ///
    /// # Errors
    /// If a letter is unknown, rows have different lengths, or a side is 0 or too long.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Field, PatternError> {
        let mut drawn: Vec<Vec<Occupancy>> = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            let mut line = Vec::new();
            for (column, letter) in row.as_ref().chars().enumerate() {
                line.push(match letter {
                    '.' | ',' => Occupancy::Empty,
                    'X' => Occupancy::Black,
                    'O' => Occupancy::White,
                    blank if blank.is_whitespace() => continue,
                    found => {
                        return Err(PatternError::Letter {
                            line: i + 1,
                            column: column + 1,
                            found,
                        });
                    }
                });
            }
            let expected = drawn.first().map_or(line.len(), Vec::len);
            if line.len() != expected {
                return Err(PatternError::Ragged {
                    line: i + 1,
                    found: line.len(),
                    expected,
                });
            }
            drawn.push(line);
        }
        let cols = drawn.first().map_or(0, Vec::len);
        Field::from_fn(cols, drawn.len(), |col, row| drawn[row][col])
    }

    /// Sets the side to move, which patterns may require.
    #[must_use]
    pub fn with_to_move(mut self, side: Color) -> Field {
        self.to_move = Some(side);
        self
    }

    /// The side to move, if known.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// Number of columns and of rows.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.cols, self.rows)
    }

    /// The content of (x, y), which may be any point, also off the board.
    #[inline]
    #[must_use]
    pub fn at(&self, x: i32, y: i32) -> Content {
        match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.cols && y < self.rows => self.cells[y * self.cols + x],
            _ => Content::Edge,
        }
    }

    /// The index of point (x, y) in a `board_core::Board`, which counts rows from the top.
    ///
    /// # Panics
    /// If it is not on the board.
    #[must_use]
    pub fn point(&self, x: usize, y: usize) -> usize {
        assert!(
            x < self.cols && y < self.rows,
            "({x}, {y}) is off the board"
        );
        (self.rows - 1 - y) * self.cols + x
    }

    /// The position rotated, mirrored or with colours exchanged.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Field {
        let size = (self.cols, self.rows);
        let (cols, rows) = symmetry.size(size);
        let mut cells = vec![Content::Empty; self.cells.len()];
        for y in 0..self.rows {
            for x in 0..self.cols {
                let (to_x, to_y) = symmetry.point((x, y), size);
                let cell = self.cells[y * self.cols + x];
                cells[to_y * cols + to_x] = if symmetry.swaps_colors() {
                    cell.swapped()
                } else {
                    cell
                };
            }
        }
        let swap = |side: Color| if symmetry.swaps_colors() { !side } else { side };
        Field {
            cols,
            rows,
            cells,
            to_move: self.to_move.map(swap),
        }
    }
}

/// The stones and the side to move.
impl From<&Position> for Field {
    fn from(position: &Position) -> Field {
        let size = position.size();
        let at = |col, row| position.get(row * size.cols() + col);
        let field = Field::from_fn(size.cols(), size.rows(), at)
            .expect("no board of go-rules is too large");
        field.with_to_move(position.to_move())
    }
}

pub(crate) fn check_size(cols: usize, rows: usize) -> Result<(), PatternError> {
    if cols == 0 || rows == 0 {
        Err(PatternError::Empty)
    } else if cols > MAX_SIDE || rows > MAX_SIDE {
        Err(PatternError::Size { cols, rows })
    } else {
        Ok(())
    }
}
