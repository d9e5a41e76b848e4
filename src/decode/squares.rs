//! Decodes a game on squares: from patches of its photos to its recording.

use piece_detect::Patches;
use sequence_search::{Decoded, EndKind, Exchange, exchanges};

use super::fix::FixFault;
use super::fixes::Fixes;
use super::piece_kinds::KindTraining;
use super::prior::Prior;
use super::self_training::{self, Found, SquaresSeries};
use super::{ending, move_order, piece_order, taken_back};
use crate::games::pieces::game_warnings;
use crate::games::pieces::options::Options;
use crate::games::pieces::square_game::{SquareGame, plies_before_gap, stature};
use crate::progress::Progress;
use crate::recording::frames::Frames;
use crate::recording::{Recording, recorded};
use crate::sensor::corner_colour;
use crate::sensor::orientation::upright;
use crate::source::disorder::{self, Disorder};
use crate::start::mid_game::{self, GameStart};
use crate::warning::NamedMove;
use crate::{Error, Warning, WarningKind};

/// Decodes the first game of a series. Returns it with its patches, whose squares are in the order of the game.
pub(crate) fn decode_game<P: SquareGame>(
    mut series: SquaresSeries,
    options: &Options<P>,
    mut warnings: Vec<Warning>,
    progress: &mut Progress<'_>,
) -> Result<(Recording<P>, Patches), Error> {
    // In a film, drop frames of moves under way: the frames before and after have the same content.
    let mut kept = series
        .patches
        .at_rest()
        .unwrap_or(vec![true; series.frames.photos.len()]);
    let game_start = GameStart::of(&series.patches, &series.views, &kept, options)?;
    let first = game_start.first;
    kept[..first].fill(false);
    kept[first] = true;
    let start_photo = series.frames.photos.get(first).cloned();
    let photos = kept.len();
    series.keep(&kept);
    let mut search = options.search.clone();
    if game_start.joined.is_some() {
        // The side to move is unknown.
        search.model.other_side_first = 0.0;
    }
    let game_start = game_start.choose(&series.patches, options, &search, progress)?;
    let orientation = game_start.orientation;
    let mirrored = orientation >= 4;
    game_warnings::start::<P>(first, game_start.fit, mirrored, &start_photo, &mut warnings);
    if !P::MIRRORED && !mirrored {
        let views = series.views.get(first..).unwrap_or_default();
        if corner_colour::is_wrong(views, orientation) {
            game_warnings::corner(&start_photo, &mut warnings);
        }
    }
    series.patches.renumber(orientation);
    for grid in &mut series.frames.grids {
        *grid = upright(grid, orientation);
    }
    let mut recording = finish_recording(
        series.frames,
        Some(&series.patches),
        options,
        game_start.joined,
        warnings,
        |prior| {
            let patches = &series.patches;
            let starts = &game_start.starts;
            match game_start.joined {
                Some(_) => mid_game::find(patches, starts, prior, &search, progress),
                None => {
                    self_training::decode(patches, stature::<P>(), starts, prior, &search, progress)
                }
            }
        },
    )?;
    game_warnings::squares(&game_start.doubtful, &mut recording);
    if game_start.joined.is_none() {
        game_warnings::odds(&options.start, &mut recording);
    }
    if first > photos / 2 && recording.decoded.plies.is_empty() {
        recording.warnings.push(Disorder::Reversed.warning());
    }
    Ok((recording, series.patches))
}

