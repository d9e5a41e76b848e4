//! The marked board of the CheckersChecker project: all its settings in one place, what a photo of
//! it shows, and how its settings are learnt.
//!
//! | to | use |
//! |---|---|
//! | read a photo | [`Settings::look`] |
//! | know that nothing crosses the frame between two markers | [`Rim`] |
//! | adapt the settings to a lamp and a set | [`learn`] |

mod learn;
mod options;
mod rim;

pub use learn::{LearnError, learn};
pub use options::{Look, Settings};
pub use rim::{Rim, RimSettings};
