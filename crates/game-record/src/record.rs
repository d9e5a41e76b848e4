use core::fmt;

use crate::headers::unknown;
use crate::{Dialect, Game, Headers, MoveOf, NodeId, ROSTER, ReadError, Reader, Tree, movetext};

/// One game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<D: Dialect> {
    /// The tag pairs in the order of the file. `Result`, and those that say the start, are written from the fields
    /// below.
    pub headers: Headers,
    /// The start, the moves, the variations and what is said about them.
    pub tree: Tree<D::Position>,
    /// The token that ends the movetext.
    pub result: D::Result,
}

impl<D: Dialect> Record<D> {
    /// A record without moves, its seven headers not known yet.
    #[must_use]
    pub fn new(start: D::Position) -> Self {
        Record {
            headers: Headers::roster(),
            tree: Tree::new(start),
            result: D::Result::default(),
        }
    }

    /// A record of moves, each legal in its turn, and nothing else.
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

    /// All games of a text. A [`Reader`](crate::Reader) reads a stream, and goes on after a game that is wrong.
    ///
    /// # Errors
    /// The first game that is wrong; it holds what could be read.
    pub fn read(text: &str) -> Result<Vec<Self>, ReadError<D>> {
        Reader::new(text.as_bytes()).collect()
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = MoveOf<D>> {
        self.tree
            .main_line()
            .filter_map(|id| self.tree.node(id).mv())
    }

    /// What the header `Result` says, if the moves end with another result, which is the one that counts. An unknown
    /// result contradicts none.
    #[must_use]
    pub fn contradiction(&self) -> Option<&str> {
        let said = self.headers.get("Result")?;
        let named = D::result(said.trim().as_bytes(), self.tree.start())?;
        let known = [&named, &self.result].map(|result| *result != D::Result::default());
        (known == [true; 2] && named != self.result).then_some(said)
    }

    /// The game in the standard's export form, ending with one line break: the seven tag roster, the other headers in
    /// order of their names, then movetext in lines of fewer than 80 characters.
    ///
    /// `Result` is the record's result, and what must be known of the start is said.
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
        others.sort_by_key(|&(name, _)| (D::FIRST != Some(name), name));
        for (name, value) in others {
            pair(name, value);
        }
        text.push('\n');
        text.push_str(&movetext(&self.tree, result));
        text
    }
}

/// [`Record::write`].
impl<D: Dialect> fmt::Display for Record<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write())
    }
}

/// The record of a game played; the result is what the rules say, not known if they have not ended it.
impl<D: Dialect> From<&Game<D::Position>> for Record<D> {
    fn from(game: &Game<D::Position>) -> Record<D> {
        let mut record = Record::of_moves(game.start().clone(), game.moves());
        record.result = game.outcome().map_or_else(D::Result::default, D::result_of);
        record
    }
}

/// The main line of a record.
impl<D: Dialect> From<&Record<D>> for Game<D::Position> {
    fn from(record: &Record<D>) -> Game<D::Position> {
        let mut game = Game::new(record.tree.start().clone());
        for mv in record.moves() {
            game.play(mv).expect("a tree holds legal moves only");
        }
        game
    }
}
