//! The rules of checkers and draughts.
#![forbid(unsafe_code)]

mod bare;
mod capture;
mod fen;
mod keys;
mod layout;
mod moves;
mod perft;
mod position;
mod rules;
mod square;
mod variant;

pub use fen::{Fault, FenError, FenFault};
pub use moves::Move;
pub use perft::{perft, perft_ordered};
pub use position::{Piece, Position, Rank};
pub use rules::RuleSet;
pub use square::{Square, Squares};
pub use variant::Variant;
