//! The commands for boards with coloured markers.

use std::path::Path;
use std::process::ExitCode;

use super::answer;
use super::arguments::{BoardArguments, CalibrateArguments, LocateArguments};
use super::files::{read_text, write};
use super::single_photo::SinglePhoto;
use crate::cli::error::Error;
use crate::cli::output::say;
use crate::marked::{self, BoardOptions};
use crate::photos::{self, Limits, Order};

fn load(path: &Path) -> Result<BoardOptions, Error> {
    Ok(marked::from_toml(&read_text(path)?, path)?)
}

/// The settings, if the board has markers.
pub(super) fn settings(board: &BoardArguments) -> Result<Option<BoardOptions>, Error> {
    board.marked.as_deref().map(load).transpose()
}

pub(super) fn calibrate(arguments: &CalibrateArguments) -> Result<ExitCode, Error> {
    let rough = arguments.from.as_deref().map(load).transpose()?;
    let mut settings = rough.unwrap_or_default();
    if !arguments.photos.is_empty() {
        let list = photos::collect(&arguments.photos, Order::Name)?;
        let corners = arguments.corners.as_ref();
        let corners = corners.map(|c| std::array::from_fn(|i| c[i]));
        settings = marked::calibrate(&list.paths, corners, &settings)?;
    }
    write(&arguments.out, marked::to_toml(&settings))?;
    say!("settings written to {}", arguments.out.display());
    Ok(ExitCode::SUCCESS)
}

pub(super) fn locate(arguments: &LocateArguments) -> Result<ExitCode, Error> {
    let settings = settings(&arguments.board)?.unwrap_or_default();
    let path = &arguments.photo;
    let photo = photos::open(path, &Limits::default())?;
    let located = marked::locate(&photo, &settings).map_err(|e| e.in_photo(path));
    let (grid, confidence) = located?;
    let what = format!("a marked board of {0} × {0} squares", settings.markers.size);
    answer::located(arguments, &photo, &grid, confidence, &what)
}

pub(super) fn read(path: &Path, board: &BoardArguments, json: bool) -> Result<ExitCode, Error> {
    let settings = settings(board)?.unwrap_or_default();
    let single = SinglePhoto::open(path)?;
    single.answer(marked::read(&single.photo, &settings), json)
}
