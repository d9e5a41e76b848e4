//! Texts with patterns in any notation this crate reads: its own drawings, GNU Go's, Sensei's.

use crate::diagram::demand;
use crate::{Demand, Pattern, PatternError, gnugo, sensei};

/// A pattern and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name; empty if there is none.
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
}

/// Reads all patterns of a text; a faulty one does not keep the others from being read.
///
/// Lines that begin with `$$` are one of Sensei's diagrams, up to a line that does not; a text without them that has
/// lines `Pattern NAME` is one of GNU Go's. All others are drawings, parted by empty lines, and a line that begins
/// with `;` names the one below it; in a text with diagrams, only if a line of them can be nothing else: what is
/// written around diagrams is left out.
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
    // What is written around diagrams is no drawing with faults.
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

/// Whether a line is of a diagram of Sensei's.
fn is_diagram(line: &str) -> bool {
    line.trim_start().starts_with("$$")
}

/// Whether a line can only be a row of a drawing: of its letters alone, with a point that is not edge.
fn is_row(line: &str) -> bool {
    let letters = || line.chars().filter(|letter| !letter.is_whitespace());
    letters().all(|letter| demand(letter).is_some())
        && letters().any(|letter| demand(letter) != Some(Demand::EDGE))
}

/// A drawing in the letters of this crate, with a name above it or none.
fn drawing(block: &str) -> Result<Named, PatternError> {
    let (mut name, mut drawing) = (String::new(), String::new());
    for line in block.lines() {
        match line.trim_start().strip_prefix(';') {
            Some(said) => said.trim().clone_into(&mut name),
            None => drawing.push_str(line),
        }
        // A name keeps its line, so that errors count right.
        drawing.push('\n');
    }
    let pattern = drawing.parse()?;
    Ok(Named { name, pattern })
}

/// Runs of lines that belong together, each with the number of lines above it: lines of a diagram, or others that are
/// not empty.
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
