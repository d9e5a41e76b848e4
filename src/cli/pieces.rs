//! The commands for games on squares.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use board_sim::pieces::Scene;

use super::arguments::{BoardArguments, LocateArguments, RecordOptions, RenderArguments};
use super::files::{chosen, read_text};
use super::inputs::{known_grid, set_search};
use super::photo_source::PhotoSource;
use super::progress::stages;
use super::single_photo::SinglePhoto;
use super::values::{Decoder, Game};
use super::{answer, marked};
use crate::RecorderOptions;
use crate::cli::error::Error;
use crate::cli::output;
use crate::photos::{self, Limits};
use crate::pieces::{self, Options, Place, SquareGame};
use crate::recorder::{self, Recorder};
use crate::recording::Recording;
use crate::replay::{self, Rendered};

/// The location of a board with `size` squares a side in photos of this size in pixels.
pub(super) fn place(
    board: &BoardArguments,
    size: usize,
    photo: (u32, u32),
) -> Result<Place, Error> {
    if board.rectified {
        return Ok(Place::Whole);
    }
    let grid = known_grid(board, size + 1, photo)?;
    Ok(grid.map_or(Place::Unknown, Place::Lines))
}

/// Records a game that starts from a position.
pub(super) fn record<P: SquareGame>(
    mut source: PhotoSource,
    arguments: &RecordOptions,
    start: P,
) -> Result<ExitCode, Error> {
    /// Default lag in photos: a hand hides a square for a while.
    const LAG: usize = 8;
    let (first, pixels) = source.first()?;
    let size = start.board().cols();
    let mut options = Options {
        place: place(&arguments.board, size, pixels).map_err(|e| e.in_photo(&first))?,
        second_board: arguments.nth_board > 1,
        mid_game: arguments.fen.is_none(),
        orientation: arguments.orientation.turns(),
        mirrored: arguments.orientation.mirrored,
        fixes: arguments.fix.clone(),
        info: (&arguments.info).into(),
        ..Options::from(start)
    };
    if matches!(arguments.decoder, Some(Decoder::Paper)) {
        // It allows one change a photo, and would silently lose moves of pieces.
        return Err(Error::NotOfGame {
            option: "--decoder paper",
            game: arguments.board.game.name(),
        });
    }
    set_search(&mut options.search, arguments, 300);
    let how = source.recorder_options(arguments, LAG);
    match marked::settings(&arguments.board)? {
        Some(settings) => {
            let recorder = crate::marked::recorder(&settings, &options, how)?;
            source.record(recorder, arguments)
        }
        None => source.record(Recorder::new(options, how)?, arguments),
    }
}

/// Records the game in photos; with settings of a marked board, by its markers.
pub(super) fn recorded<P: SquareGame>(
    photos: &[PathBuf],
    board: &BoardArguments,
    options: Options<P>,
    how: RecorderOptions,
) -> Result<Recording<P>, Error> {
    let limits = options.limits;
    Ok(match marked::settings(board)? {
        Some(settings) => {
            let recorder = crate::marked::recorder(&settings, &options, how)?;
            stages(|tell| recorder::record(recorder, photos, &limits, |_| {}, tell))?
        }
        None => {
            let recorder = Recorder::new(options, how)?;
            stages(|tell| recorder::record(recorder, photos, &limits, |_| {}, tell))?
        }
    })
}

pub(super) fn locate(arguments: &LocateArguments, size: usize) -> Result<ExitCode, Error> {
    let path = &arguments.photo;
    let photo = photos::open(path, &Limits::default())?;
    let place = place(&arguments.board, size, photo.dimensions()).map_err(|e| e.in_photo(path))?;
    let located = pieces::locate(&photo, place, size);
    let (grid, confidence) = located.map_err(|e| e.in_photo(path))?;
    let what = format!("a board of {size} × {size} squares");
    answer::located(arguments, &photo, &grid, confidence, &what)
}

pub(super) fn read(
    path: &Path,
    board: &BoardArguments,
    json: bool,
    size: usize,
) -> Result<ExitCode, Error> {
    let single = SinglePhoto::open(path)?;
    let photo = &single.photo;
    let place = place(board, size, photo.dimensions()).map_err(|e| e.in_photo(path))?;
    let reading = match board.game {
        Game::Checkers => pieces::read_men(photo, place, size),
        Game::Chess | Game::Go => pieces::read(photo, place, size),
    };
    single.answer(reading, json)
}

pub(super) fn render<P: Rendered>(arguments: &RenderArguments) -> Result<ExitCode, Error> {
    let RenderArguments { out, seed, .. } = arguments;
    let record = record_of::<P>(&arguments.record, arguments.game_number)?;
    let scene = match &arguments.scene {
        Some(path) => Scene::from_toml(&read_text(path)?)?,
        None => Scene::default(),
    };
    let scene = P::played(&record).0.on_board(scene);
    let render = |tell: answer::Rendering<'_>| {
        replay::pieces::render::<P>(&record, &scene, *seed, out, tell)
    };
    answer::rendered(arguments, &answer::rendering(render)?, scene.to_toml())
}

/// Reads the chosen game of a file. Contradictory results are reported.
fn record_of<P: SquareGame>(path: &Path, number: Option<usize>) -> Result<P::Record, Error> {
    let record = chosen(path, number, pieces::choose_record::<P>)?;
    if let Some(result) = P::contradiction(&record) {
        let path = path.display();
        output::warn(format_args!(
            "{path}: the header has the result {result}, the moves end with another one"
        ));
    }
    Ok(record)
}

/// The names of a record's moves, for comparison.
pub(super) fn named_moves<P: SquareGame>(
    path: &Path,
    number: Option<usize>,
) -> Result<Vec<String>, Error> {
    Ok(P::names(&record_of::<P>(path, number)?))
}
