//! Renders games of a PDN file with mistakes, and compares the referee's rulings with those on the true tables:
//! `cargo run --release --example referee_photos -- GAMES.pdn [GAMES [FIRST [PLIES [SEEDS]]]]`.
//!
//! Defaults: 20 games of at least 30 moves, from number 0 on, 40 plies, seeds `1-3`.
#![allow(clippy::print_stdout)]

mod common;

use std::time::Instant;

use board_sim::pieces::Scene;
use common::{Arguments, tilted};
use kibitzer::replay::mistakes::{Options, Trial, trial};
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::given();
    let (count, first) = (arguments.number(1, 20)?, arguments.number(2, 0)?);
    let plies = arguments.number(3, 40)?;
    let seeds = arguments.seeds(4, "1-3")?;
    let long = arguments.games(30, first, count)?;
    // The board is restored, or the right move is made at once, or the last mistake stays.
    let options = |i: usize| Options {
        restored: [2, 0][i % 2],
        ends_wrong: i % 3 == 2,
        plies,
        ..Options::default()
    };
    let modes = [("clean", false), ("tilted", true)];
    for (seed, (name, hard)) in seeds.flat_map(|seed| modes.map(|mode| (seed, mode))) {
        let begun = Instant::now();
        let trials = long.par_iter().enumerate().map(|(i, record)| {
            let seed = 1000 * (seed - 1) + i as u64 + 1;
            let scene = if hard { tilted(seed) } else { Scene::clean() };
            trial(record, &options(i), &scene, seed)
        });
        let trials: Vec<Trial> = trials.collect::<Result<_, _>>()?;
        let right = trials.iter().filter(|t| t.photos == t.tables).count();
        let mistakes: usize = trials.iter().map(|t| t.mistakes.len()).sum();
        let rulings: usize = trials.iter().map(|t| t.tables.len()).sum();
        for (i, trial) in trials.iter().enumerate() {
            let pairs = trial.photos.iter().zip(&trial.tables);
            let same = pairs.take_while(|(a, b)| a == b).count();
            if trial.photos != trial.tables {
                println!(
                    "  game {i}, ruling {same} of {}: {:?} instead of {:?}; mistakes {:?}",
                    trial.tables.len(),
                    trial.photos.get(same),
                    trial.tables.get(same),
                    trial.mistakes
                );
            }
        }
        println!(
            "{name}, seed {seed}: {right} of {} games with the same rulings as on the tables ({rulings} rulings, {mistakes} mistakes), {:.0} s",
            trials.len(),
            begun.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
