//! The commands for chess.

use std::path::Path;
use std::process::ExitCode;

use board_geom::Calibration;
use chess_rules::Position;
use kibitzer::chess::{self, Options, Place, Recording};
use kibitzer::photos::{self, Limits};
use kibitzer::report::Report;
use kibitzer::{Error, chess_simulator};
use sequence_search::{Proof, Settings};
use serde_json::json;

use super::files::{numbered, read_text, write};
use super::progress::{bar, stages};
use super::{
    BoardArguments, Decoder, LocateArguments, RecordArguments, RenderArguments, Side, known_grid,
    print_rows, tell_place,
};

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

fn options(arguments: &RecordArguments, photo: (u32, u32)) -> Result<Options, Error> {
    let mut options = Options {
        place: place(&arguments.board, photo)?,
        turn: arguments.board.white.map(turn),
        ..Options::default()
    };
    if let Some(fen) = &arguments.fen {
        options.start = Position::from_fen(fen).map_err(|error| Error::Start {
            reason: error.to_string(),
        })?;
    }
    options.fixes.clone_from(&arguments.fix);
    let search = &mut options.search;
    search.n_best = usize::from(arguments.n_best);
    search.method = match arguments.decoder {
        Decoder::Exact => search.method,
        Decoder::Beam => Settings::beam(300).method,
        Decoder::Paper => Settings::paper().method,
    };
    Ok(options)
}

/// Options that only Go has.
fn refuse(arguments: &RecordArguments) -> Result<(), Error> {
    let given = [
        ("--lag", arguments.lag.is_some()),
        ("--size", arguments.board.size.is_some()),
    ];
    match given.into_iter().find(|g| g.1) {
        Some((option, _)) => Err(Error::Option {
            option,
            game: "chess",
        }),
        None => Ok(()),
    }
}

pub(super) fn record(arguments: &RecordArguments) -> Result<ExitCode, Error> {
    refuse(arguments)?;
    let list = photos::collect(&arguments.photos, arguments.order.into())?;
    let first = photos::open(&list.paths[0], &Limits::default())?;
    let options = options(arguments, first.dimensions())?;
    let game = stages(|tell| chess::record(&list.paths, &options, tell))?;
    write(&arguments.out, game.record.write())?;
    let others = game.other_records().into_iter();
    for (i, (_, record)) in others.take(usize::from(arguments.n_best) - 1).enumerate() {
        write(&numbered(&arguments.out, i + 2), record.write())?;
    }
    if let Some(path) = &arguments.save_calibration {
        write(path, Calibration::from(&game.grids[0]).to_json())?;
    }
    if let Some(path) = &arguments.report {
        let title = format!("Recorded game: {}", arguments.out.display());
        write(path, Report::of(&game, &title, &[]).to_html())?;
    }
    if !list.ignored.is_empty() && !arguments.json {
        let count = list.ignored.len();
        eprintln!("note: {count} files that are no photos were passed over");
    }
    tell(&game, &arguments.out, arguments.json);
    Ok(if game.warnings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn tell(game: &Recording, out: &Path, json: bool) {
    let sans = chess::named_moves(&game.record);
    if json {
        let moves = game.decoded.plies.iter().zip(&sans).map(|(ply, san)| {
            json!({
                "side": ply.side.to_string(),
                "move": san,
                "uci": ply.mv.to_string(),
                "photo": game.photos.get(ply.frame).map(|p| p.display().to_string()),
                "confidence": ply.posterior,
                "rivals": ply.rivals.iter().map(|rival| json!({
                    "side": rival.side.to_string(),
                    "uci": rival.mv.to_string(),
                    "share": rival.posterior,
                })).collect::<Vec<_>>(),
            })
        });
        let answer = json!({
            "photos": game.photos.len(),
            "moves": moves.collect::<Vec<_>>(),
            "proven": game.decoded.proof == Proof::Optimal,
            "warnings": game.warnings,
            "record": out.display().to_string(),
        });
        println!("{answer}");
        return;
    }
    for warning in &game.warnings {
        eprintln!("warning: {warning}");
    }
    println!(
        "{} plies from {} photos: {}",
        sans.len(),
        game.photos.len(),
        out.display()
    );
}

pub(super) fn locate(arguments: &LocateArguments) -> Result<ExitCode, Error> {
    let path = &arguments.photo;
    let photo = photos::open(path, &Limits::default())?;
    let place = place(&arguments.board, photo.dimensions())?;
    let (grid, confidence) = chess::locate(&photo, place).map_err(|e| e.in_photo(path))?;
    let what = "a board of 8 × 8 squares";
    tell_place(arguments, &photo, &grid, confidence, what)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn read(path: &Path, board: &BoardArguments, json: bool) -> Result<ExitCode, Error> {
    let photo = photos::open(path, &Limits::default())?;
    let place = place(board, photo.dimensions())?;
    let reading = chess::read(&photo, place).map_err(|e| e.in_photo(path))?;
    if json {
        println!("{}", serde_json::to_string(&reading).unwrap_or_default());
        return Ok(ExitCode::SUCCESS);
    }
    print_rows(&reading.rows);
    println!("confidence {:.2}", reading.confidence);
    Ok(ExitCode::SUCCESS)
}

pub(super) fn render(arguments: &RenderArguments) -> Result<ExitCode, Error> {
    let record = chess::read_record(&arguments.record)?;
    let scene = match &arguments.scene {
        Some(path) => board_sim::pieces::Scene::from_toml(&read_text(path)?)?,
        None => board_sim::pieces::Scene::default(),
    };
    let bar = bar("rendering");
    let out = &arguments.out;
    let written = chess_simulator::render(&record, &scene, arguments.seed, out, |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        std::ops::ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    write(&out.join("scene.toml"), scene.to_toml())?;
    println!("{} photos in {}", written.len(), out.display());
    Ok(ExitCode::SUCCESS)
}

/// The moves of a record, as records are compared.
pub(super) fn named_moves(path: &Path) -> Result<Vec<String>, Error> {
    Ok(chess::named_moves(&chess::read_record(path)?))
}
