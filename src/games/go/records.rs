//! Reading games of Go from files and texts.

use std::path::Path;

use board_core::{Color, MoveGen};
use go_rules::record::{Limits as RecordLimits, Record, RecordError};
use go_rules::{Move, Position, PositionError};

use crate::Error;
use crate::games::chosen::{Chosen, choose};
use crate::source::opening;

/// Reads the first game of an SGF file, its main line checked by the rules.
///
/// # Errors
/// [`Error::Io`]; [`Error::Record`] with the file and the location of the fault.
pub fn read_record(path: &Path) -> Result<Record, Error> {
    let limits = RecordLimits::default();
    let bytes = opening::read(path, opening::MOST).map_err(|e| Error::io(path, e))?;
    if bytes.contains(&0) {
        return Err(Error::io(
            path,
            std::io::Error::other("this is not a text file"),
        ));
    }
    let text = go_rules::record::decode(&bytes);
    let fail = |error| Error::Record {
        path: path.to_owned(),
        error,
    };
    match Record::read_each(&text, &limits).next() {
        Some(record) => record.map_err(fail),
        None => Err(fail(go_rules::record::RecordError::NoGame)),
    }
}

/// Reads a position on a board of this many points: the end of a game in SGF; or rows from the top, as for
/// [`Position::from_rows`], separated by slashes, followed by ` w` if White is to move.
pub(super) fn position(text: &str, points: usize) -> Result<Position, String> {
    let position = match text.contains('(') {
        true => end_of_game(text).map_err(|error| error.to_string()),
        false => parse_rows(text).map_err(|error| error.to_string()),
    }?;
    if position.size().points() != points {
        let wanted = points.isqrt();
        return Err(format!(
            "it is on {}, and the board has {wanted} × {wanted} lines",
            position.size()
        ));
    }
    Ok(position)
}

fn end_of_game(text: &str) -> Result<Position, RecordError> {
    let record = Record::read_each(text, &RecordLimits::default()).next();
    let record = record.unwrap_or(Err(RecordError::NoGame))?;
    let last = record.positions().last();
    last.unwrap_or(Err(RecordError::NoGame))
}

fn parse_rows(text: &str) -> Result<Position, PositionError> {
    let text = text.trim();
    let (rows, side) = match text.rsplit_once(' ') {
        Some((rows, "w")) => (rows, Color::White),
        Some((rows, "b")) => (rows, Color::Black),
        _ => (text, Color::Black),
    };
    let rows: Vec<&str> = rows.split('/').collect();
    let mut position = Position::from_rows(&rows)?;
    position.set_to_move(side);
    Ok(position)
}

/// Reads the game with a number, from 1, of an SGF file. If the file has a single game, reads that.
///
/// # Errors
/// As [`read_record`]; [`Error::NoSuchGame`].
pub fn choose_record(path: &Path, number: usize) -> Result<Chosen<Record>, Error> {
    let bytes = opening::read(path, opening::MOST).map_err(|e| Error::io(path, e))?;
    let text = go_rules::record::decode(&bytes);
    let limits = RecordLimits::default();
    let games = Record::read_each(&text, &limits).map(|record| {
        record.map_err(|error| Error::Record {
            path: path.to_owned(),
            error,
        })
    });
    choose(path, games, number)
}

/// The names of the moves of a record with their side, such as `black Q16`, by which records are compared. Setup stones
/// count as moves at the start, in the order of the board.
#[must_use]
pub fn named_moves(record: &Record) -> Vec<String> {
    let size = record.size;
    let setup = record
        .setup
        .iter()
        .map(|&(point, color)| (color, Move::place(point)));
    let moves = record.moves.iter().map(|play| (play.color, play.mv));
    setup
        .chain(moves)
        .map(|(color, mv)| format!("{color} {}", size.gtp(mv)))
        .collect()
}
