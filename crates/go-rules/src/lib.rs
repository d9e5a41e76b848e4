//! The rules of Go: legality, captures, ko and superko, scoring, SGF.
#![forbid(unsafe_code)]

mod game;
mod illegal;
mod keys;
mod moves;
mod position;
pub mod record;
mod rules;
mod size;

pub use game::Game;
pub use illegal::Illegal;
pub use moves::Move;
pub use position::{Position, PositionError, Undo};
pub use rules::{Ko, Rules, Scoring};
pub use size::{MAX_SIDE, Size, SizeError};
