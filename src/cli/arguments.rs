//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use go_rules::Rules;

use super::info::InfoArguments;
use super::orientation::OrientationArguments;
use super::patterns::arguments::PatternsCommand;
use super::values::{
    By, CheckersRules, Decoder, Existing, Game, game_number, komi, new_file, pixel, rate, rules,
};
use super::watch::WatchArguments;
use crate::photos;
use crate::pieces::Fix;

/// Turn photos of a game on a real board into its record.
///
/// Exit codes: 0 success, 1 done but with warnings or differences, 2 an error.
#[derive(Parser)]
#[command(version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
    /// List every warning; by default, many of one kind are summed up in one line
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    /// Print only errors and answers
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Render a famous game as photos, record it, and compare the record with the game
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
    /// Watch games while they are played, on a page in the browser, with any camera
    Watch(WatchArguments),
    /// Find the board in a photo
    Locate(LocateArguments),
    /// Read the position in a photo
    Read(ReadArguments),
    /// Learn the colours of a board with coloured markers under your lamp, for --marked
    Calibrate(CalibrateArguments),
    /// Render a record as photos of a board
    Render(RenderArguments),
    /// Compare a record with the truth, move by move
    Compare {
        /// The record (SGF, PGN or PDN)
        record: PathBuf,
        /// The truth
        truth: PathBuf,
        /// The number of the game, in files with several
        #[arg(long, value_name = "N", value_parser = game_number)]
        game_number: Option<usize>,
        /// Print the answer as JSON
        #[arg(long)]
        json: bool,
    },
    /// Draw territory, influence, groups and dead stones (Go)
    Territory(TerritoryArguments),
    /// Find the dead stones of a finished game of Go and count it
    Score(ScoreArguments),
    /// Index collections of Go games or lists of patterns, and search them
    #[command(subcommand)]
    Patterns(PatternsCommand),
    /// Report legal moves, illegal ones and why, how to restore the board, and who has won
    Referee(RefereeArguments),
    /// Render games of chess or checkers as photos, record them again and measure the accuracy
    BenchSimulator(SimulatorArguments),
}

#[derive(Args)]
pub(super) struct RecordArguments {
    /// Photos and films: folders, patterns or files
    #[arg(required = true)]
    pub(super) photos: Vec<PathBuf>,
    /// Wait for more photos in the folder: moves are printed as they are seen, answers can be typed
    #[arg(long, conflicts_with_all = ["order", "fps"])]
    pub(super) follow: bool,
    /// Finish after this many seconds without a new photo [default: at Ctrl-C]
    #[arg(long, value_name = "SECONDS", requires = "follow")]
    pub(super) idle: Option<u64>,
    /// Start with the photos and answers in this journal, which --follow creates and extends
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,
    #[command(flatten)]
    pub(super) how: RecordOptions,
}

/// Options of recording a game.
#[derive(Args)]
pub(super) struct RecordOptions {
    /// The game record to write
    #[arg(short, long, value_parser = new_file)]
    pub(super) out: PathBuf,
    /// Also write an HTML report with photos, board, moves and confidence; it needs no network
    #[arg(long, value_parser = new_file)]
    pub(super) report: Option<PathBuf>,
    #[command(flatten)]
    pub(super) series: Series,
    /// The search for the most likely game [default: exact for Go; a wide beam for games on squares, where proofs are
    /// out of reach]
    #[arg(long, value_enum)]
    pub(super) decoder: Option<Decoder>,
    /// Number of games to write, the most likely first; the others become NAME-alternative-2, NAME-alternative-3, …
    #[arg(long, default_value_t = 1, value_name = "GAMES", value_parser = clap::value_parser!(u8).range(1..))]
    pub(super) n_best: u8,
    /// Also settle each move this many photos after it first shows, and report how the final record differs
    #[arg(long, value_name = "PHOTOS")]
    pub(super) lag: Option<u16>,
    /// Chess, checkers: the start position. If not given, a checkers game joined in mid-game and missing pieces of
    /// chess are detected
    #[arg(long)]
    pub(super) fen: Option<String>,
    /// Of two boards in view, the one to record: 1 is the clearer one
    #[arg(long = "board", value_name = "1|2", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(super) nth_board: u8,
    /// A move that was certainly played, or certainly not: "23. Qf3", "23... Qf6", "7. not 11x18", "12. Q16"
    #[arg(long, value_name = "MOVE")]
    pub(super) fix: Vec<Fix>,
    #[command(flatten)]
    pub(super) orientation: OrientationArguments,
    /// Save the location of the board, for --calibration
    #[arg(long)]
    pub(super) save_calibration: Option<PathBuf>,
    #[command(flatten)]
    pub(super) board: BoardArguments,
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) existing: Existing,
    // Last: the heading holds for all options that follow.
    #[command(flatten, next_help_heading = "Game information for the record")]
    pub(super) info: InfoArguments,
}

