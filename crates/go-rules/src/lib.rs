//! The rules of Go: legality, captures, ko and superko, scoring, SGF.
//!
//! ```
//! use board_core::{Board, Occupancy};
//! use go_rules::{Game, Position, Rules, Size};
//!
//! let size = Size::square(9)?;
//! let mut game = Game::new(Position::initial(size), Rules::CHINESE);
//! for name in ["E5", "E4", "D4", "D5", "F4", "F5", "E3"] {
//!     game.play(game.position().parse_move(name)?)?;
//! }
//! // Black's last stone captured the white one at E4.
//! assert_eq!(game.position().get(49), Occupancy::Empty);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | type | use |
//! |---|---|
//! | [`Position`] | stones, side to move, simple ko; the traits [`Board`](board_core::Board) and [`MoveGen`](board_core::MoveGen) |
//! | [`Game`] | a position with its history: superko, the end of the game, undo |
//! | [`Rules`] | suicide, ko, scoring, komi; presets |
//! | [`Position::score`] | area and territory scoring, given the dead stones |
//! | [`Size`], [`Move`] | points and their names in SGF and GTP |
//! | [`handicap_points`] | conventional points for handicap stones |
//! | `record` (feature `sgf`) | games as SGF: the main line, or the whole tree |
//!
//! A point is the index `row * cols + col`, from the top-left point, which is SGF's `aa`. Boards may have any size from
//! 1×1 to 25×25, also rectangular.
//!
//! | feature (off by default) | adds |
//! |---|---|
//! | `sgf` | `record` |
//! | `serde` | serialisation of positions, moves, games and scores; an illegal position or move in the input is an error |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod game;
mod handicap;
mod illegal;
mod keys;
mod moves;
mod notation;
mod outcome;
mod position;
#[cfg(feature = "sgf")]
pub mod record;
mod rules;
mod score;
mod size;
#[cfg(feature = "serde")]
mod stored;

pub use game::Game;
pub use handicap::handicap_points;
pub use illegal::Illegal;
pub use moves::Move;
pub use notation::NotationError;
pub use outcome::{By, GameResult, Outcome, ResultError};
pub use position::{Position, PositionError, Undo};
pub use rules::{Ko, Rules, Scoring};
pub use score::{Agreement, Score, ScoreError, Side};
pub use size::{MAX_SIDE, Size, SizeError};
