//! The events of a recorder while photos arrive.

use std::path::PathBuf;

use board_core::Color;
use sequence_search::EndKind;
use serde::Serialize;

use crate::Warning;

/// Something that a [`Recorder`](crate::Recorder) detected in a photo; `M` is the type of a move.
///
/// `Display` writes a sentence. Serde writes an object whose field `event` is the kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case", bound = "")]
#[non_exhaustive]
pub enum Event<M> {
    /// The board was found.
    Found {
        /// The photo it was found in.
        photo: PathBuf,
        /// Its corners in pixels of that photo: top-left, top-right, bottom-right, bottom-left.
        corners_px: [[f64; 2]; 4],
    },
    /// A game began.
    Started {
        /// The first photo that shows its start.
        photo: PathBuf,
    },
    /// A provisional move; one that is not sure comes with a later one that is. It may be withdrawn until it is
    /// [settled](Event::Settled).
    Played(Played<M>),
    /// This announced move and all after it are withdrawn: they were not made, or are no longer certain.
    Withdrawn(Played<M>),
    /// This move and all before it are settled. Only a decoding of all photos may still change them: the final one, or
    /// one while photos arrive, which withdraws them first.
    Settled(Played<M>),
    /// The game is over, or cannot be followed any further.
    Over {
        /// The first photo that does not belong to the game.
        photo: PathBuf,
        /// How the game ended.
        #[serde(serialize_with = "end_kind")]
        kind: EndKind,
    },
    /// The game that was over last is not: something had hidden its pieces. It begins again, with all its moves.
    GoesOn {
        /// The photo that shows its pieces again.
        photo: PathBuf,
    },
    /// The user ended the game.
    EndedByUser,
    /// A warning.
    Warning(Warning),
}

/// A move of an [`Event`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
#[non_exhaustive]
pub struct Played<M> {
    /// How many plies come before it.
    pub ply: usize,
    /// The side that played it.
    #[serde(serialize_with = "side")]
    pub side: Color,
    /// The move.
    #[serde(skip)]
    pub mv: M,
    /// The move in the game's notation.
    pub name: String,
    /// The first photo that shows it.
    pub photo: PathBuf,
    /// Posterior probability, from 0 to 1; see [`Ply::confidence`](sequence_search::Ply::confidence).
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
            Self::Found { photo, .. } => write!(f, "{}: board found", photo.display()),
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
                    _ => write!(f, "{photo}: no legal moves explain the photos from here on"),
                }
            }
            Self::GoesOn { photo } => write!(f, "{}: the game is not over", photo.display()),
            Self::EndedByUser => f.write_str("the game is over: ended by you"),
            Self::Warning(warning) => write!(f, "{warning}"),
        }
    }
}
