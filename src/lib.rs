#![doc = include_str!("../README.md")]
//!
//! ## Features of the library
//!
//! An app takes the games it needs: `kibitzer = { version = "0.1", default-features = false, features = ["go"] }`
//! compiles neither chess nor checkers.
//!
//! | feature | adds | turns on |
//! |---|---|---|
//! | `go` | games of Go: `go` | |
//! | `chess` | games of chess: `chess` | `pieces` |
//! | `checkers` | games of checkers and draughts: `checkers` | `pieces` |
//! | `pieces` | any game with pieces on squares, with your own rules: `pieces`, `marked` | |
//! | `report` | the HTML report of a recorded game: `report` | |
//! | `referee` | rulings on the games whose features are on: `referee` | |
//! | `territory` | maps of territory and influence, scores: `territory` | `go` |
//! | `patterns` | the crate that searches games of Go for patterns, as `patterns` | |
//! | `replay` | games rendered as photos, recorded again and compared with the truth: `replay` | all games, `referee` |
//! | `folder` | photos that arrive in a folder: `source::Folder` | |
//! | `journal` | a journal on disk, from which a recording is resumed: `journal` | |
//! | `live` | films and cameras, a server with a page: `source`, `live` | all games, `referee`, `folder`, `journal` |
//! | `rayon` | a photo is looked at on all threads of rayon's pool; the results are the same | |
//! | `codecs` | photos in PNG, WebP, TIFF, BMP and GIF, and in HEIC through the program `heif-convert`; JPEG needs no feature | |
//! | `cli` (default) | the program `kibitzer` | all above |
//! | `png` | pictures of `kibitzer territory` as PNG | `territory` |

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod decode;
mod error;
pub mod event;
pub mod game;
#[cfg(any(feature = "go", feature = "pieces"))]
mod games;
#[cfg(feature = "journal")]
pub mod journal;
#[cfg(feature = "live")]
pub mod live;
mod progress;
pub mod recorder;
pub mod recording;
#[cfg(feature = "referee")]
pub mod referee;
#[cfg(feature = "replay")]
pub mod replay;
pub mod sensor;
pub mod source;
#[cfg(feature = "pieces")]
mod start;
#[cfg(feature = "territory")]
pub mod territory;
pub mod warning;
pub mod wording;

pub use board_core;
pub use board_geom;
pub use decode::fix;
pub use error::Error;
pub use event::Event;
#[cfg(any(feature = "go", feature = "pieces"))]
pub use games::Chosen;
#[cfg(feature = "checkers")]
pub use games::checkers;
#[cfg(feature = "chess")]
pub use games::chess;
#[cfg(feature = "go")]
pub use games::go;
#[cfg(feature = "pieces")]
pub use games::{marked, pieces};
pub use image;
#[cfg(feature = "patterns")]
pub use patterns;
pub use progress::{Progress, Stage, quiet};
pub use recorder::{Answer, Options as RecorderOptions, Photo, Recorder};
#[cfg(feature = "report")]
pub use recording::report;
pub use recording::{compare, drawn, frames};
pub use sensor::Board;
pub use sensor::confidence;
pub use source::{damage, opening, photos};
pub use warning::{Warning, WarningKind};
