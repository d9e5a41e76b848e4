//! Decodes the whole suite with every decoder and writes the table.
//!
//! `cargo run --release -p search-bench --bin results [-- --quick] [--only TEXT] [--seeds N]`
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use board_core::{MoveGen, Occupancy};
use indicatif::{ProgressBar, ProgressStyle};
use peak_alloc::PeakAlloc;
use plotters::prelude::*;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use search_bench::checkers::Checkers;
use search_bench::chess::Chess;
use search_bench::{Noise, Series, Setting, go, score, simulate};
use sequence_search::{Proof, Settings, Stream, decode};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

#[derive(Clone, Copy)]
enum Game {
    Go(usize),
    Fight(usize),
    Chess,
    Checkers,
}

struct Case {
    name: String,
    game: Game,
    setting: Setting,
    /// Small enough for the search of 2008.
    small: bool,
}

fn decoders() -> Vec<(&'static str, Settings)> {
    vec![
        ("exact", Settings::exact()),
        ("beam 16", Settings::beam(16)),
        ("beam 64", Settings::beam(64)),
        ("beam 256", Settings::beam(256)),
        ("paper", Settings::paper()),
    ]
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: String, game, plies, rate, noise, small| {
        cases.push(Case {
            name,
            game,
            setting: Setting { plies, rate, noise },
            small,
        });
    };
    let errors = |errors| Noise {
        errors,
        ..Noise::default()
    };
    for percent in [1, 3, 10, 20, 30] {
        let noise = errors(f64::from(percent) / 100.0);
        add(
            format!("Go 19, {percent} % errors"),
            Game::Go(19),
            200,
            0.5,
            noise,
            false,
        );
    }
    for rate in [0.3, 1.0, 3.0] {
        add(
            format!("Go 19, 3 %, {rate} moves a frame"),
            Game::Go(19),
            200,
            rate,
            errors(0.03),
            false,
        );
    }
    let hand = |errors| Noise {
        errors,
        hand: true,
        ..Noise::default()
    };
    add(
        "Go 19, 1 %, hand".into(),
        Game::Go(19),
        200,
        0.5,
        hand(0.01),
        false,
    );
    add(
        "Go 19, 3 %, hand".into(),
        Game::Go(19),
        200,
        0.3,
        hand(0.03),
        false,
    );
    let shadow = Noise {
        errors: 0.03,
        shadow: true,
        ..Noise::default()
    };
    add(
        "Go 19, 3 %, shadow band".into(),
        Game::Go(19),
        200,
        0.5,
        shadow,
        false,
    );
    let glare = Noise {
        errors: 0.01,
        glares: 3,
        ..Noise::default()
    };
    add(
        "Go 19, 1 %, 3 glares of 30 frames".into(),
        Game::Go(19),
        200,
        0.5,
        glare,
        false,
    );
    let late = Noise {
        errors: 0.01,
        late: true,
        ..Noise::default()
    };
    add(
        "Go 19 fights, 1 %, stones leave late".into(),
        Game::Fight(19),
        200,
        0.5,
        late,
        false,
    );
    add(
        "Go 19 fights, 10 %".into(),
        Game::Fight(19),
        200,
        0.5,
        errors(0.1),
        false,
    );
    add(
        "Go 13, 3 %".into(),
        Game::Go(13),
        120,
        0.5,
        errors(0.03),
        false,
    );
    add("Go 9, 1 %".into(), Game::Go(9), 30, 0.5, errors(0.01), true);
    add(
        "Go 9, 10 %".into(),
        Game::Go(9),
        40,
        0.5,
        errors(0.1),
        false,
    );
    add(
        "Go 9 fights, 10 %".into(),
        Game::Fight(9),
        60,
        0.5,
        errors(0.1),
        false,
    );
    for (name, game) in [("Chess", Game::Chess), ("Checkers", Game::Checkers)] {
        for percent in [1, 3, 10, 20] {
            let noise = errors(f64::from(percent) / 100.0);
            add(
                format!("{name}, {percent} %"),
                game,
                80,
                0.5,
                noise,
                percent == 1,
            );
        }
        add(
            format!("{name}, 3 %, 2 moves a frame"),
            game,
            80,
            2.0,
            errors(0.03),
            false,
        );
        add(
            format!("{name}, 3 %, hand"),
            game,
            80,
            0.3,
            hand(0.03),
            false,
        );
    }
    cases
}

