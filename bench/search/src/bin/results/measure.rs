//! Measures one decoder on one case.

use std::ops::ControlFlow;
use std::time::Instant;

use board_core::{Color, MoveGen, Observation, Occupancy};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use search_bench::checkers::Checkers;
use search_bench::chess::Chess;
use search_bench::{Series, go, score, simulate};
use sequence_search::{Proof, Settings, decode, score_game};

use crate::MEMORY;
use crate::ataxx::Ataxx;
use crate::morris::Morris;
use crate::reversi::Reversi;
use crate::suite::{Case, Game};

/// Costs closer than this are the same.
const SAME: f64 = 1e-3;

/// A random legal move; a capture if one of two samples is.
fn random<P: MoveGen<Cell = Occupancy>>(position: &P, rng: &mut Pcg64Mcg) -> Option<P::Move> {
    let mut moves = Vec::new();
    let _: ControlFlow<()> = position.visit_legal(|mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    if moves.is_empty() {
        return None;
    }
    let mut pick = || moves[rng.random_range(0..moves.len())];
    let (first, second) = (pick(), pick());
    let takes = |mv| {
        let mut takes = false;
        position.visit_changes(mv, |c| {
            takes |= c
                .before
                .color()
                .is_some_and(|side| side != position.to_move());
        });
        takes
    };
    Some(if takes(second) { second } else { first })
}

/// The result of one decoder on one case, summed over seeds.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) right: usize,
    pub(crate) of: usize,
    /// Moves that are wrong in series that the found game explains at no higher cost than the one that was played.
    pub(crate) unobservable: usize,
    pub(crate) mistakes: usize,
    pub(crate) proven: usize,
    pub(crate) gap: f64,
    pub(crate) nodes: u64,
    pub(crate) frames: usize,
    pub(crate) seconds: f64,
    pub(crate) memory: f32,
    pub(crate) series: usize,
}

/// A measurement of a series: decodes it in some way.
pub(crate) trait Measure {
    fn of<P: MoveGen<Cell = Occupancy>>(&mut self, series: &Series<P>, settings: &Settings);
}

impl Measure for Row {
    fn of<P: MoveGen<Cell = Occupancy>>(&mut self, series: &Series<P>, settings: &Settings) {
        measure(series, settings, self);
    }
}

fn measure<P: MoveGen<Cell = Occupancy>>(series: &Series<P>, settings: &Settings, row: &mut Row) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage_as_mb();
    let begin = Instant::now();
    let decoded = decode(&series.start, &series.readings, settings).expect("a game");
    row.seconds += begin.elapsed().as_secs_f64();
    row.memory = row.memory.max(MEMORY.peak_usage_as_mb() - before);
    let it = score(series, &decoded);
    row.right += it.right;
    row.of += it.of;
    if it.right < it.of
        && truth_cost(series, settings).is_some_and(|cost| decoded.cost <= cost + SAME)
    {
        row.unobservable += it.of - it.right;
    }
    row.mistakes += it.mistakes;
    row.proven += usize::from(decoded.proof == Proof::Optimal);
    row.gap += decoded.cost - decoded.lower_bound;
    row.nodes += decoded.stats.expanded;
    row.frames += series.readings.frames();
    row.series += 1;
}

/// What the game that was played costs; `None` if it is none that the model knows.
pub(crate) fn truth_cost<P: MoveGen<Cell = Occupancy>>(
    series: &Series<P>,
    settings: &Settings,
) -> Option<f64> {
    let moves: Vec<(Color, P::Move)> = series.truth.iter().map(|t| (t.1, t.0)).collect();
    let game = score_game(&series.start, &moves, &series.readings, settings);
    game.ok().map(|game| game.cost)
}

pub(crate) fn run(case: &Case, settings: &Settings, seeds: u64) -> Row {
    let mut row = Row::default();
    each(case, settings, seeds, &mut row);
    row
}

/// Simulates a case with every seed.
pub(crate) fn each(case: &Case, settings: &Settings, seeds: u64, measure: &mut impl Measure) {
    let mut settings = settings.clone();
    if case.setting.rate > 1.0 {
        settings.model.extra_ply = 0.3; // several moves a frame are to be expected
    }
    let (settings, moved) = (&settings, &chess(&settings));
    let setting = &case.setting;
    for seed in 0..seeds {
        match case.game {
            Game::Go(side) => {
                let series = simulate(&go::board(side), setting, seed, go::natural);
                measure.of(&series, settings);
            }
            Game::Fight(side) => {
                let series = simulate(&go::fights(side), setting, seed, go::fighting);
                measure.of(&series, settings);
            }
            Game::Chess => {
                let start = Chess(Default::default());
                measure.of(&simulate(&start, setting, seed, random), moved);
            }
            Game::Checkers => {
                let start = Checkers::default();
                measure.of(&simulate(&start, setting, seed, random), moved);
            }
            Game::Reversi => {
                let start = Reversi::default();
                measure.of(&simulate(&start, setting, seed, random), settings);
            }
            Game::Ataxx => {
                let start = Ataxx::default();
                measure.of(&simulate(&start, setting, seed, random), settings);
            }
            Game::Morris => {
                let start = Morris::default();
                measure.of(&simulate(&start, setting, seed, random), settings);
            }
        }
    }
}

/// Settings for games in which pieces move, nobody passes, and few moves are legal.
fn chess(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.model.placement = 3.0;
    settings.model.departure = 1.0;
    settings.model.pass = 20.0;
    settings
}

pub(crate) const HEAD: &str = "| series | decoder | moves right | observable | mistakes | proven | gap, nats | nodes a frame | ms a frame | MB |\n\
                    |---|---|---|---|---|---|---|---|---|---|\n";

pub(crate) fn line(name: &str, decoder: &str, row: &Row) -> String {
    let n = row.series as f64;
    let frames = row.frames as f64;
    format!(
        "| {name} | {decoder} | {:.2} % | {:.2} % | {} | {} of {} | {:.1} | {:.0} | {:.3} | {:.0} |\n",
        100.0 * row.right as f64 / row.of as f64,
        100.0 * (row.right + row.unobservable) as f64 / row.of as f64,
        row.mistakes,
        row.proven,
        row.series,
        row.gap / n,
        row.nodes as f64 / frames,
        1e3 * row.seconds / frames,
        row.memory,
    )
}
