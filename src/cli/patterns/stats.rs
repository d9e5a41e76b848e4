//! `kibitzer patterns stats`: the contents of an index of games or a file of patterns.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use board_core::Color;
use patterns::{Anchor, Frozen, Library, LibraryError, PatternId};
use serde_json::json;

use super::Learned;
use crate::cli::error::Error;
use crate::cli::files::io;
use crate::cli::output::say;
use crate::wording::counted;

pub(super) fn run(path: &Path, json: bool) -> Result<ExitCode, Error> {
    let bytes = std::fs::metadata(path).map_err(|e| io(path, e))?.len();
    match Learned::open(path)? {
        Learned::Games(library) => {
            games(&library, bytes, json).map_err(|error| Error::Library {
                path: path.to_owned(),
                error,
            })?;
        }
        Learned::Patterns(frozen) => patterns(&frozen, bytes, json),
    }
    Ok(ExitCode::SUCCESS)
}

fn games(library: &Library, bytes: u64, json: bool) -> Result<(), LibraryError> {
    let mut boards: BTreeMap<String, usize> = BTreeMap::new();
    let mut years: BTreeMap<u16, usize> = BTreeMap::new();
    let (mut moves, mut undated, mut won) = (0, 0, [0; 2]);
    for id in library.ids() {
        let game = library.game(id)?;
        moves += game.moves().count();
        *boards.entry(game.size().to_string()).or_default() += 1;
        let info = game.info();
        match info.year() {
            Some(year) => *years.entry(year).or_default() += 1,
            None => undated += 1,
        }
        if let Some(winner) = info.winner() {
            won[winner.index()] += 1;
        }
    }
    let games = library.len();
    let [black, white] = Color::BOTH.map(|side| won[side.index()]);
    let unknown = games - black - white;
    if json {
        let answer = json!({
            "games": games,
            "moves": moves,
            "boards": boards,
            "years": years,
            "undated": undated,
            "won": { "black": black, "white": white, "unknown": unknown },
            "bytes": bytes,
        });
        say!("{answer}");
        return Ok(());
    }
    let (games, moves) = (counted(games, "games"), counted(moves, "moves"));
    say!("{games}, {moves}, {:.1} MB", bytes as f64 / 1e6);
    for (board, count) in boards {
        say!("  {board}: {count}");
    }
    match (years.first_key_value(), years.last_key_value()) {
        (Some((first, _)), Some((last, _))) => {
            say!("played {first} to {last}; {undated} without a date");
        }
        _ => say!("no dates"),
    }
    say!("won by Black {black}, by White {white}, unknown {unknown}");
    Ok(())
}

fn patterns(frozen: &Frozen<Vec<u8>>, bytes: u64, json: bool) {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut largest = (0, 0);
    let ids = (0..frozen.len() as u32).map(PatternId);
    for pattern in ids.filter_map(|id| frozen.pattern(id)) {
        *places.entry(place(pattern.anchor())).or_default() += 1;
        let size = pattern.size();
        if size.0 * size.1 > largest.0 * largest.1 {
            largest = size;
        }
    }
    let (cols, rows) = largest;
    if json {
        let answer = json!({
            "patterns": frozen.len(),
            "places": places,
            "largest": [cols, rows],
            "symmetries": frozen.group().symmetries().len(),
            "bytes": bytes,
        });
        say!("{answer}");
        return;
    }
    let symmetries = match frozen.group().symmetries().len() {
        1 => "1 symmetry".to_owned(),
        several => format!("{several} symmetries"),
    };
    say!(
        "{}, the same under {symmetries}; the largest {cols}×{rows}; {:.1} kB",
        counted(frozen.len(), "patterns"),
        bytes as f64 / 1e3
    );
    for (place, count) in places {
        say!("  {place}: {count}");
    }
}

/// The part of the board where patterns with this anchor lie.
fn place(anchor: Anchor) -> &'static str {
    let has = |side| anchor.contains(side);
    let across = has(Anchor::LEFT) || has(Anchor::RIGHT);
    let along = has(Anchor::BOTTOM) || has(Anchor::TOP);
    match (across, along) {
        _ if has(Anchor::BOARD) => "whole board",
        (true, true) => "corner",
        (false, false) => "anywhere",
        _ => "side",
    }
}
