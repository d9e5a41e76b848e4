//! The commands for chess.

use std::path::Path;
use std::process::ExitCode;

use chess_rules::Position;
use kibitzer::chess::{self, Options, Place};
use kibitzer::photos::{self, Limits};
use kibitzer::{Error, chess_simulator};

use super::arguments::{BoardArguments, LocateArguments, RecordArguments, RenderArguments, Side};
use super::files::read_text;
use super::progress::stages;
use super::{answer, known_grid, set_search};

/// Lines a side.
const LINES: usize = 9;

/// Where the board is in photos of this size.
fn place(board: &BoardArguments, photo: (u32, u32)) -> Result<Place, Error> {
    if board.rectified {
        return Ok(Place::Whole);
    }
    let grid = known_grid(board, LINES, photo)?;
    Ok(grid.map_or(Place::Unknown, Place::Lines))
}

/// Clockwise quarter turns from White's side at the bottom of the picture.
fn turn(side: Side) -> u8 {
    match side {
        Side::Bottom => 0,
        Side::Left => 1,
        Side::Top => 2,
        Side::Right => 3,
    }
}

pub(super) fn record(arguments: &RecordArguments) -> Result<ExitCode, Error> {
    let list = photos::collect(&arguments.photos, arguments.order.into())?;
    let first = photos::open(&list.paths[0], &Limits::default())?;
    let mut options = Options {
        place: place(&arguments.board, first.dimensions())?,
        turn: arguments.white.map(turn),
        fixes: arguments.fix.clone(),
        ..Options::default()
    };
    if let Some(fen) = &arguments.fen {
        options.start = Position::from_fen(fen).map_err(|error| Error::Start {
            reason: error.to_string(),
        })?;
    }
    set_search(&mut options.search, arguments, 300);
    let game = stages(|tell| chess::record(&list.paths, &options, tell))?;
    answer::recorded(&game, &list, arguments)
}

pub(super) fn locate(arguments: &LocateArguments) -> Result<ExitCode, Error> {
    let path = &arguments.photo;
    let photo = photos::open(path, &Limits::default())?;
    let place = place(&arguments.board, photo.dimensions())?;
    let (grid, confidence) = chess::locate(&photo, place).map_err(|e| e.in_photo(path))?;
    let what = "a board of 8 × 8 squares";
    answer::located(arguments, &photo, &grid, confidence, what)
}

pub(super) fn read(path: &Path, board: &BoardArguments, json: bool) -> Result<ExitCode, Error> {
    let photo = photos::open(path, &Limits::default())?;
    let place = place(board, photo.dimensions())?;
    let reading = chess::read(&photo, place).map_err(|e| e.in_photo(path))?;
    let confidence = reading.confidence;
    Ok(answer::read(&reading, &reading.rows, confidence, json))
}

pub(super) fn render(arguments: &RenderArguments) -> Result<ExitCode, Error> {
    let RenderArguments { out, seed, .. } = arguments;
    let record = chess::read_record(&arguments.record)?;
    let scene = match &arguments.scene {
        Some(path) => board_sim::pieces::Scene::from_toml(&read_text(path)?)?,
        None => board_sim::pieces::Scene::default(),
    };
    let render =
        |tell: answer::Rendering<'_>| chess_simulator::render(&record, &scene, *seed, out, tell);
    answer::rendered(arguments, &answer::rendering(render)?, scene.to_toml())
}

/// The moves of a record, as records are compared.
pub(super) fn named_moves(path: &Path) -> Result<Vec<String>, Error> {
    Ok(chess::named_moves(&chess::read_record(path)?))
}
