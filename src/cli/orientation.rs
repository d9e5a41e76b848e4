//! The orientation of a board with two sides, as options of commands.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

#[derive(Args)]
pub(super) struct OrientationArguments {
    /// Chess, checkers: the side of the picture at which White sits [default: detected]
    #[arg(long, value_enum)]
    white: Option<Side>,
    /// Chess, checkers: whether the pictures are mirrored, as those of selfie cameras are [default: detected]
    #[arg(long, value_parser = yes_or_no())]
    pub(super) mirrored: Option<bool>,
}

fn yes_or_no() -> impl TypedValueParser<Value = bool> {
    let answers = [("yes", "true"), ("no", "false")];
    let answers = answers.map(|(answer, alias)| PossibleValue::new(answer).alias(alias));
    PossibleValuesParser::new(answers).map(|answer| ["yes", "true"].contains(&answer.as_str()))
}

/// A side of the picture.
#[derive(Clone, Copy, ValueEnum)]
enum Side {
    Bottom,
    Left,
    Top,
    Right,
}

impl OrientationArguments {
    /// Clockwise quarter turns from White's side at the bottom.
    pub(super) fn turns(&self) -> Option<u8> {
        self.white.map(|side| match side {
            Side::Bottom => 0,
            Side::Left => 1,
            Side::Top => 2,
            Side::Right => 3,
        })
    }
}
