//! The games that come with this crate, and what games with pieces on squares share.

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
