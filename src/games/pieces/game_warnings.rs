//! Warnings about a recorded game on squares.

use std::path::PathBuf;

use board_core::Evidence;
use board_core::{Cell, Observation, Occupancy};
use sequence_search::Decoded;

use super::SquareGame;
use crate::decode::fixes::Fixes;
use crate::decode::smoothing::smoothed;
use crate::recording::Recording;
use crate::warning::{Alternative, NamedMove};
use crate::{Warning, WarningKind};

/// Least agreement of a usual photo of the start position.
pub(crate) const USUAL: f32 = 0.6;

/// Warns of a start that is late, mirrored or unclear: `first` is its frame, `fit` the agreement of that frame with the
/// start position, from 0 to 1.
pub(crate) fn start<P: SquareGame>(
    first: usize,
    fit: f32,
    mirrored: bool,
    photo: &Option<PathBuf>,
    warnings: &mut Vec<Warning>,
) {
    let photo = photo.clone();
    if first > 0 {
        warnings.push(WarningKind::PhotosBeforeStart { photos: first }.at(photo.clone()));
    }
    if mirrored {
        let kind = match P::MIRRORED {
            true => WarningKind::BoardMirrored,
            false => WarningKind::PhotosMirrored,
        };
        warnings.push(kind.at(photo.clone()));
    }
    if fit < USUAL {
        warnings.push(WarningKind::StartUnlike { agreement: fit }.at(photo));
    }
}

/// Warns that the game starts without pieces that the usual start has.
pub(crate) fn odds<P: SquareGame>(usual: &P, recording: &mut Recording<P>) {
    let start = &recording.start;
    let missing = |point: &usize| start.get(*point) != usual.get(*point);
    let squares = (0..start.points()).filter(missing);
    let squares: Vec<String> = squares.map(|point| start.point_name(point)).collect();
    if squares.is_empty() {
        return;
    }
    let kind = WarningKind::PiecesMissing {
        fen: start.fen(),
        squares,
    };
    let photo = recording.photos.first().cloned();
    recording.warnings.push(kind.at(photo));
}

/// Warns that the board has a dark corner at White's right hand.
pub(crate) fn corner(photo: &Option<PathBuf>, warnings: &mut Vec<Warning>) {
    warnings.push(WarningKind::DarkCorner.at(photo.clone()));
}

/// Warns that the photos begin in mid-game. `direction_known` is whether the direction of play is known,
/// `to_move_known` whether a move shows whose turn it was.
pub(crate) fn mid_game<P: SquareGame>(
    start: &P,
    direction_known: bool,
    to_move_known: bool,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let kind = WarningKind::MidGameStart {
        fen: start.fen(),
        to_move_known,
        direction_known,
    };
    warnings.push(kind.at(photos.first().cloned()));
}

/// Warns of squares on which the first photo may differ from the start position, unless a move in that photo explains
/// them.
pub(crate) fn squares<P: SquareGame>(doubtful: &[usize], recording: &mut Recording<P>) {
    let mut explained = Vec::new();
    recording.visit_plies(|position, ply| {
        if ply.frame == 0 {
            position.visit_changes(ply.mv, |change| explained.push(change.point));
        }
    });
    let open = doubtful.iter().filter(|point| !explained.contains(point));
    let squares: Vec<String> = open
        .map(|&point| recording.start.point_name(point))
        .collect();
    if squares.is_empty() {
        return;
    }
    let kind = match recording.mid_game {
        true => WarningKind::MidGameDoubtful { squares },
        false => WarningKind::StartDiffers { squares },
    };
    let photo = recording.photos.first().cloned();
    recording.warnings.push(kind.at(photo));
}

/// Warns of moves in the first photo: the game may have started from another position.
pub(crate) fn early<M>(decoded: &Decoded<M>, photos: &[PathBuf], warnings: &mut Vec<Warning>) {
    let made = decoded
        .plies
        .iter()
        .take_while(|ply| ply.frame == 0)
        .count();
    if made > 0 {
        let kind = WarningKind::MovesBeforeFirstPhoto { moves: made };
        warnings.push(kind.at(photos.first().cloned()));
    }
}

