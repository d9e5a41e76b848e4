use core::fmt;

use crate::headers::unknown;
use crate::{Dialect, Game, Headers, MoveOf, NodeId, ROSTER, Tree, movetext};

/// The record of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<D: Dialect> {
    /// The tag pairs in file order. `Result` and the headers of the start position are written from the fields below
    /// instead.
    pub headers: Headers,
    /// The start position, the moves and variations with their comments and glyphs.
    pub tree: Tree<D::Position>,
    /// The token that ends the movetext.
    pub result: D::Result,
}

impl<D: Dialect> Record<D> {
    /// A record without moves, with the seven tag roster unknown.
    #[must_use]
    pub fn new(start: D::Position) -> Self {
        Record {
            headers: Headers::roster(),
            tree: Tree::new(start),
            result: D::Result::default(),
        }
    }

    /// A record of legal moves without further information.
    ///
    /// # Panics
    /// May panic if a move is not legal.
    #[must_use]
    pub fn of_moves(start: D::Position, moves: impl IntoIterator<Item = MoveOf<D>>) -> Self {
        let mut record = Record::new(start);
        let mut at = NodeId::ROOT;
        for mv in moves {
            at = record.tree.push(at, mv);
        }
        record
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = MoveOf<D>> {
        self.tree
            .main_line()
            .filter_map(|id| self.tree.node(id).mv())
    }

    /// The value of the header `Result` if it contradicts the result at the end of the moves, which takes precedence.
    /// An unknown result contradicts nothing.
    #[must_use]
    pub fn contradiction(&self) -> Option<&str> {
        let written = self.headers.get("Result")?;
        let named = D::result(written.trim().as_bytes(), self.tree.start())?;
        let known = [&named, &self.result].map(|result| *result != D::Result::default());
        (known == [true; 2] && named != self.result).then_some(written)
    }

    /// Writes the game in the standard's export form, ending with one line break: the seven tag roster, the other
    /// headers sorted by name, then movetext in lines of fewer than 80 characters.
    ///
    /// `Result` is the record's result; headers for the start position are added if needed.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut pair = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        let start = self.tree.start();
        let result = D::token(self.result, start);
        for name in ROSTER {
            match name {
                "Result" => pair(name, result),
                _ => pair(name, self.headers.get(name).unwrap_or(unknown(name))),
            }
        }
        let own = D::own_headers(start, &self.headers);
        let is_own = |name: &str| own.iter().any(|(own, _)| *own == name);
        let theirs = self.headers.iter();
        let theirs = theirs.filter(|(name, _)| !ROSTER.contains(name) && !is_own(name));
        let ours = own.iter().filter_map(|(n, v)| Some((*n, v.as_deref()?)));
        let mut others: Vec<(&str, &str)> = theirs.chain(ours).collect();
        others.sort_by_key(|&(name, _)| (D::FIRST_HEADER != Some(name), name));
        for (name, value) in others {
            pair(name, value);
        }
        text.push('\n');
        text.push_str(&movetext(&self.tree, result));
        text
    }
}

/// Writes [`Record::write`].
impl<D: Dialect> fmt::Display for Record<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write())
    }
}

/// Makes the record of a game. The result is the outcome by the rules, or unknown.
impl<D: Dialect> From<&Game<D::Position>> for Record<D> {
    fn from(game: &Game<D::Position>) -> Record<D> {
        let mut record = Record::of_moves(game.start().clone(), game.moves());
        record.result = game.outcome().map_or_else(D::Result::default, D::result_of);
        record
    }
}

/// Makes a game of the main line. Records that were read hold legal moves only; it panics if
/// [`Tree::push`](crate::Tree::push) has added another one.
impl<D: Dialect> From<&Record<D>> for Game<D::Position> {
    fn from(record: &Record<D>) -> Game<D::Position> {
        let mut game = Game::new(record.tree.start().clone());
        for mv in record.moves() {
            game.play(mv).expect("a tree holds legal moves only");
        }
        game
    }
}
