//! The rules of chess and Chess960: legality, perft, FEN, SAN, UCI, PGN.
//!
//! ```
//! use chess_rules::{Game, Outcome, Position, perft, pgn::Record};
//!
//! let start = Position::initial();
//! assert_eq!(perft(&start, 3), 8_902);
//!
//! let mut game = Game::new(start);
//! for san in ["f3", "e5", "g4", "Qh4"] {
//!     game.play(game.position().parse_san(san)?)?;
//! }
//! assert!(matches!(game.outcome(), Some(Outcome::Checkmate { .. })));
//! assert!(Record::from(&game).write().ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"));
//! assert!(game.position().legal_moves().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | use |
//! |---|---|
//! | [`Position`] | 64 bytes; as a `board_core::Board`, squares are empty, black or white, as a camera sees them |
//! | [`KindBoard`] | the same position with kinds of pieces on its squares, for electronic boards and classifiers |
//! | [`Game`] | a position with its history: repetitions, claims, the end of the game |
//! | [`Setup`] | the parts of a position, which may be invalid, and all their faults |
//! | [`San`], [`Uci`], [`pgn`] | moves as text, records of games |
//! | [`read_placement`] | the first field of a FEN, which electronic boards report |
//!
//! The feature `serde` (off by default) serialises positions as FEN, moves as `e2e4`, and a game as its start position
//! and moves. Input is checked: an illegal position or move is an error.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod attacks;
mod bitboard;
mod chess960;
mod count;
mod fen;
mod game;
mod generate;
mod keys;
mod kind_board;
mod magic;
mod moves;
mod perft;
pub mod pgn;
mod piece;
mod position;
mod quad_bitboard;
mod san;
mod setup;
mod side;
mod square;
#[cfg(feature = "serde")]
mod stored;
mod tally;
mod uci;

pub use bitboard::Bitboard;
pub use fen::{FenError, FenFault, read_placement, write_placement};
pub use game::{Claim, Game, GameResult, IllegalMove, Outcome, ResultError};
pub use kind_board::{KindBoard, KindCell};
pub use moves::Move;
pub use perft::perft;
pub use piece::{Kind, Piece};
pub use position::Position;
pub use san::{San, SanError};
pub use setup::{Fault, Setup};
pub use square::{Square, SquareError};
pub use uci::{Uci, UciError};
