//! PGN in export form.

use core::fmt;

use board_core::{Color, MoveGen};

use super::{NodeId, ROSTER, Record, Tree, headers::unknown};
use crate::Position;

/// Lines of movetext have fewer than 80 characters.
const WIDTH: usize = 79;

/// Words put on lines of [`WIDTH`].
struct Lines {
    text: String,
    column: usize,
    /// The last word, which a closing parenthesis may still lengthen.
    word: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        self.flush();
        self.word.push_str(word);
    }

    /// Lengthens the last word.
    fn glue(&mut self, more: &str) {
        self.word.push_str(more);
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let length = self.word.chars().count();
        // A line must not begin with the percent sign, which would hide it, nor in a comment like the next game.
        let stays = self.word.starts_with('%') || self.word.starts_with("[Event");
        let fits = self.column + 1 + length <= WIDTH || stays;
        if self.column > 0 {
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(&self.word);
        self.column += length;
        self.word.clear();
    }

    fn comment(&mut self, open: &str, text: &str) {
        self.word(open);
        self.glue("{");
        for (i, word) in text.split(' ').enumerate() {
            if i == 0 {
                self.glue(word);
            } else {
                self.word(word);
            }
        }
        self.glue("}");
    }
}

/// What is still to be written.
enum Task {
    /// A move, played in this position, and all that follows it.
    Line(NodeId, Position, Place),
    /// The end of a variation.
    Close,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Right after a move: Black needs no number.
    After,
    /// At the start, or after a comment or variation.
    Apart,
    /// The first move of a variation.
    Opening,
}

impl Record {
    /// The game in PGN's export form, ending with one line break: the seven tag roster and the other headers in
    /// order of their names, then movetext in lines of fewer than 80 characters.
    ///
    /// `Result` is the record's result. `SetUp` and `FEN` say the start when it is not the usual one, and `Variant`
    /// is added when castling needs it.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut pair = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        for name in ROSTER {
            match name {
                "Result" => pair(name, self.result.as_str()),
                _ => pair(name, self.headers.get(name).unwrap_or(unknown(name))),
            }
        }
        let start = self.tree.start();
        let fen = start.to_fen();
        let mut others: Vec<(&str, &str)> = self
            .headers
            .iter()
            .filter(|(name, _)| !ROSTER.contains(name) && !["SetUp", "FEN"].contains(name))
            .collect();
        if *start != Position::initial() {
            others.extend([("SetUp", "1"), ("FEN", &fen)]);
            if !start.is_usual_castling() && self.headers.get("Variant").is_none() {
                others.push(("Variant", "Chess960"));
            }
        }
        others.sort_by_key(|&(name, _)| name);
        for (name, value) in others {
            pair(name, value);
        }
        text.push('\n');
        text.push_str(&self.movetext());
        text
    }

    fn movetext(&self) -> String {
        let mut lines = Lines {
            text: String::new(),
            column: 0,
            word: String::new(),
        };
        let tree = &self.tree;
        // What is said about the start.
        let root = tree.node(Tree::ROOT);
        for nag in root.nags() {
            lines.word(&format!("${nag}"));
        }
        for comment in root.comments() {
            lines.comment("", comment);
        }
        let mut tasks = Vec::new();
        if let Some(first) = tree.children(Tree::ROOT).next() {
            tasks.push(Task::Line(first, *tree.start(), Place::Apart));
        }
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => lines.glue(")"),
                Task::Line(id, position, place) => {
                    let apart = write_move(&mut lines, tree, id, &position, place);
                    let variations = self.variations(id);
                    let mut next = position;
                    if let Some(mv) = tree.node(id).mv() {
                        next.advance(mv);
                    }
                    if let Some(child) = tree.children(id).next() {
                        let place = if apart || !variations.is_empty() {
                            Place::Apart
                        } else {
                            Place::After
                        };
                        tasks.push(Task::Line(child, next, place));
                    }
                    for &variation in variations.iter().rev() {
                        tasks.push(Task::Close);
                        tasks.push(Task::Line(variation, position, Place::Opening));
                    }
                }
            }
        }
        lines.word(self.result.as_str());
        lines.flush();
        lines.text.push('\n');
        lines.text
    }

    /// The alternatives to a move, which are written after it if it is the main one.
    fn variations(&self, id: NodeId) -> Vec<NodeId> {
        let Some(parent) = self.tree.node(id).parent() else {
            return Vec::new();
        };
        let mut sisters = self.tree.children(parent);
        if sisters.next() == Some(id) {
            sisters.collect()
        } else {
            Vec::new()
        }
    }
}

