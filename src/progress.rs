//! How far a recording is.

use std::ops::ControlFlow;

#[cfg(doc)]
use crate::Error;

/// What a recording is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading the photos one by one.
    Reading,
    /// Searching for the most likely game.
    Searching,
}

/// Is told how far a recording is (stage, done, of). Breaking while photos are read ends the reading, and what was
/// read is recorded; at any other time it ends the recording with [`Error::Cancelled`].
///
/// Not a type parameter: recording is then compiled once for each game, here, and not again by every caller.
pub type Progress<'a> = dyn FnMut(Stage, usize, usize) -> ControlFlow<()> + 'a;