/// A legal move at random; a capture if two are offered.
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

/// What one decoder made of one case, summed over seeds.
#[derive(Default)]
struct Row {
    right: usize,
    of: usize,
    mistakes: usize,
    proven: usize,
    gap: f64,
    nodes: u64,
    frames: usize,
    seconds: f64,
    memory: f32,
    series: usize,
}

fn measure<P: MoveGen<Cell = Occupancy>>(series: &Series<P>, settings: &Settings, row: &mut Row) {
    use board_core::Observation;
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage_as_mb();
    let begin = Instant::now();
    let decoded = decode(&series.start, &series.readings, settings).expect("a game");
    row.seconds += begin.elapsed().as_secs_f64();
    row.memory = row.memory.max(MEMORY.peak_usage_as_mb() - before);
    let it = score(series, &decoded);
    row.right += it.right;
    row.of += it.of;
    row.mistakes += it.mistakes;
    row.proven += usize::from(decoded.proof == Proof::Optimal);
    row.gap += decoded.cost - decoded.lower_bound;
    row.nodes += decoded.stats.expanded;
    row.frames += series.readings.frames();
    row.series += 1;
}

fn run(case: &Case, settings: &Settings, seeds: u64) -> Row {
    let mut row = Row::default();
    let mut settings = settings.clone();
    if case.setting.rate > 1.0 {
        settings.model.extra_ply = 0.3; // several moves a frame are to be expected
    }
    let settings = &settings;
    for seed in 0..seeds {
        match case.game {
            Game::Go(side) => {
                let series = simulate(&go::board(side), &case.setting, seed, go::natural);
                measure(&series, settings, &mut row);
            }
            Game::Fight(side) => {
                let series = simulate(&go::fights(side), &case.setting, seed, go::fighting);
                measure(&series, settings, &mut row);
            }
            Game::Chess => {
                let start = Chess(Default::default());
                measure(
                    &simulate(&start, &case.setting, seed, random),
                    &chess(settings),
                    &mut row,
                );
            }
            Game::Checkers => {
                let start = Checkers::default();
                measure(
                    &simulate(&start, &case.setting, seed, random),
                    &chess(settings),
                    &mut row,
                );
            }
        }
    }
    row
}

/// Where pieces move, nobody passes, and few moves are legal.
fn chess(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.model.placement = 3.0;
    settings.model.departure = 1.0;
    settings.model.pass = 20.0;
    settings
}

const HEAD: &str = "| series | decoder | moves right | mistakes | proven | gap, nats | nodes a frame | ms a frame | MB |\n\
                    |---|---|---|---|---|---|---|---|---|\n";

fn line(name: &str, decoder: &str, row: &Row) -> String {
    let n = row.series as f64;
    let frames = row.frames as f64;
    format!(
        "| {name} | {decoder} | {:.2} % | {} | {} of {} | {:.1} | {:.0} | {:.3} | {:.0} |\n",
        100.0 * row.right as f64 / row.of as f64,
        row.mistakes,
        row.proven,
        row.series,
        row.gap / n,
        row.nodes as f64 / frames,
        1e3 * row.seconds / frames,
        row.memory,
    )
}

/// The games of the paper's Table 1: moves and photos.
const PAPER: [(&str, usize, usize); 4] = [
    ("1", 31, 63),
    ("2", 70, 337),
    ("3", 115, 325),
    ("4", 49, 139),
];

