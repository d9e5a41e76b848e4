//! Kibitzer watches a real board and writes the game down.

mod error;
pub mod photos;

pub use error::Error;
