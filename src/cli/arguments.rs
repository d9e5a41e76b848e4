//! The arguments of the command line.

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use go_rules::Rules;
use kibitzer::photos::Order;
use kibitzer::pieces::Fix;

use super::info::InfoArguments;
use super::patterns::PatternsCommand;

/// Watches a real board and writes the game down.
///
/// Exit codes: 0 all well, 1 done but with doubts or differences, 2 an error.
#[derive(Parser)]
#[command(version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
    /// Say every warning, where many of a kind are one line otherwise
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    /// Say nothing but errors and answers
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
}

#[derive(Subcommand)]
pub(super) enum Command {
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
    /// Follow a game while photos of it come into a folder
    Watch(WatchArguments),
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
    /// Learn the colours of a board with coloured markers under your lamp, for use with --marked
    Calibrate(CalibrateArguments),
    /// Render a record as photos of a board
    Render(RenderArguments),
    /// Compare a record with the truth, move by move
    Compare {
        /// The record (SGF, PGN or PDN)
        record: PathBuf,
        /// The truth
        truth: PathBuf,
        /// Which game of files with several
        #[arg(long, value_name = "N", value_parser = game_number)]
        game_number: Option<usize>,
        /// Answer as JSON
        #[arg(long)]
        json: bool,
    },
    /// Draw whose the board is: territory, influence, groups, dead stones (Go)
    Territory(TerritoryArguments),
    /// Count a game of Go with the dead stones found
    Score(ScoreArguments),
    /// Patterns of Go: learn collections of games or lists of shapes, and search them
    #[command(subcommand)]
    Patterns(PatternsCommand),
    /// Say to every position what a referee would: correct moves, illegal ones and why, what to put back, who has won
    Referee(RefereeArguments),
    /// Replay games of chess or checkers as photos, record them from those, and sum up what was got right
    BenchSimulator(SimulatorArguments),
}

#[derive(Args)]
pub(super) struct RecordArguments {
    /// Folders, patterns or files
    #[arg(required = true)]
    pub(super) photos: Vec<PathBuf>,
    /// Begin with the photos and answers of a journal that `watch` wrote, in its order
    #[arg(long, value_name = "JOURNAL")]
    pub(super) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(super) how: RecordOptions,
}

#[derive(Args)]
pub(super) struct WatchArguments {
    /// The folder that photos come into
    #[arg(long, value_name = "FOLDER")]
    pub(super) source: PathBuf,
    /// End when no photo has come for so long; else Ctrl-C ends it, and writes the record
    #[arg(long, value_name = "SECONDS")]
    pub(super) idle: Option<u64>,
    /// Write what is seen and answered into this journal; if it is there already, go on from it
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,
    #[command(flatten)]
    pub(super) how: RecordOptions,
}

/// How a game is recorded.
#[derive(Args)]
pub(super) struct RecordOptions {
    /// The game record to write
    #[arg(short, long, value_parser = new_file)]
    pub(super) out: PathBuf,
    /// Write an HTML report too: photos, board, moves, doubts; needs no network
    #[arg(long, value_parser = new_file)]
    pub(super) report: Option<PathBuf>,
    /// In which order the photos were taken
    #[arg(long, value_enum, default_value_t = By::Auto)]
    pub(super) order: By,
    /// How the most likely game is searched for
    #[arg(long, value_enum, default_value_t = Decoder::Exact)]
    pub(super) decoder: Decoder,
    /// Also write so many of the next best games, beside the record as NAME-alternative-2, NAME-alternative-3, …
    #[arg(long, default_value_t = 1, value_name = "GAMES", value_parser = clap::value_parser!(u8).range(1..))]
    pub(super) n_best: u8,
    /// Also decide on moves while photos come in, so many photos after each first shows, and compare these in the end
    #[arg(long, value_name = "PHOTOS")]
    pub(super) lag: Option<u16>,
    /// Chess, checkers: the position the game starts from; checkers in mid-game is read from the photos if not given
    #[arg(long)]
    pub(super) fen: Option<String>,
    /// A move that was certainly played, or not: "23. Qf3", "23... Qf6", "7. not 11x18", "12. Q16"
    #[arg(long, value_name = "MOVE")]
    pub(super) fix: Vec<Fix>,
    /// Chess, checkers: on which side of the picture White sits; found out if not given
    #[arg(long, value_enum)]
    pub(super) white: Option<Side>,
    /// Write where the board was found, for later use with --calibration
    #[arg(long)]
    pub(super) save_calibration: Option<PathBuf>,
    #[command(flatten)]
    pub(super) board: BoardArguments,
    /// Answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) existing: Existing,
    // Last: the heading holds for all options that follow.
    #[command(flatten, next_help_heading = "What the record says of the game")]
    pub(super) info: InfoArguments,
}

