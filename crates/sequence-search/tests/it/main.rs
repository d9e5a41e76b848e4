//! The integration tests of `sequence-search`, in one program: it links once.

mod board_games;
mod check;
mod common;
mod doubts;
mod exact;
mod exchange;
mod followed;
mod kinds;
mod limits;
mod paper_games;
mod score;
mod stream;
mod table;
