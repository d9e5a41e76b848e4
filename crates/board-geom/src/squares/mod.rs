//! Finds a board of light and dark squares (chess, draughts) in a photo without help: crossings →
//! lattices → signed steps → the window of the lattice that alternates → robust fit.
//!
//! Where Go has thin lines, such a board has steps from light to dark, and they alternate. The
//! corners where four squares meet are found each for itself, numbered by growing a lattice from
//! four of them, and the board is the window of that lattice inside which nearly all borders
//! between squares step the right way. Pieces hide some; they never make the others alternate.

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
