//! From photos to evidence: where the board is in each photo of a series, and what each of its points may hold.
//!
//! There are three sensors: [`Lines`] for stones on the crossings of lines, [`Squares`] for pieces on light and dark
//! squares, [`Markers`] for discs on a board with coloured markers on its frame. [`Classified`] follows either kind
//! of board and asks a classifier of your own what its points hold.

use board_core::Evidence;
use board_core::Occupancy;
use board_geom::{GeomError, Grid, Tracked};
use image::RgbImage;

use crate::Error;

mod board;
pub(crate) mod board_kind;
mod boards;
mod classified;
pub mod confidence;
mod follow;
#[cfg(feature = "go")]
mod lines;
#[cfg(feature = "pieces")]
mod markers;
pub(crate) mod orientation;
#[cfg(feature = "go")]
pub(crate) mod outside;
pub(crate) mod registration;
mod repeat;
#[cfg(feature = "pieces")]
pub(crate) mod shades;
#[cfg(feature = "pieces")]
mod squares;

pub use board::Board;
#[cfg(feature = "go")]
pub(crate) use boards::{PITCH, lines as locator, outside};
#[cfg(feature = "pieces")]
pub(crate) use boards::{find, layout};
pub use classified::{Classified, Classifier};
#[cfg(feature = "go")]
pub use lines::Lines;
#[cfg(feature = "pieces")]
pub use markers::Markers;
#[cfg(feature = "pieces")]
pub(crate) use markers::hidden;
#[cfg(feature = "pieces")]
pub(crate) use squares::TRIED;
#[cfg(feature = "pieces")]
pub use squares::{Place, Squares};

/// What points are known to hold: frames, and for each point of them the content; `None` where it is not known.
pub type Labels = [(usize, Vec<Option<Occupancy>>)];

/// Turns the photos of a series into evidence, one after the other.
///
/// A photo that shows the board becomes a *frame*; frames are counted from 0. Points are numbered as they lie in the
/// first photo, row by row, also where the board is turned later.
pub trait Sensor {
    /// Whether [`observe`](Sensor::observe) can be called: it is known where the board is, or each photo tells it.
    fn is_placed(&self) -> bool;

    /// Finds the board in a photo of which nothing is known; with how sure that is, from 0 to 1.
    ///
    /// # Errors
    /// [`Error::NoBoard`].
    fn locate(&self, photo: &RgbImage) -> Result<(Grid, f64), Error>;

    /// The board is here in the next photo.
    ///
    /// # Errors
    /// If the grid is one of another board.
    fn place(&mut self, grid: Grid) -> Result<(), Error>;

    /// Follows the board into the next photo, and keeps what that shows of its points.
    ///
    /// # Errors
    /// What cannot be read at all. A board that cannot be seen is no error.
    fn observe(&mut self, photo: &RgbImage) -> Result<Sighting, Error>;

    /// Number of frames so far.
    fn frames(&self) -> usize;

    /// What the points hold in some frames, in order of time, as far as the photos so far and these labels tell. A
    /// sensor that learns how pieces look learns it from the labels.
    ///
    /// # Errors
    /// If there are no such frames.
    fn evidence(&self, frames: &[usize], labels: &Labels) -> Result<Evidence, Error>;

    /// Which frames count, where some tell nothing that others do not tell better: frames of a move under way, frames
    /// with something over the edge of the board. `None` if all do.
    fn usable(&self) -> Option<Vec<bool>> {
        None
    }
}

/// What a photo shows of the board.
#[derive(Debug)]
pub enum Sighting {
    /// Its points: another frame.
    Frame {
        /// Where the board is.
        tracked: Tracked,
        /// By how many quarters it has turned clockwise in the picture since the frame before.
        turned: usize,
    },
    /// What the last frame showed, and nothing else.
    Repeat,
    /// The board cannot be seen.
    Hidden,
    /// Something covers part of the board, as hands do at every move, and this is how that was noticed.
    Covered(GeomError),
}
