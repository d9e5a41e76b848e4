//! Portable Draughts Notation: games read as a stream, kept with all their variations, and written back.
//!
//! Source: "Portable Draughts Notation 3.0", draft standard, W. Wesselink, 2012; what is read is more than what it
//! lets programs write.
//!
//! ```
//! use checkers_rules::{Game, Position, RuleSet, pdn::Record};
//!
//! let mut game = Game::new(Position::initial(RuleSet::ENGLISH));
//! for text in ["11-15", "22-18", "15x22", "25x18"] {
//!     game.play(game.position().parse_move(text)?)?;
//! }
//! let mut record = Record::from_game(&game);
//! record.headers.set("Black", "The first mover");
//! assert!(record.write().ends_with("[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 22-18 2. 15x22 25x18 *\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod error;
mod game_type;
mod read;
mod write;

pub use error::{PdnError, PdnFault};
pub use game_record::{Headers, Limits, NodeId, ROSTER, decode};
pub use game_type::GameTypeError;
pub use read::{Reader, Visitor};

use crate::{Game, GameResult, Move, Position};

/// One move and what is said about it.
pub type Node = game_record::Node<Move>;

/// A start position and the moves from it, with variations.
pub type Tree = game_record::Tree<Position>;

/// One game of a PDN file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tag pairs in the order of the file. `SetUp`, `FEN`, `GameType` and `Result` are written from the fields below.
    pub headers: Headers,
    /// The start, the moves, the variations and what is said about them.
    pub tree: Tree,
    /// The token that ends the movetext.
    pub result: GameResult,
}

impl Record {
    /// A record without moves, its headers not known yet.
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
