//! The rules of Go.
//!
//! | type | is |
//! |---|---|
//! | [`Position`] | a board of any size up to 25 with captures, simple ko and suicide as an option; implements [`board_core::MoveGen`] |
//! | [`Game`] | a position with its history, for positional and situational superko |
//! | [`Rules`] | what differs between rule sets: superko, suicide, counting, komi |
//! | [`score`](fn@score) | area or territory with given dead stones |
//! | [`Record`] | a game as SGF: setup, moves, variations, game information |
//!
//! Points are indices `row · size + column`, origin top-left, which is SGF's `aa`.
//!
//! ```
//! use board_core::{Board, Color, MoveGen, Occupancy};
//! use go_rules::{Move, Position};
//!
//! let mut position = Position::new(9)?;
//! // Black in the corner is captured by White on both sides.
//! for (col, row) in [(0, 0), (1, 0), (8, 8), (0, 1)] {
//!     let mv = position.at(col, row);
//!     assert!(position.is_legal(mv));
//!     position.play(mv);
//! }
//! assert_eq!(position.get(0), Occupancy::Empty);
//! assert_eq!(position.captured(Color::Black), 1);
//! # Ok::<(), go_rules::PositionError>(())
//! ```
#![forbid(unsafe_code)]

mod game;
mod handicap;
mod moves;
mod position;
mod record;
mod rules;
mod score;

pub use game::{Game, Illegal};
pub use handicap::handicap_points;
pub use moves::Move;
pub use position::{Position, PositionError};
pub use record::{Info, Node, ReadLimits, Record, RecordError, Turn};
pub use rules::{Counting, Rules, Superko};
pub use score::{Score, score};
pub use sgf_parse;
