//! The integration tests of `sequence-search`, in one program: it links once.

mod behaviour;
mod board_games;
mod check;
mod common;
mod exact;
mod exchange;
mod followed;
mod kinds;
mod paper_games;
mod score;
mod stream;
