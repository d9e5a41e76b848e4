//! Finds the dead stones of finished boards and compares with the truth beside them.
//!
//! `cargo run --release -p go-territory --example dead_boards -- [--show] [--playouts N] [--seed N] FOLDER_OR_FILE…`
//!
//! A file has the form of <https://github.com/online-go/score-estimator>: height, width, the board
//! (1 Black, -1 White, 0 empty), an empty line, and 1 where a point does not count as it stands. A stone
//! is right when it is dead where that says 1; empty points are not compared.
#![allow(clippy::print_stdout)]

use std::{
    error::Error,
    path::{Path, PathBuf},
    time::Instant,
};

use board_core::{Color, Occupancy};
use go_rules::{Move, Position, Size};
use go_territory::{DeadStones, Estimate};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut finder, mut show, mut files) = (DeadStones::default(), false, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().ok_or("a number is missing");
        match argument.as_str() {
            "--show" => show = true,
            "--playouts" => finder.playouts = number()?.parse()?,
            "--seed" => finder.seed = number()?.parse()?,
            path => collect(Path::new(path), &mut files)?,
        }
    }
    files.sort();
    let (mut right, mut slowest, mut total) = (0, 0.0f64, 0.0);
    for file in &files {
        let (position, truth) = read(&std::fs::read_to_string(file)?)?;
        let contents = position.contents();
        let before = Instant::now();
        let estimate = finder.estimate(&position);
        let dead = estimate.dead();
        let took = before.elapsed().as_secs_f64() * 1e3;
        slowest = slowest.max(took);
        total += took;
        let wrong: Vec<usize> = (0..truth.len())
            .filter(|&p| {
                contents[p] != Occupancy::Empty && dead.binary_search(&p).is_ok() != truth[p]
            })
            .collect();
        if wrong.is_empty() {
            right += 1;
            continue;
        }
        println!(
            "{}: {} stones wrong, {took:.1} ms",
            file.display(),
            wrong.len()
        );
        if show {
            draw(&position, &truth, &wrong, &estimate);
        }
    }
    let count = files.len();
    println!(
        "{right} of {count} boards right; {:.1} ms a board, {slowest:.1} the slowest",
        total / count as f64
    );
    Ok(())
}

/// Prints the chains in doubt, and the board: dead stones in small letters, wrong ones after an exclamation mark.
fn draw(position: &Position, truth: &[bool], wrong: &[usize], estimate: &Estimate) {
    let size = position.size();
    for chain in &estimate.chains {
        let (life, first) = (chain.life, chain.stones[0]);
        if wrong.contains(&first) || (0.3..0.7).contains(&life) {
            let (name, stones) = (size.gtp(Move::place(first)), chain.stones.len());
            println!("{} {name}, {stones} stones: {life:.2}", chain.color);
        }
    }
    let contents = position.contents();
    for row in 0..size.rows() {
        let mark = |col| {
            let point = row * size.cols() + col;
            let sign = if wrong.contains(&point) { '!' } else { ' ' };
            let letter = match (contents[point], truth[point]) {
                (Occupancy::Empty, _) => '.',
                (Occupancy::Black, false) => 'X',
                (Occupancy::Black, true) => 'x',
                (Occupancy::White, false) => 'O',
                (Occupancy::White, true) => 'o',
            };
            [sign, letter]
        };
        println!("{}", (0..size.cols()).flat_map(mark).collect::<String>());
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else if path.extension().is_some_and(|end| end == "game") {
        files.push(path.into());
    }
    Ok(())
}

fn read(text: &str) -> Result<(Position, Vec<bool>), Box<dyn Error>> {
    let value = |name: &str| -> Result<usize, Box<dyn Error>> {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        Ok(line.ok_or("no size")?.trim().parse()?)
    };
    let size = Size::new(value("width")?, value("height")?)?;
    let numbers: Vec<i32> = text
        .lines()
        .filter(|line| {
            line.trim()
                .starts_with(|c: char| c == '-' || c.is_ascii_digit())
        })
        .flat_map(str::split_whitespace)
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    if numbers.len() != 2 * size.points() {
        return Err("the board or the truth is not complete".into());
    }
    let (board, truth) = numbers.split_at(size.points());
    let contents: Vec<Occupancy> = board
        .iter()
        .map(|stone| match stone {
            1 => Occupancy::Black,
            -1 => Occupancy::White,
            _ => Occupancy::Empty,
        })
        .collect();
    let position = Position::from_contents(size, &contents, Color::Black)?;
    Ok((position, truth.iter().map(|&mark| mark == 1).collect()))
}
