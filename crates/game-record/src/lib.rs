//! What the records of board games share: Portable Game Notation (chess), Portable Draughts Notation.
//!
//! A [`Tree`] of moves with variations, comments and glyphs for any [`MoveGen`](board_core::MoveGen),
//! [`Headers`], text read as a stream ([`source`]) and [`movetext`] written. What is a game's own (how moves are named,
//! which headers mean what) is in its own crate.
//!
//! ```
//! use game_record::Headers;
//!
//! let mut headers = Headers::roster();
//! headers.set("White", "A scholar");
//! assert_eq!(headers.get("White"), Some("A scholar"));
//! assert_eq!(headers.iter().count(), 7);
//! ```
#![forbid(unsafe_code)]

pub mod headers;
mod movetext;
pub mod source;
pub mod text;
mod tree;

pub use headers::{Headers, ROSTER};
pub use movetext::{Notated, movetext};
pub use text::{Limits, decode};
pub use tree::{IllegalMove, Node, NodeId, Tree};
