//! Finds a board of light and dark squares (chess, draughts) in a photo: crossings → lattices → signed steps → the
//! window of the lattice that alternates → robust fit.
//!
//! Where a Go board has thin lines, such a board has alternating steps between light and dark. Crossings, the corners
//! where four squares meet, are detected one by one and numbered by growing a lattice from four of them. The board is
//! the window of that lattice in which nearly all borders between squares have the expected sign. Pieces hide some
//! borders, but do not make others alternate.

mod crossings;
mod edges;
mod follow;
mod lattice;
mod located;
mod locator;
mod plane;
mod steps;

pub use located::LocatedSquares;
pub use locator::SquaresLocator;