/// What becomes of files that are where something is to be written.
#[derive(Args, Clone, Copy)]
pub(super) struct Existing {
    /// Write over files that are there already; without it, the new ones get a number
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Args)]
pub(super) struct RefereeArguments {
    /// Photos: folders, patterns or files
    #[arg(required_unless_present = "positions")]
    pub(super) frames: Vec<PathBuf>,
    /// Positions instead of photos: a file with one a line, rows from the top with slashes between them, or a FEN
    #[arg(long, value_name = "FILE", conflicts_with_all = ["frames", "order", "white", "fen", "window", "agree", "corners", "calibration", "rectified"])]
    pub(super) positions: Option<PathBuf>,
    /// In which order the photos were taken
    #[arg(long, value_enum, default_value_t = By::Auto)]
    pub(super) order: By,
    /// How many of the last photos are looked at; 8 for a film, else 1
    #[arg(long, value_name = "PHOTOS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) window: Option<u16>,
    /// How many of those must show the same; if not given, more than half
    #[arg(long, value_name = "PHOTOS", requires = "window")]
    pub(super) agree: Option<u16>,
    /// How many positions in a row may show a move under way; 8 for photos, 0 for positions of a file
    #[arg(long, value_name = "POSITIONS")]
    pub(super) patience: Option<u16>,
    /// How many plies may be played between two positions; 4 for photos that are no film, else 2
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(super) plies: Option<u8>,
    /// How many positions in a row have to show the same to be an alarm; 2 for photos that are no film, else 1
    #[arg(long, value_name = "POSITIONS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) repeats: Option<u16>,
    /// After an alarm wait for the last good position; a corrected move is not enough
    #[arg(long)]
    pub(super) put_back_first: bool,
    /// Chess, checkers: the position the game starts from; checkers in mid-game is read from the photos if not given
    #[arg(long)]
    pub(super) fen: Option<String>,
    /// Chess, checkers: on which side of the picture White sits; found out if not given
    #[arg(long, value_enum)]
    pub(super) white: Option<Side>,
    #[command(flatten)]
    pub(super) board: BoardArguments,
    /// Answer as JSON, one event a line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args)]
pub(super) struct LocateArguments {
    /// The photo
    pub(super) photo: PathBuf,
    /// Write the photo with the grid drawn over it
    #[arg(long)]
    pub(super) overlay: Option<PathBuf>,
    /// Write pictures of every step into this folder: edges, lines, grid, rectified view
    #[arg(long)]
    pub(super) debug: Option<PathBuf>,
    /// Write where the board was found, for later use with --calibration
    #[arg(long)]
    pub(super) save_calibration: Option<PathBuf>,
    #[command(flatten)]
    pub(super) board: BoardArguments,
    /// Answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) existing: Existing,
}

#[derive(Args)]
pub(super) struct CalibrateArguments {
    /// Photos of the start position, all markers in view: folders, patterns or files. Without any, the
    /// usual settings are written
    pub(super) photos: Vec<PathBuf>,
    /// The settings file to write
    #[arg(short, long, value_parser = new_file)]
    pub(super) out: PathBuf,
    /// Settings to start from: where the markers are stuck, how large they and the men are
    #[arg(long, value_name = "SETTINGS")]
    pub(super) from: Option<PathBuf>,
    /// Corners of the squares in pixels, clockwise from any: x,y x,y x,y x,y. Found out if not given
    #[arg(long, num_args = 4, value_name = "X,Y", value_parser = pixel, allow_hyphen_values = true)]
    pub(super) corners: Option<Vec<[f64; 2]>>,
    #[command(flatten)]
    pub(super) existing: Existing,
}

#[derive(Args)]
pub(super) struct RenderArguments {
    /// The record (SGF, PGN or PDN)
    pub(super) record: PathBuf,
    /// Folder for the photos
    #[arg(short, long)]
    pub(super) out: PathBuf,
    /// Which game of a file with several
    #[arg(long, value_name = "N", value_parser = game_number)]
    pub(super) game_number: Option<usize>,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Scene file (TOML); the default scene if not given
    #[arg(long)]
    pub(super) scene: Option<PathBuf>,
    /// Go: number of photos
    #[arg(long = "photos", value_name = "PHOTOS")]
    pub(super) count: Option<usize>,
    #[command(flatten)]
    pub(super) existing: Existing,
}

#[derive(Args)]
pub(super) struct TerritoryArguments {
    /// The record (SGF) or a photo
    pub(super) source: PathBuf,
    /// The position after so many moves; the last one if not given
    #[arg(long = "move", value_name = "N")]
    pub(super) number: Option<usize>,
    /// What to show
    #[arg(long, value_enum, default_value_t = Shown::Territory)]
    pub(super) map: Shown,
    /// The picture to write: .svg, or .html for all moves of the record as a film
    #[arg(short, long)]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) judge: JudgeArguments,
    #[command(flatten)]
    pub(super) existing: Existing,
}

#[derive(Args)]
pub(super) struct ScoreArguments {
    /// The record (SGF)
    pub(super) record: PathBuf,
    /// The position after so many moves; the last one if not given
    #[arg(long = "move", value_name = "N")]
    pub(super) number: Option<usize>,
    /// Rules, such as chinese or japanese; those of the record if not given
    #[arg(long, value_parser = rules)]
    pub(super) rules: Option<Rules>,
    /// Points for White; those of the record if not given
    #[arg(long, allow_negative_numbers = true, value_parser = komi)]
    pub(super) komi: Option<f32>,
    #[command(flatten)]
    pub(super) judge: JudgeArguments,
    /// Answer as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Who says what is dead.
#[derive(Args)]
pub(super) struct JudgeArguments {
    /// Ask a program that speaks the Go Text Protocol for dead stones, such as "gnugo --mode gtp"; own
    /// playouts if not given. A film asks it for every move
    #[arg(long, value_name = "COMMAND")]
    pub(super) engine: Option<String>,
    /// Seconds the engine has for one answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) engine_limit: u32,
}

/// A map of the board.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(super) enum Shown {
    /// Whose the points are when played out, and dead stones
    Territory,
    /// Bouzy's 5/10
    Moyo,
    /// Bouzy's 4/0
    Area,
    /// The flood of Influencie
    Shadows,
    /// The radiance of Sabaki
    Radiance,
    /// Zobrist's influence
    Zobrist,
    /// The nearest stone
    Nearest,
    /// Coloured points and links, and groups
    Groups,
}

#[derive(Args)]
pub(super) struct SimulatorArguments {
    /// Games (PGN or PDN); five famous ones of chess if not given
    pub(super) games: Vec<PathBuf>,
    /// How the photos look
    #[arg(long, value_enum, default_value_t = Mode::Clean)]
    pub(super) mode: Mode,
    /// Seed of everything random; every game has its own scene drawn from it
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Replay every game with so many seeds, from --seed on, and sum up all
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) seeds: u64,
    /// Replay only the first so many games
    #[arg(long)]
    pub(super) first: Option<usize>,
    /// Answer as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(super) enum Mode {
    /// A photo of every ply, steady light and camera, nobody in the way
    Clean,
    /// As hard, but with a photo of every ply
    Tilted,
    /// Tilted camera, noise, drift, hands, pieces off their centres, a photo every one to three plies
    Hard,
}

