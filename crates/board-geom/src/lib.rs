//! Finds a game board in a photo and rectifies it.
//!
//! Two coordinate frames are used everywhere. **Photo**: pixels, x right, y down, origin at the
//! centre of the top-left pixel. **Board**: grid units, column right and row down, origin at the
//! first grid point (the one a [`Grid`]'s corners list first), one unit from a point to its
//! neighbour; height, where it matters, is in the same units, up from the surface.

mod calibration;
pub mod debug;
mod error;
mod family;
mod grid;
mod homography;
mod lens;
mod lines;
mod locate;
mod rectify;
mod refine;
mod ridge;
mod segments;
mod shrink;
mod track;
mod view;

pub use calibration::Calibration;
pub use error::GeomError;
pub use grid::Grid;
pub use homography::Homography;
pub use lens::Radial;
pub use locate::{Located, Locator, Trace};
pub use shrink::shrink;
pub use track::{Motion, Tracked, Tracker};
pub use view::{View, ViewLayout};
