//! Inputs that several commands share: photos, the location of the board, the search.

use std::path::{Path, PathBuf};

use board_geom::{Calibration, GeomError, Grid};
use sequence_search::Settings;

use super::arguments::{BoardArguments, Decoder, Game, RecordOptions, Series};
use super::files::read_text;
use crate::cli::error::Error;
use crate::cli::output;
use crate::photos::{self, Limits, PhotoList};

/// Sets the search by the arguments; `width` is the width of a beam.
pub(super) fn set_search(search: &mut Settings, arguments: &RecordOptions, width: usize) {
    search.n_best = search.n_best.max(usize::from(arguments.n_best));
    match arguments.decoder {
        None => {}
        Some(Decoder::Exact) => search.method = Settings::exact().method,
        Some(Decoder::Beam) => search.method = Settings::beam(width).method,
        Some(Decoder::Paper) => search.method = Settings::paper().method,
    }
}

/// Collects the given photos in order; prints notes about the order.
pub(super) fn collect(inputs: &[PathBuf], series: &Series) -> Result<PhotoList, Error> {
    let list = photos::collect_at(inputs, series.order.into(), series.fps)?;
    if let Some(note) = &list.note {
        output::note(format_args!("{note}"));
    }
    if let Some(advice) = list.advice() {
        output::warn(format_args!("{advice}"));
    }
    Ok(list)
}

/// The first photo that can be opened, with its width and height. Photos before it are skipped, as in recording.
pub(super) fn first_photo(list: &PhotoList) -> Result<(&Path, (u32, u32)), Error> {
    let mut fault = None;
    for path in &list.paths {
        match photos::open(path, &Limits::default()) {
            Ok(photo) => return Ok((path, photo.dimensions())),
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    let none = crate::Error::NoPhotos {
        inputs: Vec::new(),
        ignored: list.ignored.len(),
    };
    Err(fault.unwrap_or(none).into())
}

/// The grid of a calibration, if it belongs to this game. Boards of Go have any number of lines.
fn grid_for(calibration: &Calibration, game: Game, lines: usize) -> Result<Grid, GeomError> {
    let (name, (cols, rows)) = (game.name(), calibration.points);
    let reason = match &calibration.game {
        Some(other) if other != name => {
            format!("it belongs to a board for {other}, and the game is {name}: see --game")
        }
        _ if game != Game::Go && (cols, rows) != (lines, lines) => {
            format!("it has {cols} × {rows} lines, and a board for {name} has {lines} × {lines}")
        }
        _ => return calibration.grid(),
    };
    Err(GeomError::Calibration { reason })
}

/// The grid from a calibration file or from given corners, with `lines` a side; `None` if neither is given.
pub(super) fn known_grid(
    board: &BoardArguments,
    lines: usize,
    photo: (u32, u32),
) -> Result<Option<Grid>, Error> {
    if let Some(path) = &board.calibration {
        let grid = Calibration::from_json(&read_text(path)?)
            .and_then(|calibration| grid_for(&calibration, board.game, lines))
            .map_err(|error| crate::Error::NoBoard {
                path: Some(path.clone()),
                error,
            })?;
        return Ok(Some(grid));
    }
    let Some(corners) = &board.corners else {
        return Ok(None);
    };
    let corners = std::array::from_fn(|i| corners[i]);
    photos::check_corners(&corners, photo)?;
    Ok(Some(Grid::from_corners(corners, lines, lines, photo)?))
}
