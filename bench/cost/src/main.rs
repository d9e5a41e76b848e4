//! The cost of a photo: processor time relative to decoding the same JPEG in the same run, and peak memory. Prints a
//! table.
//!
//! `cargo run --release -p cost-bench -- DATA [ROW…]` in `bench/`; DATA is the folder of test data. Each row runs in a
//! process of its own, so that its peak memory is its own. The last row, `two-cores`, is by the clock; those of 10,000
//! frames take minutes and only run if they are named. OpenCV's decoding time is shown if Python has it (`pip
//! install opencv-python-headless`).

mod cores;
mod long;
mod measure;
mod pushes;
mod series;
mod steps;

use std::error::Error;
use std::path::Path;
use std::process::Command;

/// Option by which the program runs one row in a process of its own.
const ROW: &str = "--row";
/// Option by which it records one series and prints nothing.
const SERIES: &str = "--series";

fn main() -> Result<(), Box<dyn Error>> {
    // As the program does.
    board_geom::parallel::use_this_thread();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [row, name, data, folder] if row == ROW => run(name, Path::new(data), Path::new(folder)),
        [row, name, data, folder] if row == SERIES => {
            let series = series::named(name)?;
            series.record(Path::new(data), Path::new(folder)).map(drop)
        }
        [data, rows @ ..] if ![ROW, SERIES].contains(&data.as_str()) => {
            table(Path::new(data), rows)
        }
        _ => Err("usage: record_cost DATA [ROW…]".into()),
    }
}

/// Runs the named rows, or all, one after the other.
fn table(data: &Path, wanted: &[String]) -> Result<(), Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let rendered = tempfile::tempdir()?;
    let names = series::ALL.iter().map(|series| series.name);
    let names = names.chain([steps::NAME, pushes::NAME, series::DEMO]);
    let long = long::NAMES.into_iter().filter(|_| !wanted.is_empty());
    let names = names.chain(long);
    println!("{}", measure::HEAD);
    let is_wanted = |name: &&str| wanted.is_empty() || wanted.iter().any(|w| w == name);
    for name in names.filter(is_wanted) {
        if let Ok(series) = series::named(name) {
            series.prepare(rendered.path())?;
        }
        let mut row = Command::new(&program);
        row.args([ROW, name]).arg(data).arg(rendered.path());
        let said = row.output()?;
        match said.status.success() {
            true => print!("{}", String::from_utf8_lossy(&said.stdout)),
            false => println!(
                "| {name} | {} |",
                String::from_utf8_lossy(&said.stderr).trim()
            ),
        }
    }
    if is_wanted(&cores::NAME) {
        cores::print(data, rendered.path())?;
    }
    Ok(())
}

fn run(name: &str, data: &Path, rendered: &Path) -> Result<(), Box<dyn Error>> {
    match name {
        steps::NAME => steps::run(),
        pushes::NAME => pushes::run(),
        _ if long::NAMES.contains(&name) => long::run(name),
        series::DEMO => series::demo(rendered),
        _ => series::named(name)?.run(data, rendered),
    }
}
