//! PDN as the standard wants it written.

use core::fmt;

use board_core::MoveGen;

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
    /// Right after a move: the side that did not begin needs no number.
    After,
    /// At the start, or after a comment or variation.
    Apart,
    /// The first move of a variation.
    Opening,
}

impl Record {
    /// The game in PDN, ending with one line break: seven headers, `GameType`, the other headers in order of their
    /// names, then movetext in lines of fewer than 80 characters. Captures are written with their ends, and with their
    /// whole way where another has the same ends.
    ///
    /// `Result` is the record's result, which also ends the movetext as older readers expect, and `SetUp` and `FEN` say
    /// the start when it is not the usual one.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut pair = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        let start = self.tree.start();
        let rules = start.rules();
        for name in ROSTER {
            match name {
                "Result" => pair(name, self.result.token(rules)),
                _ => pair(name, self.headers.get(name).unwrap_or(unknown(name))),
            }
        }
        pair("GameType", &rules.game_type());
        let fen = start.to_fen();
        let ours =
            |name: &str| ROSTER.contains(&name) || ["SetUp", "FEN", "GameType"].contains(&name);
        let mut others: Vec<(&str, &str)> = self
            .headers
            .iter()
            .filter(|(name, _)| !ours(name))
            .collect();
        if *start != Position::initial(rules) {
            others.extend([("SetUp", "1"), ("FEN", &fen)]);
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
        lines.word(self.result.token(tree.start().rules()));
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
    let numbered = if position.to_move() == position.rules().first {
        Some(format!("{open}{number}."))
    } else if place != Place::After {
        Some(format!("{open}{number}..."))
    } else {
        None
    };
    if let Some(number) = numbered {
        lines.word(&number);
    }
    lines.word(&position.notation(mv));
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
