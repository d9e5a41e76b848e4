//! The commands for checkers.

use std::process::ExitCode;

use checkers_rules::{Position, RuleSet, Variant};

use super::arguments::{CheckersRules, RecordOptions};
use super::photo_source::PhotoSource;
use super::pieces;
use crate::cli::error::Error;

impl CheckersRules {
    /// The rules of this variant.
    pub(super) fn rules(self) -> RuleSet {
        RuleSet::of(match self {
            CheckersRules::English => Variant::English,
            CheckersRules::International => Variant::International,
            CheckersRules::Brazilian => Variant::Brazilian,
            CheckersRules::Russian => Variant::Russian,
            CheckersRules::Pool => Variant::Pool,
            CheckersRules::Italian => Variant::Italian,
            CheckersRules::Frisian => Variant::Frisian,
            CheckersRules::Czech => Variant::Czech,
            CheckersRules::CheckersChecker => return RuleSet::CHECKERS_CHECKER,
        })
    }
}

/// The start position: that of a FEN, or the initial one.
pub(super) fn start(rules: RuleSet, fen: Option<&str>) -> Result<Position, Error> {
    match fen {
        None => Ok(Position::initial(rules)),
        Some(fen) => Position::from_fen(rules, fen).map_err(|error| Error::Fen {
            fen: fen.to_owned(),
            reason: error.to_string(),
        }),
    }
}

pub(super) fn record(source: PhotoSource, arguments: &RecordOptions) -> Result<ExitCode, Error> {
    let rules = arguments.board.variant.rules();
    pieces::record(source, arguments, start(rules, arguments.fen.as_deref())?)
}
