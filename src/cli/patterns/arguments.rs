//! The arguments of `kibitzer patterns`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use board_core::Color;
use clap::{Args, Subcommand};
use patterns::{Date, picture};

use crate::cli::values::Existing;

#[derive(Subcommand)]
pub(crate) enum PatternsCommand {
    /// Index games (SGF) for pattern search, or learn patterns from texts
    Learn(LearnArguments),
    /// Find a pattern in indexed games, with continuations; or find learned patterns in a position
    Search(Box<SearchArguments>),
    /// Show the contents of an index of games or a file of patterns
    Stats {
        /// The file, written by learn
        file: PathBuf,
        /// Print the answer as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub(crate) struct LearnArguments {
    /// Games: folders and .sgf files (the main line of every game). Or patterns: texts with drawings, Sensei's
    /// diagrams, databases of GNU Go
    #[arg(required = true)]
    pub(crate) sources: Vec<PathBuf>,
    /// The file to write
    #[arg(short, long)]
    pub(crate) out: PathBuf,
    /// Add to the contents of the file
    #[arg(long)]
    pub(crate) add: bool,
    #[command(flatten)]
    pub(super) group: GroupArguments,
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(crate) existing: Existing,
}

/// The symmetries under which patterns count as the same.
#[derive(Args)]
pub(crate) struct GroupArguments {
    /// Do not rotate or mirror patterns
    #[arg(long)]
    pub(super) as_it_lies: bool,
    /// Do not exchange Black and White
    #[arg(long)]
    pub(super) as_colored: bool,
}

#[derive(Args)]
pub(crate) struct SearchArguments {
    /// An index of games, or a file of patterns
    pub(crate) file: PathBuf,
    /// Further indexes of games, searched together with the first as one
    #[arg(value_name = "FILE")]
    pub(crate) more: Vec<PathBuf>,
    /// The pattern, as rows from the top separated by slashes: X black, O white, . empty, ? any; - and | are edges
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["pattern", "record"], allow_hyphen_values = true)]
    pub(super) draw: Option<String>,
    /// A text with the pattern: a drawing, a Sensei's Library diagram, a GNU Go entry
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    pub(crate) pattern: Option<PathBuf>,
    /// A record (SGF) with the position to search for, or to search in
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// With --record: the position after this many moves [default: the last one]
    #[arg(long = "move", value_name = "N", requires = "record")]
    pub(super) number: Option<usize>,
    /// With --record: only this area, in SGF notation: aa:jj [default: the whole board]
    #[arg(long, requires = "record")]
    pub(super) area: Option<String>,
    /// Also find an area that touches an edge away from edges
    #[arg(long, requires = "area")]
    pub(super) anywhere: bool,
    /// Only where this move follows in the pattern, such as "B C3": columns are letters, rows count from the
    /// bottom. Repeat for several moves in order
    #[arg(long, value_name = "MOVE", value_parser = next_move)]
    pub(super) then: Vec<(Color, (usize, usize))>,
    /// Only positions with move numbers in this range: 0..50
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    pub(super) moves: Option<RangeInclusive<usize>>,
    /// Only games certainly played on this date or later: 1996, 1996-05 or 1996-05-06
    #[arg(long, value_name = "DATE")]
    pub(super) since: Option<Date>,
    /// Only games certainly played on this date or earlier
    #[arg(long, value_name = "DATE")]
    pub(super) until: Option<Date>,
    /// Count every occurrence in a game, not only the first at each place
    #[arg(long)]
    pub(super) every: bool,
    #[command(flatten)]
    pub(super) group: GroupArguments,
    /// Number of next moves that get letters
    #[arg(long, value_name = "MOVES", default_value_t = 12)]
    pub(super) labels: usize,
    /// Number of occurrences to list
    #[arg(long, value_name = "PLACES", default_value_t = 10)]
    pub(super) list: usize,
    /// Draw the pattern with the next moves: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Print the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(crate) existing: Existing,
}

fn next_move(text: &str) -> Result<(Color, (usize, usize)), String> {
    let fail = || format!("{text:?} is not a move such as \"B C3\"");
    let (side, point) = text.trim().split_once(' ').ok_or_else(fail)?;
    let side = match side {
        "B" | "b" | "X" => Color::Black,
        "W" | "w" | "O" => Color::White,
        _ => return Err(fail()),
    };
    Ok((side, picture::point(point).ok_or_else(fail)?))
}

fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let fail = || format!("{text:?} is not a range such as 0..50");
    let (from, to) = text.split_once("..").ok_or_else(fail)?;
    let from: usize = from.trim().parse().map_err(|_| fail())?;
    let to: usize = to.trim().parse().map_err(|_| fail())?;
    if from > to {
        return Err(format!("{text:?}: nothing lies between"));
    }
    Ok(from..=to)
}
