//! Pieces on squares: chess and the draughts family.

mod figure;
mod scene;
mod shapes;
mod solid;
mod surface;

pub use figure::{Figure, Kind, Placement, placement};
pub use scene::{Pace, Scene, Set, Squares};
