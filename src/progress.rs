//! Progress of a recording.

use std::ops::ControlFlow;

#[cfg(doc)]
use crate::Error;

/// A stage of recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading the photos one by one.
    Reading,
    /// Searching for the most likely game.
    Searching,
}

/// A callback for progress: (stage, steps done, steps in all).
///
/// Breaking while photos are read ends the reading, and the photos read so far are recorded. Breaking at any other time
/// ends the recording with [`Error::Cancelled`].
///
/// It is a trait object and no type parameter, so that each game's recording is compiled only once. [`quiet`] shows
/// nothing.
pub type Progress<'a> = dyn FnMut(Stage, usize, usize) -> ControlFlow<()> + 'a;

/// A [`Progress`] that shows nothing and never breaks: `recorder.finish(&mut quiet)`.
pub fn quiet(_: Stage, _: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
