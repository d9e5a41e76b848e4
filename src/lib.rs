#![doc = include_str!("../README.md")]

pub mod compare;
mod error;
pub mod go;
mod go_choice;
pub mod go_report;
pub mod photos;
pub mod report;
pub mod simulate;
mod warning;

pub use error::Error;
