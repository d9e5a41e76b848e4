//! The commands for Go.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use board_geom::{Grid, debug};
use go_rules::record::Record;

use super::answer;
use super::arguments::{
    BoardArguments, LocateArguments, ReadArguments, RecordOptions, RenderArguments,
};
use super::files::{chosen, make_folder, read_text, save_step, warn_of_misread, write};
use super::inputs::{known_grid, set_search};
use super::photo_source::PhotoSource;
use super::progress::stages;
use super::single_photo::SinglePhoto;
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::go::Options;
use crate::photos::{self, Limits};
use crate::recorder::Recorder;
use crate::replay;
use crate::report::Report;
use crate::wording::counted;
use crate::{compare as comparing, go};

/// Default number of lines a side.
const USUAL: u8 = 19;

pub(super) fn record(
    mut source: PhotoSource,
    arguments: &RecordOptions,
) -> Result<ExitCode, Error> {
    /// Default lag in photos: a hand hides the stone it places for a while.
    const LAG: usize = 20;
    let board = &arguments.board;
    let mut options = Options {
        size: board.size.map(usize::from),
        second_board: arguments.nth_board > 1,
        fixes: arguments.fix.clone(),
        info: (&arguments.info).into(),
        ..Options::default()
    };
    if board.corners.is_some() || board.calibration.is_some() {
        let (first, pixels) = source.first()?;
        options.grid = place(board, pixels).map_err(|e| e.in_photo(&first))?;
    }
    set_search(&mut options.search, arguments, 64);
    let recorder = Recorder::new(options, source.recorder_options(arguments, LAG))?;
    source.record(recorder, arguments)
}

/// The grid from given corners or a calibration file.
pub(super) fn place(board: &BoardArguments, photo: (u32, u32)) -> Result<Option<Grid>, Error> {
    if board.corners.is_some() && board.size.is_none() {
        return Err(Error::Needs {
            option: "--corners",
            needed: "--size, the number of lines a side",
        });
    }
    known_grid(board, usize::from(board.size.unwrap_or(USUAL)), photo)
}

pub(super) fn locate(arguments: &LocateArguments) -> Result<ExitCode, Error> {
    let path = &arguments.photo;
    let photo = photos::open(path, &Limits::default())?;
    let size = arguments.board.size.map(usize::from);
    let (grid, confidence) =
        match place(&arguments.board, photo.dimensions()).map_err(|e| e.in_photo(path))? {
            Some(grid) => (grid.resized(photo.dimensions()), 1.0),
            None => {
                let found = go::locate(&photo, size).map_err(|e| e.in_photo(path))?;
                if let Some(folder) = &arguments.debug {
                    make_folder(folder)?;
                    let edges = debug::ridges(&photo, &found.trace);
                    save_step(folder, 0, arguments.existing, &edges)?;
                    let lines = debug::lines(&photo, &found.trace);
                    save_step(folder, 1, arguments.existing, &lines)?;
                }
                (found.grid, found.confidence)
            }
        };
    let what = format!("a board of {} × {} lines", grid.cols, grid.rows);
    answer::located(arguments, &photo, &grid, confidence, &what)
}

pub(super) fn read(arguments: &ReadArguments) -> Result<ExitCode, Error> {
    let (path, board) = (&arguments.photo, &arguments.board);
    let single = SinglePhoto::open(path)?;
    let photo = &single.photo;
    let grid = place(board, photo.dimensions()).map_err(|e| e.in_photo(path))?;
    let reading = go::read(photo, board.size.map(usize::from), grid.as_ref());
    if let (Some(out), Ok(reading)) = (&arguments.out, &reading) {
        let record = reading.record().map_err(|e| e.in_photo(path))?;
        write(out, record.write())?;
    }
    single.answer(reading, arguments.json)
}

/// The position in a photo as a record; hidden points count as empty and are reported.
pub(super) fn photographed(path: &Path) -> Result<Record, Error> {
    let photo = photos::open(path, &Limits::default())?;
    let reading = go::read(&photo, None, None).map_err(|e| e.in_photo(path))?;
    for warning in &reading.warnings {
        output::warn(format_args!("{}: {warning}", path.display()));
    }
    if reading.hidden() > 0 {
        let hidden = counted(reading.hidden(), "points");
        output::warn(format_args!("{hidden} not visible, counted as empty"));
    }
    Ok(reading.record().map_err(|e| e.in_photo(path))?)
}

pub(super) fn render(arguments: &RenderArguments) -> Result<ExitCode, Error> {
    let RenderArguments {
        out, seed, count, ..
    } = arguments;
    let record = chosen(&arguments.record, arguments.game_number, go::choose_record)?;
    warn_of_misread(&arguments.record, &record);
    let scene = match &arguments.scene {
        Some(path) => board_sim::Scene::from_toml(&read_text(path)?)?,
        None => board_sim::Scene::default(),
    };
    let render =
        |tell: answer::Rendering<'_>| replay::go::render(&record, &scene, *count, *seed, out, tell);
    answer::rendered(arguments, &answer::rendering(render)?, scene.to_toml())
}

/// The names of a record's moves, for comparison.
pub(super) fn named_moves(path: &Path, number: Option<usize>) -> Result<Vec<String>, Error> {
    Ok(go::named_moves(&chosen(path, number, go::choose_record)?))
}

pub(super) fn demo(out: &Path, seed: u64) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    make_folder(out)?;
    let truth_path = out.join("truth.sgf");
    write(&truth_path, replay::go::DEMO_GAME)?;
    let truth = go::read_record(&truth_path)?;
    let scene = board_sim::Scene::default();
    let folder = out.join("photos");
    let photos =
        answer::rendering(|tell| replay::go::render(&truth, &scene, None, seed, &folder, tell))?;
    let game = stages(|tell| go::record(&photos, &Options::default(), tell))?;
    let record_path = out.join("game.sgf");
    write(&record_path, game.record.write())?;
    let found = comparing::moves(&go::named_moves(&game.record), &go::named_moves(&truth));
    let title = format!(
        "{} – {}, {}",
        truth.info.black, truth.info.white, truth.info.date
    );
    let report_path = out.join("report.html");
    let report = Report::new(&game, &title, &[found.sentence()]);
    write(&report_path, report.to_html())?;
    output::warnings(&game.warnings);
    let hands = 100.0 * scene.hands.share;
    say!(
        "{title}: {} moves as {} photos, a hand in {hands:.0} % of them",
        truth.moves.len(),
        photos.len()
    );
    let code = answer::compared(&found);
    say!("record: {}", record_path.display());
    say!("report: {} (open it in a browser)", report_path.display());
    say!("{:.0} s", begin.elapsed().as_secs_f64());
    Ok(code)
}
