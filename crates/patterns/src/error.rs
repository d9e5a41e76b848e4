use crate::MAX_SIDE;

/// Why a pattern or position is invalid. Lines and columns of texts count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// There are no points.
    #[error("a pattern without points")]
    Empty,
    /// A side is longer than [`MAX_SIDE`], or the points are not a rectangle.
    #[error("{cols} columns and {rows} rows; a rectangle with sides of 1 to {MAX_SIDE} is needed")]
    Size {
        /// Number of columns.
        cols: usize,
        /// Number of rows.
        rows: usize,
    },
    /// Rows have different lengths.
    #[error("line {line}: {found} points where the rows above have {expected}")]
    Ragged {
        /// Line, from 1.
        line: usize,
        /// Number of its points.
        found: usize,
        /// Number of points of the first row.
        expected: usize,
    },
    /// A letter has no meaning here.
    #[error("line {line}, column {column}: {found:?} stands for no content")]
    Letter {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The letter.
        found: char,
    },
    /// An edge has points of the board on both sides or in its own line.
    #[error("an edge at ({x}, {y}) where the board goes on")]
    EdgeInside {
        /// Column, from 0 at the left.
        x: usize,
        /// Row, from 0 at the bottom.
        y: usize,
    },
    /// Every point may be off the board: the pattern would match around every board.
    #[error("no point of the pattern has to be on the board")]
    NoPoint,
    /// A point accepts nothing.
    #[error("nothing can be at ({x}, {y})")]
    Impossible {
        /// Column, from 0 at the left.
        x: usize,
        /// Row, from 0 at the bottom.
        y: usize,
    },
    /// The marked point, where the next move goes, is outside the pattern or cannot be empty.
    #[error("no move can be made at ({x}, {y})")]
    Mark {
        /// Column, from 0 at the left.
        x: usize,
        /// Row, from 0 at the bottom.
        y: usize,
    },
    /// A rectangle is not on the board it is cut from.
    #[error("a rectangle that is not on the board")]
    OffBoard,
    /// A text has the wrong format.
    #[error("line {line}: {problem}")]
    Text {
        /// Line, from 1.
        line: usize,
        /// The fault.
        problem: &'static str,
    },
}

impl PatternError {
    /// The error for a text that begins `lines` lines further down.
    pub(crate) fn below(mut self, lines: usize) -> PatternError {
        if let PatternError::Ragged { line, .. }
        | PatternError::Letter { line, .. }
        | PatternError::Text { line, .. } = &mut self
        {
            *line += lines;
        }
        self
    }
}
