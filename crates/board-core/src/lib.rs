//! The traits that a board game implements so that Kibitzer can follow it.
//!
//! | trait | describes |
//! |---|---|
//! | [`Cell`] | the contents of a point |
//! | [`Board`] | the number of points, and the content of each |
//! | [`MoveGen`] | which moves are legal, what each one changes, how to play and undo it |
//! | [`Observation`] | the cost of each content of each point in each frame (a photo, a sensor reading) |
//!
//! The crate is `no_std`, has no dependencies (except with the features `proptest` and `serde`) and knows no game. Points
//! are plain indices `0..board.points()`; each game documents what an index means (column, row, origin).
//!
//! [`FromFn`] makes an observation from a closure, and [`ObservationExt`] adapts observations. Features add
//! observations that store their values:
//!
//! | feature | adds | needs |
//! |---|---|---|
//! | `alloc` (default) | `MoveGen::legal_moves`, `MoveGen::changes` and `ObservationExt::pick`, which collect in a `Vec` | `alloc` |
//! | `evidence` | `Evidence`: a dense array of the costs of {empty, black, white} | `alloc` |
//! | `readings` | `Readings` with an error rate, `Probabilities` of a classifier, a simulated `NoisySensor` | `std` |
//! | `laws` | the `laws` module: checks any implementation of the traits; random games | `alloc` |
//! | `serde` | serialisation of colours, contents, changes and `Evidence` | `alloc`, serde |
//! | `proptest` | `laws::arb_game`: random games that shrink when a test fails | `std`, proptest |
//!
//! ```
//! use board_core::{Board, Cell, Color, Occupancy};
//!
//! /// Three points in a row.
//! struct Strip([Occupancy; 3]);
//!
//! impl Board for Strip {
//!     type Cell = Occupancy;
//!     fn points(&self) -> usize {
//!         self.0.len()
//!     }
//!     fn get(&self, point: usize) -> Occupancy {
//!         self.0[point]
//!     }
//! }
//!
//! let strip = Strip([Occupancy::Empty, Color::Black.into(), Occupancy::Empty]);
//! let stones = (0..strip.points()).filter(|&p| strip.get(p) != Occupancy::Empty).count();
//! assert_eq!(stones, 1);
//! assert_eq!(Occupancy::ALL.len(), 3);
//! ```
//!
//! The example `fourth_game` is a whole game with captures in one file, checked by the law kit.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "readings", feature = "proptest"))]
extern crate std;

mod adaptors;
mod board;
mod color;
#[cfg(feature = "evidence")]
mod evidence;
#[cfg(feature = "laws")]
pub mod laws;
mod movegen;
mod observation;
#[cfg(feature = "readings")]
mod probabilities;
#[cfg(feature = "laws")]
mod random_game;
#[cfg(feature = "readings")]
mod readings;
#[cfg(feature = "readings")]
mod sensor;
pub mod zobrist;

#[cfg(feature = "alloc")]
pub use adaptors::Picked;
pub use adaptors::{And, FromFn, ObservationExt, SeenAs, Window};
pub use board::{Board, Cell, Occupancy};
pub use color::Color;
#[cfg(feature = "evidence")]
pub use evidence::{Costs, Evidence};
pub use movegen::{Change, MoveGen, Timing, sift_legal_at};
pub use observation::Observation;
#[cfg(feature = "readings")]
pub use probabilities::Probabilities;
#[cfg(feature = "readings")]
pub use readings::Readings;
#[cfg(feature = "readings")]
pub use sensor::NoisySensor;
