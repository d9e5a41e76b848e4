//! Memory and speed of the streaming decoder in an endless series.

use std::fmt::Write as _;
use std::time::Instant;

use board_core::Observation;
use search_bench::{Noise, Setting, go, simulate};
use sequence_search::{Settings, Stream};

use crate::MEMORY;

/// Measures the memory of the streaming decoder over many frames.
pub(crate) fn streaming(frames: usize) -> String {
    let noise = Noise {
        errors: 0.03,
        ..Noise::default()
    };
    let setting = Setting {
        plies: 40,
        rate: 0.05,
        noise,
    };
    let series = simulate(&go::board(9), &setting, 1, go::natural);
    let all = series.readings.frames();
    let mut stream = Stream::new(series.start.clone(), Settings::beam(16));
    let mut text = format!(
        "\n## The stream\n\n9 × 9, 3 % errors, lag 60: a game of {} moves in {all} frames, then its end over and over.\n\n\
         | frames | memory in use, MB | peak since the last line, MB | ms a frame |\n|---|---|---|---|\n",
        series.truth.len()
    );
    let before = MEMORY.current_usage_as_mb();
    let begin = Instant::now();
    let mut committed = 0;
    MEMORY.reset_peak_usage();
    for frame in 0..frames {
        // The last hundred frames all show the end of the game.
        let shown = if frame < all {
            frame
        } else {
            all - 1 - frame % 5
        };
        committed += stream.push(&series.readings, shown).expect("a frame").len();
        if [1000, 10_000, 100_000].contains(&(frame + 1)) {
            let _ = writeln!(
                text,
                "| {} | {:.1} | {:.1} | {:.3} |",
                frame + 1,
                MEMORY.current_usage_as_mb() - before,
                MEMORY.peak_usage_as_mb() - before,
                1e3 * begin.elapsed().as_secs_f64() / (frame + 1) as f64
            );
            MEMORY.reset_peak_usage();
        }
    }
    let _ = writeln!(text, "\n{committed} moves were committed.");
    text
}
