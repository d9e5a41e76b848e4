//! Reading records of games on squares from files.

use std::fs::File;
use std::path::Path;

use super::SquareGame;
use crate::Error;
use crate::games::chosen::{Chosen, choose};
use crate::source::opening;

fn open(path: &Path) -> Result<File, Error> {
    opening::open(path, opening::MOST).map_err(|e| Error::io(path, e))
}

/// Reads all games of a file.
///
/// # Errors
/// [`Error::Io`]; [`Error::Pgn`] or [`Error::Pdn`] with the file and the location of the fault.
pub fn read_records<P: SquareGame>(path: &Path) -> Result<Vec<P::Record>, Error> {
    let file = open(path)?;
    P::read(path, file).collect()
}

/// Reads the valid games of a file, and the errors of the others.
///
/// # Errors
/// [`Error::Io`]; [`Error::NoGame`] if the file has no game.
pub fn usable_records<P: SquareGame>(path: &Path) -> Result<(Vec<P::Record>, Vec<Error>), Error> {
    let file = open(path)?;
    let (mut records, mut broken) = (Vec::new(), Vec::new());
    for game in P::read(path, file) {
        match game {
            Ok(record) => records.push(record),
            Err(error) => broken.push(error),
        }
    }
    match records.is_empty() && broken.is_empty() {
        true => Err(Error::NoGame {
            path: path.to_owned(),
        }),
        false => Ok((records, broken)),
    }
}

/// Reads the game with a number, from 1, of a file. If the file has a single game, reads that.
///
/// # Errors
/// [`Error::Io`]; [`Error::Pgn`] or [`Error::Pdn`] if that game is broken; [`Error::NoGame`], [`Error::NoSuchGame`].
pub fn choose_record<P: SquareGame>(
    path: &Path,
    number: usize,
) -> Result<Chosen<P::Record>, Error> {
    let file = open(path)?;
    choose(path, P::read(path, file), number)
}

/// Reads the first game of a file.
///
/// # Errors
/// As [`read_records`]; [`Error::NoGame`].
pub fn read_record<P: SquareGame>(path: &Path) -> Result<P::Record, Error> {
    let file = open(path)?;
    let first = P::read(path, file).next();
    first.unwrap_or_else(|| {
        Err(Error::NoGame {
            path: path.to_owned(),
        })
    })
}
