//! The integration tests of `sequence-search`, in one program: it links once.

mod behaviour;
mod common;
mod exact;
mod exchange;
mod kinds;
mod paper_games;
mod reversi;
mod score;
mod stream;
