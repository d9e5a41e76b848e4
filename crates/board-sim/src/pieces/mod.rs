//! Pieces on squares: chess and the draughts family.

mod figure;

pub use figure::{Figure, Kind, Placement, placement};
