//! Finds a game board in a photo and rectifies it.
//!
//! Two coordinate frames are used everywhere. **Photo**: pixels, x right, y down, origin at the
//! centre of the top-left pixel. **Board**: grid units, column right and row down, origin at the
//! first grid point (the one a [`Grid`]'s corners list first), one unit from a point to its
//! neighbour; height, where it matters, is in the same units, up from the surface.

pub mod debug;
mod error;
mod family;
mod grid;
mod homography;
mod lines;
mod locate;
mod rectify;
mod refine;
mod ridge;
mod segments;
mod shrink;
mod view;

pub use error::GeomError;
pub use grid::{Grid, Radial};
pub use homography::Homography;
pub use locate::{Located, Locator, Trace};
pub use shrink::shrink;
pub use view::{View, ViewLayout};
