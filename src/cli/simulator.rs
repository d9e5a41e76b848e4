//! `bench-simulator`: replays many games of chess and checkers.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use board_sim::pieces::Scene;
use chess_rules::pgn::Reader;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::answer;
use super::arguments::{Game, Mode, SimulatorArguments};
use super::progress::bar;
use crate::chess::FAMOUS;
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::pieces::usable_records;
use crate::replay::pieces::replay;
use crate::replay::{self, Outcome, Rendered, Summary};

/// Replays one game with a seed.
type Replay = Box<dyn Fn(Mode, u64) -> Result<Outcome, replay::Error> + Sync>;

/// A replay for each record.
fn replays<P: Rendered>(records: Vec<P::Record>) -> impl Iterator<Item = Replay>
where
    P::Record: Sync + 'static,
{
    records.into_iter().map(|record| -> Replay {
        Box::new(move |mode, seed| {
            let scene = match mode {
                Mode::Clean => Scene::clean(),
                Mode::Tilted => {
                    let mut scene = P::with_set(Scene::hard(seed), seed);
                    scene.pace.plies = [1, 1];
                    scene
                }
                Mode::Hard => P::with_set(Scene::hard(seed), seed),
            };
            replay::<P>(&record, &scene, seed)
        })
    })
}

/// A replay for each game of a file, and the number of broken games, which are left out.
fn replays_of<P: Rendered>(path: &Path) -> Result<(Vec<Replay>, usize), Error>
where
    P::Record: Sync + 'static,
{
    let (records, broken) = usable_records::<P>(path)?;
    for error in &broken {
        output::warn(format_args!("{error}; left out"));
    }
    Ok((replays::<P>(records).collect(), broken.len()))
}

pub(super) fn run(arguments: &SimulatorArguments) -> Result<ExitCode, Error> {
    let mut games: Vec<Replay> = Vec::new();
    let mut broken = 0;
    for path in &arguments.games {
        let (of_file, left_out) = match Game::of(path) {
            Game::Checkers => replays_of::<checkers_rules::Position>(path)?,
            Game::Chess | Game::Go => replays_of::<chess_rules::Position>(path)?,
        };
        games.extend(of_file);
        broken += left_out;
    }
    if arguments.games.is_empty() {
        let famous = Reader::new(FAMOUS.as_bytes()).filter_map(Result::ok);
        games.extend(replays::<chess_rules::Position>(famous.collect()));
    }
    if games.is_empty() {
        // All games are broken, which has been reported.
        return Ok(ExitCode::from(2));
    }
    games.truncate(arguments.first.unwrap_or(usize::MAX));
    let seeds = (0..arguments.seeds).map(|i| arguments.seed.wrapping_add(i));
    let runs: Vec<(u64, usize)> = seeds
        .flat_map(|seed| (0..games.len()).map(move |game| (seed, game)))
        .collect();
    let bar = bar("games");
    bar.set_length(runs.len() as u64);
    let begin = Instant::now();
    let outcomes = runs.par_iter().map(|&(seed, game)| {
        let seed = seed.wrapping_mul(1000).wrapping_add(game as u64);
        let outcome = games[game](arguments.mode, seed);
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
        let seeds = runs.iter().map(|(seed, _)| *seed);
        say!("{}", as_json(&summary, seeds));
    } else {
        say!("{}", summary.to_string().trim_end());
    }
    Ok(answer::done(summary.faults() == 0 && broken == 0))
}

/// The summary as JSON; `seeds` are the seeds of the outcomes.
fn as_json(summary: &Summary, seeds: impl Iterator<Item = u64>) -> Value {
    let games = seeds.zip(&summary.outcomes).map(|(seed, o)| {
        json!({
            "seed": seed,
            "name": o.name,
            "plies": o.plies,
            "photos": o.photos,
            "right": o.comparison.right,
            "differences": o.comparison.differences,
            "right_but_for_order": o.but_for_order.right,
            "faultless_but_for_order": o.but_for_order.differences.is_empty(),
            "clear_photos": o.clear_photos,
            "contradicted": o.contradicted,
            "warnings": o.warnings,
        })
    });
    json!({
        "seconds": summary.seconds,
        "plies": summary.plies(),
        "right": summary.right(),
        "faultless": summary.faultless(),
        "right_but_for_order": summary.right_but_for_order(),
        "faultless_but_for_order": summary.faultless_but_for_order(),
        "clear_photos": summary.clear_photos(),
        "explained_photos": summary.explained_photos(),
        "explained": summary.explained(),
        "first_fault": summary.first_fault(),
        "before_fault": summary.before_fault(),
        "games": games.collect::<Vec<_>>(),
    })
}
