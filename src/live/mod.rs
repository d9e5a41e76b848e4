//! The observer: following a game while it is played, with a page that shows it.
//!
//! ```text
//! camera ─▶ board (a thread with a recorder) ─▶ state ─▶ page
//!             ▲                                            │
//!             └────────────────── command ◀────────────────┘
//! ```

mod access;
mod archive;
mod boards;
mod camera;
mod clock;
mod follower;
mod games;
mod inbox;
mod kept;
mod last_photo;
mod observer;
mod protocol;
mod refusal;
mod router;
mod ruling;
mod serve;
mod setup;
mod start;
mod state;
mod still;
mod streams;
mod time;
mod told;
mod worker;

pub use access::{Access, random_token};
pub use camera::{Camera as Source, watch};
pub use clock::ClockState;
pub use inbox::{Frame, Options as ObserverOptions, Picture};
pub use observer::Observer;
pub use protocol::Command;
pub use refusal::Refusal;
pub use router::router;
pub use ruling::Ruling;
pub use serve::{Tls, serve};
pub use setup::{Kind, Setup};
pub use state::{
    AlternativeMove, Camera, Difference, GameState, MoveState, Note, Outline, Place, Score, State,
};
pub use time::now;
