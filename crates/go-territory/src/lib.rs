//! Territory and influence in Go.
#![forbid(unsafe_code)]

mod animation;
mod benson;
mod clusters;
mod color_map;
mod dead;
mod diagram;
mod engine;
mod finish;
mod grid;
mod groups;
mod influence;
mod life;
mod playout;
mod shape;

pub use animation::animation;
pub use benson::unconditionally_alive;
pub use clusters::{Cluster, Status, clusters, obviously_dead, redrawn};
pub use color_map::{ColorMap, Link};
pub use dead::{Chain, DeadStones, Estimate};
pub use diagram::Diagram;
#[cfg(feature = "png")]
pub use diagram::PngError;
pub use engine::{Engine, EngineError};
pub use finish::{Final, final_score, score_without};
pub use groups::{Group, groups};
pub use influence::{Bouzy, Flood, Influence, Nearest, Radiance, Zobrist};
pub use life::{GroupLife, LifeError, group_life};
