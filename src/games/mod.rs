//! The games of this crate: Go, chess, checkers; the common part of games on squares; marked boards.

#[cfg(feature = "checkers")]
pub mod checkers;
#[cfg(feature = "chess")]
pub mod chess;
mod chosen;
#[cfg(feature = "go")]
pub mod go;
#[cfg(feature = "pieces")]
pub mod marked;
#[cfg(feature = "pieces")]
pub mod pieces;

pub use chosen::Chosen;
