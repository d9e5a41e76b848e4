//! `bench-simulator`: many games of chess at once.

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use board_sim::pieces::Scene;
use chess_rules::pgn::{Reader, Record};
use kibitzer::Error;
use kibitzer::chess_simulator::{FAMOUS, Summary, replay};
use rayon::prelude::*;
use serde_json::json;

use super::arguments::{Mode, SimulatorArguments};
use super::progress::bar;

/// All games of a file; one that is broken is an error.
fn games(path: &Path) -> Result<Vec<Record>, Error> {
    let file = File::open(path).map_err(|source| Error::Io {
        path: path.to_owned(),
        source,
    })?;
    let games = Reader::new(file).map(|game| {
        game.map_err(|error| Error::Pgn {
            path: path.to_owned(),
            error: Box::new(error),
        })
    });
    games.collect()
}

pub(super) fn run(arguments: &SimulatorArguments) -> Result<ExitCode, Error> {
    let mut records = Vec::new();
    for path in &arguments.games {
        records.extend(games(path)?);
    }
    if arguments.games.is_empty() {
        records.extend(Reader::new(FAMOUS.as_bytes()).filter_map(Result::ok));
    }
    records.truncate(arguments.first.unwrap_or(usize::MAX));
    let seeds = (0..arguments.seeds).map(|i| arguments.seed.wrapping_add(i));
    let runs: Vec<(u64, usize)> = seeds
        .flat_map(|seed| (0..records.len()).map(move |game| (seed, game)))
        .collect();
    let bar = bar("games");
    bar.set_length(runs.len() as u64);
    let begin = Instant::now();
    let outcomes = runs.par_iter().map(|&(seed, game)| {
        let seed = seed.wrapping_mul(1000).wrapping_add(game as u64);
        let scene = match arguments.mode {
            Mode::Clean => Scene::clean(),
            Mode::Hard => Scene::hard(seed),
        };
        let outcome = replay(&records[game], &scene, seed);
        bar.inc(1);
        outcome
    });
    let outcomes = outcomes.collect::<Result<_, _>>()?;
    bar.finish_and_clear();
    let summary = Summary {
        outcomes,
        seconds: begin.elapsed().as_secs_f64(),
    };
    if arguments.json {
        let games = runs.iter().zip(&summary.outcomes).map(|((seed, _), o)| {
            json!({
                "seed": seed,
                "name": o.name,
                "plies": o.plies,
                "photos": o.photos,
                "right": o.comparison.right,
                "differences": o.comparison.differences,
                "right_but_for_order": o.but_for_order.right,
                "faultless_but_for_order": o.but_for_order.differences.is_empty(),
                "warnings": o.warnings,
            })
        });
        let answer = json!({
            "seconds": summary.seconds,
            "plies": summary.plies(),
            "right": summary.right(),
            "faultless": summary.faultless(),
            "right_but_for_order": summary.right_but_for_order(),
            "faultless_but_for_order": summary.faultless_but_for_order(),
            "first_fault": summary.first_fault(),
            "before_fault": summary.before_fault(),
            "games": games.collect::<Vec<_>>(),
        });
        println!("{answer}");
    } else {
        print!("{summary}");
    }
    Ok(match summary.faults() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(1),
    })
}
