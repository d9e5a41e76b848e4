//! The commands for checkers.

use std::process::ExitCode;

use checkers_rules::{Position, RuleSet, Variant};
use kibitzer::Error;

use super::arguments::{RecordArguments, Ruling};
use super::pieces;

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

pub(super) fn record(arguments: &RecordArguments) -> Result<ExitCode, Error> {
    let rules = arguments.board.variant.rules();
    let start = match &arguments.fen {
        None => Position::initial(rules),
        Some(fen) => Position::from_fen(rules, fen).map_err(|error| Error::Start {
            reason: error.to_string(),
        })?,
    };
    pieces::record(arguments, start)
}
