//! Writes moves, variations, comments and glyphs as text.

use board_core::MoveGen;

use crate::{NodeId, Tree};

/// How moves are numbered and named.
pub trait Notated: MoveGen {
    /// The number of the next move.
    fn number(&self) -> u16;
    /// Whether the side to move is the one whose moves begin a number.
    fn is_first(&self) -> bool;
    /// The name of a legal move.
    fn name(&self, mv: Self::Move) -> String;
}

/// Longest line of movetext, in characters; the standard requires fewer than 80.
const WIDTH: usize = 79;

/// Breaks words into lines of at most [`WIDTH`].
struct Lines {
    text: String,
    column: usize,
    /// The last word, to which a closing parenthesis may still be appended.
    word: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        self.flush();
        self.word.push_str(word);
    }

    /// Appends to the last word.
    fn glue(&mut self, more: &str) {
        self.word.push_str(more);
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let length = self.word.chars().count();
        // A line must not begin with a percent sign, which would comment it out, nor, within a comment, like the
        // headers of the next game.
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

/// A pending part of the text.
enum Task<P> {
    /// A move, played in this position, and everything after it.
    Line(NodeId, P, Place),
    /// The end of a variation.
    Close,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Directly after a move: the second side's move needs no number.
    After,
    /// At the start, or after a comment or variation.
    Apart,
    /// The first move of a variation.
    Opening,
}

/// Writes the moves of a tree with variations, comments and glyphs, in lines of fewer than 80 characters, followed by
/// the result.
#[must_use]
pub fn movetext<P: Notated>(tree: &Tree<P>, result: &str) -> String {
    let mut lines = Lines {
        text: String::new(),
        column: 0,
        word: String::new(),
    };
    // Comments and glyphs of the start.
    let root = tree.node(Tree::<P>::ROOT);
    for nag in root.nags() {
        lines.word(&format!("${nag}"));
    }
    for comment in root.comments() {
        lines.comment("", comment);
    }
    let mut tasks = Vec::new();
    if let Some(first) = tree.children(Tree::<P>::ROOT).next() {
        tasks.push(Task::Line(first, tree.start().clone(), Place::Apart));
    }
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close => lines.glue(")"),
            Task::Line(id, position, place) => {
                let apart = write_move(&mut lines, tree, id, &position, place);
                let variations = variations(tree, id);
                let mut next = position.clone();
                if let Some(mv) = tree.node(id).mv() {
                    next.play(mv);
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
                    tasks.push(Task::Line(variation, position.clone(), Place::Opening));
                }
            }
        }
    }
    lines.word(result);
    lines.flush();
    lines.text.push('\n');
    lines.text
}

/// The alternatives to a main-line move, which are written after it.
fn variations<P: MoveGen>(tree: &Tree<P>, id: NodeId) -> Vec<NodeId> {
    let Some(parent) = tree.node(id).parent() else {
        return Vec::new();
    };
    let mut sisters = tree.children(parent);
    if sisters.next() == Some(id) {
        sisters.collect()
    } else {
        Vec::new()
    }
}
/// Writes a move with its number, glyphs and comments; returns whether a comment came last.
fn write_move<P: Notated>(
    lines: &mut Lines,
    tree: &Tree<P>,
    id: NodeId,
    position: &P,
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
    let number = position.number();
    let numbered = if position.is_first() {
        Some(format!("{open}{number}."))
    } else if place != Place::After {
        Some(format!("{open}{number}..."))
    } else {
        None
    };
    if let Some(number) = numbered {
        lines.word(&number);
    }
    lines.word(&position.name(mv));
    for nag in node.nags() {
        lines.word(&format!("${nag}"));
    }
    for comment in node.comments() {
        lines.comment("", comment);
    }
    !node.comments().is_empty()
}
