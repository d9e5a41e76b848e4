//! The rules of Go: legality, captures, ko and superko, scoring, SGF.
#![forbid(unsafe_code)]

mod keys;
mod moves;
mod position;
mod size;

pub use moves::Move;
pub use position::{Position, PositionError, Undo};
pub use size::{MAX_SIDE, Size, SizeError};