/// Writes a move with its number and notes; returns whether a comment came last.
fn write_move(
    lines: &mut Lines,
    tree: &Tree,
    id: NodeId,
    position: &Position,
    place: Place,
) -> bool {
    let node = tree.node(id);
    let Some(mv) = node.mv() else {
        return false;
    };
    let mut open = if place == Place::Opening { "(" } else { "" };
    for comment in node.comments_before() {
        lines.comment(open, comment);
        open = "";
    }
    let number = position.move_number();
    let numbered = match position.to_move() {
        Color::White => Some(format!("{open}{number}.")),
        Color::Black if place != Place::After => Some(format!("{open}{number}...")),
        Color::Black => None,
    };
    if let Some(number) = numbered {
        lines.word(&number);
    }
    lines.word(&position.san(mv));
    for nag in node.nags() {
        lines.word(&format!("${nag}"));
    }
    for comment in node.comments() {
        lines.comment("", comment);
    }
    !node.comments().is_empty()
}

/// [`Record::write`].
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;

    fn mv(tree: &Tree, at: NodeId, san: &str) -> Move {
        tree.position(at).parse_san(san).unwrap()
    }

    fn add(tree: &mut Tree, at: NodeId, san: &str) -> NodeId {
        let mv = mv(tree, at, san);
        tree.add(at, mv).unwrap()
    }

    #[test]
    fn variations_comments_and_glyphs() {
        let mut record = Record::new(Position::initial());
        let tree = &mut record.tree;
        tree.add_comment(Tree::ROOT, "Short");
        let e4 = add(tree, Tree::ROOT, "e4");
        let d4 = add(tree, Tree::ROOT, "d4");
        tree.add_comment_before(d4, "or");
        let d5 = add(tree, d4, "d5");
        tree.add_nag(d5, 1);
        let f5 = add(tree, d4, "f5");
        tree.add_comment(f5, "Dutch }\n  %eval");
        let e5 = add(tree, e4, "e5");
        add(tree, e5, "Nf3");
        let text = record.write();
        let movetext = text.split("\n\n").nth(1).unwrap();
        assert_eq!(
            movetext,
            "{Short} 1. e4 ({or} 1. d4 d5 $1 (1... f5 {Dutch ) %eval})) 1... e5 2. Nf3 *\n"
        );
    }

    #[test]
    fn headers_are_ordered_and_escaped() {
        let start = Position::from_fen("4k3/8/8/8/8/8/8/1R2K1R1 b KQ - 3 7").unwrap();
        let mut record = Record::new(start);
        record
            .headers
            .set("White", "a \"quoted\" \\ name\nof two lines");
        record.headers.set("Bad name", "x");
        record.headers.set("Annotator", "y");
        let expected = concat!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n",
            "[White \"a \\\"quoted\\\" \\\\ name of two lines\"]\n[Black \"?\"]\n[Result \"*\"]\n",
            "[Annotator \"y\"]\n[Bad_name \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 b KQ - 3 7\"]\n",
            "[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n*\n"
        );
        assert_eq!(record.write(), expected);
    }

    #[test]
    fn lines_have_fewer_than_80_characters() {
        let mut record = Record::new(Position::initial());
        let mut at = Tree::ROOT;
        for san in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(200) {
            at = add(&mut record.tree, at, san);
            record.tree.add_comment(at, "two words");
        }
        let text = record.write();
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        assert!(text.lines().any(|line| line.len() > 75));
    }
}
