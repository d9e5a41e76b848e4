//! Portable Game Notation: games read as a stream, kept with all their variations, and written in export form.
//!
//! Source: "Standard: Portable Game Notation Specification and Implementation Guide", S. J. Edwards, 1994.
//!
//! ```
//! use chess_rules::{Game, Position, pgn::Record};
//!
//! let mut game = Game::new(Position::initial());
//! for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"] {
//!     game.play(game.position().parse_san(san)?)?;
//! }
//! let mut record = Record::from_game(&game);
//! record.headers.set("White", "A scholar");
//! assert!(record.write().ends_with("\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod error;
mod read;
mod write;

pub use error::{PgnError, PgnFault};
pub use game_record::{Headers, Limits, NodeId, ROSTER, decode};
pub use read::{Reader, Visitor};

use crate::{Game, GameResult, Move, Position};

/// One move and what is said about it.
pub type Node = game_record::Node<Move>;

/// A start position and the moves from it, with variations.
pub type Tree = game_record::Tree<Position>;

/// One game of a PGN file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tag pairs in the order of the file. `SetUp`, `FEN` and `Result` are written from the fields below.
    pub headers: Headers,
    /// The start, the moves, the variations and what is said about them.
    pub tree: Tree,
    /// The token that ends the movetext.
    pub result: GameResult,
}

impl Record {
    /// A record without moves, its seven headers not known yet.
    #[must_use]
    pub fn new(start: Position) -> Record {
        Record {
            headers: Headers::roster(),
            tree: Tree::new(start),
            result: GameResult::Unknown,
        }
    }

    /// The record of a game played; the result is what the rules say, `*` if they have not ended it.
    #[must_use]
    pub fn from_game(game: &Game) -> Record {
        let mut record = Record::new(*game.start());
        let last = game
            .moves()
            .fold(Tree::ROOT, |at, mv| record.tree.push(at, mv));
        debug_assert_eq!(record.tree.main_line().last().unwrap_or(Tree::ROOT), last);
        record.result = game.outcome().map_or(GameResult::Unknown, |o| o.result());
        record
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.tree
            .main_line()
            .filter_map(|id| self.tree.node(id).mv())
    }

    /// The main line as a game.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(*self.tree.start());
        for mv in self.moves() {
            game.play(mv).expect("a tree holds legal moves only");
        }
        game
    }
}
