//! Reads pattern databases of GNU Go (`patterns/*.db`), as its documentation describes them.
//!
//! `O` is the side to move, `X` the other side; `x` and `o` are such a stone or an empty point; `?` is any point of the
//! board; `*` is the recommended move; `,` and `!` are empty points with a special meaning in GNU Go; `Q` and `Y` are
//! marked stones; `|`, `-` and `+` are edges. The text after the diagram is kept unread.

use crate::diagram::{Drawing, demand};
use crate::{Demand, Pattern, PatternError};

/// One entry of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name after `Pattern`.
    pub name: String,
    /// The pattern with the recommended move as its mark. `O` is White.
    pub pattern: Pattern,
    /// The line after the diagram, from its `:` on: symmetry, class, values.
    pub values: String,
    /// Line of the name, from 1.
    pub line: usize,
}

/// Reads the entries of a database one by one. Reading continues after a faulty entry.
///
/// ```
/// let text = "
/// Pattern EXAMPLE1
/// ## a comment
///
/// ?X?      a remark
/// O*o
/// ---
///
/// :8,X,value(20)
/// ";
/// let entries: Vec<_> = patterns::gnugo::read(text).collect::<Result<_, _>>()?;
/// assert_eq!(entries[0].name, "EXAMPLE1");
/// assert_eq!(entries[0].pattern.size(), (3, 2));
/// assert_eq!(entries[0].pattern.mark(), Some((1, 0)));
/// assert_eq!(entries[0].values, ":8,X,value(20)");
/// # Ok::<(), patterns::PatternError>(())
/// ```
pub fn read(text: &str) -> impl Iterator<Item = Result<Entry, PatternError>> + '_ {
    let mut lines = text.lines().enumerate().peekable();
    std::iter::from_fn(move || {
        let (at, name) = lines.find_map(|(at, line)| Some((at, name(line)?)))?;
        let mut body = Vec::new();
        while let Some(line) = lines.next_if(|(_, line)| crate::gnugo::name(line).is_none()) {
            body.push(line);
        }
        Some(entry(name, at, &body))
    })
}

/// The name, if the line begins an entry.
fn name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("Pattern")?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim())
}

fn entry(name: &str, at: usize, body: &[(usize, &str)]) -> Result<Entry, PatternError> {
    let mut drawing = Drawing::default();
    let mut values = None;
    for &(i, line) in body {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if line.starts_with(':') {
            values = Some(line.trim_end());
            break;
        }
        // Text after the points and a blank is a comment.
        let points = line.split_whitespace().next().unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        let mut row = Vec::new();
        for (column, letter) in points.chars().enumerate() {
            if letter == '*' {
                drawing.mark(row.len(), drawing.len());
            }
            row.push(content(letter).ok_or(PatternError::Letter {
                line: i + 1,
                column: indent + column + 1,
                found: letter,
            })?);
        }
        drawing.push(row, i + 1)?;
    }
    let values = values.ok_or(PatternError::Text {
        line: at + 1,
        problem: "a pattern without a line of values",
    })?;
    Ok(Entry {
        name: name.to_owned(),
        pattern: drawing.into_pattern()?,
        values: values.to_owned(),
        line: at + 1,
    })
}

fn content(letter: char) -> Option<Demand> {
    match letter {
        '!' => Some(Demand::EMPTY),
        'Q' => Some(Demand::WHITE),
        'Y' => Some(Demand::BLACK),
        '.' | 'X' | 'O' | 'x' | 'o' | '?' | '*' | ',' | '|' | '-' | '+' => demand(letter),
        _ => None,
    }
}
