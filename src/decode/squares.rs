//! One game on squares: from patches of its photos to its recording.

use piece_detect::Patches;
use sequence_search::{Decoded, EndKind, Exchange, exchanges};

use super::fix::FixFault;
use super::fixes::Fixes;
use super::piece_kinds::KindTraining;
use super::prior::Prior;
use super::self_training::{self, Found, Seen};
use super::{ending, move_order, piece_order, taken_back};
use crate::games::pieces::{Options, SquareGame, doubts, followed, stature};
use crate::progress::Progress;
use crate::recording::frames::Frames;
use crate::recording::{Recording, recorded};
use crate::sensor::orientation::upright;
use crate::sensor::shades;
use crate::source::disorder::{self, Disorder};
use crate::start::mid_game::{self, GameStart};
use crate::warning::NamedMove;
use crate::{Error, Warning, WarningKind};

/// From what the photos show to the first game in them; the squares are numbered as in that game.
pub(crate) fn decode_one<P: SquareGame>(
    mut seen: Seen,
    options: &Options<P>,
    mut warnings: Vec<Warning>,
    progress: &mut Progress<'_>,
) -> Result<(Recording<P>, Patches), Error> {
    // In a film, photos of moves under way tell nothing that those before and after do not.
    let mut kept = seen
        .patches
        .at_rest()
        .unwrap_or(vec![true; seen.taken.photos.len()]);
    let game_start = GameStart::of(&seen.patches, &seen.views, &kept, options)?;
    let first = game_start.first;
    kept[..first].fill(false);
    kept[first] = true;
    let start_photo = seen.taken.photos.get(first).cloned();
    let photos = kept.len();
    seen.keep(&kept);
    let mut search = options.search.clone();
    if game_start.joined.is_some() {
        // Nobody knows whose turn it is.
        search.model.other_side_first = 0.0;
    }
    let game_start = game_start.choose(&seen.patches, options, &search, progress)?;
    let orientation = game_start.orientation;
    let mirrored = orientation >= 4;
    doubts::start::<P>(first, game_start.fit, mirrored, &start_photo, &mut warnings);
    if !P::MIRRORED && !mirrored {
        let views = seen.views.get(first..).unwrap_or_default();
        if shades::exchanged(views, orientation) {
            doubts::corner(&start_photo, &mut warnings);
        }
    }
    seen.patches.renumber(orientation);
    for grid in &mut seen.taken.grids {
        *grid = upright(grid, orientation);
    }
    let mut recording = conclude(
        seen.taken,
        Some(&seen.patches),
        options,
        game_start.joined,
        warnings,
        |prior| {
            let patches = &seen.patches;
            let starts = &game_start.starts;
            match game_start.joined {
                Some(_) => mid_game::find(patches, starts, prior, &search, progress),
                None => {
                    self_training::decode(patches, stature::<P>(), starts, prior, &search, progress)
                }
            }
        },
    )?;
    doubts::squares(&game_start.doubtful, &mut recording);
    if game_start.joined.is_none() {
        doubts::odds(&options.start, &mut recording);
    }
    if first > photos / 2 && recording.decoded.plies.is_empty() {
        recording.warnings.push(Disorder::Reversed.warning());
    }
    Ok((recording, seen.patches))
}

/// From photos of which the first shows the start, and the game that `find` finds in them, to the
/// recording, with warnings of what is doubtful. `joined` as [`GameStart::joined`]. Kinds of pieces are told from each
/// other by `patches`.
pub(crate) fn conclude<P: SquareGame>(
    taken: Frames,
    patches: Option<&Patches>,
    options: &Options<P>,
    joined: Option<bool>,
    mut warnings: Vec<Warning>,
    find: impl FnOnce(&Prior<P>) -> Result<Found<P>, Error>,
) -> Result<Recording<P>, Error> {
    let photos = taken.photos;
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
        doubts::mid_game(&start, plain, moved, &photos, &mut warnings);
    }
    // Of a game that is lost at once nothing is known.
    let patches = patches.filter(|_| decoded.frames() > 0);
    let known = patches.map(|patches| KindTraining::of(patches, &start, &decoded));
    let known = known.transpose()?;
    let kind_reader = known.as_ref().zip(patches);
    let kind_reader = kind_reader.map(|(known, patches)| known.kind_reader(patches));
    let kind_reader = kind_reader.as_ref();
    let mut orders = piece_order::settle(&mut decoded, &start, kind_reader, &prior);
    let exchanges = exchanges(&start, &evidence, &search, &decoded, move_order::WITHIN)?;
    let open = piece_order::open(&decoded, &start, kind_reader, &prior, exchanges);
    orders.extend(open);
    let (record, info) = recorded(&start, &decoded, &options.info, &photos, &mut warnings);
    let mut recording = Recording {
        record,
        start,
        decoded,
        photos,
        grids: taken.grids,
        frame_of_photo: taken.frame_of_photo,
        evidence,
        warnings,
        info,
        search,
        mid_game: joined.is_some(),
        later: Vec::new(),
        settled: None,
    };
    say_doubts(&mut recording, orders, &prior.fixes)?;
    Ok(recording)
}

/// The start if the other side began, where players are free to agree on that.
fn begun_by_other<P: SquareGame>(start: &P, game: &Decoded<P::Move>) -> Option<P> {
    let side = game.plies.first()?.side;
    let other = (side != start.to_move()).then_some(side)?;
    start.begun_by(other)
}

/// Ends a game before moves that no photo shows, weighs the orders its moves may have had, and warns of what is
/// doubtful.
fn say_doubts<P: SquareGame>(
    recording: &mut Recording<P>,
    mut orders: Vec<Exchange<P::Move>>,
    fixes: &Fixes,
) -> Result<(), Error> {
    let Recording {
        start,
        decoded,
        photos,
        evidence,
        warnings,
        ..
    } = recording;
    let known = followed(start, &decoded.plies);
    let cut = known < decoded.plies.len();
    if cut {
        doubts::gap(start, decoded, known, photos, warnings);
        decoded.plies.truncate(known);
        orders.retain(|order| order.first + order.moves.len() <= known);
    } else if let Some(end) = decoded.end {
        match end.kind {
            EndKind::Lost => doubts::lost(start, decoded, end.frame, evidence, photos, warnings),
            _ => ending::say(decoded, photos, warnings),
        }
    }
    doubts::early(decoded, photos, warnings);
    taken_back::say(start, decoded, photos, warnings);
    let cells: Vec<_> = start.cells().collect();
    disorder::say(evidence, &cells, warnings);
    let moves: Vec<P::Move> = decoded.plies.iter().map(|p| p.mv).collect();
    if let Some(fix) = fixes.broken(start, &moves) {
        let (fix, reason) = (fix.clone(), FixFault::NoGame);
        return Err(Error::Fix { fix, reason });
    }
    doubts::fixes(fixes, decoded, photos, warnings);
    doubts::moves(start, decoded, photos, warnings);
    let told = move_order::weigh(decoded, &orders);
    let named = NamedMove::all(start, &decoded.plies);
    move_order::say(decoded, &told, photos, &named, warnings);
    if !cut && decoded.end.is_none() {
        doubts::end(start, decoded, evidence, photos, warnings);
    }
    Ok(())
}
