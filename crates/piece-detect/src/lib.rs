//! How likely each *square* of a chess or draughts board is empty, black or white in each photo.
//!
//! Pieces come in all shapes and materials, so nothing is assumed of how they look: the first
//! photos, whose position is known, show 32 of them and 32 bare squares of both colours. From then
//! on the record itself is the teacher: what the rules make of the photos labels every square of
//! every photo, and the looks are fitted anew to all of them.
//!
//! 1. [`Patches`] keeps a small picture of every square of every photo.
//! 2. [`Looks::fit`] learns from labelled squares how empty squares and pieces of both sides look.
//! 3. [`Looks::evidence`] says what each square of each photo shows, and where two photos say that
//!    nothing changed.
//! 4. [`turned`](Patches::turns) tells from the initial position how the board lies.
//!
//! | to | use |
//! |---|---|
//! | turn the rectified views of a game into evidence | [`Patches`], [`Looks`] → [`Evidence`], an [`Observation`](board_core::Observation) |
//! | read one photo, without a known start | [`Glance`] |
//! | tell apart the kinds of chess pieces | [`Kinds`] |
//! | read men and kings of draughts as discs, by settings | [`discs`] |
//! | read a board with coloured markers, learn its settings | [`marked`] |
//!
//! Vision knows no rules: every answer is a cost in nats per square and content.
//!
//! ```
//! use board_core::Occupancy;
//! use board_geom::{View, ViewLayout};
//! use image::{Rgb, RgbImage};
//!
//! // Two rows of dark men face two of light men on the dark squares of a board of 8 × 8.
//! let layout = ViewLayout::new(8, 8, 24.0);
//! let (width, height) = layout.dimensions();
//! let image = RgbImage::from_fn(width, height, |px, py| {
//!     let (c, r) = layout.to_board(px as f32, py as f32);
//!     let (col, row) = (c.round(), r.round());
//!     let dark = (col + row) as i32 % 2 != 0;
//!     let man = dark && (c - col).hypot(r - row) < 0.35;
//!     match row as i32 {
//!         0 | 1 if man => Rgb([30, 30, 30]),
//!         6 | 7 if man => Rgb([235, 230, 220]),
//!         _ if dark => Rgb([120, 75, 45]),
//!         _ => Rgb([200, 170, 130]),
//!     }
//! });
//! let read = piece_detect::Glance::men(&View { image, layout, camera: None })?;
//! let men = read.contents().filter(|c| c.0 != Occupancy::Empty).count();
//! assert_eq!(men, 16);
//! # Ok::<(), piece_detect::DetectError>(())
//! ```

mod alike;
mod bare;
mod bare_squares;
mod camera;
mod change;
mod colour;
mod context;
mod discount;
pub mod discs;
mod error;
pub mod fine;
mod kinds;
mod labels;
mod lean;
mod line;
mod looks;
pub mod marked;
pub mod network;
pub mod painted;
pub mod palette;
mod patch;
mod patches;
mod probability;
mod round;
mod samples;
mod shape;
mod side_looks;
mod sides;
pub mod sight;
mod single;
mod slopes;
mod stats;
mod stature;
mod stillness;
mod turn;

pub use board_core::Evidence;
pub use error::DetectError;
pub use kinds::{KindLabel, Kinds};
pub use labels::Labels;
pub use looks::{Looks, Trust};
pub use patches::Patches;
pub use single::Glance;
pub use stature::Stature;
pub use turn::{Turn, turned};
