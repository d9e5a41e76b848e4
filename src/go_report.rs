//! The report of a recorded Go game.

use std::io::Cursor;

use board_core::{Color, MoveGen};
use go_rules::Move;
use image::ImageEncoder;
use sequence_search::{Decoded, Settings, explain, without};

use crate::go::Recording;
use crate::photos;
use crate::report::{Report, ReportDoubt, ReportMove, ReportPhoto};

/// Most pictures in a report, and their longer side in pixels: a few megabytes in all.
const PICTURES: usize = 80;
const LONG_SIDE: u32 = 480;

/// Gathers what the report of a game shows. Photos are opened again, the few that are pictured;
/// one that cannot be opened any more is left out.
#[must_use]
pub fn report(game: &Recording, title: &str, mut summary: Vec<String>) -> Report {
    let size = game.start.size();
    let mut position = game.start.clone();
    let mut positions = vec![letters(&position)];
    let mut moves = Vec::new();
    for ply in &game.decoded.plies {
        position.set_to_move(ply.side);
        position.play(ply.mv);
        positions.push(letters(&position));
        moves.push(ReportMove {
            name: size.gtp(ply.mv),
            side: if ply.side == Color::Black { 'X' } else { 'O' },
            point: ply.mv.point(),
            photo: ply.frame.min(game.photos.len().saturating_sub(1)),
            confidence: ply.confidence,
        });
    }
    let mut shown: Vec<usize> = moves.iter().map(|m| m.photo).collect();
    shown.insert(0, 0);
    shown.dedup();
    let stride = shown.len().div_ceil(PICTURES);
    let pictures = shown
        .into_iter()
        .step_by(stride)
        .filter_map(|i| picture(game, i))
        .collect();
    summary.insert(
        0,
        format!("{} moves in {} photos", moves.len(), game.photos.len()),
    );
    Report {
        title: title.to_owned(),
        summary,
        warnings: game.warnings.iter().map(ToString::to_string).collect(),
        size: size.cols(),
        positions,
        moves,
        confidence: confidence(game),
        doubts: doubts(game),
        photos: pictures,
    }
}

/// The most doubtful moves, each with the best game that does without it.
fn doubts(game: &Recording) -> Vec<ReportDoubt> {
    /// A move this sure needs no explanation.
    const SURE: f32 = 0.9;
    const SHOWN: usize = 8;
    let size = game.start.size();
    let named = |side: Color, mv| format!("{side} {}", size.gtp(mv));
    let mut doubtful: Vec<usize> = game.decoded.doubtful(SURE).map(|(i, _)| i).collect();
    doubtful.sort_by(|&a, &b| {
        let confidence = |i: usize| game.decoded.plies[i].confidence;
        confidence(a).total_cmp(&confidence(b))
    });
    doubtful.truncate(SHOWN);
    doubtful.sort_unstable();
    let mut settings = Settings::beam(32);
    settings.model = game.model.clone();
    let explained = doubtful.into_iter().filter_map(|index| {
        let ply = &game.decoded.plies[index];
        let found = without(&game.start, &game.evidence, &settings, &game.decoded, index);
        let other = found.ok()?;
        let games = [&game.decoded, &other];
        let why = explain(&game.start, &game.evidence, &settings, games).ok()?;
        let moves = |game: &Decoded<Move>| -> Vec<_> {
            game.plies.iter().map(|p| (p.side, p.mv)).collect()
        };
        let (ours, theirs) = (moves(&game.decoded), moves(&other));
        let instead: Vec<String> = theirs
            .iter()
            .filter(|m| !ours.contains(m))
            .map(|&(side, mv)| named(side, mv))
            .collect();
        let terms = why.terms.iter().map(|term| {
            let nats = term.costs[1] - term.costs[0];
            (size.gtp(Move::place(term.point)), term.frame, nats)
        });
        Some(ReportDoubt {
            index,
            rivals: ply
                .rivals
                .iter()
                .map(|rival| (named(rival.side, rival.mv), rival.posterior))
                .collect(),
            instead: if instead.is_empty() {
                "nothing".to_owned()
            } else {
                instead.join(", ")
            },
            nats: other.cost - game.decoded.cost,
            terms: terms.collect(),
        })
    });
    explained.collect()
}

/// How well the game explains each photo: 1 when its table is the best content of every point, and
/// less for every nat it costs more, per hundred points.
fn confidence(game: &Recording) -> Vec<f32> {
    let scale = 20.0;
    game.decoded
        .frame_cost
        .iter()
        .map(|cost| (-cost / scale).exp())
        .collect()
}

fn letters(position: &go_rules::Position) -> String {
    position
        .contents()
        .iter()
        .map(|cell| match cell.color() {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        })
        .collect()
}

fn picture(game: &Recording, index: usize) -> Option<ReportPhoto> {
    let path = game.photos.get(index)?;
    let photo = photos::open(path, &photos::Limits::default()).ok()?;
    let small = board_geom::shrink(&photo, LONG_SIDE);
    let grid = game.grids.get(index)?.resized(small.dimensions());
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
