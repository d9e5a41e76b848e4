//! The commands for chess.

use std::process::ExitCode;

use chess_rules::Position;
use kibitzer::Error;
use kibitzer::pieces::SquareGame;

use super::arguments::RecordArguments;
use super::pieces;

pub(super) fn record(arguments: &RecordArguments) -> Result<ExitCode, Error> {
    let start = match &arguments.fen {
        None => Position::usual_start(),
        Some(fen) => Position::from_fen(fen).map_err(|error| Error::Start {
            reason: error.to_string(),
        })?,
    };
    pieces::record(arguments, start)
}
