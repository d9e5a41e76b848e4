//! Go pattern matching: finds all learnt patterns in one scan of a position, and searches collections of games.
//!
//! The pattern tree follows Pieter Beyens ("Pieter's Pattern Search Algorithm", Sensei's Library, 2009): any rectangle
//! is a pattern, such as a whole board, a joseki in a corner, a shape on the side or in the centre.
//!
//! ```
//! use patterns::{Edges, Field, Group, Pattern, PatternTree, Rectangle};
//!
//! let board = Field::from_rows(&[
//!     ". . . . . . .",
//!     ". . X . . . .",
//!     ". X O X . . .",
//!     ". . . . . O .",
//!     ". . . . O . .",
//!     ". . . . . O .",
//!     ". . . . . . .",
//! ])?;
//!
//! // A pattern as a diagram, with points of any content and the next move (*), and one cut out of a position.
//! let atari: Pattern = "
//!     ? X ?
//!     X O X
//!     ? * ?".parse()?;
//! let corner = Rectangle { x: 4, y: 0, cols: 3, rows: 3 };
//! let corner = Pattern::cut(&board, corner, Edges::Kept)?;
//!
//! let mut tree = PatternTree::new(Group::TurnsAndColors);
//! let (atari, _) = tree.insert(&atari, "capture");
//! tree.insert(&corner, "in the corner");
//!
//! let found = tree.search(&board);
//! assert_eq!(found.len(), 2);
//! let capture = found.iter().find(|place| place.id == atari).unwrap();
//! assert_eq!(capture.point(1, 0), (2, 3)); // the move, from the lower left
//! # Ok::<(), patterns::PatternError>(())
//! ```
//!
//! | item | use |
//! |---|---|
//! | [`Pattern`] | a rectangle of [`Demand`]s: a diagram, read from [GNU Go's](gnugo) or [Sensei's](sensei) notation, or cut out of a position or a record (`sgf`) |
//! | [`Field`] | a position, from any `board_core::Board` |
//! | [`PatternTree`] | patterns with payloads: insert, remove, search |
//! | [`Frozen`] | the same tree as bytes, for a file |
//! | [`mod@reference`] | the tree as published, and brute-force search: the references that tests compare with |
//! | `Library`, `Query`, `Game` | collections of games, searched for a pattern and its continuations |
//! | `picture` | a search result as a picture: letters on the points of continuations (SVG, text) |
//! | [`notation`] | reads patterns in any of the notations |
//!
//! Points are (x, y), x to the right and **y up from the lower left**, as in Beyens's description; the indices of
//! `board_core::Board` count rows from the top ([`Field::point`] converts). Features, off by default: `library` adds
//! collections of games, SGF and saving to files; `prior` adds `prior::ShapePrior`, a move prior for `sequence_search`
//! learnt from local shapes in a collection.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod content;
mod diagram;
mod error;
mod field;
mod found;

mod frozen;
pub mod gnugo;
#[cfg(feature = "library")]
mod library;
pub mod notation;
mod pattern;
#[cfg(feature = "library")]
pub mod picture;
#[cfg(feature = "prior")]
pub mod prior;
mod rectangle;
pub mod reference;
#[cfg(feature = "library")]
pub mod replace;
#[cfg(feature = "library")]
mod save;
pub mod sensei;
#[cfg(feature = "library")]
pub mod sgf;
mod symmetry;
mod tree;

pub use content::{Content, Demand};
pub use error::PatternError;
pub use field::Field;
pub use found::{Match, PatternId};
pub use frozen::{Frozen, FrozenError};
#[cfg(feature = "library")]
pub use game_record::{Date, DateError};
#[cfg(feature = "library")]
pub use library::{
    AddError, Answer, Continuation, Fault, Game, GameId, GameInfo, Hit, Library, LibraryError,
    Next, Progress, Query, QueryError, Signature, SignatureError, Tally,
};
pub use pattern::{Anchor, Edges, Pattern, Triple};
pub use rectangle::{MAX_SIDE, Rectangle};
pub use symmetry::{Group, Symmetry};
pub use tree::PatternTree;
