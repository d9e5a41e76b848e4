//! Positions as text, one a line.

#[cfg(feature = "checkers")]
mod checkers;
#[cfg(feature = "chess")]
mod chess;
#[cfg(feature = "go")]
mod go;

use board_core::Board;
use referee::{Observed, Rulebook};

use crate::wording::counted;

/// A position of a file.
#[derive(Clone, Debug)]
pub struct WrittenPosition<G: Rulebook> {
    /// Its line, from 1.
    pub line: usize,
    /// The content of every point.
    pub table: Vec<Observed<G::Kind>>,
    /// The game that starts there, if the line has the side to move.
    pub start: Option<G>,
}

/// A line that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct PositionError {
    /// Its number, from 1.
    pub line: usize,
    /// Why it is not a position.
    pub reason: String,
}

/// A game whose positions can be read from text.
pub trait PositionNotation: Rulebook {
    /// The piece of a letter; `None` if it is no piece.
    fn observed(letter: char) -> Option<Observed<Self::Kind>>;

    /// Parses a complete FEN: the game that starts there, or the reason why it is invalid. `None` if the line is no
    /// FEN.
    fn fen(&self, line: &str) -> Option<Result<Self, String>>;
}

/// Reads positions, one a line.
///
/// A position is its rows from the top with `/` between them: letters for pieces, numbers for runs of empty points,
/// dots for single empty points. Men are `b` and `w`, kings `B` and `W`, stones `X` and `O`, chessmen as in FEN. A
/// complete FEN also has the side to move; a FEN of draughts is recognised by its colons. Empty lines and comments
/// after `#` are ignored.
///
/// # Errors
/// [`PositionError`] at the first line that is not a position.
pub fn read_positions<G: PositionNotation>(
    rules: &G,
    text: &str,
) -> Result<Vec<WrittenPosition<G>>, PositionError> {
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let fail = |reason: String| PositionError {
            line: i + 1,
            reason,
        };
        let fen = rules.fen(line);
        let table = match (&fen, line.contains('/')) {
            (Some(Ok(game)), false) => table(game),
            (Some(Err(reason)), false) => return Err(fail(reason.clone())),
            _ => rows(rules, line.split(' ').next().unwrap_or_default()).map_err(fail)?,
        };
        found.push(WrittenPosition {
            line: i + 1,
            table,
            start: fen.and_then(Result::ok),
        });
    }
    Ok(found)
}

fn table<G: Rulebook>(game: &G) -> Vec<Observed<G::Kind>> {
    let position = game.position();
    let observed = |point| match (position.get(point).color(), game.kind(point)) {
        (Some(color), Some(kind)) => Observed::of(color, kind),
        _ => position.get(point).into(),
    };
    (0..position.points()).map(observed).collect()
}

fn rows<G: PositionNotation>(rules: &G, text: &str) -> Result<Vec<Observed<G::Kind>>, String> {
    let mut table = Vec::new();
    let points = rules.position().points();
    let (mut width, mut number) = (None, 0);
    for row in text.split('/') {
        number += 1;
        let (before, mut digits) = (table.len(), 0usize);
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                // Consecutive digits are one number, as on boards of ten columns.
                let run = 10 * digits + digit as usize;
                let more = run - digits;
                if table.len() + more > points {
                    return Err(format!("row {number} has more points than the board"));
                }
                digits = run;
                table.resize(table.len() + more, Observed::Empty);
                continue;
            }
            digits = 0;
            match (letter, G::observed(letter)) {
                ('.', _) => table.push(Observed::Empty),
                (_, Some(observed)) => table.push(observed),
                _ => return Err(format!("{letter:?} in row {number} is no piece")),
            }
        }
        let now = table.len() - before;
        if *width.get_or_insert(now) != now || table.len() > points {
            return Err(format!("row {number} has {}", counted(now, "points")));
        }
    }
    if table.len() != points {
        return Err(format!(
            "{} with {} instead of {points}",
            counted(number, "rows"),
            counted(table.len(), "points")
        ));
    }
    Ok(table)
}

#[cfg(test)]
#[cfg(feature = "checkers")]
mod tests {
    use super::*;
    use checkers_rules::RuleSet;
    use referee::checkers::Checkers;

    fn draughts(text: &str) -> Result<Vec<WrittenPosition<Checkers>>, PositionError> {
        read_positions(&Checkers::new(RuleSet::ENGLISH), text)
    }

    #[test]
    fn numbers_count_empty_points_and_are_no_larger_than_the_board() {
        let start = "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1";
        let read = draughts(start).unwrap();
        let men = read[0]
            .table
            .iter()
            .filter(|s| **s != Observed::Empty)
            .count();
        assert_eq!((read[0].table.len(), men), (64, 24));
        for line in [
            "99999999999999999999/8",
            "8/999999999/8",
            "64",
            "8/8/8/8/8/8/8/8/8",
            "8/7",
        ] {
            let error = draughts(&format!("{start}\n{line}/")).err();
            assert_eq!(error.map(|e| e.line), Some(2), "{line}");
        }
    }

    #[test]
    fn boards_of_ten_columns_have_numbers_of_two_digits() {
        let rules = Checkers::new(RuleSet::of(checkers_rules::Variant::International));
        let rows = ["10"; 9].join("/");
        let read = read_positions(&rules, &format!("{rows}/9w")).unwrap();
        assert_eq!(read[0].table.len(), 100);
        assert_ne!(read[0].table[99], Observed::Empty);
    }
}
