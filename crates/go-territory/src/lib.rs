//! Territory and influence in Go.
#![forbid(unsafe_code)]

mod clusters;
mod color_map;
mod dead;
mod grid;
mod playout;
mod shape;

pub use clusters::{Cluster, Status, clusters, obviously_dead, redrawn};
pub use color_map::{ColorMap, Link};
pub use dead::{Chain, DeadStones, Estimate};
