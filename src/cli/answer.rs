//! Answers of the commands, printed and written, for all games.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use board_geom::{Calibration, Grid, ViewLayout, debug};
use sequence_search::{EndKind, Ply, Proof};
use serde_json::{Value, json};

use super::arguments::{LocateArguments, RecordOptions, RenderArguments};
use super::files::{make_folder, numbered, save_picture, save_step, vacant, write};
use super::output_files::OutputFiles;
use super::progress::bar;
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::compare as comparing;
use crate::photos::PhotoList;
use crate::recording::{Notation, Recording, name_for};
use crate::report::{Drawn, Report};
use crate::wording::counted;

/// The exit code of a finished command: 1 if there are warnings or differences.
pub(super) fn done(well: bool) -> ExitCode {
    match well {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    }
}

/// Writes all files of `record` and prints its answer.
pub(super) fn recorded<P: Drawn>(
    game: &Recording<P>,
    list: &PhotoList,
    arguments: &RecordOptions,
) -> Result<ExitCode, Error> {
    let mut written = OutputFiles::new(arguments.existing);
    let records = write_files(game, arguments, &mut written);
    let revisions = revisions(game);
    if arguments.json {
        let answer = as_json(
            game,
            list,
            arguments,
            revisions.as_ref(),
            &records,
            &written,
        );
        say!("{answer}");
    } else {
        print(game, list, revisions, &records);
    }
    match written.done(arguments.json) {
        true => {
            let mut games = [game].into_iter().chain(&game.later);
            Ok(done(games.all(|game| game.warnings.is_empty())))
        }
        false => Ok(ExitCode::from(2)),
    }
}

/// Writes the records, the calibration and the report; returns the record of each game, one after the other.
fn write_files<P: Drawn>(
    game: &Recording<P>,
    arguments: &RecordOptions,
    written: &mut OutputFiles,
) -> Vec<PathBuf> {
    let out = &arguments.out;
    written.record(out, P::write(&game.record));
    let mut records = vec![out.clone()];
    for (i, later) in game.later.iter().enumerate() {
        let path = numbered(out, "", i + 2);
        records.push(written.another(&path, P::write(&later.record)));
    }
    let others = game.other_records();
    let wanted = usize::from(arguments.n_best) - 1;
    for (i, (_, record)) in others.iter().take(wanted).enumerate() {
        let path = numbered(out, "alternative-", i + 2);
        written.another(&path, P::write(record));
    }
    if let Some(path) = &arguments.save_calibration {
        let calibration = Calibration::from(&game.grids[0]);
        let calibration = calibration.of_game(arguments.board.game.name());
        written.beside(path, calibration.to_json());
    }
    if let Some(path) = &arguments.report {
        let title = format!("Recorded game: {}", out.display());
        written.beside(path, Report::new(game, &title, &[]).to_html());
    }
    records
}

/// The answer of `record` as JSON.
fn as_json<P: Drawn>(
    game: &Recording<P>,
    list: &PhotoList,
    arguments: &RecordOptions,
    revisions: Option<&Revisions>,
    records: &[PathBuf],
    written: &OutputFiles,
) -> Value {
    let others = game.other_records().into_iter();
    let others = others.map(|(nats, record)| json!({ "nats": nats, "moves": P::names(&record) }));
    let later = game.later.iter().enumerate().map(|(i, later)| {
        json!({
            "moves": moves(later),
            "end": end(later),
            "warnings": later.warnings,
            "record": records[i + 1].display().to_string(),
        })
    });
    json!({
        "size": game.start.board().cols(),
        "photos": game.photos.len(),
        "moves": moves(game),
        "end": end(game),
        "later": later.collect::<Vec<_>>(),
        "live": revisions.map(|found| json!({
            "settled": found.settled, "right": found.right, "differences": found.differences,
        })),
        "proven": game.decoded.proof == Proof::Optimal,
        "others": others.collect::<Vec<_>>(),
        "warnings": game.warnings,
        "ignored": list.ignored,
        "note": list.note,
        "record": arguments.out.display().to_string(),
        "unwritten": written.failures(),
    })
}

/// Prints the answer of `record` as text.
fn print<P: Drawn>(
    game: &Recording<P>,
    list: &PhotoList,
    revisions: Option<Revisions>,
    records: &[PathBuf],
) {
    if !list.ignored.is_empty() {
        output::note(format_args!(
            "ignored files that are not photos: {}",
            some(&list.ignored)
        ));
    }
    let board = game.start.board();
    let games = [game].into_iter().chain(&game.later);
    for (game, record) in games.zip(records) {
        output::warnings(&game.warnings);
        if output::is_quiet() {
            continue;
        }
        let moves = counted(game.decoded.plies.len(), P::MOVES);
        let photos = counted(game.decoded.frames(), "photos");
        say!("{moves} from {photos} on {board}: {}", record.display());
    }
    if let Some(found) = revisions.filter(|_| !output::is_quiet()) {
        say!(
            "live: {} of {} moves as in the record",
            found.right,
            found.settled
        );
        for difference in &found.differences {
            say!("  {difference}");
        }
    }
}

/// The differences of the record from the moves settled while photos arrived.
struct Revisions {
    settled: usize,
    right: usize,
    differences: Vec<comparing::Difference<String>>,
}

