//! Patterns drawn with letters; the table is in the documentation of [`Pattern`].

use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;

use board_core::Color;

use crate::{Anchor, Demand, Pattern, PatternError};

/// The letter of every set of contents, by [`Demand::bits`].
const LETTERS: [char; 16] = [
    '!', '.', 'X', 'x', 'O', 'o', '@', '?', '#', ':', 'B', 'b', 'W', 'w', '&', '_',
];

/// What a letter accepts.
fn demand(letter: char) -> Option<Demand> {
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

/// Points as they are drawn, for all notations of this crate: the top row first, lines of edge included.
#[derive(Default)]
pub(crate) struct Drawing {
    rows: Vec<Vec<Demand>>,
    mark: Option<(usize, usize)>,
}

impl Drawing {
    /// Adds a row, given its number in the text.
    pub(crate) fn push(&mut self, row: Vec<Demand>, line: usize) -> Result<(), PatternError> {
        let expected = self.rows.first().map_or(row.len(), Vec::len);
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

    /// Marks the next point to be drawn in the next row, after `before` others.
    pub(crate) fn mark(&mut self, before: usize) {
        self.mark = Some((before, self.rows.len()));
    }

    pub(crate) fn into_pattern(self) -> Result<Pattern, PatternError> {
        let rows = self.rows.len();
        let cols = self.rows.first().map_or(0, Vec::len);
        let cells = self.rows.iter().rev().flatten().copied().collect();
        let mark = self.mark.map(|(col, row)| (col, rows - 1 - row));
        Pattern::drawn(cols, rows, cells, mark)
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    /// Reads a drawing: see the table of [`Pattern`]. Blanks and empty lines are free. A line `X to move`
    /// or `O to move` says whose turn it has to be.
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
                            drawing.mark(row.len());
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

/// The drawing that is read back as the same pattern; a mark on a point that need not be empty is not
/// drawn.
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
