//! Reads texts with patterns in any notation of this crate: its own diagrams, GNU Go's, Sensei's.

use crate::diagram::demand;
use crate::{Demand, Pattern, PatternError, gnugo, sensei};

/// A pattern with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name; empty if there is none.
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
}

/// Reads all patterns of a text. Reading continues after a faulty one.
///
/// Consecutive lines that begin with `$$` are one of Sensei's diagrams. A text without such lines that has lines
/// `Pattern NAME` is a database of GNU Go. All other texts are diagrams separated by empty lines, where a line that
/// begins with `;` names the diagram below it. Beside Sensei's diagrams, such a block is read only if one of its lines
/// can only be a row of a diagram, so that surrounding text is ignored.
///
/// ```
/// let text = "; tiger's mouth\n. X .\nX . X\n\n; hane\nX O\n. X\n";
/// let read: Vec<_> = patterns::notation::read(text).into_iter().collect::<Result<_, _>>()?;
/// assert_eq!(read[1].name, "hane");
/// assert_eq!(read[0].pattern.size(), (3, 2));
/// # Ok::<(), patterns::PatternError>(())
/// ```
#[must_use]
pub fn read(text: &str) -> Vec<Result<Named, PatternError>> {
    let has_diagrams = text.lines().any(is_diagram);
    let entry = |line: &str| line.split_whitespace().next() == Some("Pattern");
    if !has_diagrams && text.lines().any(entry) {
        let entries = gnugo::read(text);
        return entries
            .map(|entry| {
                let gnugo::Entry { name, pattern, .. } = entry?;
                Ok(Named { name, pattern })
            })
            .collect();
    }
    // Text around diagrams is not a faulty diagram.
    let blocks = blocks(text).filter(|(_, block)| {
        !has_diagrams || block.lines().any(|line| is_diagram(line) || is_row(line))
    });
    let read = |(first, block): (usize, String)| {
        let named = if block.lines().any(is_diagram) {
            sensei::read(&block).map(|diagram| Named {
                name: diagram.title,
                pattern: diagram.pattern,
            })
        } else {
            drawing(&block)
        };
        named.map_err(|error| error.below(first))
    };
    blocks.map(read).collect()
}

/// Whether a line belongs to one of Sensei's diagrams.
fn is_diagram(line: &str) -> bool {
    line.trim_start().starts_with("$$")
}

/// Whether a line can only be a row of a diagram: only its letters, with a point that is not edge.
fn is_row(line: &str) -> bool {
    let letters = || line.chars().filter(|letter| !letter.is_whitespace());
    letters().all(|letter| demand(letter).is_some())
        && letters().any(|letter| demand(letter) != Some(Demand::EDGE))
}

/// Reads a diagram in the letters of this crate, with an optional name above it.
fn drawing(block: &str) -> Result<Named, PatternError> {
    let (mut name, mut drawing) = (String::new(), String::new());
    for line in block.lines() {
        match line.trim_start().strip_prefix(';') {
            Some(said) => said.trim().clone_into(&mut name),
            None => drawing.push_str(line),
        }
        // A name keeps its line, so that errors have the right line.
        drawing.push('\n');
    }
    let pattern = drawing.parse()?;
    Ok(Named { name, pattern })
}

/// Blocks of consecutive lines of the same sort, Sensei's or other non-empty ones, each with the number of lines above
/// it.
fn blocks(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut above = None;
    for (i, line) in text.lines().enumerate() {
        let kind = (!line.trim().is_empty()).then(|| is_diagram(line));
        if kind.is_some() {
            if kind != above {
                blocks.push((i, String::new()));
            }
            if let Some((_, block)) = blocks.last_mut() {
                block.push_str(line);
                block.push('\n');
            }
        }
        above = kind;
    }
    blocks.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_keep_their_lines_and_the_rest_is_read() {
        let read = |text| read(text);
        let plain = read("XO\nOX\n\n; bad\nXq\n\n.X\nX.\n");
        assert_eq!(plain.len(), 3);
        let fault = PatternError::Letter {
            line: 5,
            column: 2,
            found: 'q',
        };
        assert_eq!(plain[1], Err(fault));
        assert!(plain[2].is_ok());
        let two = read("$$ one\n$$ . X\n$$ X .\n\ntext\n\n$$ two\n$$ O X\n");
        assert_eq!(two.len(), 2, "{two:?}");
        let both = read(
            "; bamboo\n.X.X\n.X.X\n$$ one\n$$ . X\n$$ X .\nBlack is alive\n----\n\n; bad\nXO\nXq\n\n$$ O X\n",
        );
        let names: Vec<&str> = { both.iter().flatten() }
            .map(|named| &named.name[..])
            .collect();
        assert_eq!(names, ["bamboo", "one", ""], "{both:?}");
        let fault = PatternError::Letter {
            line: 12,
            column: 2,
            found: 'q',
        };
        assert_eq!(both[2], Err(fault), "{both:?}");
        assert!(read("\n\n").is_empty());
        let database = read("Pattern A1\n\nXO\n.*\n\n:8,X\n\nPattern A2\n\nX\n");
        assert!(database[0].is_ok() && database[1].is_err());
    }
}
