//! The commands for Go.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use board_geom::{Calibration, Grid, ViewLayout, debug};
use kibitzer::go::{Options, Recording, Stage};
use kibitzer::photos::{self, Limits, Order};
use kibitzer::{Error, compare as comparing, go, go_report, simulate};
use sequence_search::{Proof, Settings};
use serde_json::json;

use super::progress::bar;
use super::{BoardArguments, Decoder, Game};

/// Files that `record` writes.
pub(super) struct Files {
    pub(super) out: PathBuf,
    pub(super) report: Option<PathBuf>,
    pub(super) save_calibration: Option<PathBuf>,
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Error> {
    fs::write(path, text).map_err(|source| Error::Io {
        path: path.to_owned(),
        source,
    })
}

fn read_text(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|source| Error::Io {
        path: path.to_owned(),
        source,
    })
}

/// What is known of the grid: from a calibration file or from corners given by hand.
fn known_grid(board: &BoardArguments, photo: (u32, u32)) -> Result<Option<Grid>, Error> {
    let Game::Go = board.game;
    if let Some(path) = &board.calibration {
        let calibration = Calibration::from_json(&read_text(path)?)
            .and_then(|c| c.grid())
            .map_err(|error| Error::NoBoard {
                path: Some(path.clone()),
                error,
            })?;
        return Ok(Some(calibration));
    }
    let Some(corners) = &board.corners else {
        return Ok(None);
    };
    let size = usize::from(board.size.unwrap_or(19));
    let corners = std::array::from_fn(|i| corners[i]);
    Ok(Some(Grid::from_corners(corners, size, size, photo)?))
}

/// How to search for the game.
pub(super) struct SearchArguments {
    pub(super) decoder: Decoder,
    pub(super) n_best: usize,
    pub(super) lag: Option<usize>,
}