/// Warns of a gap: the game cannot be followed from this ply on.
pub(crate) fn gap<P: SquareGame>(
    start: &P,
    decoded: &Decoded<P::Move>,
    at: usize,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let mut before = start.clone();
    for ply in &decoded.plies[..at] {
        before.play(ply.mv);
    }
    let ply = &decoded.plies[at];
    let mut after = before.clone();
    after.set_to_move(ply.side);
    after.play(ply.mv);
    let kind = WarningKind::Gap {
        before: before.fen(),
        after: after.fen(),
        plies: at,
    };
    warnings.push(kind.at(photos.get(ply.frame).cloned()));
}

/// Warns that the game is lost: no legal moves lead from the end of the record to the photos from `frame` on.
pub(crate) fn lost<P: SquareGame>(
    start: &P,
    decoded: &Decoded<P::Move>,
    frame: usize,
    evidence: &Evidence,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    /// Margin in nats below which the content of a square is doubtful.
    const LITTLE: f32 = 3.0;
    let (mut seen, mut doubtful) = (Vec::new(), Vec::new());
    for point in 0..evidence.points() {
        // Consecutive still frames are not independent evidence, so smooth over the photos before and after.
        let costs = smoothed(evidence, point)[frame];
        let mut cells = Occupancy::ALL.to_vec();
        cells.sort_by(|a, b| costs[a.index()].total_cmp(&costs[b.index()]));
        let alone = evidence.best(frame, point);
        let little = costs[cells[1].index()] - costs[cells[0].index()] < LITTLE;
        if little || alone.is_some_and(|alone| alone != cells[0]) {
            doubtful.push(start.point_name(point));
        }
        seen.push(cells[0]);
    }
    let seen = rows(&seen, super::size(start));
    let kind = match frame {
        0 => WarningKind::NothingRecorded { seen, doubtful },
        _ => WarningKind::GameLost {
            fen: decoded.final_position(start).fen(),
            plies: decoded.plies.len(),
            seen,
            doubtful,
        },
    };
    warnings.push(kind.at(photos.get(frame).cloned()));
}

/// The contents of the squares, row by row as in FEN: `b` and `w` for pieces, digits for empty squares.
fn rows(squares: &[Occupancy], size: usize) -> String {
    let row = |row: &[Occupancy]| -> String {
        let groups = row.chunk_by(|a, b| a == b && *a == Occupancy::Empty);
        let texts = groups.map(|group| match group[0] {
            Occupancy::Empty => group.len().to_string(),
            Occupancy::Black => "b".to_owned(),
            Occupancy::White => "w".to_owned(),
        });
        texts.collect()
    };
    let rows: Vec<String> = squares.chunks(size).map(row).collect();
    rows.join("/")
}

/// Warns of fixed moves that the photos do not show.
pub(crate) fn fixes<M>(
    fixes: &Fixes,
    decoded: &Decoded<M>,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    for (fix, ply) in fixes.played(&decoded.plies) {
        if ply.confidence < 0.5 {
            let kind = WarningKind::FixNotSeen { fix: fix.clone() };
            warnings.push(kind.at(photos.get(ply.frame).cloned()));
        }
    }
}

/// Warns of doubtful moves.
pub(crate) fn moves<P: SquareGame>(
    start: &P,
    decoded: &Decoded<P::Move>,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let named = NamedMove::all(start, &decoded.plies);
    let mut position = start.clone();
    for (ply, played) in decoded.plies.iter().zip(named) {
        if P::confidence(ply) < 0.9 {
            let kind = WarningKind::DoubtfulMove {
                played,
                confidence: P::confidence(ply),
                alternatives: Alternative::of(&position, ply),
            };
            warnings.push(kind.at(photos.get(ply.frame).cloned()));
        }
        position.play(ply.mv);
    }
}
