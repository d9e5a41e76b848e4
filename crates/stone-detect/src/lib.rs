//! How likely each content of each point of a board is in each photo.

mod detector;
mod error;
mod evidence;
pub mod features;
pub mod hsv;
mod median;
mod mixture;
mod motion;
pub mod picking;
pub mod pixels;
mod visibility;

pub use detector::{Detector, Reading, Settings, read_view};
pub use error::DetectError;
pub use evidence::Evidence;
pub use median::TemporalMedian;
pub use mixture::Mixture;
