//! Texts with patterns in any notation this crate reads: its own drawings, GNU Go's, Sensei's.

use crate::{Pattern, PatternError, gnugo, sensei};

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
/// A text with lines that begin with `$$` is one of Sensei's, where other lines part the diagrams; one with lines
/// `Pattern NAME` is one of GNU Go's. In any other, drawings are parted by empty lines, and a line that begins with `;`
/// names the one below it.
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
    let mut lines = text.lines();
    if lines.any(|line| line.trim_start().starts_with("$$")) {
        return blocks(text, |line| line.trim_start().starts_with("$$"))
            .map(|(first, block)| {
                let diagram = sensei::read(&block).map_err(|error| error.below(first))?;
                let (name, pattern) = (diagram.title, diagram.pattern);
                Ok(Named { name, pattern })
            })
            .collect();
    }
    let entry = |line: &str| line.split_whitespace().next() == Some("Pattern");
    if text.lines().any(entry) {
        let entries = gnugo::read(text);
        return entries
            .map(|entry| {
                let gnugo::Entry { name, pattern, .. } = entry?;
                Ok(Named { name, pattern })
            })
            .collect();
    }
    blocks(text, |line| !line.trim().is_empty())
        .map(|(first, block)| {
            let (mut name, mut drawing) = (String::new(), String::new());
            for line in block.lines() {
                match line.trim_start().strip_prefix(';') {
                    Some(said) => said.trim().clone_into(&mut name),
                    None => drawing.push_str(line),
                }
                // A name keeps its line, so that errors count right.
                drawing.push('\n');
            }
            let pattern = drawing.parse::<Pattern>();
            let pattern = pattern.map_err(|error| error.below(first))?;
            Ok(Named { name, pattern })
        })
        .collect()
}

/// Runs of lines that belong together, each with the number of lines above it.
fn blocks(text: &str, belongs: impl Fn(&str) -> bool) -> impl Iterator<Item = (usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (i, line) in text.lines().enumerate() {
        if belongs(line) {
            if !goes_on {
                blocks.push((i, String::new()));
            }
            if let Some((_, block)) = blocks.last_mut() {
                block.push_str(line);
                block.push('\n');
            }
        }
        goes_on = belongs(line);
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
        assert!(read("\n\n").is_empty());
        let database = read("Pattern A1\n\nXO\n.*\n\n:8,X\n\nPattern A2\n\nX\n");
        assert!(database[0].is_ok() && database[1].is_err());
    }
}