pub(super) fn record(
    inputs: &[PathBuf],
    order: Order,
    search: &SearchArguments,
    board: &BoardArguments,
    files: &Files,
    json: bool,
) -> Result<ExitCode, Error> {
    let list = photos::collect(inputs, order)?;
    let mut options = Options {
        size: board.size.map(usize::from),
        ..Options::default()
    };
    if board.corners.is_some() || board.calibration.is_some() {
        let first = photos::open(&list.paths[0], &Limits::default())?;
        options.grid = known_grid(board, first.dimensions())?;
    }
    options.lag = search.lag;
    options.search.n_best = options.search.n_best.max(search.n_best);
    options.search.method = match search.decoder {
        Decoder::Exact => options.search.method,
        Decoder::Beam => Settings::beam(64).method,
        Decoder::Paper => Settings::paper().method,
    };
    let game = record_with_bars(&list.paths, &options)?;
    write(&files.out, game.record.write())?;
    let others = go::other_records(&game);
    for (i, (_, record)) in others.iter().take(search.n_best - 1).enumerate() {
        write(&numbered(&files.out, i + 2), record.write())?;
    }
    if let Some(path) = &files.save_calibration {
        write(path, Calibration::from(&game.grids[0]).to_json())?;
    }
    if let Some(path) = &files.report {
        let title = format!("Recorded game: {}", files.out.display());
        write(path, go_report::report(&game, &title, Vec::new()).to_html())?;
    }
    if !list.ignored.is_empty() && !json {
        eprintln!(
            "note: {} files that are no photos were passed over",
            list.ignored.len()
        );
    }
    tell(&game, &files.out, json);
    Ok(if game.warnings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// `game.sgf` → `game-2.sgf`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{number}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    path.with_file_name(name)
}

fn record_with_bars(paths: &[PathBuf], options: &Options) -> Result<Recording, Error> {
    let bars = [bar("locating"), bar("reading"), bar("searching")];
    let result = go::record(paths, options, |stage, done, of| {
        let now = stage as usize;
        bars.iter().take(now).for_each(|b| b.finish_and_clear());
        bars[now].set_length(of as u64);
        bars[now].set_position(done as u64);
        ControlFlow::Continue(())
    });
    bars[Stage::Searching as usize].finish_and_clear();
    result
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
        let others: Vec<_> = go::other_records(game)
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

pub(super) fn locate(
    path: &Path,
    overlay: Option<&Path>,
    folder: Option<&Path>,
    save_calibration: Option<&Path>,
    board: &BoardArguments,
    json: bool,
) -> Result<ExitCode, Error> {
    let photo = photos::open(path, &Limits::default())?;
    let size = board.size.map(usize::from);
    let (grid, confidence, trace) = match known_grid(board, photo.dimensions())? {
        Some(grid) => (grid.resized(photo.dimensions()), 1.0, None),
        None => {
            let found = go::locate(&photo, size).map_err(|e| e.in_photo(path))?;
            (found.grid, found.confidence, Some(found.trace))
        }
    };
    let save = |path: &Path, picture: image::RgbImage| {
        picture.save(path).map_err(|e| Error::Photo {
            path: path.to_owned(),
            reason: e.to_string(),
        })
    };
    if let Some(path) = overlay {
        save(path, debug::overlay(&photo, &grid))?;
    }
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(|source| Error::Io {
            path: folder.to_owned(),
            source,
        })?;
        if let Some(trace) = &trace {
            save(&folder.join("1-edges.png"), debug::ridges(&photo, trace))?;
            save(&folder.join("2-lines.png"), debug::lines(&photo, trace))?;
        }
        save(&folder.join("3-grid.png"), debug::overlay(&photo, &grid))?;
        let layout = ViewLayout::new(grid.cols, grid.rows, 24.0);
        save(
            &folder.join("4-rectified.png"),
            grid.rectify(&photo, layout).image,
        )?;
    }
    if let Some(path) = save_calibration {
        write(path, Calibration::from(&grid).to_json())?;
    }
    let corners = grid
        .corners()
        .map(|c| c.map(|v| (v * 100.0).round() / 100.0));
    if json {
        let answer = json!({
            "size": grid.cols,
            "corners_px": corners,
            "k1": grid.lens.k1,
            "confidence": confidence,
        });
        println!("{answer}");
    } else {
        println!(
            "a board of {} × {} lines, confidence {confidence:.2}",
            grid.cols, grid.rows
        );
        for (name, [x, y]) in ["top-left", "top-right", "bottom-right", "bottom-left"]
            .iter()
            .zip(corners)
        {
            println!("{name:>12}: {x:.1}, {y:.1}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn read(path: &Path, board: &BoardArguments, json: bool) -> Result<ExitCode, Error> {
    let photo = photos::open(path, &Limits::default())?;
    let grid = known_grid(board, photo.dimensions())?;
    let reading = go::read(&photo, board.size.map(usize::from), grid.as_ref())
        .map_err(|e| e.in_photo(path))?;
    if json {
        println!("{}", serde_json::to_string(&reading).unwrap_or_default());
    } else {
        for row in &reading.rows {
            println!(
                "{}",
                row.chars()
                    .flat_map(|c| [c, ' '])
                    .collect::<String>()
                    .trim_end()
            );
        }
        println!("confidence {:.2}", reading.confidence);
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn render(
    path: &Path,
    out: &Path,
    seed: u64,
    scene: Option<&Path>,
    photos: Option<usize>,
) -> Result<ExitCode, Error> {
    let record = go::read_record(path)?;
    let scene = match scene {
        Some(path) => board_sim::Scene::from_toml(&read_text(path)?)?,
        None => board_sim::Scene::default(),
    };
    let bar = bar("rendering");
    let written = simulate::render(&record, &scene, photos, seed, out, |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    write(&out.join("scene.toml"), scene.to_toml())?;
    println!("{} photos in {}", written.len(), out.display());
    Ok(ExitCode::SUCCESS)
}

pub(super) fn compare(record: &Path, truth: &Path, json: bool) -> Result<ExitCode, Error> {
    let (ours, theirs) = (go::read_record(record)?, go::read_record(truth)?);
    let found = comparing::moves(&go::named_moves(&ours), &go::named_moves(&theirs));
    if json {
        println!("{}", serde_json::to_string(&found).unwrap_or_default());
    } else {
        println!("{}", found.sentence());
        for difference in &found.differences {
            println!("  {difference}");
        }
    }
    Ok(if found.differences.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

pub(super) fn demo(out: &Path, seed: u64) -> Result<ExitCode, Error> {
    let begin = Instant::now();
    fs::create_dir_all(out).map_err(|source| Error::Io {
        path: out.to_owned(),
        source,
    })?;
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
    let summary = vec![found.sentence()];
    write(
        &report_path,
        go_report::report(&game, &title, summary).to_html(),
    )?;
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
