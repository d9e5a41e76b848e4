//! stone
mod evidence;
pub mod features;
mod median;
mod mixture;
pub use evidence::Evidence;
pub use median::TemporalMedian;
pub use mixture::Mixture;