fn paper_case(moves: usize, photos: usize) -> Case {
    Case {
        name: String::new(),
        game: Game::Go(19),
        setting: Setting {
            plies: moves,
            rate: moves as f64 / photos as f64,
            noise: Noise {
                errors: 0.006,
                hand: true,
                glares: 2,
                late: true,
                shadow: false,
            },
        },
        small: false,
    }
}

fn papers_games(seeds: u64) -> String {
    let mut text = String::from(
        "\n## The paper's four games\n\nSimulated with 0.6 % misread points, a hand over a quarter of the board in a third of \
         the photos, two stones faked for 30 photos each, captured stones leaving late.\n\n",
    );
    text.push_str(HEAD);
    for (name, settings) in [
        ("exact", Settings::exact()),
        ("beam 64", Settings::beam(64)),
    ] {
        for (game, moves, photos) in PAPER {
            let row = run(&paper_case(moves, photos), &settings, seeds);
            text.push_str(&line(
                &format!("game {game}: {moves} moves, {photos} photos"),
                name,
                &row,
            ));
        }
    }
    text
}

/// The search of 2008 against the new ones: the same series in the same run.
fn ratios(cases: &[&Case]) -> String {
    let mut text = String::from(
        "\n## Against the search of 2008\n\nOne seed, the same series for all three; ms a frame, moves right in brackets.\n\n\
         | series | paper | exact | beam 64 | paper : exact | paper : beam 64 |\n|---|---|---|---|---|---|\n",
    );
    for case in cases {
        let [paper, exact, beam] =
            [Settings::paper(), Settings::exact(), Settings::beam(64)].map(|settings| {
                let row = run(case, &settings, 1);
                let right = 100.0 * row.right as f64 / row.of as f64;
                (1e3 * row.seconds / row.frames as f64, right)
            });
        let cell = |(ms, right): (f64, f64)| format!("{ms:.3} ({right:.1} %)");
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {:.1} | {:.1} |",
            case.name,
            cell(paper),
            cell(exact),
            cell(beam),
            paper.0 / exact.0,
            paper.0 / beam.0
        );
    }
    text
}

/// Time per frame against one thing that grows.
fn scaling(out: &Path) -> String {
    let mut text = String::from(
        "\n## Scaling\n\n| what | exact, ms a frame | beam 64, ms a frame | exact, MB |\n|---|---|---|---|\n",
    );
    let mut plot = Vec::new();
    let mut add = |name: &str, case: &Case, x: Option<f64>| {
        let exact = run(case, &Settings::exact(), 1);
        let beam = run(case, &Settings::beam(64), 1);
        let ms = |row: &Row| 1e3 * row.seconds / row.frames as f64;
        let _ = writeln!(
            text,
            "| {name} | {:.3} | {:.3} | {:.0} |",
            ms(&exact),
            ms(&beam),
            exact.memory
        );
        plot.extend(x.map(|x| (x, ms(&exact), ms(&beam))));
    };
    let noise = Noise {
        errors: 0.03,
        ..Noise::default()
    };
    for frames in [100, 300, 1000, 3000, 10_000] {
        let plies = (frames / 2).min(220);
        let setting = Setting {
            plies,
            rate: plies as f64 / frames as f64,
            noise,
        };
        let case = Case {
            name: String::new(),
            game: Game::Go(19),
            setting,
            small: false,
        };
        add(
            &format!("Go 19, {frames} frames, {plies} moves"),
            &case,
            Some(frames as f64),
        );
    }
    for (name, game) in [
        ("81 points, ~60 legal moves (Go 9)", Game::Go(9)),
        ("169 points, ~140 legal moves (Go 13)", Game::Go(13)),
        ("361 points, ~320 legal moves (Go 19)", Game::Go(19)),
        ("64 points, ~30 legal moves (chess)", Game::Chess),
        ("64 points, ~8 legal moves (checkers)", Game::Checkers),
    ] {
        let setting = Setting {
            plies: 60,
            rate: 0.5,
            noise,
        };
        let case = Case {
            name: String::new(),
            game,
            setting,
            small: false,
        };
        add(name, &case, None);
    }
    if let Err(error) = draw(&out.join("scaling.svg"), &plot) {
        eprintln!("no picture of the scaling: {error}");
    }
    text.push_str("\n![time per frame against frames](scaling.svg)\n");
    text
}

