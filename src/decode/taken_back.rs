//! Warnings of moves that were taken back.

use std::path::PathBuf;

use sequence_search::Decoded;

use crate::recording::{Notation, name_for};
use crate::warning::{Warning, WarningKind};

/// Warns of moves that were played and taken back; the record does not have them.
pub(crate) fn warn<P: Notation>(
    start: &P,
    decoded: &Decoded<P::Move>,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let mut position = start.clone();
    let mut plies = decoded.plies.iter().peekable();
    for touch in decoded.touches.iter().filter(|touch| touch.taken_back) {
        while let Some(ply) = plies.next_if(|ply| ply.frame <= touch.frame) {
            position.set_to_move(ply.side);
            position.play(ply.mv);
        }
        let kind = WarningKind::MoveTakenBack {
            side: touch.side,
            name: name_for(&position, touch.side, touch.mv),
            until: photos.get(touch.until).cloned(),
        };
        warnings.push(kind.at(photos.get(touch.frame).cloned()));
    }
}
