//! From photos to the record, on photos of the simulator and on real ones: `../shared/data`, skipped where it is not
//! there.
#![allow(clippy::print_stderr)]

mod answers;
mod checkers;
mod chess;
mod damage;
mod gap;
mod go;
mod live;
mod mid_game;
mod referee;
mod runs;
mod series;
mod shadows;
mod starts;
mod threads;
mod turned;
mod two_boards;
mod two_games;
