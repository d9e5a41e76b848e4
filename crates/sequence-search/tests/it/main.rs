//! The integration tests of `sequence-search`, in one program: it links once.

mod alternatives;
mod board_games;
mod check;
mod common;
mod exact;
mod exchange;
mod followed;
mod limits;
mod more_games;
mod paper_games;
mod piece_kinds;
mod score;
mod slips;
mod stream;
mod table;
