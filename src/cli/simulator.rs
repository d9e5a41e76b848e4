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
    let bar = bar("games");
    bar.set_length(records.len() as u64);
    let begin = Instant::now();
    let outcomes = records.par_iter().enumerate().map(|(i, record)| {
        let seed = arguments.seed.wrapping_mul(1000).wrapping_add(i as u64);
        let scene = match arguments.mode {
            Mode::Clean => Scene::clean(),
            Mode::Hard => Scene::hard(seed),
        };
        let outcome = replay(record, &scene, seed);
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
        let games = summary.outcomes.iter().map(|o| {
            json!({
                "name": o.name,
                "plies": o.plies,
                "photos": o.photos,
                "right": o.comparison.right,
                "differences": o.comparison.differences,
                "warnings": o.warnings,
            })
        });
        let answer = json!({
            "seconds": summary.seconds,
            "plies": summary.plies(),
            "right": summary.right(),
            "faultless": summary.faultless(),
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
