//! Renders games of a PDN file from mid-game on, and records them from the photos alone:
//! `cargo run --release --example mid_game -- GAMES.pdn [GAMES [PLIES [SEEDS]]]`.
//!
//! Defaults: 20 games, 20 plies of each, seeds `1-3`. Photos begin after 0, 10, 20, 30 and 50 plies.
#![allow(clippy::print_stdout)]

mod common;

use std::time::Instant;

use board_core::{Board, MoveGen};
use board_sim::pieces::{Scene, script};
use checkers_rules::{Position, pdn};
use common::{Arguments, tilted};
use kibitzer::RecorderOptions;
use kibitzer::checkers::{Options, named_moves};
use kibitzer::pieces::SquareGame;
use kibitzer::replay::{self, Rendered};
use rayon::prelude::*;

/// The fault of the record of a game whose photos begin after `before` plies; `None` if it is right.
fn fault(
    record: &pdn::Record,
    before: usize,
    plies: usize,
    scene: &Scene,
    seed: u64,
) -> Result<Option<String>, kibitzer::replay::Error> {
    let (mut position, moves) = Position::played(record);
    let mut tables = Vec::new();
    let (mut start, mut names) = (position, Vec::new());
    for (ply, mv) in moves.into_iter().take(before + plies).enumerate() {
        if ply == before {
            start = position;
        }
        if ply >= before {
            tables.push(position.placement());
            names.push(position.notation(mv));
        }
        position.advance(mv);
    }
    tables.push(position.placement());
    let frames = script(&tables, scene, seed)?;
    let (options, how) = (Options::default(), RecorderOptions::default());
    let game = replay::pieces::recorded(&options, &how, &frames, scene, seed)?;
    let differ = (0..start.points()).filter(|&p| start.get(p) != game.start.get(p));
    let differ: Vec<usize> = differ.collect();
    let found = named_moves(&game.record);
    let same = found.iter().zip(&names).take_while(|(a, b)| a == b).count();
    let side = game.start.to_move() == start.to_move();
    if differ.is_empty() && found == names && side && game.mid_game == (before > 0) {
        return Ok(None);
    }
    Ok(Some(format!(
        "start {} instead of {}, different on points {differ:?}; {same} of {} moves, then {:?} instead of {:?}; {:?}",
        game.start.to_fen(),
        start.to_fen(),
        names.len(),
        found.get(same),
        names.get(same),
        game.warnings.first().map(ToString::to_string)
    )))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::given();
    let (count, plies) = (arguments.number(1, 20)?, arguments.number(2, 20)?);
    let games = arguments.games(50 + plies, 0, count)?;
    for seed in arguments.seeds(3, "1-3")? {
        for (name, hard) in [("clean", false), ("tilted", true)] {
            for before in [0, 10, 20, 30, 50] {
                let begun = Instant::now();
                let faults = games.par_iter().enumerate().map(|(i, record)| {
                    let seed = 1000 * (seed - 1) + i as u64 + 1;
                    let scene = if hard { tilted(seed) } else { Scene::clean() };
                    fault(record, before, plies, &scene, seed)
                });
                let faults: Vec<Option<String>> = faults.collect::<Result<_, _>>()?;
                for (i, fault) in faults.iter().enumerate() {
                    if let Some(fault) = fault {
                        println!("  game {i}: {fault}");
                    }
                }
                println!(
                    "{name}, seed {seed}, begun after {before} plies: {} of {} games right, {:.0} s",
                    faults.iter().filter(|fault| fault.is_none()).count(),
                    faults.len(),
                    begun.elapsed().as_secs_f64()
                );
            }
        }
    }
    Ok(())
}
