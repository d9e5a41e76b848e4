//! The orientation of a board with two sides, as options of commands.

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(super) struct OrientationArguments {
    /// Chess, checkers: the side of the picture at which White sits [default: detected]
    #[arg(long, value_enum)]
    white: Option<Side>,
    /// Chess, checkers: whether the pictures are mirrored, as those of selfie cameras are [default: detected]
    #[arg(long, value_enum)]
    mirrored: Option<Answer>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Answer {
    #[value(alias = "true")]
    Yes,
    #[value(alias = "false")]
    No,
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
    /// Whether the pictures are mirrored, if that is given.
    pub(super) fn is_mirrored(&self) -> Option<bool> {
        self.mirrored.map(|answer| answer == Answer::Yes)
    }

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
