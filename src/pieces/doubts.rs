//! What of a record is doubtful, said as warnings.

use std::path::PathBuf;

use board_core::Evidence;
use board_core::{Cell, Observation, Occupancy};
use sequence_search::Decoded;

use super::{SquareGame, labels};
use crate::fix::Fixes;
use crate::recording::{Recording, rival_name};
use crate::standing::standing;
use crate::wording::percent;
use crate::{Warning, WarningKind};

/// Warns when the photos do not begin with the start as it is usually seen: `fit` says how well the photo that is used for it,
/// after the `first` ones, agrees with it, from 0 to 1.
pub(crate) fn start(
    first: usize,
    fit: f32,
    mirrored: bool,
    photo: &Option<PathBuf>,
    warnings: &mut Vec<Warning>,
) {
    /// Photos of the start position agree with it better than this.
    const USUAL: f32 = 0.6;
    let photo = photo.clone();
    if first > 0 {
        let text = format!(
            "the first photo that shows the start position; {first} before it are left out"
        );
        warnings.push(Warning::new(WarningKind::Start, photo.clone(), text));
    }
    if mirrored {
        let text = "the board is laid with the wrong corner at the left: squares are numbered as in a mirror";
        warnings.push(Warning::new(WarningKind::Laid, photo.clone(), text));
    }
    if fit < USUAL {
        let text = format!(
            "hardly looks like the position the game starts from (agreement {fit:.2} of 1): a game \
             that starts elsewhere needs its FEN"
        );
        warnings.push(Warning::new(WarningKind::Start, photo, text));
    }
}

/// Warns that the board has a dark corner at White's right hand.
pub(crate) fn corner(photo: &Option<PathBuf>, warnings: &mut Vec<Warning>) {
    let text = "the board has a dark corner at White's right hand: it was laid wrongly, or the picture is a mirror image, or \
                the sides are not where they seem to be (--white tells)";
    warnings.push(Warning::new(WarningKind::Laid, photo.clone(), text));
}

/// Warns that the photos begin in mid-game, from a start that was read from them; `plain` is which way the game goes,
/// and `moved` whether a move tells whose turn it is.
pub(crate) fn midway<P: SquareGame>(
    start: &P,
    plain: bool,
    moved: bool,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let mut text = format!(
        "the photos begin in mid-game: taken to start from {}, as read from them",
        start.fen()
    );
    if !moved {
        text.push_str("; whose turn it is there is not known");
    }
    if !plain {
        text.push_str("; which way each side plays is doubtful");
    }
    let photo = photos.first().cloned();
    warnings.push(Warning::new(WarningKind::Start, photo, text));
}

/// Warns of squares on which the first photo may show something else than the game starts from, but for moves that are
/// made in it already.
pub(crate) fn squares<P: SquareGame>(doubtful: &[usize], recording: &mut Recording<P>) {
    let mut explained = Vec::new();
    recording.visit_plies(|position, ply| {
        if ply.frame == 0 {
            position.visit_changes(ply.mv, |change| explained.push(change.point));
        }
    });
    let open = doubtful.iter().filter(|point| !explained.contains(point));
    let names: Vec<String> = open
        .map(|&point| recording.start.point_name(point))
        .collect();
    if names.is_empty() {
        return;
    }
    let names = names.join(", ");
    let text = match recording.midway {
        true => format!("what stands on {names} is doubtful"),
        false => format!(
            "shows something else on {names} than the position the game starts from: moves may be missing before it"
        ),
    };
    recording.warnings.push(Warning::new(
        WarningKind::Start,
        recording.photos.first().cloned(),
        text,
    ));
}

/// Warns of moves that the first photo shows already: a game that goes on elsewhere may look like one that starts.
pub(crate) fn early<M>(decoded: &Decoded<M>, photos: &[PathBuf], warnings: &mut Vec<Warning>) {
    let made = decoded
        .plies
        .iter()
        .take_while(|ply| ply.frame == 0)
        .count();
    if made > 0 {
        let moves = if made == 1 { "move" } else { "moves" };
        let text = format!(
            "the first photo shows no start, but what {made} {moves} may have made of it, which are no \
             more than a guess: a game that starts elsewhere needs its FEN"
        );
        warnings.push(Warning::new(
            WarningKind::Start,
            photos.first().cloned(),
            text,
        ));
    }
}

/// Warns that the game cannot be followed from a ply on.
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
    let text = format!(
        "moves are missing here that no photo shows, between {} and {}: the record ends before them, \
         after {at} plies",
        before.fen(),
        after.fen()
    );
    let photo = photos.get(ply.frame).cloned();
    warnings.push(Warning::new(WarningKind::Ended, photo, text));
}