fn revisions<P: Drawn>(game: &Recording<P>) -> Option<Revisions> {
    let settled = game.settled.as_ref()?;
    let records = [game].into_iter().chain(&game.later);
    let recorded: Vec<Vec<String>> = records.map(moves_of).collect();
    let games = settled.len().max(recorded.len());
    let mut all = Revisions {
        settled: settled.iter().map(Vec::len).sum(),
        right: 0,
        differences: Vec::new(),
    };
    for game in 0..games {
        let of = |games: &[Vec<String>]| games.get(game).cloned().unwrap_or_default();
        let found = comparing::moves(&of(settled), &of(&recorded));
        all.right += found.right;
        all.differences.extend(found.differences);
    }
    Some(all)
}

/// The names of the moves of a recording.
fn moves_of<P: Drawn>(game: &Recording<P>) -> Vec<String> {
    let mut names = Vec::new();
    game.visit_plies(|position, ply| names.push(name_for(position, ply.side, ply.mv)));
    names
}

/// How a game ended before its last photo, and at which.
fn end<P: Notation>(game: &Recording<P>) -> Value {
    let Some(end) = game.decoded.end else {
        return Value::Null;
    };
    let photo = game.photos.get(end.frame);
    let kind = match end.kind {
        EndKind::Cleared => "cleared",
        EndKind::SetUp => "set up",
        _ => "lost",
    };
    json!({ "photo": photo.map(|photo| photo.display().to_string()), "kind": kind })
}

/// The names of the first few files, and how many more there are.
fn some(paths: &[PathBuf]) -> String {
    const FEW: usize = 3;
    let names = paths.iter().take(FEW);
    let names: Vec<_> = names.map(|path| path.display().to_string()).collect();
    match paths.len().saturating_sub(FEW) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// The moves of a game with photos, confidence and alternatives, as JSON.
fn moves<P: Notation>(game: &Recording<P>) -> Vec<Value> {
    let mut moves = Vec::with_capacity(game.decoded.plies.len());
    game.visit_plies(|position, ply: &Ply<P::Move>| {
        let named = |side, mv| {
            let name = name_for(position, side, mv);
            let mut named = json!({ "side": side.to_string(), "move": name });
            if let Some((notation, code)) = P::code(mv) {
                named[notation] = code.into();
            }
            named
        };
        let alternatives = ply.rivals.iter().map(|other| {
            let mut named = named(other.side, other.mv);
            named["share"] = other.posterior.into();
            named
        });
        let mut made = named(ply.side, ply.mv);
        let photo = game.photos.get(ply.frame);
        made["photo"] = photo.map(|p| p.display().to_string()).into();
        made["confidence"] = P::confidence(ply).into();
        made["alternatives"] = alternatives.collect();
        moves.push(made);
    });
    moves
}

/// Writes the pictures of `locate` and prints its answer.
pub(super) fn located(
    arguments: &LocateArguments,
    photo: &image::RgbImage,
    grid: &Grid,
    confidence: f64,
    what: &str,
) -> Result<ExitCode, Error> {
    if let Some(path) = &arguments.overlay {
        save_picture(path, &debug::overlay(photo, grid))?;
    }
    if let Some(folder) = &arguments.debug {
        make_folder(folder)?;
        save_step(folder, 2, arguments.existing, &debug::overlay(photo, grid))?;
        let layout = ViewLayout::new(grid.cols, grid.rows, 24.0);
        let view = grid.rectify(photo, layout);
        save_step(folder, 3, arguments.existing, &view.image)?;
    }
    if let Some(path) = &arguments.save_calibration {
        let calibration = Calibration::from(grid);
        write(
            path,
            calibration.of_game(arguments.board.game.name()).to_json(),
        )?;
    }
    let corners = grid.corners();
    let corners = corners.map(|c| c.map(|v| (v * 100.0).round() / 100.0));
    if arguments.json {
        let answer = json!({
            "size": grid.cols,
            "corners_px": corners,
            "k1": grid.lens.k1,
            "confidence": confidence,
        });
        say!("{answer}");
        return Ok(ExitCode::SUCCESS);
    }
    say!("{what}, confidence {confidence:.2}");
    let names = ["top-left", "top-right", "bottom-right", "bottom-left"];
    for (name, [x, y]) in names.iter().zip(corners) {
        say!("{name:>12}: {x:.1}, {y:.1}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Callback for the progress of rendering: photos done, photos in all.
pub(super) type Rendering<'a> = &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);

/// Renders photos with a progress bar.
pub(super) fn rendering(
    render: impl FnOnce(Rendering<'_>) -> Result<Vec<PathBuf>, crate::replay::Error>,
) -> Result<Vec<PathBuf>, Error> {
    let bar = bar("rendering");
    let photos = render(&|done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    Ok(photos)
}

/// Prints the answer of `render`, and writes the scene beside the photos.
pub(super) fn rendered(
    arguments: &RenderArguments,
    photos: &[PathBuf],
    scene: String,
) -> Result<ExitCode, Error> {
    let path = vacant(&arguments.out.join("scene.toml"), arguments.existing);
    write(&path, scene)?;
    let photos = counted(photos.len(), "photos");
    say!("{photos} in {}", arguments.out.display());
    Ok(ExitCode::SUCCESS)
}

/// Prints the differences of a game from the truth.
pub(super) fn compared(found: &comparing::Comparison<String>) -> ExitCode {
    say!("{}", found.sentence());
    for difference in &found.differences {
        say!("  {difference}");
    }
    done(found.differences.is_empty())
}
