//! Finds a board by coloured markers stuck on its frame: the marked board of the CheckersChecker
//! project (Biskup, Dykiert, Maciaszek).
//!
//! Colour ranges → masks → opening → connected spots → the homography that maps spots to all marker positions. Four
//! blue markers sit at the corners and eight yellow ones along the edges. A hand that reaches over the board hides at
//! least one, so a photo with all twelve shows the whole board.
//!
//! The original only counted spots, and took a painted fingernail for a marker. Here the twelve spots must also fit one
//! perspective view, be round, and be of similar size.
//!
//! ```
//! use board_geom::markers::{Kind, MarkersLocator};
//! use image::{Rgb, RgbImage};
//!
//! let locator = MarkersLocator::default();
//! // A dark frame seen from straight above, 40 pixels a square, with its markers on it.
//! let mut photo = RgbImage::from_pixel(420, 420, Rgb([60, 40, 30]));
//! for (kind, [col, row]) in locator.positions() {
//!     let (x, y) = (50.0 + 40.0 * col, 50.0 + 40.0 * row);
//!     let colour = if kind == Kind::Corner { Rgb([0, 120, 200]) } else { Rgb([230, 220, 20]) };
//!     for (px, py, pixel) in photo.enumerate_pixels_mut() {
//!         if (f64::from(px) - x).hypot(f64::from(py) - y) < 6.0 {
//!             *pixel = colour;
//!         }
//!     }
//! }
//! let board = locator.locate(&photo)?;
//! assert!(board.is_clear());
//! let [x, y] = board.grid.to_photo(0.0, 0.0);
//! assert!((x - 50.0).abs() < 0.5 && (y - 50.0).abs() < 0.5);
//! # Ok::<(), board_geom::GeomError>(())
//! ```

mod fit;
mod locate;
mod locator;
mod spots;

pub use locate::LocatedMarkers;
pub use locator::MarkersLocator;
pub use spots::{Kind, Spot};

#[cfg(test)]
mod tests;
