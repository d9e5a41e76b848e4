#![doc = include_str!("../README.md")]

pub mod checkers;
mod checkers_report;
pub mod chess;
mod chess_report;
mod choice;
pub mod compare;
mod error;
mod fix;
mod games;
mod gather;
pub mod go;
mod go_choice;
mod go_report;
mod kinds;
pub mod marked;
pub mod marked_film;
mod midway;
pub mod mistakes;
mod order;
pub mod photos;
pub mod pieces;
mod prior;
pub mod recording;
pub mod report;
mod series;
pub mod simulate;
pub mod simulator;
mod squares;
pub mod territory;
mod turning;
mod warning;
pub mod watching;

pub use error::Error;
pub use games::Chosen;
pub use series::Stage;
pub use warning::Warning;