fn draw(path: &Path, plot: &[(f64, f64, f64)]) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::new(path, (640, 360)).into_drawing_area();
    area.fill(&WHITE)?;
    let highest = plot.iter().fold(0.1, |m: f64, p| m.max(p.1).max(p.2));
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d((80.0..12_000.0).log_scale(), 0.0..1.15 * highest)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .x_desc("frames")
        .y_desc("ms a frame")
        .draw()?;
    chart.draw_series(LineSeries::new(
        plot.iter().map(|p| (p.0, p.1)),
        RED.stroke_width(2),
    ))?;
    chart.draw_series(LineSeries::new(
        plot.iter().map(|p| (p.0, p.2)),
        BLUE.stroke_width(2),
    ))?;
    if let Some(last) = plot.last() {
        let label = |name: &'static str, y, color: &RGBColor| {
            Text::new(
                name,
                (last.0 * 0.45, y + 0.03 * highest),
                ("sans-serif", 14).into_font().color(color),
            )
        };
        chart.draw_series([
            label("exact", last.1, &RED),
            label("beam 64", last.2, &BLUE),
        ])?;
    }
    area.present()?;
    Ok(())
}

/// Memory of the decoder that runs all day.
fn streaming(frames: usize) -> String {
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
    use board_core::Observation;
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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|a| a == name)?;
        arguments.get(at + 1)
    };
    let quick = arguments.iter().any(|a| a == "--quick");
    let only = value("--only");
    let seeds = value("--seeds").and_then(|n| n.parse().ok());
    let seeds = seeds.unwrap_or(if quick { 1 } else { 3 });
    let cases = cases();
    let wanted = |c: &&Case| only.is_none_or(|text| c.name.contains(text.as_str()));
    let cases: Vec<&Case> = cases.iter().filter(wanted).collect();
    let bar = ProgressBar::new((cases.len() * decoders().len()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    let mut text = format!(
        "# Results of the search\n\n\
         Written by `cargo run --release -p search-bench --bin results` on one core of a shared machine; ratios mean \
         more than times. {seeds} seeds a line. *Moves right*: in their order, where moves that first show in the same \
         frame have none, nor those hidden until another was played. *Mistakes*: moves missing, and moves that never were. *Proven*: series whose game is proven \
         the likeliest; *gap*: by how much it may at most be improved, on average. The sensor knows its error rate, and the model whether several moves a frame are to be expected. \
         `paper` is run where it ends within minutes.\n\n"
    );
    text.push_str(HEAD);
    for case in &cases {
        for (name, settings) in decoders() {
            bar.set_message(format!("{}: {name}", case.name));
            if name != "paper" || case.small && !quick {
                // The search of 2008 takes minutes: once is enough.
                let seeds = if name == "paper" { 1 } else { seeds };
                text.push_str(&line(&case.name, name, &run(case, &settings, seeds)));
            }
            bar.inc(1);
        }
    }
    let out = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../benches");
    if only.is_none() {
        bar.set_message("the paper's games");
        text.push_str(&papers_games(if quick { 1 } else { 10 }));
        if !quick {
            bar.set_message("the search of 2008");
            let small: Vec<&Case> = cases.iter().copied().filter(|c| c.small).collect();
            text.push_str(&ratios(&small));
        }
        bar.set_message("scaling");
        text.push_str(&scaling(&out));
        bar.set_message("the stream");
        text.push_str(&streaming(if quick { 2000 } else { 100_000 }));
    }
    bar.finish_and_clear();
    println!("{text}");
    if only.is_none() && !quick {
        let path = out.join("RESULTS.md");
        match std::fs::write(&path, text) {
            Ok(()) => println!("written to benches/RESULTS.md"),
            Err(error) => eprintln!("{}: {error}", path.display()),
        }
    }
}
