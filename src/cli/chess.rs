//! The commands for chess.

use std::process::ExitCode;

use chess_rules::Position;

use super::arguments::RecordOptions;
use super::feed::Feed;
use super::pieces;
use crate::cli::error::Error;
use crate::pieces::SquareGame;

/// The position a game starts from.
pub(super) fn start(fen: Option<&str>) -> Result<Position, Error> {
    match fen {
        None => Ok(Position::start_position()),
        Some(fen) => Position::from_fen(fen).map_err(|error| Error::Fen {
            fen: fen.to_owned(),
            reason: error.to_string(),
        }),
    }
}

pub(super) fn record(feed: Feed, arguments: &RecordOptions) -> Result<ExitCode, Error> {
    pieces::record(feed, arguments, start(arguments.fen.as_deref())?)
}
