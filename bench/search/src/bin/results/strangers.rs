//! Games that the search was not made for, decoded whole and as a stream.

use std::fmt::Write as _;
use std::time::Instant;

use board_core::{MoveGen, Observation, Occupancy};
use search_bench::{Series, score};
use sequence_search::{Decoded, Settings, Stream, decode};

use crate::measure::{Measure, each, truth_cost};
use crate::suite::Case;

/// Lag of the stream, in frames.
const LAG: usize = 9;

/// Moves right, mistakes, and seconds.
type Sum = (usize, usize, f64);

/// The results of all series of a case.
#[derive(Default)]
struct Tally {
    moves: usize,
    frames: usize,
    whole: Sum,
    live: Sum,
    /// Number of series with a decoded game other than the true one; of these, those that it explains better.
    other: (usize, usize),
}

impl Measure for Tally {
    fn of<P: MoveGen<Cell = Occupancy>>(&mut self, series: &Series<P>, settings: &Settings) {
        let begin = Instant::now();
        let game = decode(&series.start, &series.readings, settings).expect("a game");
        add(&mut self.whole, series, &game, begin);
        let begin = Instant::now();
        let mut stream = Stream::new(series.start.clone(), settings.clone()).lag(LAG);
        let mut live = Vec::new();
        for frame in 0..series.readings.frames() {
            live.extend(stream.push(&series.readings, frame).expect("a game"));
        }
        live.extend(stream.finish().expect("a game"));
        add(&mut self.live, series, &Decoded::from(&live[..]), begin);
        self.moves += series.truth.len();
        self.frames += series.readings.frames();
        if score(series, &game).mistakes > 0 {
            let cost = truth_cost(series, settings).expect("a legal game");
            self.other.0 += 1;
            self.other.1 += usize::from(game.cost < cost);
        }
    }
}

fn add<P: MoveGen<Cell = Occupancy>>(
    sum: &mut Sum,
    series: &Series<P>,
    game: &Decoded<P::Move>,
    begin: Instant,
) {
    sum.2 += begin.elapsed().as_secs_f64();
    let it = score(series, game);
    sum.0 += it.right;
    sum.1 += it.mistakes;
}

/// The table of these cases.
pub(crate) fn strangers(cases: &[&Case], seeds: u64) -> String {
    let mut text = format!(
        "\n## Strangers\n\nGames that the search was not made for, 60 random moves in three frames each, {seeds} seeds \
         a line, `Settings::beam(64)`, the stream with a lag of {LAG} frames. *Another game*: series whose game is not \
         the one that was played; in brackets, in how many of them it explains the frames better than that one does.\n\n\
         | series | moves right | mistakes | ms a frame | stream: right | mistakes | ms a frame | another game |\n\
         |---|---|---|---|---|---|---|---|\n"
    );
    for case in cases.iter().filter(|case| case.is_stranger()) {
        let mut tally = Tally::default();
        each(case, &Settings::beam(64), seeds, &mut tally);
        let cells = [tally.whole, tally.live].map(|(right, mistakes, seconds)| {
            let right = 100.0 * right as f64 / tally.moves as f64;
            let ms = 1e3 * seconds / tally.frames as f64;
            format!("{right:.2} % | {mistakes} | {ms:.3}")
        });
        let (other, better) = tally.other;
        let _ = writeln!(
            text,
            "| {} | {} | {other} ({better}) |",
            case.name,
            cells.join(" | ")
        );
    }
    text
}
