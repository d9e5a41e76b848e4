//! What is played on the photos after the end of a game on squares: another game, or the same one after moves that
//! nobody saw.

use std::ops::Range;

use board_core::Evidence;
use board_core::{Cell, Observation, Occupancy};
use piece_detect::Patches;
use sequence_search::{EndKind, likely_tables};

use crate::decode::ending::LEAST;
use crate::decode::fixes::Fixes;
use crate::decode::prior::Prior;
use crate::decode::self_training::{self, Found, Seen};
use crate::decode::smoothing::smoothed;
use crate::decode::squares;
use crate::games::pieces::{Options, SquareGame};
use crate::progress::Progress;
use crate::recording::Recording;
use crate::recording::frames::Frames;
use crate::start::mid_game;
use crate::{Error, WarningKind};

/// The game that follows a recorded one, and its squares.
pub(crate) fn next<P: SquareGame>(
    last: &Recording<P>,
    patches: &Patches,
    options: &Options<P>,
    progress: &mut Progress<'_>,
) -> Result<Option<(Recording<P>, Patches)>, Error> {
    let Some(end) = last.decoded.end.filter(|end| end.frame > 0) else {
        return Ok(None);
    };
    let start = last.start.new_game();
    let next = if let Some(first) = set_up(&last.evidence, end.frame, &start) {
        let seen = seen_since(last, patches, first);
        let options = Options {
            start,
            orientation: None,
            // The squares are numbered as without the mirror by now.
            mirrored: options.mirrored.map(|_| false),
            mid_game: false,
            fixes: Vec::new(),
            info: options.info.later(),
            ..options.clone()
        };
        squares::decode_one(seen, &options, Vec::new(), progress)?
    } else if end.kind == EndKind::Lost {
        let seen = seen_since(last, patches, end.frame);
        match resumed(last, end.frame, seen, options, progress)? {
            Some(next) => next,
            None => return Ok(None),
        }
    } else {
        return Ok(None);
    };
    Ok((next.0.decoded.plies.len() >= LEAST).then_some(next))
}

/// What photos from one on show.
fn seen_since<P: SquareGame>(last: &Recording<P>, patches: &Patches, first: usize) -> Seen {
    let taken = Frames {
        photos: last.photos.clone(),
        grids: last.grids.clone(),
        frame_of_photo: last.frame_of_photo.clone(),
    };
    Seen {
        taken: taken.since(first),
        patches: patches.since(first),
        views: Vec::new(),
    }
}

/// The first frame from `end` on that shows the start of a game, whoever sits on which side.
fn set_up<P: SquareGame>(evidence: &Evidence, end: usize, start: &P) -> Option<usize> {
    /// Points of which a frame may say something else.
    const WRONG: usize = 2;
    let points = start.points();
    (end..evidence.frames()).find(|&frame| {
        let wrong = |turned: bool| {
            let at = |point: usize| if turned { points - 1 - point } else { point };
            let shown = (0..points).map(|point| evidence.best(frame, at(point)));
            shown
                .zip(start.cells())
                .filter(|&(shown, cell)| shown != Some(cell))
                .count()
        };
        wrong(false) <= WRONG || wrong(true) <= WRONG
    })
}

