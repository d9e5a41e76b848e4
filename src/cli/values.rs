//! Values of options, and their parsers.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use go_rules::Rules;

use crate::cli::error::Error;
use crate::photos::Order;

/// Whether to overwrite existing files.
#[derive(Args, Clone, Copy)]
pub(super) struct Existing {
    /// Overwrite existing files; without this, new files get a number
    #[arg(long)]
    pub(super) force: bool,
}

/// Rules of checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckersRules {
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
    /// 10 × 10, captures along rows and columns too
    Frisian,
    /// 8 × 8, flying kings, kings must capture first
    Czech,
    /// English rules as in CheckersChecker: White begins
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

impl Game {
    /// The name of the game in messages and files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Game::Go => "Go",
            Game::Chess => "chess",
            Game::Checkers => "checkers",
        }
    }

    /// The game of a record file by its extension; `None` if that is no extension of records.
    pub(super) fn by_name(record: &Path) -> Option<Self> {
        let extension = record.extension()?.to_str()?;
        match extension.to_ascii_lowercase().as_str() {
            "sgf" => Some(Game::Go),
            "pgn" => Some(Game::Chess),
            "pdn" => Some(Game::Checkers),
            _ => None,
        }
    }

    /// The game of a record file by its extension; Go by default.
    pub(super) fn of(record: &Path) -> Self {
        Game::by_name(record).unwrap_or(Game::Go)
    }

    /// Rejects a record file with the extension of another game.
    pub(super) fn check_name(self, record: &Path) -> Result<(), Error> {
        let reason = match self {
            Game::Go => "a record of Go is an .sgf; --game chess and --game checkers write others",
            Game::Chess => "a record of chess is a .pgn",
            Game::Checkers => "a record of checkers is a .pdn",
        };
        match Game::by_name(record) {
            Some(other) if other != self => Err(Error::Use {
                path: record.to_owned(),
                reason,
            }),
            _ => Ok(()),
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum By {
    /// By file name, unless the times in the photos contradict it or the camera's counter restarted at 0
    Auto,
    /// By file name, numbers by value
    Name,
    /// By the time in the EXIF data
    Time,
    /// As given on the command line
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
    /// All photos, until the best game is proven or the limit is reached
    Exact,
    /// All photos in one sweep: faster, no proof
    Beam,
    /// A* in windows of 20 photos, as in the paper of 2008; slow
    Paper,
}

pub(super) fn rules(text: &str) -> Result<Rules, String> {
    Rules::named(text).ok_or_else(|| {
        format!("unknown rules {text:?}: write chinese, japanese, aga, nz, tromp-taylor or ing")
    })
}

pub(super) fn komi(text: &str) -> Result<f32, String> {
    /// The largest number of points of a board.
    const MOST: f32 = 625.0;
    let points = text.trim().parse().ok();
    let points = points.filter(|points: &f32| points.abs() <= MOST);
    points.ok_or_else(|| format!("{text:?} is not a number of points such as 6.5"))
}

/// Parses a number of photos a second.
pub(super) fn rate(text: &str) -> Result<f64, String> {
    /// More than cameras can take.
    const MOST: f64 = 1000.0;
    let rate = text.trim().parse().ok();
    let rate = rate.filter(|rate: &f64| (1e-4..=MOST).contains(rate));
    rate.ok_or_else(|| format!("{text:?} is not a number of photos a second such as 5 or 0.5"))
}

/// Parses the path of a new file, whose folder must exist: checked before minutes of work, not after.
pub(super) fn new_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(format!("there is no folder {}", folder.display())),
        None => Ok(path),
    }
}

pub(super) fn game_number(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("{text:?} is not the number of a game, from 1"))
}

pub(super) fn pixel(text: &str) -> Result<[f64; 2], String> {
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
