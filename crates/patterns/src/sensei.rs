//! Reads diagrams of Sensei's Library: lines that begin with `$$`.
//!
//! Stones are `X` `O`, marked ones `B` `#` `Y` `Z` and `W` `@` `Q` `P`; empty points `.` `,`, marked ones `C` `S` `T`
//! `M`, lettered ones `a` to `z`; moves `1` to `9`, and `0` for the tenth; `_` and `?` are points with any content;
//! `|`, `-` and `+` are edges. The first line may give the side that moves first (`$$B`, `$$W`) and a title.

use board_core::Color;

use crate::diagram::Drawing;
use crate::{Demand, Pattern, PatternError};

/// A diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The position before the moves; the first move is its mark.
    pub pattern: Pattern,
    /// The moves in order: side, and point from the lower left of the pattern.
    pub moves: Vec<(Color, (usize, usize))>,
    /// The title in the first line.
    pub title: String,
}

/// Reads one diagram; lines that do not begin with `$$` are ignored.
///
/// ```
/// let diagram = patterns::sensei::read("
/// $$W An approach
/// $$ | . . . . . .
/// $$ | . . 2 . . .
/// $$ | . . . X . .
/// $$ | . . . . . .
/// $$ | . . 1 . a .
/// $$ +------------
/// ")?;
/// assert_eq!(diagram.pattern.size(), (6, 5));
/// assert_eq!(diagram.pattern.mark(), Some((2, 0)));
/// assert_eq!(diagram.moves[0].0, board_core::Color::White);
/// assert_eq!(diagram.moves[1].1, (2, 3));
/// # Ok::<(), patterns::PatternError>(())
/// ```
///
/// # Errors
/// If there is no diagram, a symbol is unknown, rows have different lengths, or [`Pattern::new`] fails.
pub fn read(text: &str) -> Result<Diagram, PatternError> {
    let lines = text.lines().enumerate();
    let mut lines = lines
        .filter_map(|(i, line)| Some((i + 1, line.trim_start().strip_prefix("$$")?)))
        .peekable();
    let mut title = String::new();
    let mut first = Color::Black;
    if let Some((_, line)) = lines.next_if(|&(_, line)| is_title(line)) {
        let (options, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if options.starts_with('W') {
            first = Color::White;
        }
        rest.trim().clone_into(&mut title);
    }
    let mut drawing = Drawing::default();
    let mut moves: Vec<(usize, (usize, usize))> = Vec::new();
    for (number, line) in lines {
        let points = line.trim();
        if points.is_empty() || points.starts_with(['{', '[']) {
            continue;
        }
        if points.chars().all(|c| matches!(c, '-' | '+' | ' ')) {
            drawing.push_edge();
            continue;
        }
        let (row, played) = row(line, number)?;
        moves.extend(
            played
                .into_iter()
                .map(|(nth, col)| (nth, (col, drawing.len()))),
        );
        drawing.push(row, number)?;
    }
    moves.sort_unstable();
    let placed = drawing.into_placed()?;
    let moves: Vec<(Color, (usize, usize))> = moves
        .into_iter()
        .filter_map(|(nth, (col, row))| {
            let side = if nth % 2 == 0 { first } else { !first };
            Some((side, placed.point(col, row)?))
        })
        .collect();
    let pattern = match moves.first() {
        Some(&(_, (x, y))) => placed.pattern.with_mark(x, y)?,
        None => placed.pattern,
    };
    Ok(Diagram {
        pattern,
        moves,
        title,
    })
}

/// The points of a row, and the numbered moves in it: number from 0, and column.
type Row = (Vec<Demand>, Vec<(usize, usize)>);

/// Reads the row in a line after its dollar signs.
fn row(line: &str, number: usize) -> Result<Row, PatternError> {
    let (mut row, mut played) = (Vec::new(), Vec::new());
    for (column, symbol) in line.chars().enumerate() {
        if symbol.is_whitespace() {
            continue;
        }
        if let Some(digit) = symbol.to_digit(10) {
            let nth = if digit == 0 { 9 } else { digit as usize - 1 };
            played.push((nth, row.len()));
        }
        row.push(content(symbol).ok_or(PatternError::Letter {
            line: number,
            column: column + 3,
            found: symbol,
        })?);
    }
    Ok((row, played))
}

/// Whether the first line is not a row of points.
fn is_title(line: &str) -> bool {
    !line.starts_with([' ', '|', '-', '+'])
        || line.split_whitespace().any(|word| {
            let edge = word.chars().all(|c| matches!(c, '-' | '+' | '|'));
            !edge && (word.chars().count() > 1 || word.chars().all(|c| content(c).is_none()))
        })
}

fn content(symbol: char) -> Option<Demand> {
    match symbol {
        'X' | 'B' | '#' | 'Y' | 'Z' => Some(Demand::BLACK),
        'O' | 'W' | '@' | 'Q' | 'P' => Some(Demand::WHITE),
        '.' | ',' | 'C' | 'S' | 'T' | 'M' | 'a'..='z' | '0'..='9' => Some(Demand::EMPTY),
        '_' | '?' => Some(Demand::ANY),
        '|' => Some(Demand::EDGE),
        _ => None,
    }
}
