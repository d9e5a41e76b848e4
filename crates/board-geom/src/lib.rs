//! Finds a game board in a photo and rectifies it.
//!
//! Two coordinate frames are used everywhere:
//!
//! - **Photo**: pixels, x right, y down, origin at the centre of the top-left pixel.
//! - **Board**: grid units, column right, row down, origin at the first grid point (the first of a [`Grid`]'s corners),
//!   one unit between neighbouring points. Heights are in the same units, upwards from the surface.
//!
//! | to | use |
//! |---|---|
//! | find a Go board | [`Locator`] |
//! | find a chessboard or draughts board, and follow it | [`SquaresLocator`] |
//! | find a board by its coloured markers, and detect a hand over it | [`markers`] |
//! | set the corners by hand, store them in a file | [`Grid::from_corners`], `Calibration` (feature `serde`) |
//! | follow it through a series of photos | [`Tracker`] |
//! | view it from straight above | [`Grid::rectify`] → [`View`] |
//! | see why a board was found or not | `debug` (feature `debug`) |
//! | use all cores | the feature `rayon`; [`parallel`] for loops of your own |
//!
//! ```
//! use board_geom::{Grid, Locator, ViewLayout};
//! use image::{Rgb, RgbImage};
//!
//! // A drawn board of 9 × 9 lines, 30 pixels apart, on pale wood.
//! let on = |v: u32| v >= 40 && v <= 282 && (v - 40) % 30 < 2;
//! let inside = |v: u32| (40..=281).contains(&v);
//! let photo = RgbImage::from_fn(330, 330, |x, y| {
//!     let line = inside(x) && inside(y) && (on(x) || on(y));
//!     if line { Rgb([40, 30, 20]) } else { Rgb([210, 170, 110]) }
//! });
//! let found = Locator::default().locate(&photo)?;
//! assert_eq!(found.grid.cols, 9);
//! let view = found.grid.rectify(&photo, ViewLayout::new(9, 9, 24.0));
//! assert_eq!(view.image.dimensions(), view.layout.dimensions());
//! # Ok::<(), board_geom::GeomError>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "serde")]
mod calibration;
mod comb;
#[cfg(feature = "debug")]
pub mod debug;
mod error;
mod family;
mod filter;
mod grid;
mod homography;
pub mod hsv;
mod lens;
mod lines;
mod locate;
pub mod markers;
mod outline;
pub mod parallel;
mod rectify;
mod refine;
mod ridge;
mod segments;
pub mod shadow;
mod shrink;
mod squares;
mod track;
mod view;

#[cfg(feature = "serde")]
pub use calibration::Calibration;
pub use error::GeomError;
pub use grid::{Grid, Orientation, oriented_squares, turned_squares};
pub use homography::Homography;
pub use lens::Radial;
pub use locate::{Located, Locator, Trace};
pub use shrink::shrink;
pub use squares::{LocatedSquares, SquaresLocator};
pub use track::{Motion, Tracked, Tracker};
pub use view::{View, ViewLayout};
