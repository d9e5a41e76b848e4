//! Draws the pictures of `docs/TERRITORY.md`: `cargo run --release -p go-territory --example known_games --
//! RECORD.sgf…`
//!
//! Of every record three moments, as SVG (and PNG with the feature `png`) beside it: the moyos after 50 moves, the
//! influence and the groups after 120, and the territory at the end. Without records it draws those of
//! `docs/territory`.
#![allow(clippy::print_stdout)]

use std::{
    error::Error,
    path::{Path, PathBuf},
};

use go_rules::record::Record;
use go_territory::{
    Bouzy, ColorMap, DeadStones, Diagram, Flood, Influence, clusters, groups, redrawn,
    score_without,
};

/// Draws a record after so many moves.
type Draw = fn(&Record, usize) -> Result<Diagram, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/territory");
        for entry in std::fs::read_dir(folder)? {
            files.push(entry?.path());
        }
        files.retain(|path| path.extension().is_some_and(|end| end == "sgf"));
        files.sort();
    }
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let record = Record::read(&text)?.into_iter().next().ok_or("no game")?;
        let end = record.moves.len();
        let moments: [(usize, Draw); 3] =
            [(50.min(end), opening), (120.min(end), middle), (end, last)];
        for (number, draw) in moments {
            let last = number.checked_sub(1).map(|before| record.moves[before].mv);
            let picture = draw(&record, number)?.last(last);
            let path = file.with_extension(format!("{number}.svg"));
            std::fs::write(&path, picture.svg())?;
            #[cfg(feature = "png")]
            std::fs::write(path.with_extension("png"), picture.png(40)?)?;
            println!("{}", path.display());
        }
    }
    Ok(())
}

/// What both sides hope for.
fn opening(record: &Record, number: usize) -> Result<Diagram, Box<dyn Error>> {
    let position = record.positions().nth(number).ok_or("no such move")??;
    let moyo = Bouzy::MOYO.of_position(&position, &[]);
    Ok(Diagram::of(&position)
        .influence(&moyo)
        .title(&format!("After {number} moves: moyo")))
}

/// What hangs together, how far it reaches, and what is as good as lost.
fn middle(record: &Record, number: usize) -> Result<Diagram, Box<dyn Error>> {
    let position = record.positions().nth(number).ok_or("no such move")??;
    let dead = DeadStones::default().find(&position);
    let map: ColorMap = redrawn(&position, &dead);
    Ok(Diagram::of(&position)
        .influence(&Flood.of_position(&position, &dead))
        .groups(&groups(&map, &clusters(&map)))
        .dead(&dead)
        .title(&format!("After {number} moves: influence, groups")))
}

/// What it comes to: the count, or where a side has resigned, so that nothing is counted, whose the points are when the
/// game is played out.
fn last(record: &Record, number: usize) -> Result<Diagram, Box<dyn Error>> {
    /// Playouts must agree so well for a point to be marked.
    const SURE: f32 = 0.6;
    let position = record.positions().nth(number).ok_or("no such move")??;
    let estimate = DeadStones::default().estimate(&position);
    let end = score_without(&position, &record.rules(), estimate.dead());
    let board = Diagram::of(&position).dead(&end.dead);
    Ok(if record.info.result.ends_with('R') {
        board
            .influence(&estimate.ownership)
            .territory(&estimate.owners(SURE))
            .title(&format!("After {number} moves, the last: played out"))
    } else {
        board
            .territory(&end.score.owner)
            .title(&format!("After {number} moves: {}", end.score))
    })
}
