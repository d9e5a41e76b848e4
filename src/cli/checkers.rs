//! The commands for checkers.

use std::process::ExitCode;

use checkers_rules::{Position, RuleSet, Variant};

use super::arguments::{RecordOptions, Ruling};
use super::feed::Feed;
use super::pieces;
use crate::cli::error::Error;

impl Ruling {
    /// What is played.
    pub(super) fn rules(self) -> RuleSet {
        RuleSet::of(match self {
            Ruling::English => Variant::English,
            Ruling::International => Variant::International,
            Ruling::Brazilian => Variant::Brazilian,
            Ruling::Russian => Variant::Russian,
            Ruling::Pool => Variant::Pool,
            Ruling::Italian => Variant::Italian,
            Ruling::Frisian => Variant::Frisian,
            Ruling::Czech => Variant::Czech,
            Ruling::CheckersChecker => return RuleSet::CHECKERS_CHECKER,
        })
    }
}

/// The position a game starts from.
pub(super) fn start(rules: RuleSet, fen: Option<&str>) -> Result<Position, Error> {
    match fen {
        None => Ok(Position::initial(rules)),
        Some(fen) => Position::from_fen(rules, fen).map_err(|error| Error::Fen {
            fen: fen.to_owned(),
            reason: error.to_string(),
        }),
    }
}

pub(super) fn record(feed: Feed, arguments: &RecordOptions) -> Result<ExitCode, Error> {
    let rules = arguments.board.variant.rules();
    pieces::record(feed, arguments, start(rules, arguments.fen.as_deref())?)
}
