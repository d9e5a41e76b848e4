//! Patterns as diagrams of letters; the table of letters is in the documentation of [`Pattern`].

use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;

use board_core::Color;

use crate::{Anchor, Demand, Pattern, PatternError};

/// The letter of every demand, by [`Demand::bits`].
const LETTERS: [char; 16] = [
    '!', '.', 'X', 'x', 'O', 'o', '@', '?', '#', ':', 'B', 'b', 'W', 'w', '&', '_',
];

/// The demand of a letter.
pub(crate) fn demand(letter: char) -> Option<Demand> {
    match letter {
        '*' | ',' => Some(Demand::EMPTY),
        '|' | '-' | '+' => Some(Demand::EDGE),
        '!' => None,
        _ => {
            let bits = LETTERS.iter().position(|&known| known == letter)?;
            Some(Demand::from_bits(bits as u8))
        }
    }
}

/// Points in the order of a diagram, for all notations of this crate: the top row first, including lines of edge.
#[derive(Default)]
pub(crate) struct Drawing {
    rows: Vec<Vec<Demand>>,
    mark: Option<(usize, usize)>,
}

impl Drawing {
    /// Adds a row; `line` is its line number in the text.
    pub(crate) fn push(&mut self, row: Vec<Demand>, line: usize) -> Result<(), PatternError> {
        let mut others = self.rows.iter().map(Vec::len);
        let expected = others.find(|&length| length > 0).unwrap_or(row.len());
        if row.len() != expected {
            return Err(PatternError::Ragged {
                line,
                found: row.len(),
                expected,
            });
        }
        self.rows.push(row);
        Ok(())
    }

    /// Adds a line of edge of the length of the other rows.
    pub(crate) fn push_edge(&mut self) {
        self.rows.push(Vec::new());
    }

    /// Marks a point by its column and row in the diagram, from the top left.
    pub(crate) fn mark(&mut self, col: usize, row: usize) {
        self.mark = Some((col, row));
    }

    /// Number of rows so far.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Makes the pattern, with the mark.
    pub(crate) fn into_pattern(self) -> Result<Pattern, PatternError> {
        let mark = self.mark;
        let placed = self.into_placed()?;
        match mark.map(|(col, row)| (placed.point(col, row), (col, row))) {
            None => Ok(placed.pattern),
            Some((Some((x, y)), _)) => placed.pattern.with_mark(x, y),
            Some((None, (x, y))) => Err(PatternError::Mark { x, y }),
        }
    }

    /// Makes the pattern without the mark, and the position of the mark in the diagram.
    pub(crate) fn into_placed(self) -> Result<Placed, PatternError> {
        let rows = self.rows.len();
        let cols = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let edge = vec![Demand::EDGE; cols];
        let lines = self.rows.iter().rev();
        let lines = lines.map(|row| if row.is_empty() { &edge } else { row });
        let cells = lines.flatten().copied().collect();
        let (pattern, (left, below)) = Pattern::peeled(cols, rows, cells)?;
        Ok(Placed {
            pattern,
            left,
            below,
            rows,
        })
    }
}

/// A pattern and the extent of its diagram.
pub(crate) struct Placed {
    pub(crate) pattern: Pattern,
    /// Number of edge lines on the left and at the bottom.
    left: usize,
    below: usize,
    /// Number of rows of the diagram.
    rows: usize,
}

impl Placed {
    /// The pattern's point at a column and row of the diagram.
    pub(crate) fn point(&self, col: usize, row: usize) -> Option<(usize, usize)> {
        let x = col.checked_sub(self.left)?;
        let y = (self.rows - 1 - row).checked_sub(self.below)?;
        let (cols, rows) = self.pattern.size();
        (x < cols && y < rows).then_some((x, y))
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    /// Reads a diagram: see the table of [`Pattern`]. Blanks and empty lines are ignored. A line `X to move` or `O to
    /// move` sets the side to move.
    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let mut drawing = Drawing::default();
        let mut to_move = None;
        for (i, line) in text.lines().enumerate() {
            match line.trim() {
                "" => continue,
                "X to move" => to_move = Some(Color::Black),
                "O to move" => to_move = Some(Color::White),
                _ => {
                    let mut row = Vec::new();
                    for (column, letter) in line.chars().enumerate() {
                        if letter.is_whitespace() {
                            continue;
                        }
                        if letter == '*' {
                            drawing.mark(row.len(), drawing.len());
                        }
                        row.push(demand(letter).ok_or(PatternError::Letter {
                            line: i + 1,
                            column: column + 1,
                            found: letter,
                        })?);
                    }
                    drawing.push(row, i + 1)?;
                }
            }
        }
        let pattern = drawing.into_pattern()?;
        Ok(match to_move {
            Some(side) => pattern.with_to_move(side),
            None => pattern,
        })
    }
}

/// Writes a diagram that reads back as the same pattern, except for a mark on a point that need not be empty.
impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let (cols, rows) = self.size();
        let has = |side| self.anchor().contains(side);
        let edge_line = |f: &mut Formatter<'_>| {
            let corner = |side| if has(side) { "+" } else { "" };
            writeln!(
                f,
                "{}{}{}",
                corner(Anchor::LEFT),
                "-".repeat(cols),
                corner(Anchor::RIGHT)
            )
        };
        if let Some(side) = self.to_move() {
            writeln!(
                f,
                "{} to move",
                if side == Color::Black { 'X' } else { 'O' }
            )?;
        }
        if has(Anchor::TOP) {
            edge_line(f)?;
        }
        for y in (0..rows).rev() {
            let wall = |side| if has(side) { "|" } else { "" };
            f.write_str(wall(Anchor::LEFT))?;
            for x in 0..cols {
                let demand = self.at(x, y);
                let marked = self.mark() == Some((x, y)) && demand == Demand::EMPTY;
                let letter = LETTERS[usize::from(demand.bits())];
                write!(f, "{}", if marked { '*' } else { letter })?;
            }
            writeln!(f, "{}", wall(Anchor::RIGHT))?;
        }
        if has(Anchor::BOTTOM) {
            edge_line(f)?;
        }
        Ok(())
    }
}
