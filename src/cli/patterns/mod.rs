//! The commands that learn patterns and search for them.

mod arguments;
mod learn;
mod search;
mod stats;

use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use arguments::GroupArguments;
pub(super) use arguments::{LearnArguments, PatternsCommand};
use patterns::{Frozen, Group, Library};

use super::files::io;
use crate::cli::error::Error;
use crate::opening;

pub(super) fn run(command: &PatternsCommand) -> Result<ExitCode, Error> {
    match command {
        PatternsCommand::Learn(arguments) => learn::run(arguments),
        PatternsCommand::Search(arguments) => search::run(arguments),
        PatternsCommand::Stats { file, json } => stats::run(file, *json),
    }
}

/// The content of a file written by `learn`.
enum Learned {
    Games(Library),
    Patterns(Frozen<Vec<u8>>),
}

impl Learned {
    fn open(path: &Path) -> Result<Learned, Error> {
        let mut magic = Vec::new();
        // An index of games is not read into memory, so it may be of any size.
        let file = opening::open(path, u64::MAX).map_err(|e| io(path, e))?;
        let begin = file.take(Frozen::<Vec<u8>>::MAGIC.len() as u64);
        { begin }.read_to_end(&mut magic).map_err(|e| io(path, e))?;
        if magic == Frozen::<Vec<u8>>::MAGIC {
            let bytes = opening::read(path, opening::MOST).map_err(|e| io(path, e))?;
            let frozen = Frozen::open(bytes).map_err(|error| Error::Frozen {
                path: path.to_owned(),
                error,
            })?;
            return Ok(Learned::Patterns(frozen));
        }
        let games = Library::open(path).map_err(|error| Error::Library {
            path: path.to_owned(),
            error,
        })?;
        Ok(Learned::Games(games))
    }
}

impl From<&GroupArguments> for Group {
    fn from(arguments: &GroupArguments) -> Group {
        match (arguments.as_it_lies, arguments.as_colored) {
            (false, false) => Group::TurnsAndColors,
            (false, true) => Group::Turns,
            (true, false) => Group::Colors,
            (true, true) => Group::Identity,
        }
    }
}