/// The game taken up again from what a photo shows, by how pieces look in the game before.
fn resumed<P: SquareGame>(
    last: &Recording<P>,
    first: usize,
    seen: Seen,
    options: &Options<P>,
    progress: &mut Progress<'_>,
) -> Result<Option<(Recording<P>, Patches)>, Error> {
    /// Tables that are tried, and by how much in nats they may be less likely than the likeliest; starts.
    const TABLES: usize = 400;
    const UNLIKELY: f32 = 15.0;
    const STARTS: usize = 64;
    let before = last.decoded.final_position(&last.start);
    let table = SmoothedFrame::of(&last.evidence, first);
    let tables = likely_tables(&table, 1, TABLES).unwrap_or_default();
    let tables = tables.iter().filter(|table| table.price <= UNLIKELY);
    let mut starts: Vec<(P, f32)> = Vec::new();
    for table in tables {
        for (start, price) in before.resumed(&table.cells) {
            starts.push((start, price + table.price));
        }
    }
    starts.sort_by(|a, b| a.1.total_cmp(&b.1));
    starts.truncate(STARTS);
    let Some((start, _)) = starts.first() else {
        return Ok(None);
    };
    let options = Options {
        start: start.clone(),
        fixes: Vec::new(),
        // It is the same one.
        info: last.info.clone(),
        ..options.clone()
    };
    let mut search = last.search.clone();
    // The start is a guess among many: that no other game costs less from them tells little, and would take most
    // of the time.
    search.nodes_per_frame = (search.nodes_per_frame / 5).max(1);
    let evidence = last.evidence.since(first);
    let patches = seen.patches;
    let men = start.of_men(&start.cells().collect::<Vec<_>>()).is_some();
    let find = |prior: &Prior<P>| {
        if men {
            // Some may be kings by now.
            return mid_game::find(&patches, &starts, prior, &search, progress);
        }
        let game = self_training::search(&evidence, &starts, prior, &search, progress)?;
        Ok(Found {
            start: starts[game.start].0.clone(),
            game,
            evidence,
            search: search.clone(),
        })
    };
    let mut game = squares::conclude(seen.taken, Some(&patches), &options, None, Vec::new(), find)?;
    let fen = game.start.fen();
    let resumed = WarningKind::Resumed { fen }.at(game.photos.first().cloned());
    game.warnings.insert(0, resumed);
    Ok(Some((game, patches)))
}

/// Whether a game that was lost and those after it cost less than one `whole` game in the same frames, by its evidence
/// and the price of losing a game.
pub(crate) fn is_cheaper<P: SquareGame>(
    games: &Recording<P>,
    whole: &Recording<P>,
    options: &Options<P>,
    progress: &mut Progress<'_>,
) -> Result<bool, Error> {
    let frames = whole.photos.len();
    let all = [games].into_iter().chain(&games.later);
    let starts: Vec<_> = all
        .map(|game| (game.start.clone(), frames.saturating_sub(game.photos.len())))
        .collect();
    if starts.len() == 1 {
        return Ok(false);
    }
    let search = self_training::quick(&whole.search);
    let prior = Prior::new(Fixes::new(&options.fixes, &options.start));
    let mut cost_of = |start: &P, frames: Range<usize>| -> Result<f64, Error> {
        let (evidence, start) = (whole.evidence.select(frames), [(start.clone(), 0.0)]);
        Ok(self_training::search(&evidence, &start, &prior, &search, progress)?.cost)
    };
    let ends = starts[1..].iter().map(|(_, first)| *first).chain([frames]);
    let mut cost = f64::from(games.search.model.lost) * games.later.len() as f64;
    for ((start, first), end) in starts.iter().zip(ends) {
        if *first < end {
            cost += cost_of(start, *first..end)?;
        }
    }
    Ok(cost < cost_of(&whole.start, 0..frames)?)
}

/// What stands on a board in one frame, by those before and after it, too.
struct SmoothedFrame(Vec<[f32; 3]>);

impl SmoothedFrame {
    fn of(evidence: &Evidence, frame: usize) -> Self {
        let since = evidence.since(frame);
        let points = 0..since.points();
        Self(points.map(|point| smoothed(&since, point)[0]).collect())
    }
}

impl Observation for SmoothedFrame {
    type Cell = Occupancy;

    fn frames(&self) -> usize {
        1
    }

    fn points(&self) -> usize {
        self.0.len()
    }

    fn cost(&self, _: usize, point: usize, cell: Occupancy) -> Option<f32> {
        Some(self.0[point][cell.index()])
    }
}
