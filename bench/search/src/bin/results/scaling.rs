//! Time against frames, points and legal moves.

use std::fmt::Write as _;
use std::path::Path;

use plotters::prelude::*;
use search_bench::{Noise, Setting};
use sequence_search::Settings;

use crate::measure::{Row, run};
use crate::suite::{Case, Game};

/// Time a frame, against one quantity at a time.
pub(crate) fn scaling(out: &Path) -> String {
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
