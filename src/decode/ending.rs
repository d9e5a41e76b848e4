//! Warnings of a game that ends before its photos do.

use std::path::PathBuf;

use sequence_search::{Decoded, EndKind};

use crate::warning::{Warning, WarningKind};

/// Least number of moves of a game after another one.
pub(crate) const LEAST: usize = 2;

/// Warns of the photo at which a game is over.
pub(crate) fn warn<M>(decoded: &Decoded<M>, photos: &[PathBuf], warnings: &mut Vec<Warning>) {
    let Some(end) = decoded.end else { return };
    let kind = match end.kind {
        EndKind::Cleared => WarningKind::BoardCleared,
        EndKind::SetUp => WarningKind::NewGameSetUp,
        _ => WarningKind::NoContinuation,
    };
    warnings.push(kind.at(photos.get(end.frame).cloned()));
}
