//! The events of a recorder while photos arrive.

use std::path::PathBuf;

use board_core::Color;
use sequence_search::EndKind;
use serde::Serialize;

use crate::Warning;

/// Something that a [`Recorder`](crate::Recorder) noticed at a photo; `M` are the moves of its game.
///
/// `Display` writes a sentence; serde writes an object with the kind in `event`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case", bound = "")]
#[non_exhaustive]
pub enum Event<M> {
    /// The board was found.
    Found {
        /// Where.
        photo: PathBuf,
        /// Its corners in pixels: top-left, top-right, bottom-right, bottom-left.
        corners_px: [[f64; 2]; 4],
    },
    /// A game begins.
    Started {
        /// The first photo that shows its start.
        photo: PathBuf,
    },
    /// A move, as far as is known by now. Until it is [settled](Event::Settled) it may be withdrawn.
    Played(Played<M>),
    /// Moves announced before were not made, or are no longer certain: this one and all after it.
    Withdrawn(Played<M>),
    /// A move, and all before it, will not change any more until the end, when the whole series is looked at again.
    Settled(Played<M>),
    /// The game is over, or cannot be followed any more.
    Over {
        /// The first photo that is not of the game.
        photo: PathBuf,
        /// What that seems to show.
        #[serde(serialize_with = "end_kind")]
        kind: EndKind,
    },
    /// A person said that the game is over.
    Parted,
    /// Something that the user should know.
    Warning(Warning),
}

/// A move that was seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
#[non_exhaustive]
pub struct Played<M> {
    /// How many plies come before it.
    pub ply: usize,
    /// Who played it.
    #[serde(serialize_with = "side")]
    pub side: Color,
    /// The move.
    #[serde(skip)]
    pub mv: M,
    /// As players write it.
    pub name: String,
    /// The first photo that shows it.
    pub photo: PathBuf,
    /// From 0 to 1; see [`Ply::confidence`](sequence_search::Ply::confidence).
    pub confidence: f32,
}

fn side<S: serde::Serializer>(side: &Color, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(side)
}

fn end_kind<S: serde::Serializer>(kind: &EndKind, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match kind {
        EndKind::Cleared => "cleared",
        EndKind::SetUp => "set up",
        _ => "lost",
    })
}

impl<M> std::fmt::Display for Played<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ply {}, {} {}", self.ply + 1, self.side, self.name)
    }
}

impl<M> std::fmt::Display for Event<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Found { photo, .. } => write!(f, "{}: the board is found", photo.display()),
            Self::Started { photo } => write!(f, "{}: a game begins", photo.display()),
            Self::Played(played) => write!(f, "{}: {played}", played.photo.display()),
            Self::Withdrawn(played) => {
                write!(f, "{}: withdrawn: {played}", played.photo.display())
            }
            Self::Settled(played) => write!(f, "{}: settled: {played}", played.photo.display()),
            Self::Over { photo, kind } => {
                let photo = photo.display();
                match kind {
                    EndKind::Cleared => {
                        write!(f, "{photo}: the game is over: the board is cleared")
                    }
                    EndKind::SetUp => write!(f, "{photo}: the game is over: a start is set up"),
                    _ => write!(f, "{photo}: no moves lead to what is seen from here on"),
                }
            }
            Self::Parted => f.write_str("the game is over, as you say"),
            Self::Warning(warning) => write!(f, "{warning}"),
        }
    }
}
