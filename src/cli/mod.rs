//! Arguments and the commands.

mod go;
mod progress;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kibitzer::photos::Order;

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
    Record {
        /// Folders, patterns or files
        #[arg(required = true)]
        photos: Vec<PathBuf>,
        /// The game record to write
        #[arg(short, long)]
        out: PathBuf,
        /// Write an HTML report too
        #[arg(long)]
        report: Option<PathBuf>,
        /// In which order the photos were taken
        #[arg(long, value_enum, default_value_t = By::Name)]
        order: By,
        /// How the most likely game is searched for
        #[arg(long, value_enum, default_value_t = Decoder::Exact)]
        decoder: Decoder,
        /// Also write so many of the next best games, beside the record as NAME-2.sgf, NAME-3.sgf, …
        #[arg(long, default_value_t = 1, value_name = "GAMES")]
        n_best: u8,
        /// Decide on every move this many photos after it first shows, as if they came one by one
        #[arg(long, value_name = "PHOTOS")]
        lag: Option<u16>,
        /// Write where the board was found, for later use with --calibration
        #[arg(long)]
        save_calibration: Option<PathBuf>,
        #[command(flatten)]
        board: BoardArguments,
        /// Answer as JSON
        #[arg(long)]
        json: bool,
    },
    /// Find the board in a photo
    Locate {
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
    },
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
    Render {
        /// The record (SGF)
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
        /// Number of photos
        #[arg(long)]
        photos: Option<usize>,
    },
    /// Compare a record with the truth, move by move
    Compare {
        /// The record
        record: PathBuf,
        /// The truth
        truth: PathBuf,
        /// Answer as JSON
        #[arg(long)]
        json: bool,
    },
}

/// What is known about the board.
#[derive(Args)]
struct BoardArguments {
    /// The game
    #[arg(long, value_enum, default_value_t = Game::Go)]
    game: Game,
    /// Lines a side; found out if not given
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: Option<u8>,
    /// Calibration file with the place of the board
    #[arg(long, conflicts_with = "corners")]
    calibration: Option<PathBuf>,
    /// Outermost grid points in pixels, clockwise from the first: x,y x,y x,y x,y (needs --size)
    #[arg(long, num_args = 4, value_name = "X,Y", value_parser = pixel, requires = "size", allow_negative_numbers = true)]
    corners: Option<Vec<[f64; 2]>>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Game {
    /// Go, any size up to 25
    Go,
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
        Command::Record {
            photos,
            out,
            report,
            order,
            decoder,
            n_best,
            lag,
            save_calibration,
            board,
            json,
        } => {
            let files = go::Files {
                out,
                report,
                save_calibration,
            };
            let search = go::SearchArguments {
                decoder,
                n_best: usize::from(n_best.max(1)),
                lag: lag.map(usize::from),
            };
            go::record(&photos, order.into(), &search, &board, &files, json)
        }
        Command::Locate {
            photo,
            overlay,
            debug,
            save_calibration,
            board,
            json,
        } => go::locate(
            &photo,
            overlay.as_deref(),
            debug.as_deref(),
            save_calibration.as_deref(),
            &board,
            json,
        ),
        Command::Read { photo, board, json } => go::read(&photo, &board, json),
        Command::Render {
            record,
            out,
            seed,
            scene,
            photos,
        } => go::render(&record, &out, seed, scene.as_deref(), photos),
        Command::Compare {
            record,
            truth,
            json,
        } => go::compare(&record, &truth, json),
    }
}
