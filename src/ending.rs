//! What ends a game before its photos do: saying so.

use std::path::PathBuf;

use sequence_search::{Decoded, EndKind};

use crate::warning::{Warning, WarningKind};

/// Fewer moves after the end of a game are no game.
pub(crate) const LEAST: usize = 2;

/// Says at which photo a game is over. What is said of a game that is lost depends on the game.
pub(crate) fn say<M>(decoded: &Decoded<M>, photos: &[PathBuf], warnings: &mut Vec<Warning>) {
    let Some(end) = decoded.end else { return };
    let text = match end.kind {
        EndKind::Cleared => "the game is over here: pieces were taken off the board",
        EndKind::SetUp => "the game is over here: the start position was set up again",
        _ => "from here on no moves lead to what the photos show: the record ends before them",
    };
    warnings.push(Warning::new(
        WarningKind::Ended,
        photos.get(end.frame).cloned(),
        text,
    ));
}
