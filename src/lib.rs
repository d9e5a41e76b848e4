#![doc = include_str!("../README.md")]

pub mod chess;
mod chess_fix;
mod chess_order;
mod chess_prior;
mod chess_report;
pub mod chess_simulator;
mod choice;
pub mod compare;
mod error;
mod gather;
pub mod go;
mod go_choice;
mod go_report;
pub mod photos;
pub mod recording;
pub mod report;
mod series;
pub mod simulate;
mod squares;
pub mod territory;
mod warning;

pub use error::Error;
pub use series::Stage;
pub use warning::Warning;
