//! The commands for chess.

use std::process::ExitCode;

use chess_rules::Position;

use super::arguments::RecordOptions;
use super::photo_source::PhotoSource;
use super::pieces;
use crate::cli::error::Error;
use crate::pieces::SquareGame;

/// The start position: that of a FEN, or the initial one.
pub(super) fn start(fen: Option<&str>) -> Result<Position, Error> {
    match fen {
        None => Ok(Position::start_position()),
        Some(fen) => Position::from_fen(fen).map_err(|error| Error::Fen {
            fen: fen.to_owned(),
            reason: error.to_string(),
        }),
    }
}

pub(super) fn record(source: PhotoSource, arguments: &RecordOptions) -> Result<ExitCode, Error> {
    pieces::record(source, arguments, start(arguments.fen.as_deref())?)
}
