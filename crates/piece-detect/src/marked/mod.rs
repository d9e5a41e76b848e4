//! The marked board of the CheckersChecker project: its options, reading its photos, and learning its options.
//!
//! | to | use |
//! |---|---|
//! | read a photo | [`Options::read`] |
//! | detect what crosses the frame between two markers | [`Rim`] |
//! | learn the options for a lamp and a set | [`learn`] |

mod learn;
mod options;
mod rim;

pub use learn::{LearnError, learn};
pub use options::{MarkedPhoto, Options};
pub use rim::{Rim, RimOptions};
