//! A referee.
#![forbid(unsafe_code)]

#[cfg(feature = "checkers")]
pub mod checkers;
mod event;
mod explain;
mod finding;
mod referee;
mod rulebook;
mod sight;
mod steady;

pub use event::{Correction, Ending, Event, Place, Reason};
pub use referee::{NotNow, Referee, Settings, WrongSize};
pub use rulebook::{Attempt, MoveOf, Rulebook, Verdict};
pub use sight::Sight;
pub use steady::{NeverSteady, Steady};
