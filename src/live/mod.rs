//! The observer: following a game while it is played, with a page that shows it.
//!
//!     camera ─▶ board (a thread with a recorder) ─▶ state ─▶ page
//!                 ▲                                            │
//!                 └────────────────── command ◀────────────────┘

mod follower;
mod games;
pub mod journal;
mod kept;
mod observer;
mod protocol;
mod ruling;
mod setup;
mod state;
mod still;
mod worker;

pub use observer::{Frame, Observer, Options as ObserverOptions, Picture, now};
pub use protocol::Command;
pub use ruling::Ruling;
pub use setup::{Kind, Refusal, Setup};
pub use state::{Camera, Difference, GameState, MoveState, Note, Outline, State};
