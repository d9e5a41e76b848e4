//! Follows Reversi, Ataxx and nine men's morris with a sensor that errs once in ten readings: a game only needs its
//! rules.
//!
//! `cargo run --release -p sequence-search --example board_games`
#![allow(clippy::print_stdout)]

mod ataxx;
mod morris;
mod reversi;

use std::error::Error;

use board_core::laws::RandomGame;
use board_core::{MoveGen, NoisySensor};
use sequence_search::{Settings, decode};

/// Plays sixty random moves, reads each position three times, and decodes the readings.
fn follow<P: MoveGen>(name: &str, start: &P) -> Result<(), Box<dyn Error>> {
    let moves = RandomGame::of_seed(start.clone(), 60, 1).moves;
    let sensor = NoisySensor {
        error_rate: 0.1,
        ..NoisySensor::default()
    };
    let readings = sensor.watch(start, &moves);
    let found = decode(start, &readings, &Settings::beam(64))?;
    let plies = found.plies.iter().zip(&moves);
    let right = plies.filter(|(ply, mv)| ply.mv == **mv).count();
    println!("{name}: {right} of {} moves", moves.len());
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    follow("Reversi", &reversi::Reversi::default())?;
    follow("Ataxx", &ataxx::Ataxx::default())?;
    follow("Nine men's morris", &morris::Morris::default())
}
