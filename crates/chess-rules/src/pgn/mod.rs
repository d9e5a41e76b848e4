//! Portable Game Notation: reads games from a stream, with all variations, and writes the export form.
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
//! let mut record = Record::from(&game);
//! record.headers.set("White", "A scholar");
//! assert!(record.write().ends_with("\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dialect;

pub use dialect::{Pgn, StartFault, UsedHeaders};
pub use game_record::{Headers, Limits, NodeId, ROSTER, Visitor, decode};

use crate::{Move, Position, SanError};

/// One move and its annotations.
pub type Node = game_record::Node<Move>;

/// A start position and the moves from it, with variations.
pub type Tree = game_record::Tree<Position>;

/// One game of a PGN file.
pub type Record = game_record::Record<Pgn>;

/// A fault of a game in a PGN file.
pub type PgnFault = game_record::Fault<StartFault, SanError>;

/// A faulty game, and where the fault is.
pub type PgnError = game_record::ReadError<Pgn>;

/// Reads the games of a PGN file one after the other.
///
/// ```
/// use chess_rules::pgn::Reader;
///
/// let file = "[White \"A\"]\n\n1. e4 e5 (1... c5 {Sicilian}) 2. Nf3! *\n\n1. e4 e4 *\n";
/// let games: Vec<_> = Reader::new(file.as_bytes()).collect();
/// assert_eq!(games[0].as_ref().unwrap().moves().count(), 3);
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "game 2, line 5, column 7, ply 1: \"e4\": no such move is legal");
/// ```
pub type Reader<R> = game_record::Reader<R, Pgn>;
