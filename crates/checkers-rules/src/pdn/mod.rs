//! Portable Draughts Notation: reads games from a stream, with all variations, and writes them.
//!
//! Source: "Portable Draughts Notation 3.0", draft standard, W. Wesselink, 2012. The reader accepts more than the
//! standard lets programs write.
//!
//! ```
//! use checkers_rules::{Game, Position, RuleSet, pdn::Record};
//!
//! let mut game = Game::new(Position::initial(RuleSet::ENGLISH));
//! for text in ["11-15", "22-18", "15x22", "25x18"] {
//!     game.play(game.position().parse_move(text)?)?;
//! }
//! let mut record = Record::from(&game);
//! record.headers.set("Black", "The first mover");
//! assert!(record.write().ends_with("[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 22-18 2. 15x22 25x18 *\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dialect;
mod game_type;

pub use dialect::{Pdn, StartFault, UsedHeaders};
pub use game_record::{Headers, Limits, NodeId, ROSTER, Visitor, decode};
pub use game_type::GameTypeError;

use crate::{Move, NotationError, Position};

/// One move and its annotations.
pub type Node = game_record::Node<Move>;

/// A start position and the moves from it, with variations.
pub type Tree = game_record::Tree<Position>;

/// One game of a PDN file.
pub type Record = game_record::Record<Pdn>;

/// A fault of a game in a PDN file.
pub type PdnFault = game_record::Fault<StartFault, NotationError>;

/// A faulty game, and where the fault is.
pub type PdnError = game_record::ReadError<Pdn>;

/// Reads the games of a PDN file one after the other. Games without the header `GameType` are English checkers, unless
/// other rules are set.
///
/// ```
/// use checkers_rules::pdn::Reader;
///
/// let file = "[White \"A\"]\n\n1. 11-15 23-19 (1... 22-18 {15x22}) 2. 8-11! *\n\n1. 11-15 23-20 *\n";
/// let games: Vec<_> = Reader::new(file.as_bytes()).collect();
/// assert_eq!(games[0].as_ref().unwrap().moves().count(), 3);
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "game 2, line 5, column 10, ply 1: \"23-20\": no such move is legal");
/// ```
pub type Reader<R> = game_record::Reader<R, Pdn>;
