#![doc = include_str!("../README.md")]
//!
//! ## Features of the library
//!
//! An app takes the games it needs: `kibitzer = { version = "0.1", default-features = false, features = ["go"] }`
//! compiles neither chess nor checkers.
//!
//! | feature | adds | takes along |
//! |---|---|---|
//! | `go` | games of Go: `go` | |
//! | `chess` | games of chess: `chess` | `pieces` |
//! | `checkers` | games of checkers and draughts: `checkers` | `pieces` |
//! | `pieces` | any game with pieces on squares, with your own rules: `pieces`, `marked` | |
//! | `report` | the HTML report of a recorded game: `report` | |
//! | `referee` | rulings on the games whose features are on: `watching` | |
//! | `territory` | maps of territory and influence, scores: `territory` | `go` |
//! | `patterns` | the crate that searches games of Go for patterns, as `patterns` | |
//! | `replay` | games rendered as photos, recorded again and compared with the truth: `replay` | all games, `referee` |
//! | `live` | photos from a folder that fills, and a journal to go on from: `source`, `journal` | |
//! | `codecs` | photos in PNG, WebP, TIFF, BMP and GIF; JPEG needs no feature | |
//! | `cli` (default) | the program `kibitzer` | all above |
//! | `png` | pictures of `kibitzer territory` as PNG | `territory` |

// Whatever the game.
mod board_kind;
pub mod compare;
pub mod confidence;
pub mod damage;
pub mod drawn;
mod error;
pub mod event;
pub mod fix;
pub mod frames;
pub mod game;
pub mod opening;
pub mod photos;
mod provisional;
pub mod recorder;
pub mod recording;
pub mod sensor;
mod turning;
mod waiting;
pub mod warning;
pub mod wording;

// All games that come with this crate.
#[cfg(any(feature = "go", feature = "pieces"))]
mod disorder;
#[cfg(any(feature = "go", feature = "pieces"))]
mod ending;
#[cfg(any(feature = "go", feature = "pieces"))]
mod games;
#[cfg(any(feature = "go", feature = "pieces"))]
mod move_order;
#[cfg(any(feature = "go", feature = "pieces"))]
mod taken_back;

// Go.
#[cfg(feature = "go")]
mod choice;
#[cfg(feature = "go")]
pub mod go;
#[cfg(feature = "go")]
mod go_choice;
#[cfg(feature = "go")]
mod go_report;
#[cfg(feature = "go")]
mod orientation;
#[cfg(feature = "go")]
mod outside;

// Pieces on squares.
#[cfg(feature = "pieces")]
mod kinds;
#[cfg(feature = "pieces")]
pub mod marked;
#[cfg(feature = "pieces")]
mod midway;
#[cfg(feature = "pieces")]
mod order;
#[cfg(feature = "pieces")]
pub mod pieces;
#[cfg(feature = "pieces")]
mod prior;
#[cfg(feature = "pieces")]
mod resume;
#[cfg(feature = "pieces")]
mod shades;
#[cfg(feature = "pieces")]
mod squares;
#[cfg(feature = "pieces")]
mod standing;

#[cfg(feature = "chess")]
pub mod chess;
#[cfg(feature = "chess")]
mod chess_report;
#[cfg(feature = "chess")]
mod chess_resumed;

#[cfg(feature = "checkers")]
pub mod checkers;
#[cfg(feature = "checkers")]
mod checkers_report;

// While a game is played.
#[cfg(feature = "live")]
pub mod journal;
#[cfg(feature = "live")]
pub mod source;

// What can be done with a recorded game.
#[cfg(feature = "report")]
mod gather;
#[cfg(feature = "replay")]
pub mod replay;
#[cfg(feature = "report")]
pub mod report;
#[cfg(feature = "territory")]
pub mod territory;
#[cfg(feature = "referee")]
pub mod watching;

pub use board_kind::Board;
pub use error::Error;
pub use event::Event;
#[cfg(any(feature = "go", feature = "pieces"))]
pub use games::Chosen;
#[cfg(feature = "patterns")]
pub use patterns;
pub use recorder::{Answer, Options as RecorderOptions, Photo, Progress, Recorder, Stage};
pub use warning::{Warning, WarningKind};
