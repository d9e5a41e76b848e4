//! What the records of board games share: Portable Game Notation (chess), Portable Draughts Notation.
//!
//! A [`Record`] has [`Headers`] and a [`Tree`] of moves with variations, comments and glyphs; a [`Reader`] makes
//! records of a stream of bytes. What is a game's own (how moves are named, which headers mean what) is its
//! [`Dialect`], in its own crate. A [`Game`] is what is played: a position and its history, and when it [ends](Ending).
//!
//! ```
//! use game_record::Headers;
//!
//! let mut headers = Headers::roster();
//! headers.set("White", "A scholar");
//! assert_eq!(headers.get("White"), Some("A scholar"));
//! assert_eq!(headers.iter().count(), 7);
//! ```
//!
//! The feature `laws` adds property tests for any dialect.
#![forbid(unsafe_code)]

mod build;
mod dialect;
mod fault;
mod game;
pub mod headers;
#[cfg(feature = "laws")]
pub mod laws;
mod movetext;
mod read;
mod read_error;
mod record;
pub mod source;
pub mod text;
mod tree;
mod utf16;
mod visitor;

pub use dialect::{Dialect, FaultOf, MoveOf};
pub use fault::Fault;
pub use game::{Ending, Game};
pub use headers::{Headers, ROSTER};
pub use movetext::{Notated, movetext};
pub use read::Reader;
pub use read_error::ReadError;
pub use record::Record;
pub use text::{Limits, decode};
pub use tree::{IllegalMove, Node, NodeId, Tree};
pub use visitor::Visitor;
