//! Writes SGF.

use board_core::Color;

use super::info::one_line;
use super::{Application, Property, Record, Tree};

/// Moves in a line of text.
const MOVES_PER_LINE: usize = 10;

impl Record {
    /// Writes the game as SGF, FF\[4\], UTF-8: game information, setup, and the main line with its comments.
    ///
    /// Variations are in [`tree`](Record::tree): see [`Tree::write`].
    ///
    /// # Panics
    /// If a stone or move is not on the board.
    ///
    /// ```
    /// use board_core::Color;
    /// use go_rules::{Move, Size, record::{Play, Record}};
    ///
    /// let mut record = Record::new(Size::square(9)?);
    /// record.info.result = "B+R".into();
    /// record.moves.push(Play::new(Color::Black, Move::place(40)));
    /// assert!(record.write().ends_with("SZ[9]RE[B+R]\n;B[ee])\n"));
    /// # Ok::<(), go_rules::SizeError>(())
    /// ```
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = String::from("(");
        let application = self.info.application.clone().unwrap_or_default();
        header(&mut out, &application, &size(self));
        for property in self.info.properties() {
            write_property(&mut out, &property.name, &property.values);
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = self.setup.iter().filter(|stone| stone.1 == color);
            let points: Vec<String> = stones.map(|&(point, _)| self.size.sgf(point)).collect();
            write_property(&mut out, name, &points);
        }
        let first = self.moves.first().map_or(self.first, |play| play.color);
        if first == Color::White || !self.setup.is_empty() {
            write_property(&mut out, "PL", &[letter(first)]);
        }
        write_comment(&mut out, &self.comment);
        for (i, play) in self.moves.iter().enumerate() {
            if i % MOVES_PER_LINE == 0 {
                out.push('\n');
            }
            out.push(';');
            write_property(&mut out, letter(play.color), &[self.size.sgf_move(play.mv)]);
            for Property { name, values } in &play.other {
                write_property(&mut out, name, values);
            }
            write_comment(&mut out, &play.comment);
        }
        out.push_str(")\n");
        out
    }
}

impl Tree {
    /// Writes the whole tree as SGF, FF\[4\], UTF-8: all variations and properties, values as they were read.
    #[must_use]
    pub fn write(&self) -> String {
        enum Step {
            Open,
            Node(usize),
            Close,
        }
        let mut out = String::new();
        let mut todo = vec![Step::Close, Step::Node(0), Step::Open];
        while let Some(step) = todo.pop() {
            match step {
                Step::Open => out.push('('),
                Step::Close => out.push(')'),
                Step::Node(index) => {
                    let node = &self.nodes()[index];
                    if index == 0 {
                        let size = self.root().value("SZ").unwrap_or("");
                        header(&mut out, &Application::default(), size);
                    } else {
                        out.push_str("\n;");
                    }
                    for Property { name, values } in &node.properties {
                        // The header contains these already.
                        let said = ["GM", "FF", "CA", "AP", "SZ"].contains(&name.as_str());
                        if index != 0 || !said {
                            write_property(&mut out, name, values);
                        }
                    }
                    if let [only] = node.children[..] {
                        todo.push(Step::Node(only));
                    } else {
                        for &child in node.children.iter().rev() {
                            todo.extend([Step::Close, Step::Node(child), Step::Open]);
                        }
                    }
                }
            }
        }
        out.push('\n');
        out
    }
}

fn header(out: &mut String, application: &Application, size: &str) {
    out.push_str(";GM[1]FF[4]CA[UTF-8]AP[");
    escape(out, &one_line(&application.name), &[':', ']', '\\']);
    out.push(':');
    escape(out, &one_line(&application.version), &[':', ']', '\\']);
    out.push(']');
    if !size.is_empty() {
        write_property(out, "SZ", &[size]);
    }
}

fn size(record: &Record) -> String {
    let (cols, rows) = (record.size.cols(), record.size.rows());
    if cols == rows {
        cols.to_string()
    } else {
        format!("{cols}:{rows}")
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn write_comment(out: &mut String, comment: &str) {
    if !comment.is_empty() {
        write_property(out, "C", &[comment]);
    }
}

/// Writes a property with escaped values; nothing without values.
fn write_property<S: AsRef<str>>(out: &mut String, name: &str, values: &[S]) {
    if values.is_empty() {
        return;
    }
    out.push_str(name);
    for value in values {
        out.push('[');
        escape(out, value.as_ref(), &[']', '\\']);
        out.push(']');
    }
}

/// Writes text with a backslash before each of the `escaped` characters.
fn escape(out: &mut String, text: &str, escaped: &[char]) {
    for c in text.chars() {
        if escaped.contains(&c) {
            out.push('\\');
        }
        out.push(c);
    }
}
