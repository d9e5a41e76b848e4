//! PGN in export form.

use core::fmt;

use board_core::{Color, MoveGen};

use game_record::headers::unknown;
use game_record::{Notated, ROSTER, movetext};

use super::Record;
use crate::{Move, Position};

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
        text.push_str(&movetext(&self.tree, self.result.as_str()));
        text
    }
}

impl Notated for Position {
    fn number(&self) -> u16 {
        self.move_number()
    }

    fn is_first(&self) -> bool {
        self.to_move() == Color::White
    }

    fn name(&self, mv: Move) -> String {
        self.san(mv).to_string()
    }
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
    use crate::pgn::{NodeId, Tree};

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
