//! Boards with coloured markers, as in the CheckersChecker project: options, reading photos, and learning the options.
//!
//! | to | use |
//! |---|---|
//! | read a photo | [`Options::read`] |
//! | detect an arm across the frame between two markers | [`Rim`] |
//! | learn the options for the light and the set | [`learn`] |

mod learn;
mod options;
mod rim;

pub use learn::{LearnError, learn};
pub use options::{MarkedPhoto, Options};
pub use rim::{Rim, RimOptions};
