//! The content of a report: diagrams, doubtful moves with their alternatives, and pictures of photos.

use std::io::Cursor;
use std::path::Path;

use board_core::{Color, Evidence, Timing};
use board_geom::{Grid, parallel};
use image::ImageEncoder;
use sequence_search::{Decoded, Rival, Settings, explain, without};

use crate::recording::drawn::{Drawn, Number};
use crate::recording::report::{Report, ReportDoubt, ReportMove, ReportPhoto};
use crate::recording::{Notation, Recording, name_if_legal};
use crate::source::photos;
use crate::wording::counted;

impl Report {
    /// Makes the report of a recording. Lines of `summary` follow the number of moves and photos.
    ///
    /// The photos that are pictured are opened again; a photo that cannot be opened is left out.
    #[must_use]
    pub fn new<P: Drawn>(game: &Recording<P>, title: &str, summary: &[String]) -> Self {
        let moves = moves(game);
        let mut positions = vec![game.start.letters()];
        game.visit_plies(|position, ply| {
            let mut after = position.clone();
            after.play(ply.mv);
            positions.push(after.letters());
        });
        let counts = format!(
            "{} in {}",
            counted(moves.len(), P::MOVES),
            counted(game.photos.len(), "photos")
        );
        let ending = P::ending(game);
        let result = ending.as_ref().map_or(&[][..], |ending| &ending.lines);
        Self {
            title: title.to_owned(),
            summary: [&[counts], result, summary].concat(),
            ending: ending
                .as_ref()
                .map(|e| e.picture.clone())
                .unwrap_or_default(),
            warnings: game.warnings.iter().map(ToString::to_string).collect(),
            board: game.start.board(),
            positions,
            confidence: confidence(&game.decoded.frame_cost),
            doubts: doubts(game),
            photos: pictures(game, &moves),
            moves,
        }
    }
}

fn moves<P: Drawn>(game: &Recording<P>) -> Vec<ReportMove> {
    let last = game.photos.len().saturating_sub(1);
    let mut moves = Vec::with_capacity(game.decoded.plies.len());
    game.visit_plies(|position, ply| {
        let number = position.number(moves.len());
        let mut points = Vec::new();
        position.visit_changes(ply.mv, |change| {
            if change.timing == Timing::WithMove {
                points.push(change.point);
            }
        });
        let name = position.name(ply.mv);
        moves.push(ReportMove {
            label: label(number, ply.side, &name),
            name,
            number: number.value(),
            second: matches!(number, Number::Second(_)),
            side: ply.side.to_string(),
            points,
            photo: ply.frame.min(last),
            confidence: P::confidence(ply),
        });
    });
    moves
}

/// A move with its number, and its side unless the number implies it.
fn label(number: Number, side: Color, name: &str) -> String {
    match number {
        Number::Own(_) => format!("{number} {side} {name}"),
        Number::First(_) | Number::Second(_) => format!("{number} {name}"),
    }
}

/// The most doubtful moves, each with the best game without it. Moves of which only the order is doubtful are left out:
/// warnings name them.
fn doubts<P: Drawn>(game: &Recording<P>) -> Vec<ReportDoubt> {
    /// Moves with a higher confidence need no explanation.
    const SURE: f32 = 0.9;
    /// Most moves to explain.
    const SHOWN: usize = 8;
    let plies = &game.decoded.plies;
    let sure = |i: &usize| P::confidence(&plies[*i]);
    let mut doubtful: Vec<usize> = (0..plies.len())
        .filter(|&i| sure(&i) < SURE.min(plies[i].order))
        .collect();
    doubtful.sort_by(|a, b| sure(a).total_cmp(&sure(b)));
    doubtful.truncate(SHOWN);
    doubtful.sort_unstable();
    let mut alternatives = Vec::with_capacity(plies.len());
    game.visit_plies(|position, ply| {
        let named = ply.rivals.iter();
        let named =
            named.filter_map(|other| Some((alternative_name(position, other)?, other.posterior)));
        alternatives.push(named.collect::<Vec<_>>());
    });
    // Use the settings of the recording: a faster search may miss the better alternative.
    let settings = game.search.clone().best_only();
    let (start, evidence, decoded) = (&game.start, &game.evidence, &game.decoded);
    let explained = parallel::collect(doubtful.len(), 1, |some| {
        let some = doubtful[some].iter();
        some.filter_map(|&index| explained(start, evidence, &settings, decoded, index))
            .collect()
    });
    let with_alternatives = explained.into_iter().map(|mut doubt: ReportDoubt| {
        doubt.alternatives = std::mem::take(&mut alternatives[doubt.index]);
        doubt
    });
    with_alternatives.collect()
}

