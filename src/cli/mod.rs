//! Arguments and the commands.

mod chess;
mod files;
mod go;
mod progress;
mod simulator;

use std::path::PathBuf;
use std::process::ExitCode;

use board_geom::{Calibration, Grid, ViewLayout, debug};
use clap::{Args, Parser, Subcommand, ValueEnum};
use kibitzer::chess::Fix;
use kibitzer::photos::Order;
use serde_json::json;

/// Watches a real board and writes the game down.
///
/// Exit codes: 0 all well, 1 done but with doubts or differences, 2 an error.
#[derive(Parser)]
#[command(version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Render a famous game as photos, record it, and say what was got right
    Demo {
        /// Folder for photos, record and report
        #[arg(short, long, default_value = "kibitzer-demo")]
        out: PathBuf,
        /// Seed of the simulated photos
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Record a game from photos
    Record(RecordArguments),
    /// Find the board in a photo
    Locate(LocateArguments),
    /// Read the position in a photo
    Read {
        /// The photo
        photo: PathBuf,
        #[command(flatten)]
        board: BoardArguments,
        /// Answer as JSON
        #[arg(long)]
        json: bool,
    },
    /// Render a record as photos of a board
    Render(RenderArguments),
    /// Compare a record with the truth, move by move
    Compare {
        /// The record (SGF or PGN)
        record: PathBuf,
        /// The truth
        truth: PathBuf,
        /// Answer as JSON
        #[arg(long)]
        json: bool,
    },
    /// Replay games of chess as photos, record them from those, and sum up what was got right
    BenchSimulator(SimulatorArguments),
}

