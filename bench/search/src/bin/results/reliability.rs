//! Calibration: whether moves are right as often as their confidence says.

use std::fmt::Write as _;

use board_core::{MoveGen, Occupancy};
use search_bench::{Series, played};
use sequence_search::{Settings, decode};

use crate::measure::{Measure, each};
use crate::suite::Case;

/// Lower bounds of the classes of confidence.
const CLASSES: [f32; 5] = [0.0, 0.5, 0.8, 0.95, 0.99];

/// By class: moves, moves that were played, and the sum of their confidences.
#[derive(Clone, Copy, Default)]
struct Tally([(usize, usize, f64); CLASSES.len()]);

impl Measure for Tally {
    fn of<P: MoveGen<Cell = Occupancy>>(&mut self, series: &Series<P>, settings: &Settings) {
        let game = decode(&series.start, &series.readings, settings).expect("a game");
        for (ply, played) in game.plies.iter().zip(played(series, &game)) {
            let class = CLASSES.partition_point(|&low| low <= ply.confidence) - 1;
            let (moves, right, said) = &mut self.0[class];
            *moves += 1;
            *right += usize::from(played);
            *said += f64::from(ply.confidence);
        }
    }
}

/// The table, with one line for each game and all cases whose names begin with it.
pub(crate) fn reliability(cases: &[&Case], seeds: u64) -> String {
    let mut text = format!(
        "\n## Confidence\n\nAll cases of a game, {seeds} seeds each, `Settings::beam(64)`. By class of \
         confidence: how many moves of those with it were played, within four frames of where they were found, and \
         what was said on average.\n\n| game | below 50 % | 50 to 80 % | 80 to 95 % | 95 to 99 % | 99 % and more |\n\
         |---|---|---|---|---|---|\n"
    );
    let settings = Settings::beam(64);
    let games = [
        "Go 19,",
        "Go 19 fights",
        "Go 13",
        "Go 9,",
        "Go 9 fights",
        "Chess",
        "Checkers",
    ];
    for game in games
        .into_iter()
        .chain(["Reversi", "Ataxx", "Nine men's morris"])
    {
        let mut tally = Tally::default();
        for case in cases.iter().filter(|case| case.name.starts_with(game)) {
            each(case, &settings, seeds, &mut tally);
        }
        let cells = tally.0.map(|(moves, right, said)| match moves {
            0 => "–".to_owned(),
            _ => {
                let percent = |part: f64| 100.0 * part / moves as f64;
                let (played, said) = (percent(right as f64), percent(said));
                format!("{played:.1} % of {moves} (said {said:.1} %)")
            }
        });
        let _ = writeln!(
            text,
            "| {} | {} |",
            game.trim_end_matches(','),
            cells.join(" | ")
        );
    }
    text
}
