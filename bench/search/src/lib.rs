//! Simulated series to evaluate the search: games of Go, chess and draughts, played from a seed and read with several
//! kinds of noise.
//!
//! `cargo run --release -p search-bench --bin results` writes `bench/RESULTS.md`.

pub mod checkers;
#[path = "../../../crates/sequence-search/examples/score_sheet/chess.rs"]
pub mod chess;
pub mod go;
mod score;
mod series;

pub use score::{Score, played, score};
pub use series::{Noise, Readings, Series, Setting, simulate};