/// What is known about the board.
#[derive(Args)]
pub(super) struct BoardArguments {
    /// The game; of a record that is written, told by its name (.sgf, .pgn, .pdn) if not given
    #[arg(long, value_enum, default_value_t = Game::Go)]
    pub(super) game: Game,
    /// Go: lines a side; found out if not given
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=25))]
    pub(super) size: Option<u8>,
    /// Calibration file with the place of the board
    #[arg(long, conflicts_with = "corners")]
    pub(super) calibration: Option<PathBuf>,
    /// Corners in pixels, clockwise from any: x,y x,y x,y x,y. Go: the outermost grid points (needs
    /// --size); chess, checkers: where the outermost squares end
    #[arg(long, num_args = 4, value_name = "X,Y", value_parser = pixel, allow_hyphen_values = true)]
    pub(super) corners: Option<Vec<[f64; 2]>>,
    /// Chess, checkers: the photos are cropped to the board and rectified
    #[arg(long, conflicts_with_all = ["corners", "calibration"])]
    pub(super) rectified: bool,
    /// Checkers: the board has coloured markers on its frame; settings file, as calibrate writes it
    #[arg(long, value_name = "SETTINGS", conflicts_with_all = ["corners", "calibration", "rectified"])]
    pub(super) marked: Option<PathBuf>,
    /// Checkers: by which rules, on which board
    #[arg(long, value_enum, default_value_t = Ruling::English)]
    pub(super) variant: Ruling,
}