/// Order and rate of the photos.
#[derive(Args, Clone, Copy)]
pub(super) struct Series {
    /// The order in which the photos were taken
    #[arg(long, value_enum, default_value_t = By::Auto)]
    pub(super) order: By,
    /// Films: most photos to take from one second
    #[arg(long, value_name = "PHOTOS", default_value_t = photos::RATE, value_parser = rate)]
    pub(super) fps: f64,
}

/// Options of the referee that only apply to photos.
const OF_PHOTOS: [&str; 11] = [
    "frames",
    "order",
    "fps",
    "white",
    "mirrored",
    "fen",
    "window",
    "agree",
    "corners",
    "calibration",
    "rectified",
];

#[derive(Args)]
pub(super) struct RefereeArguments {
    /// Photos and films: folders, patterns or files
    #[arg(required_unless_present = "positions")]
    pub(super) frames: Vec<PathBuf>,
    /// Read positions from a file instead of photos: one a line, as rows from the top separated by slashes, or as a FEN
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_PHOTOS)]
    pub(super) positions: Option<PathBuf>,
    #[command(flatten)]
    pub(super) series: Series,
    /// Number of most recent photos that vote on the position [default: 8 for video, else 1]
    #[arg(long, value_name = "PHOTOS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) window: Option<u16>,
    /// Number of those that must agree [default: more than half]
    #[arg(long, value_name = "PHOTOS", requires = "window")]
    pub(super) agree: Option<u16>,
    /// Number of positions in a row that may show an unfinished move [default: 8 for photos, 0 for --positions]
    #[arg(long, value_name = "POSITIONS")]
    pub(super) patience: Option<u16>,
    /// Most plies between two positions [default: 4 for photos that are not video, else 2]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(super) plies: Option<u8>,
    /// Number of positions in a row that must show a violation to report it [default: 2 for photos that are not video,
    /// else 1]
    #[arg(long, value_name = "POSITIONS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) repeats: Option<u16>,
    /// After a violation, require the last legal position; a corrected move is not enough
    #[arg(long)]
    pub(super) put_back_first: bool,
    /// Chess, checkers: the start position. If not given, a checkers game joined in mid-game and missing pieces of
    /// chess are detected
    #[arg(long)]
    pub(super) fen: Option<String>,
    #[command(flatten)]
    pub(super) orientation: OrientationArguments,
    #[command(flatten)]
    pub(super) board: BoardArguments,
    /// Print events as JSON, one a line
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
    /// Save the location of the board, for --calibration
    #[arg(long)]
    pub(super) save_calibration: Option<PathBuf>,
    #[command(flatten)]
    pub(super) board: BoardArguments,
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) existing: Existing,
}

#[derive(Args)]
pub(super) struct CalibrateArguments {
    /// Photos of the start position with all markers in view: folders, patterns or files. Without any, the
    /// default settings are written
    pub(super) photos: Vec<PathBuf>,
    /// The settings file to write
    #[arg(short, long, value_parser = new_file)]
    pub(super) out: PathBuf,
    /// Settings to start from: the positions of the markers, and the sizes of markers and men
    #[arg(long, value_name = "SETTINGS")]
    pub(super) from: Option<PathBuf>,
    /// Corners of the playing area in pixels, clockwise from any: x,y x,y x,y x,y [default: detected]
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
    /// The number of the game, in a file with several
    #[arg(long, value_name = "N", value_parser = game_number)]
    pub(super) game_number: Option<usize>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Scene file (TOML) [default: the default scene]
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
    /// The position after this many moves [default: the last one]
    #[arg(long = "move", value_name = "N")]
    pub(super) number: Option<usize>,
    /// The map to draw
    #[arg(long, value_enum, default_value_t = Shown::Territory)]
    pub(super) map: Shown,
    /// The picture to write: .svg, or .html for an animation of the whole game
    #[arg(short, long)]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) judge: JudgeArguments,
    #[command(flatten)]
    pub(super) existing: Existing,
}