#[derive(Args)]
struct RecordArguments {
    /// Folders, patterns or files
    #[arg(required = true)]
    photos: Vec<PathBuf>,
    /// The game record to write
    #[arg(short, long)]
    out: PathBuf,
    /// Write an HTML report too: photos, board, moves, doubts; needs no network
    #[arg(long)]
    report: Option<PathBuf>,
    /// In which order the photos were taken
    #[arg(long, value_enum, default_value_t = By::Name)]
    order: By,
    /// How the most likely game is searched for
    #[arg(long, value_enum, default_value_t = Decoder::Exact)]
    decoder: Decoder,
    /// Also write so many of the next best games, beside the record as NAME-2, NAME-3, …
    #[arg(long, default_value_t = 1, value_name = "GAMES", value_parser = clap::value_parser!(u8).range(1..))]
    n_best: u8,
    /// Go: decide on every move this many photos after it first shows, as if they came one by one
    #[arg(long, value_name = "PHOTOS")]
    lag: Option<u16>,
    /// Chess: the position the game starts from
    #[arg(long)]
    fen: Option<String>,
    /// Chess: a move that was certainly played, or not: "23. Qf3", "23... Qf6", "23. not Qf3"
    #[arg(long, value_name = "MOVE")]
    fix: Vec<Fix>,
    /// Write where the board was found, for later use with --calibration
    #[arg(long)]
    save_calibration: Option<PathBuf>,
    #[command(flatten)]
    board: BoardArguments,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct LocateArguments {
    /// The photo
    photo: PathBuf,
    /// Write the photo with the grid drawn over it
    #[arg(long)]
    overlay: Option<PathBuf>,
    /// Write pictures of every step into this folder: edges, lines, grid, rectified view
    #[arg(long)]
    debug: Option<PathBuf>,
    /// Write where the board was found, for later use with --calibration
    #[arg(long)]
    save_calibration: Option<PathBuf>,
    #[command(flatten)]
    board: BoardArguments,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct RenderArguments {
    /// The record (SGF or PGN)
    record: PathBuf,
    /// Folder for the photos
    #[arg(short, long)]
    out: PathBuf,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Scene file (TOML); the default scene if not given
    #[arg(long)]
    scene: Option<PathBuf>,
    /// Go: number of photos
    #[arg(long)]
    photos: Option<usize>,
}

#[derive(Args)]
struct SimulatorArguments {
    /// Games (PGN); five famous ones if not given
    games: Vec<PathBuf>,
    /// How the photos look
    #[arg(long, value_enum, default_value_t = Mode::Clean)]
    mode: Mode,
    /// Seed of everything random; every game has its own scene drawn from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Replay only the first so many games
    #[arg(long)]
    first: Option<usize>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Mode {
    /// A photo of every ply, steady light and camera, nobody in the way
    Clean,
    /// Tilted camera, noise, drift, hands, pieces off their centres, a photo every one to three plies
    Hard,
}

/// What is known about the board.
#[derive(Args)]
struct BoardArguments {
    /// The game
    #[arg(long, value_enum, default_value_t = Game::Go)]
    game: Game,
    /// Go: lines a side; found out if not given
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: Option<u8>,
    /// Calibration file with the place of the board
    #[arg(long, conflicts_with = "corners")]
    calibration: Option<PathBuf>,
    /// Corners in pixels, clockwise from any: x,y x,y x,y x,y. Go: the outermost grid points (needs
    /// --size); chess: where the outermost squares end
    #[arg(long, num_args = 4, value_name = "X,Y", value_parser = pixel, allow_negative_numbers = true)]
    corners: Option<Vec<[f64; 2]>>,
    /// Chess: the photos are cropped to the board and rectified
    #[arg(long, conflicts_with_all = ["corners", "calibration"])]
    rectified: bool,
    /// Chess: on which side of the picture White sits; found out if not given
    #[arg(long, value_enum)]
    white: Option<Side>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Game {
    /// Go, any size up to 25
    Go,
    /// Chess
    Chess,
}

/// A side of the picture.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Side {
    Bottom,
    Left,
    Top,
    Right,
}

/// The game a record file is of, by its extension.
fn game_of(record: &std::path::Path) -> Game {
    match record.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("pgn") => Game::Chess,
        _ => Game::Go,
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum By {
    /// File name, numbers by value
    Name,
    /// Time in the photos' EXIF data
    Time,
    /// As given
    Given,
}

impl From<By> for Order {
    fn from(by: By) -> Self {
        match by {
            By::Name => Order::Name,
            By::Time => Order::ExifTime,
            By::Given => Order::Given,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Decoder {
    /// The whole series, until the best game is proven or the limit reached
    Exact,
    /// The whole series in one sweep: quicker, without a proof
    Beam,
    /// A* in windows of 20 photos, as in the paper of 2008; slow
    Paper,
}

fn pixel(text: &str) -> Result<[f64; 2], String> {
    let fail = || format!("{text:?} is not a pixel such as 120.5,88");
    let (x, y) = text.split_once(',').ok_or_else(fail)?;
    let number = |t: &str| {
        t.trim()
            .parse::<f64>()
            .ok()
            .filter(|v| v.is_finite())
            .ok_or_else(fail)
    };
    Ok([number(x)?, number(y)?])
}

/// Runs a command.
pub(crate) fn run(arguments: Arguments) -> Result<ExitCode, kibitzer::Error> {
    match arguments.command {
        Command::Demo { out, seed } => go::demo(&out, seed),
        Command::Record(arguments) => match arguments.board.game {
            Game::Go => go::record(&arguments),
            Game::Chess => chess::record(&arguments),
        },
        Command::Locate(arguments) => match arguments.board.game {
            Game::Go => go::locate(&arguments),
            Game::Chess => chess::locate(&arguments),
        },
        Command::Read { photo, board, json } => match board.game {
            Game::Go => go::read(&photo, &board, json),
            Game::Chess => chess::read(&photo, &board, json),
        },
        Command::Render(arguments) => match game_of(&arguments.record) {
            Game::Go => go::render(&arguments),
            Game::Chess => chess::render(&arguments),
        },
        Command::Compare {
            record,
            truth,
            json,
        } => {
            let names = match game_of(&record) {
                Game::Go => go::named_moves,
                Game::Chess => chess::named_moves,
            };
            compare(&names(&record)?, &names(&truth)?, json)
        }
        Command::BenchSimulator(arguments) => simulator::run(&arguments),
    }
}

/// Prints how two games differ.
fn compare(record: &[String], truth: &[String], json: bool) -> Result<ExitCode, kibitzer::Error> {
    let found = kibitzer::compare::moves(record, truth);
    if json {
        println!("{}", serde_json::to_string(&found).unwrap_or_default());
    } else {
        println!("{}", found.sentence());
        for difference in &found.differences {
            println!("  {difference}");
        }
    }
    Ok(match found.differences.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

/// What is known of the place of the board from a calibration file or from corners given by hand;
/// `lines` a side.
fn known_grid(
    board: &BoardArguments,
    lines: usize,
    photo: (u32, u32),
) -> Result<Option<Grid>, kibitzer::Error> {
    if let Some(path) = &board.calibration {
        let calibration = Calibration::from_json(&files::read_text(path)?)
            .and_then(|c| c.grid())
            .map_err(|error| kibitzer::Error::NoBoard {
                path: Some(path.clone()),
                error,
            })?;
        return Ok(Some(calibration));
    }
    let Some(corners) = &board.corners else {
        return Ok(None);
    };
    let corners = std::array::from_fn(|i| corners[i]);
    Ok(Some(Grid::from_corners(corners, lines, lines, photo)?))
}

/// Prints a position, a letter a point.
fn print_rows(rows: &[String]) {
    for row in rows {
        let spaced: String = row.chars().flat_map(|c| [c, ' ']).collect();
        println!("{}", spaced.trim_end());
    }
}

/// Pictures and answer of a `locate`.
fn tell_place(
    arguments: &LocateArguments,
    photo: &image::RgbImage,
    grid: &Grid,
    confidence: f64,
    what: &str,
) -> Result<(), kibitzer::Error> {
    if let Some(path) = &arguments.overlay {
        files::save_picture(path, &debug::overlay(photo, grid))?;
    }
    if let Some(folder) = &arguments.debug {
        files::make_folder(folder)?;
        files::save_picture(&folder.join("3-grid.png"), &debug::overlay(photo, grid))?;
        let layout = ViewLayout::new(grid.cols, grid.rows, 24.0);
        let view = grid.rectify(photo, layout);
        files::save_picture(&folder.join("4-rectified.png"), &view.image)?;
    }
    if let Some(path) = &arguments.save_calibration {
        files::write(path, Calibration::from(grid).to_json())?;
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
        println!("{answer}");
        return Ok(());
    }
    println!("{what}, confidence {confidence:.2}");
    let names = ["top-left", "top-right", "bottom-right", "bottom-left"];
    for (name, [x, y]) in names.iter().zip(corners) {
        println!("{name:>12}: {x:.1}, {y:.1}");
    }
    Ok(())
}
