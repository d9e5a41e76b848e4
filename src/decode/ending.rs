//! What ends a game before its photos do: saying so.

use std::path::PathBuf;

use sequence_search::{Decoded, EndKind};

use crate::warning::{Warning, WarningKind};

/// Fewer moves after the end of a game are no game.
pub(crate) const LEAST: usize = 2;

/// Says at which photo a game is over. What is said of a game that is lost depends on the game.
pub(crate) fn say<M>(decoded: &Decoded<M>, photos: &[PathBuf], warnings: &mut Vec<Warning>) {
    let Some(end) = decoded.end else { return };
    let kind = match end.kind {
        EndKind::Cleared => WarningKind::BoardCleared,
        EndKind::SetUp => WarningKind::NewGameSetUp,
        _ => WarningKind::NoContinuation,
    };
    warnings.push(kind.at(photos.get(end.frame).cloned()));
}