/// Rules of checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Ruling {
    /// American checkers, 8 × 8; Black begins
    English,
    /// 10 × 10, flying kings, most pieces must be taken
    International,
    /// International rules on 8 × 8
    Brazilian,
    /// 8 × 8, flying kings, crowned in passing
    Russian,
    /// American pool checkers; Black begins
    Pool,
    /// 8 × 8 with a light corner at the left, men take no kings
    Italian,
    /// 10 × 10, taking along rows and columns too
    Frisian,
    /// 8 × 8, flying kings, kings take first
    Czech,
    /// English rules as CheckersChecker has them: White begins
    CheckersChecker,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Game {
    /// Go, any size up to 25
    Go,
    /// Chess
    Chess,
    /// Checkers, or draughts: see --variant
    Checkers,
}

/// A side of the picture.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(super) enum Side {
    Bottom,
    Left,
    Top,
    Right,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum By {
    /// File name, unless the photos' times contradict it or the camera's numbers begin again at 0
    Auto,
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
            By::Auto => Order::Auto,
            By::Name => Order::Name,
            By::Time => Order::ExifTime,
            By::Given => Order::Given,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Decoder {
    /// The whole series, until the best game is proven or the limit reached
    Exact,
    /// The whole series in one sweep: quicker, without a proof
    Beam,
    /// A* in windows of 20 photos, as in the paper of 2008; slow
    Paper,
}

pub(super) fn rules(text: &str) -> Result<Rules, String> {
    Rules::named(text).ok_or_else(|| {
        format!("{text:?} are no known rules: chinese, japanese, aga, nz, tromp-taylor, ing")
    })
}

pub(super) fn komi(text: &str) -> Result<f32, String> {
    /// More than any board has points.
    const MOST: f32 = 625.0;
    let points = text.trim().parse().ok();
    let points = points.filter(|points: &f32| points.abs() <= MOST);
    points.ok_or_else(|| format!("{text:?} is not a number of points such as 6.5"))
}

/// A file in a folder that is there: better said before minutes of work than after them.
fn new_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(format!("there is no folder {}", folder.display())),
        None => Ok(path),
    }
}

fn game_number(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("{text:?} is not the number of a game, from 1"))
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