/// A doubtful move with the best game without it; `None` if there is no such game.
fn explained<P: Drawn>(
    start: &P,
    evidence: &Evidence,
    settings: &Settings,
    decoded: &Decoded<P::Move>,
    index: usize,
) -> Option<ReportDoubt> {
    let other = without(start, evidence, settings, decoded, index).ok()?;
    let why = explain(start, evidence, settings, [decoded, &other]).ok()?;
    let terms = why.terms.iter().map(|term| {
        let nats = term.costs[1] - term.costs[0];
        (start.point_name(term.point), term.frame, nats)
    });
    Some(ReportDoubt {
        index,
        alternatives: Vec::new(),
        instead: instead(start, decoded, &other),
        nats: other.cost - decoded.cost,
        terms: terms.collect(),
    })
}

/// The name of an alternative to a move, in the position before it; with its side if the other side makes it.
fn alternative_name<P: Notation>(position: &P, other: &Rival<P::Move>) -> Option<String> {
    let name = name_if_legal(position, other.side, other.mv)?;
    Some(match other.side == position.to_move() {
        true => name,
        false => format!("{} {name}", other.side),
    })
}

/// The moves of another game that this one lacks, as text.
fn instead<P: Drawn>(start: &P, ours: &Decoded<P::Move>, other: &Decoded<P::Move>) -> String {
    let lacks = |side, mv| !ours.plies.iter().any(|p| (p.side, p.mv) == (side, mv));
    let mut position = start.clone();
    let mut names = Vec::new();
    for (before, ply) in other.plies.iter().enumerate() {
        position.set_to_move(ply.side);
        if lacks(ply.side, ply.mv) {
            let number = position.number(before);
            names.push(label(number, ply.side, &position.name(ply.mv)));
        }
        position.play(ply.mv);
    }
    match names.is_empty() {
        true => "nothing".to_owned(),
        false => names.join(", "),
    }
}

/// How well the game explains each photo: 1 if every point has its likeliest content, and less by a factor of e for
/// every 20 nats of additional cost.
fn confidence(frame_cost: &[f32]) -> Vec<f32> {
    const SCALE: f32 = 20.0;
    frame_cost
        .iter()
        .map(|cost| (-cost / SCALE).exp())
        .collect()
}

/// Pictures of the first photo of each move, thinned out evenly if there are too many.
fn pictures<P: Notation>(game: &Recording<P>, moves: &[ReportMove]) -> Vec<ReportPhoto> {
    /// Most pictures: a few megabytes in all.
    const MOST: usize = 80;
    let mut shown: Vec<usize> = moves.iter().map(|m| m.photo).collect();
    shown.insert(0, 0);
    shown.dedup();
    let stride = shown.len().div_ceil(MOST);
    let shown = shown.into_iter().step_by(stride);
    let pictures = shown.filter_map(|i| picture(i, game.photos.get(i)?, game.grids.get(i)?));
    pictures.collect()
}

fn picture(index: usize, path: &Path, grid: &Grid) -> Option<ReportPhoto> {
    /// Length of the longer side, in pixels.
    const LENGTH: u32 = 480;
    let photo = photos::open(path, &photos::Limits::default()).ok()?;
    let small = board_geom::shrink(&photo, LENGTH);
    let grid = grid.resized(small.dimensions());
    let mut jpeg = Cursor::new(Vec::new());
    image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, 75)
        .write_image(
            small.as_raw(),
            small.width(),
            small.height(),
            image::ExtendedColorType::Rgb8,
        )
        .ok()?;
    Some(ReportPhoto {
        index,
        name: path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default(),
        jpeg: jpeg.into_inner(),
        size: small.dimensions(),
        corners: grid.corners().map(|c| c.map(|v| (v * 10.0).round() / 10.0)),
    })
}
