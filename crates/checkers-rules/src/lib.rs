//! The rules of checkers and draughts in eight [variants](Variant): legality, perft, FEN, PDN.
//!
//! ```
//! use checkers_rules::{Game, Position, RuleSet, pdn::Record, perft_ordered};
//!
//! let start = Position::initial(RuleSet::ENGLISH);
//! assert_eq!(perft_ordered(&start, 6), 36_768);
//! assert_eq!(start.legal_moves().len(), 7);
//!
//! let mut game = Game::new(start);
//! for text in ["11-15", "22-18", "15x22", "25x18"] {
//!     game.play(game.position().parse_move(text)?)?;
//! }
//! assert_eq!(game.position().to_fen(), "B:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12");
//! assert!(Record::from(&game).write().ends_with("1. 11-15 22-18 2. 15x22 25x18 *\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`RuleSet`] defines how pieces move, who moves first and what is a draw; every [`Position`] carries it. A [`Move`]
//! is an outcome, not a path: captures of the same pieces that end on the same square are one move. As a
//! `board_core::Board`, a position is a diagram of all squares, including light ones, each empty, black or white.
//! [`KindBoard`] is the same for a sensor that distinguishes men from kings.
//!
//! The feature `serde` (off by default) serialises a position as its rules, FEN and counters, and a game as its start
//! position and moves. Input is checked: an impossible position or an illegal move is an error.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod bitboards;
mod capture;
mod fen;
mod game;
mod keys;
mod kind_board;
mod layout;
mod moves;
mod notation;
pub mod pdn;
mod perft;
mod piece;
mod position;
mod reason;
mod rules;
mod square;
#[cfg(feature = "serde")]
mod stored;
mod variant;

pub use fen::{Fault, FenError, FenFault};
pub use game::{Game, GameResult, IllegalMove, Outcome};
pub use kind_board::{KindBoard, KindCell};
pub use moves::Move;
pub use notation::NotationError;
pub use perft::{perft, perft_ordered};
pub use piece::{Piece, Rank};
pub use position::Position;
pub use reason::Reason;
pub use rules::{Draws, Endings, RuleSet};
pub use square::{Square, Squares};
pub use variant::Variant;
