//! Sensors turn photos into evidence: the location of the board in each photo of a series, and how likely each content
//! of each point is.
//!
//! [`Lines`] is the sensor for stones on the crossings of lines, [`Squares`] for pieces on light and dark squares,
//! [`Markers`] for discs on a board with coloured markers on its frame. [`Classified`] follows a board of lines or of
//! squares and uses a custom classifier.

use board_core::Evidence;
use board_core::Occupancy;
use board_geom::{GeomError, Grid, Tracked};
use image::RgbImage;

use crate::Error;

mod board;
mod classified;
pub mod confidence;
#[cfg(feature = "pieces")]
pub(crate) mod corner_colour;
mod follow;
#[cfg(feature = "go")]
mod lines;
mod locators;
#[cfg(feature = "pieces")]
mod markers;
pub(crate) mod orientation;
pub(crate) mod other_board;
#[cfg(feature = "go")]
pub(crate) mod outside;
pub(crate) mod registration;
mod repeat;
#[cfg(feature = "pieces")]
mod squares;

pub use board::Board;
pub use classified::{Classified, Classifier};
#[cfg(feature = "go")]
pub use lines::Lines;
#[cfg(feature = "pieces")]
pub(crate) use locators::{layout, locate_squares};
#[cfg(feature = "go")]
pub(crate) use locators::{lines_locator, outside};
#[cfg(feature = "pieces")]
pub use markers::Markers;
#[cfg(feature = "pieces")]
pub(crate) use markers::hidden_markers;
#[cfg(feature = "pieces")]
pub(crate) use squares::START_FRAMES;
#[cfg(feature = "pieces")]
pub use squares::{Place, Squares};

/// Known contents: frames, and the content of each of their points; `None` where it is unknown.
pub type Labels = [(usize, Vec<Option<Occupancy>>)];

/// Turns the photos of a series into evidence, one after the other.
///
/// A photo that shows the board becomes a *frame*; frames are counted from 0. Points are numbered row by row as in the
/// first photo, and keep their numbers if the board is turned later.
pub trait Sensor {
    /// Whether [`observe`](Sensor::observe) can be called: the board has been located, or needs no location.
    fn is_placed(&self) -> bool;

    /// Locates the board in any photo; with the confidence, from 0 to 1.
    ///
    /// # Errors
    /// [`Error::NoBoard`] if the photo shows none.
    fn locate(&self, photo: &RgbImage) -> Result<(Grid, f64), Error>;

    /// Sets the location of the board in the next photo.
    ///
    /// # Errors
    /// If the grid has another number of lines than the board.
    fn place(&mut self, grid: Grid) -> Result<(), Error>;

    /// Follows the board into the next photo and keeps the features of its points.
    ///
    /// # Errors
    /// If the photo cannot be read at all. A hidden board is no error.
    fn observe(&mut self, photo: &RgbImage) -> Result<Observed, Error>;

    /// The next photo shows another game: it is a frame, even if it repeats the last one.
    fn begin_game(&mut self) {}

    /// Number of frames so far.
    fn frames(&self) -> usize;

    /// Evidence for some frames, in order of time. A sensor with an appearance model fits it to the labels.
    ///
    /// # Errors
    /// If there are no such frames.
    fn evidence(&self, frames: &[usize], labels: &Labels) -> Result<Evidence, Error>;

    /// Which frames to decode, if some are to be left out: frames of a move under way, frames in which something
    /// covers the edge of the board. `None` if all frames count.
    fn usable(&self) -> Option<Vec<bool>> {
        None
    }
}

/// The result of [observing](Sensor::observe) a photo.
#[derive(Debug)]
pub enum Observed {
    /// The photo is a new frame.
    Frame {
        /// Location of the board.
        tracked: Tracked,
        /// Quarter turns clockwise, in the picture, since the frame before.
        turned: usize,
    },
    /// The photo repeats the last frame.
    Repeat,
    /// The board is hidden.
    Hidden,
    /// Part of the board is covered, for example by a hand; with the error that revealed it.
    Covered(GeomError),
}
