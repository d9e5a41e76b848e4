//! The rules of chess and Chess960: legality, perft, FEN, SAN, UCI, PGN.
//!
//! ```
//! use chess_rules::{Position, perft};
//!
//! let start = Position::initial();
//! assert_eq!(perft(&start, 3), 8_902);
//! assert_eq!(start.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
//! ```
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
