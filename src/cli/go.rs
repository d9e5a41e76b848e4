//! The commands for Go.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use board_geom::{Calibration, Grid, debug};
use kibitzer::go::{Options, Recording};
use kibitzer::photos::{self, Limits};
use kibitzer::report::Report;
use kibitzer::{Error, compare as comparing, go, simulate};
use sequence_search::{Proof, Settings};
use serde_json::json;

use super::files::{make_folder, numbered, read_text, save_picture, write};
use super::progress::{bar, stages};
use super::{
    BoardArguments, Decoder, LocateArguments, RecordArguments, RenderArguments, known_grid,
    print_rows, tell_place,
};

/// Lines a side where nothing is said.
const USUAL: u8 = 19;

/// Options that only chess has.
fn refuse(arguments: &RecordArguments) -> Result<(), Error> {
    let given = [
        ("--fen", arguments.fen.is_some()),
        ("--fix", !arguments.fix.is_empty()),
        ("--rectified", arguments.board.rectified),
        ("--white", arguments.board.white.is_some()),
    ];
    match given.into_iter().find(|g| g.1) {
        Some((option, _)) => Err(Error::Option { option, game: "Go" }),
        None => Ok(()),
    }
}

pub(super) fn record(arguments: &RecordArguments) -> Result<ExitCode, Error> {
    refuse(arguments)?;
    let RecordArguments { board, json, .. } = arguments;
    let list = photos::collect(&arguments.photos, arguments.order.into())?;
    let mut options = Options {
        size: board.size.map(usize::from),
        ..Options::default()
    };
    if board.corners.is_some() || board.calibration.is_some() {
        let first = photos::open(&list.paths[0], &Limits::default())?;
        options.grid = place(board, first.dimensions())?;
    }
    let n_best = usize::from(arguments.n_best);
    options.lag = arguments.lag.map(usize::from);
    options.search.n_best = options.search.n_best.max(n_best);
    options.search.method = match arguments.decoder {
        Decoder::Exact => options.search.method,
        Decoder::Beam => Settings::beam(64).method,
        Decoder::Paper => Settings::paper().method,
    };
    let game = record_with_bars(&list.paths, &options)?;
    let out = &arguments.out;
    write(out, game.record.write())?;
    let others = game.other_records();
    for (i, (_, record)) in others.iter().take(n_best - 1).enumerate() {
        write(&numbered(out, i + 2), record.write())?;
    }
    if let Some(path) = &arguments.save_calibration {
        write(path, Calibration::from(&game.grids[0]).to_json())?;
    }
    if let Some(path) = &arguments.report {
        let title = format!("Recorded game: {}", out.display());
        write(path, Report::of(&game, &title, &[]).to_html())?;
    }
    if !list.ignored.is_empty() && !*json {
        eprintln!(
            "note: {} files that are no photos were passed over",
            list.ignored.len()
        );
    }
    tell(&game, out, *json);
    Ok(if game.warnings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// Corners given by hand or from a file.
fn place(board: &BoardArguments, photo: (u32, u32)) -> Result<Option<Grid>, Error> {
    if board.corners.is_some() && board.size.is_none() {
        let reason = "--corners needs --size, the number of lines a side".to_owned();
        return Err(Error::Size { reason });
    }
    known_grid(board, usize::from(board.size.unwrap_or(USUAL)), photo)
}

fn record_with_bars(paths: &[PathBuf], options: &Options) -> Result<Recording, Error> {
    stages(|tell| go::record(paths, options, tell))
}

fn tell(game: &Recording, out: &Path, json: bool) {
    let size = game.record.size;
    if json {
        let moves: Vec<_> = game
            .decoded
            .plies
            .iter()
            .map(|ply| {
                json!({
                    "side": ply.side.to_string(),
                    "move": size.gtp(ply.mv),
                    "photo": game.photos.get(ply.frame).map(|p| p.display().to_string()),
                    "confidence": ply.confidence,
                    "rivals": ply.rivals.iter().map(|rival| json!({
                        "side": rival.side.to_string(),
                        "move": size.gtp(rival.mv),
                        "share": rival.posterior,
                    })).collect::<Vec<_>>(),
                })
            })
            .collect();
        let others: Vec<_> = game
            .other_records()
            .iter()
            .map(|(nats, record)| json!({ "nats": nats, "moves": go::named_moves(record) }))
            .collect();
        let answer = json!({
            "size": size.cols(),
            "photos": game.photos.len(),
            "moves": moves,
            "proven": game.decoded.proof == Proof::Optimal,
            "others": others,
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
        "{} moves from {} photos on {} × {} lines: {}",
        game.record.moves.len(),
        game.photos.len(),
        size.cols(),
        size.rows(),
        out.display()
    );
}

pub(super) fn locate(arguments: &LocateArguments) -> Result<ExitCode, Error> {
    let path = &arguments.photo;
    let photo = photos::open(path, &Limits::default())?;
    let size = arguments.board.size.map(usize::from);
    let (grid, confidence) = match place(&arguments.board, photo.dimensions())? {
        Some(grid) => (grid.resized(photo.dimensions()), 1.0),
        None => {
            let found = go::locate(&photo, size).map_err(|e| e.in_photo(path))?;
            if let Some(folder) = &arguments.debug {
                make_folder(folder)?;
                let edges = debug::ridges(&photo, &found.trace);
                save_picture(&folder.join("1-edges.png"), &edges)?;
                let lines = debug::lines(&photo, &found.trace);
                save_picture(&folder.join("2-lines.png"), &lines)?;
            }
            (found.grid, found.confidence)
        }
    };
    let what = format!("a board of {} × {} lines", grid.cols, grid.rows);
    tell_place(arguments, &photo, &grid, confidence, &what)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn read(path: &Path, board: &BoardArguments, json: bool) -> Result<ExitCode, Error> {
    let photo = photos::open(path, &Limits::default())?;
    let grid = place(board, photo.dimensions())?;
    let reading = go::read(&photo, board.size.map(usize::from), grid.as_ref())
        .map_err(|e| e.in_photo(path))?;
    if json {
        println!("{}", serde_json::to_string(&reading).unwrap_or_default());
    } else {
        print_rows(&reading.rows);
        println!("confidence {:.2}", reading.confidence);
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn render(arguments: &RenderArguments) -> Result<ExitCode, Error> {
    let RenderArguments { out, seed, .. } = arguments;
    let record = go::read_record(&arguments.record)?;
    let scene = match &arguments.scene {
        Some(path) => board_sim::Scene::from_toml(&read_text(path)?)?,
        None => board_sim::Scene::default(),
    };
    let bar = bar("rendering");
    let written = simulate::render(&record, &scene, arguments.photos, *seed, out, |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    write(&out.join("scene.toml"), scene.to_toml())?;
    println!("{} photos in {}", written.len(), out.display());
    Ok(ExitCode::SUCCESS)
}

/// The moves of a record, as records are compared.
pub(super) fn named_moves(path: &Path) -> Result<Vec<String>, Error> {
    Ok(go::named_moves(&go::read_record(path)?))
}

pub(super) fn demo(out: &Path, seed: u64) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    make_folder(out)?;
    let truth_path = out.join("truth.sgf");
    write(&truth_path, simulate::DEMO_GAME)?;
    let truth = go::read_record(&truth_path)?;
    let bar = bar("rendering");
    let scene = board_sim::Scene::default();
    let photos = simulate::render(
        &truth,
        &scene,
        None,
        seed,
        &out.join("photos"),
        |done, of| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
            ControlFlow::Continue(())
        },
    )?;
    bar.finish_and_clear();
    let game = record_with_bars(&photos, &Options::default())?;
    let record_path = out.join("game.sgf");
    write(&record_path, game.record.write())?;
    let found = comparing::moves(&go::named_moves(&game.record), &go::named_moves(&truth));
    let title = format!(
        "{} – {}, {}",
        truth.info.black, truth.info.white, truth.info.date
    );
    let report_path = out.join("report.html");
    let report = Report::of(&game, &title, &[found.sentence()]);
    write(&report_path, report.to_html())?;
    for warning in &game.warnings {
        eprintln!("warning: {warning}");
    }
    let hands = 100.0 * scene.hands.share;
    println!(
        "{title}: {} moves as {} photos, a hand in {hands:.0} % of them",
        truth.moves.len(),
        photos.len()
    );
    println!("{}", found.sentence());
    for difference in &found.differences {
        println!("  {difference}");
    }
    println!("record: {}", record_path.display());
    println!("report: {} (open it in a browser)", report_path.display());
    println!("{:.0} s", begin.elapsed().as_secs_f64());
    Ok(if found.differences.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}
