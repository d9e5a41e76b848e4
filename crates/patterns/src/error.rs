use crate::MAX_SIDE;

/// Why something is no pattern, or no position. Lines and columns of texts count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// No points at all.
    #[error("a pattern without points")]
    Empty,
    /// A side longer than [`MAX_SIDE`], or points that are no rectangle.
    #[error("{cols} columns and {rows} rows; a rectangle with sides of 1 to {MAX_SIDE} is needed")]
    Size {
        /// Columns.
        cols: usize,
        /// Rows.
        rows: usize,
    },
    /// Rows of different lengths.
    #[error("line {line}: {found} points where the rows above have {expected}")]
    Ragged {
        /// Line, from 1.
        line: usize,
        /// Its points.
        found: usize,
        /// The points of the first row.
        expected: usize,
    },
    /// A letter that means nothing here.
    #[error("line {line}, column {column}: {found:?} stands for no content")]
    Letter {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The letter.
        found: char,
    },
    /// An edge with points of the board on both sides or in its own line.
    #[error("an edge at ({x}, {y}) where the board goes on")]
    EdgeInside {
        /// Column, from 0 at the left.
        x: usize,
        /// Row, from 0 at the bottom.
        y: usize,
    },
    /// Every point may lie off the board: that would match around every board.
    #[error("no point of the pattern has to be on the board")]
    NoPoint,
    /// A point that accepts nothing.
    #[error("nothing can be at ({x}, {y})")]
    Impossible {
        /// Column, from 0 at the left.
        x: usize,
        /// Row, from 0 at the bottom.
        y: usize,
    },
    /// The marked point, where the next move goes, is outside or cannot be empty.
    #[error("no move can be made at ({x}, {y})")]
    Mark {
        /// Column, from 0 at the left.
        x: usize,
        /// Row, from 0 at the bottom.
        y: usize,
    },
    /// A rectangle that is not on the board it is to be cut from.
    #[error("a rectangle that is not on the board")]
    OffBoard,
    /// Text that is not of the form it should have.
    #[error("line {line}: {problem}")]
    Text {
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        problem: &'static str,
    },
}

impl PatternError {
    /// The same of a text that has other lines above it.
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