#[derive(Args)]
pub(super) struct ReadArguments {
    /// The photo
    pub(super) photo: PathBuf,
    #[command(flatten)]
    pub(super) board: BoardArguments,
    /// Go: also write the position (.sgf)
    #[arg(short, long)]
    pub(super) out: Option<PathBuf>,
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) existing: Existing,
}

#[derive(Args)]
pub(super) struct ScoreArguments {
    /// The record (SGF), or a photo of the finished game
    pub(super) record: PathBuf,
    /// The position after this many moves [default: the last one]
    #[arg(long = "move", value_name = "N")]
    pub(super) number: Option<usize>,
    /// Rules, such as chinese or japanese [default: those of the record; chinese for a photo]
    #[arg(long, value_parser = rules)]
    pub(super) rules: Option<Rules>,
    /// Komi, points for White [default: that of the record, or of the rules]
    #[arg(long, allow_negative_numbers = true, value_parser = komi)]
    pub(super) komi: Option<f32>,
    #[command(flatten)]
    pub(super) judge: JudgeArguments,
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Options of finding dead stones.
#[derive(Args)]
pub(super) struct JudgeArguments {
    /// Ask a Go Text Protocol program for dead stones, such as "gnugo --mode gtp" [default: playouts]. An animation
    /// asks it for every move
    #[arg(long, value_name = "COMMAND")]
    pub(super) engine: Option<String>,
    /// Time limit for one answer of the engine
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) engine_limit: u32,
}

/// A map of the board.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(super) enum Shown {
    /// Owner of each point after playouts, and dead stones
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
    /// Games (PGN or PDN) [default: five famous games of chess]
    pub(super) games: Vec<PathBuf>,
    /// The kind of photos
    #[arg(long, value_enum, default_value_t = Mode::Clean)]
    pub(super) mode: Mode,
    /// Random seed; each game gets its own scene
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of seeds, from --seed on, that each game is rendered with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) seeds: u64,
    /// Use only this many games, from the first
    #[arg(long)]
    pub(super) first: Option<usize>,
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(super) enum Mode {
    /// A photo of every ply, constant light, fixed camera, no hands
    Clean,
    /// Like hard, but with a photo of every ply
    Tilted,
    /// Tilted camera, noise, drift, hands, pieces off their centres, a photo every one to three plies
    Hard,
}

/// Options of the board.
#[derive(Args)]
pub(super) struct BoardArguments {
    /// The game; if not given, taken from the extension of the record (.sgf, .pgn, .pdn), or detected
    #[arg(long, value_enum, default_value_t = Game::Go, hide_default_value = true)]
    pub(super) game: Game,
    /// Go: number of lines a side [default: detected]
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=25))]
    pub(super) size: Option<u8>,
    /// Calibration file with the location of the board
    #[arg(long, conflicts_with = "corners")]
    pub(super) calibration: Option<PathBuf>,
    /// Corners in pixels, clockwise from any: x,y x,y x,y x,y. Go: the outermost grid points (needs
    /// --size); chess, checkers: the outer corners of the corner squares
    #[arg(long, num_args = 4, value_name = "X,Y", value_parser = pixel, allow_hyphen_values = true)]
    pub(super) corners: Option<Vec<[f64; 2]>>,
    /// Chess, checkers: the photos are already rectified and cropped to the board
    #[arg(long, conflicts_with_all = ["corners", "calibration"])]
    pub(super) rectified: bool,
    /// Checkers: the board has coloured markers on its frame, with this settings file, written by calibrate
    #[arg(long, value_name = "SETTINGS", conflicts_with_all = ["corners", "calibration", "rectified"])]
    pub(super) marked: Option<PathBuf>,
    /// Checkers: the variant
    #[arg(long, value_enum, default_value_t = CheckersRules::English)]
    pub(super) variant: CheckersRules,
}