/// Finds the game by `find`, chooses its move order, and makes the recording with its warnings.
///
/// The first of the frames shows the start. `joined` is [`GameStart::joined`]. With `patches`, the kinds of pieces help
/// to choose the order.
pub(crate) fn finish_recording<P: SquareGame>(
    frames: Frames,
    patches: Option<&Patches>,
    options: &Options<P>,
    joined: Option<bool>,
    mut warnings: Vec<Warning>,
    find: impl FnOnce(&Prior<P>) -> Result<Found<P>, Error>,
) -> Result<Recording<P>, Error> {
    let photos = frames.photos;
    let prior = Prior::new(Fixes::new(&options.fixes, &options.start));
    let Found {
        mut start,
        game: mut decoded,
        evidence,
        search,
    } = find(&prior)?;
    if let Some(other) = begun_by_other(&start, &decoded) {
        if joined.is_none() {
            let kind = WarningKind::OtherSideBegan {
                side: other.to_move(),
            };
            warnings.push(kind.at(photos.get(decoded.plies[0].frame).cloned()));
        }
        start = other;
    }
    if let Some(plain) = joined {
        let moved = !decoded.plies.is_empty();
        game_warnings::mid_game(&start, plain, moved, &photos, &mut warnings);
    }
    // A game that is lost at once has no labels.
    let patches = patches.filter(|_| decoded.frames() > 0);
    let known = patches.map(|patches| KindTraining::of(patches, &start, &decoded));
    let known = known.transpose()?;
    let kind_reader = known.as_ref().zip(patches);
    let kind_reader = kind_reader.map(|(known, patches)| known.kind_reader(patches));
    let kind_reader = kind_reader.as_ref();
    let mut orders = piece_order::choose_orders(&mut decoded, &start, kind_reader, &prior);
    let exchanges = exchanges(&start, &evidence, &search, &decoded, move_order::WITHIN)?;
    let open = piece_order::open_orders(&decoded, &start, kind_reader, &prior, exchanges);
    orders.extend(open);
    let (record, info) = recorded(&start, &decoded, &options.info, &photos, &mut warnings);
    let mut recording = Recording {
        record,
        start,
        decoded,
        photos,
        grids: frames.grids,
        frame_of_photo: frames.frame_of_photo,
        evidence,
        warnings,
        info,
        search,
        mid_game: joined.is_some(),
        later: Vec::new(),
        settled: None,
    };
    review(&mut recording, orders, &prior.fixes)?;
    Ok(recording)
}

/// The start with the other side to move, if that side began and the game allows it.
fn begun_by_other<P: SquareGame>(start: &P, game: &Decoded<P::Move>) -> Option<P> {
    let side = game.plies.first()?.side;
    let other = (side != start.to_move()).then_some(side)?;
    start.begun_by(other)
}

/// Reviews a recording: cuts it before a gap, checks the fixes, lowers the confidence of moves with an open order, and
/// adds warnings.
fn review<P: SquareGame>(
    recording: &mut Recording<P>,
    mut orders: Vec<Exchange<P::Move>>,
    fixes: &Fixes,
) -> Result<(), Error> {
    let Recording {
        start,
        decoded,
        photos,
        frame_of_photo,
        evidence,
        warnings,
        ..
    } = recording;
    let known = plies_before_gap(start, &decoded.plies);
    let cut = known < decoded.plies.len();
    if cut {
        game_warnings::gap(start, decoded, known, photos, warnings);
        decoded.plies.truncate(known);
        orders.retain(|order| order.first + order.moves.len() <= known);
    } else if let Some(end) = decoded.end {
        match end.kind {
            EndKind::Lost => {
                game_warnings::lost(start, decoded, end.frame, evidence, photos, warnings)
            }
            _ => ending::warn(decoded, photos, warnings),
        }
    }
    game_warnings::early(decoded, photos, warnings);
    taken_back::warn(start, decoded, photos, warnings);
    let cells: Vec<_> = start.cells().collect();
    disorder::warn(evidence, &cells, decoded.end, warnings);
    let moves: Vec<P::Move> = decoded.plies.iter().map(|p| p.mv).collect();
    if let Some(fix) = fixes.broken(start, &moves) {
        let (fix, reason) = (fix.clone(), FixFault::NoGame);
        return Err(Error::Fix { fix, reason });
    }
    game_warnings::fixes(fixes, decoded, photos, warnings);
    game_warnings::moves(start, decoded, photos, warnings);
    let doubtful = move_order::weigh_orders(decoded, &orders);
    let named = NamedMove::all(start, &decoded.plies);
    move_order::warn(decoded, &doubtful, photos, &named, warnings);
    if !cut && decoded.end.is_none() {
        ending::differs(start, decoded, evidence, frame_of_photo, photos, warnings);
    }
    Ok(())
}