/// Warns that no legal game leads from the end of the record to what a photo and those after it show.
pub(crate) fn lost<P: SquareGame>(
    start: &P,
    decoded: &Decoded<P::Move>,
    frame: usize,
    evidence: &Evidence,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    /// Nats.
    const LITTLE: f32 = 3.0;
    let (mut seen, mut doubtful) = (Vec::new(), Vec::new());
    for point in 0..evidence.points() {
        // What stands still is hardly seen anew in this photo: those before and after it count too.
        let costs = standing(evidence, point)[frame];
        let mut cells = Occupancy::ALL.to_vec();
        cells.sort_by(|a, b| costs[a.index()].total_cmp(&costs[b.index()]));
        let alone = evidence.best(frame, point);
        let little = costs[cells[1].index()] - costs[cells[0].index()] < LITTLE;
        if little || alone.is_some_and(|alone| alone != cells[0]) {
            doubtful.push(start.point_name(point));
        }
        seen.push(cells[0]);
    }
    let mut seen = rows(&seen, super::size(start));
    if !doubtful.is_empty() {
        seen.push_str(&format!(" ({} doubtful)", doubtful.join(", ")));
    }
    let text = match frame {
        0 => format!(
            "shows {seen}, which is not the position the game starts from, nor are there moves from there that lead to it and \
             to what follows: nothing is recorded; a game that starts elsewhere needs its FEN"
        ),
        _ => format!(
            "the game is lost here: more was played than the photos tell, or a piece is not what it was taken for, between \
             {}, where the record ends after {} plies, and what this photo seems to show, {seen}; what follows is a game of its own, from there",
            decoded.final_position(start).fen(),
            decoded.plies.len(),
        ),
    };
    let photo = photos.get(frame).cloned();
    warnings.push(Warning::new(WarningKind::Ended, photo, text));
}

/// What stands on the squares, row by row as a FEN has it: `b` and `w` for pieces, figures for empty squares.
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

/// Warns of moves the user is sure of and the photos are not.
pub(crate) fn fixes<M>(
    fixes: &Fixes,
    decoded: &Decoded<M>,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    for (fix, ply) in fixes.played(&decoded.plies) {
        if ply.confidence < 0.5 {
            let text = format!("{fix} is kept as asked for, but the photos do not show it");
            let photo = photos.get(ply.frame).cloned();
            warnings.push(Warning::new(WarningKind::Fix, photo, text));
        }
    }
}

/// Warns of moves that may be wrong.
pub(crate) fn moves<P: SquareGame>(
    start: &P,
    decoded: &Decoded<P::Move>,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    let labels = labels(start, &decoded.plies);
    let mut position = start.clone();
    for (ply, label) in decoded.plies.iter().zip(labels) {
        if P::sure(ply) < 0.9 {
            let rivals = ply.rivals.iter().filter(|r| r.posterior > 0.02);
            let rivals = rivals.map(|r| {
                let name = rival_name(&position, r);
                format!("{name} {:.0} %", 100.0 * r.posterior)
            });
            let rivals: Vec<String> = rivals.take(3).collect();
            let else_ = if rivals.is_empty() {
                String::new()
            } else {
                format!("; or {}", rivals.join(", "))
            };
            let share = percent(P::sure(ply));
            let text = format!("{label} is doubtful: {share}{else_}");
            let photo = photos.get(ply.frame).cloned();
            warnings.push(Warning::new(WarningKind::Doubtful, photo, text));
        }
        position.play(ply.mv);
    }
}

/// Warns when the last photos show something else than the end of the record.
pub(crate) fn end<P: SquareGame>(
    start: &P,
    decoded: &Decoded<P::Move>,
    evidence: &Evidence,
    photos: &[PathBuf],
    warnings: &mut Vec<Warning>,
) {
    /// Photos that must all speak against the record, and how many are heard.
    const LAST: usize = 3;
    const HEARD: usize = 12;
    /// Nats, in all of those.
    const CLEAR: f32 = 9.0;
    let frames = evidence.frames();
    if frames <= LAST {
        return;
    }
    let mut table = Vec::new();
    decoded.visit_tables(start, |_, cells| table = cells.to_vec());
    // How much better the best content of a square is than the record's.
    let against = |frame, point| {
        let cost = |cell| evidence.cost(frame, point, cell);
        let best = evidence.best(frame, point).and_then(cost);
        Some(cost(table[point])? - best?)
    };
    let against = |&point: &usize| {
        let agree = (frames - LAST..frames).all(|f| against(f, point).is_some_and(|a| a > 0.0));
        let heard = frames.saturating_sub(HEARD)..frames;
        agree && heard.filter_map(|f| against(f, point)).sum::<f32>() > CLEAR
    };
    let squares: Vec<String> = (0..table.len())
        .filter(against)
        .map(|point| start.point_name(point))
        .collect();
    if !squares.is_empty() {
        let text = format!(
            "the last photos show something else than the record on {}: it may be incomplete",
            squares.join(", ")
        );
        let photo = photos.last().cloned();
        warnings.push(Warning::new(WarningKind::Incomplete, photo, text));
    }
}
