//! Kibitzer watches a real board and writes the game down.

pub mod compare;
mod error;
pub mod go;
pub mod photos;
pub mod report;

pub use error::Error;
