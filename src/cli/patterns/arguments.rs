//! The arguments of `kibitzer patterns`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use board_core::Color;
use clap::{Args, Subcommand};
use patterns::{Date, picture};

use crate::cli::arguments::Existing;

#[derive(Subcommand)]
pub(crate) enum PatternsCommand {
    /// Index games (SGF), to be searched for patterns; or learn patterns from texts, to be found in positions
    Learn(LearnArguments),
    /// Where a pattern occurs in indexed games and how they go on; or where learned patterns lie in a position
    Search(SearchArguments),
    /// What an index of games or a file of patterns holds
    Stats {
        /// The file, as learn wrote it
        file: PathBuf,
        /// Answer as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub(crate) struct LearnArguments {
    /// Games: folders and .sgf files (the main line of every game). Or patterns: texts with drawings, Sensei's
    /// diagrams, databases of GNU Go
    #[arg(required = true)]
    pub(in crate::cli) sources: Vec<PathBuf>,
    /// The file to write
    #[arg(short, long)]
    pub(in crate::cli) out: PathBuf,
    /// Add to what the file holds already
    #[arg(long)]
    pub(in crate::cli) add: bool,
    #[command(flatten)]
    pub(super) group: GroupArguments,
    /// Answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(in crate::cli) existing: Existing,
}

/// Under which symmetries patterns count as the same.
#[derive(Args)]
pub(crate) struct GroupArguments {
    /// Patterns are not turned or mirrored
    #[arg(long)]
    pub(super) as_it_lies: bool,
    /// Black and White are not exchanged
    #[arg(long)]
    pub(super) as_colored: bool,
}

#[derive(Args)]
pub(crate) struct SearchArguments {
    /// What is searched: an index of games, or a file of patterns
    pub(in crate::cli) file: PathBuf,
    /// The pattern, rows from the top with slashes between them: X black, O white, . empty, ? anything; - and | are edges
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["pattern", "record"], allow_hyphen_values = true)]
    pub(super) draw: Option<String>,
    /// A text with the pattern: a drawing, a diagram of Sensei's, an entry of GNU Go's
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    pub(in crate::cli) pattern: Option<PathBuf>,
    /// A record (SGF) with the position that is looked for, or in which learned patterns are
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) record: Option<PathBuf>,
    /// Of the record: after so many moves; at its end if not given
    #[arg(long = "move", value_name = "N", requires = "record")]
    pub(super) number: Option<usize>,
    /// Of the record: only this area, as SGF writes it: aa:jj; the whole board if not given
    #[arg(long, requires = "record")]
    pub(super) area: Option<String>,
    /// An area that touches an edge is looked for away from edges too
    #[arg(long, requires = "area")]
    pub(super) anywhere: bool,
    /// Only where this follows in the pattern, such as "B C3"; columns are letters, rows count from the bottom of the pattern.
    /// Several, in order
    #[arg(long, value_name = "MOVE", value_parser = next_move)]
    pub(super) then: Vec<(Color, (usize, usize))>,
    /// Only positions after so many moves: 0..50
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    pub(super) moves: Option<RangeInclusive<usize>>,
    /// Only games certainly played on this day or later: 1996, 1996-05 or 1996-05-06
    #[arg(long, value_name = "DATE")]
    pub(super) since: Option<Date>,
    /// Only games certainly played on this day or earlier
    #[arg(long, value_name = "DATE")]
    pub(super) until: Option<Date>,
    /// Every time that the pattern comes about in a place, not only the first in a game
    #[arg(long)]
    pub(super) every: bool,
    #[command(flatten)]
    pub(super) group: GroupArguments,
    /// So many moves that follow get letters
    #[arg(long, value_name = "MOVES", default_value_t = 12)]
    pub(super) labels: usize,
    /// So many places are listed
    #[arg(long, value_name = "PLACES", default_value_t = 10)]
    pub(super) list: usize,
    /// Write the pattern with the moves that follow as a picture: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) picture: Option<PathBuf>,
    /// Answer as JSON
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(in crate::cli) existing: Existing,
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
