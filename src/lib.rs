#![doc = include_str!("../README.md")]

pub mod chess;
mod chess_fix;
mod chess_order;
mod chess_prior;
pub mod chess_simulator;
mod choice;
pub mod compare;
mod error;
pub mod go;
mod go_choice;
pub mod go_report;
pub mod photos;
pub mod report;
mod series;
pub mod simulate;
mod squares;
mod warning;

pub use error::Error;
pub use series::Stage;
pub use warning::Warning;
