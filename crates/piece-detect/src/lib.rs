//! Estimates how likely each *square* of a chess or draughts board is empty, black or white in each photo.
//!
//! The crate makes no assumption about the shape or material of pieces. The first photos, whose position is known, show
//! the pieces of both sides and empty squares. From then on the model trains itself: the game decoded so far labels
//! every square of every photo, and the appearance model is fitted to these labels.
//!
//! 1. [`Patches`] stores a small picture and the features of every square of every photo.
//! 2. [`Patches::orientations`] detects the orientation of the board from the initial position.
//! 3. [`AppearanceModel::fit`] learns the appearance of empty squares and of both sides' pieces from labelled squares.
//! 4. [`AppearanceModel::evidence`] returns the costs of the contents of each square of each photo, and the evidence
//!    that nothing changed.
//!
//! | to | use |
//! |---|---|
//! | turn the rectified views of a game into evidence | [`Patches`], [`AppearanceModel`] → [`Evidence`], an [`Observation`](board_core::Observation) |
//! | read one photo, without a known start position | [`SinglePhotoReading`] |
//! | take off shadows that fall on a part of the board | [`without_shadows`] |
//! | classify the kinds of chess pieces | [`PieceKinds`] |
//! | read men and kings of draughts as discs | [`discs`] |
//! | read a board with coloured markers, or learn its options | [`marked`] |
//! | use all cores | the feature `rayon` |
//! | train the networks | [`square_features`], [`fine_features`], [`painted_features`], [`network`] |
//!
//! The crate knows no rules: every result is a cost in nats for each square and content.
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
//! let read = piece_detect::SinglePhotoReading::of_men(&View { image, layout, camera: None })?;
//! let men = read.contents().filter(|c| c.0 != Occupancy::Empty).count();
//! assert_eq!(men, 16);
//! # Ok::<(), piece_detect::DetectError>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

mod appearance_model;
mod axes;
mod camera;
mod chain;
mod change;
mod circles;
mod colour;
mod colour_surface;
mod comparison;
mod context;
mod discount;
pub mod discs;
mod empty_squares;
mod error;
pub mod fine_features;
mod gradients;
mod labels;
pub mod marked;
pub mod network;
mod occlusion_direction;
mod orientation;
pub mod painted_features;
pub mod palette;
mod patch;
mod patches;
mod piece_kinds;
mod probability;
mod residual;
mod samples;
mod shadow;
mod shape_similarity;
mod side_appearance;
mod side_mixture;
mod single_photo;
pub mod square_features;
mod square_reader;
mod stats;
mod stature;
mod stillness;

pub use appearance_model::{AppearanceModel, ReadingWeights};
pub use board_core::Evidence;
pub use board_geom::Orientation;
pub use error::DetectError;
pub use labels::Labels;
pub use patches::Patches;
pub use piece_kinds::{KindLabel, PieceKinds};
pub use shadow::{even_squares_are_light, without_shadows};
pub use single_photo::SinglePhotoReading;
pub use stature::Stature;
