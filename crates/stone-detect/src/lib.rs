//! Estimates how likely each point of a Go board is empty, black or white in each photo.
//!
//! | to | use |
//! |---|---|
//! | turn the rectified views of a game into evidence | [`Detector`] → [`Evidence`], an [`Observation`](board_core::Observation) |
//! | read one photo | [`read_view`], [`read_in`]; [`read_near`] if its grid may be wrong |
//! | the features and the self-calibrating appearance model | [`features`], [`Mixture`] |
//! | use all cores | the feature `rayon` |
//! | remove passing hands by a temporal median | [`TemporalMedian`] |
//! | take off shadows that fall on a part of the board | [`without_shadows`] |
//! | the classifier of Scher, Crabb and Davis (2008) | [`pixels`], [`picking`], [`hsv`] |
//!
//! The crate knows no rules: every result is a cost in nats for each point and content, or "not visible".
//!
//! ```
//! use board_core::Occupancy;
//! use board_geom::{View, ViewLayout};
//! use image::{Rgb, RgbImage};
//!
//! // Bare wood with one black stone on the point in column 4, row 2.
//! let layout = ViewLayout::new(9, 9, 24.0);
//! let (width, height) = layout.dimensions();
//! let (x, y) = layout.to_pixel(4.0, 2.0);
//! let image = RgbImage::from_fn(width, height, |px, py| {
//!     let stone = (px as f32 - x).hypot(py as f32 - y) < 0.47 * layout.pitch;
//!     let line = (px + 12) % 24 == 12 || (py + 12) % 24 == 12;
//!     if stone { Rgb([35; 3]) } else if line { Rgb([60, 45, 30]) } else { Rgb([205, 160, 100]) }
//! });
//! let read = stone_detect::read_view(&View { image, layout, camera: None }, &Default::default())?;
//! let stones: Vec<usize> = (0..81).filter(|&p| read.contents[p] != Occupancy::Empty).collect();
//! assert_eq!(stones, [2 * 9 + 4]);
//! assert_eq!(read.contents[2 * 9 + 4], Occupancy::Black);
//! # Ok::<(), stone_detect::DetectError>(())
//! ```

mod appearance;
mod colours;
mod detector;
mod error;
pub mod features;
mod joint_fit;
mod light;
mod median;
mod mixture;
mod motion;
pub mod picking;
pub mod pixels;
mod shadow;
mod single;
mod visibility;

pub use board_core::Evidence;
pub use board_geom::hsv;
pub use detector::{Detector, Options, read_view};
pub use error::DetectError;
pub use joint_fit::{GridReading, read_in, read_near};
pub use median::TemporalMedian;
pub use mixture::Mixture;
pub use shadow::without_shadows;
pub use single::Reading;
pub use visibility::Visibility;
