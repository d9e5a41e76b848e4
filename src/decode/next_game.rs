//! The next game on squares after the end of a game: another one, or the same one after a gap.

use std::ops::Range;

use board_core::Evidence;
use board_core::{Cell, Observation, Occupancy};
use piece_detect::Patches;
use sequence_search::{EndKind, likely_tables};

use crate::decode::ending::LEAST;
use crate::decode::fixes::Fixes;
use crate::decode::prior::Prior;
use crate::decode::self_training::{self, Found, SquaresSeries};
use crate::decode::smoothing::smoothed;
use crate::decode::squares;
use crate::games::pieces::options::Options;
use crate::games::pieces::square_game::SquareGame;
use crate::progress::Progress;
use crate::recording::Recording;
use crate::recording::frames::Frames;
use crate::start::mid_game;
use crate::{Error, WarningKind};

/// Finds the game after a recorded one, and returns it with its patches.
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
    let next = if let Some(first) = next_setup(&last.evidence, end.frame, &start) {
        let series = series_since(last, patches, first);
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
        squares::decode_game(series, &options, Vec::new(), progress)?
    } else if end.kind == EndKind::Lost {
        let series = series_since(last, patches, end.frame);
        match decode_after_gap(last, end.frame, series, options, progress)? {
            Some(next) => next,
            None => return Ok(None),
        }
    } else {
        return Ok(None);
    };
    Ok((next.0.decoded.plies.len() >= LEAST).then_some(next))
}

/// The part of the series from a frame on.
fn series_since<P: SquareGame>(
    last: &Recording<P>,
    patches: &Patches,
    first: usize,
) -> SquaresSeries {
    let frames = Frames {
        photos: last.photos.clone(),
        grids: last.grids.clone(),
        frame_of_photo: last.frame_of_photo.clone(),
        ..Frames::default()
    };
    SquaresSeries {
        frames: frames.since(first),
        patches: patches.since(first),
        views: Vec::new(),
    }
}

/// The first frame from `end` on that shows the start position, with either side at the bottom.
fn next_setup<P: SquareGame>(evidence: &Evidence, end: usize, start: &P) -> Option<usize> {
    /// Most points that may differ.
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

/// Finds the continuation of a lost game from the table of a photo, with the appearance model of the game before.
fn decode_after_gap<P: SquareGame>(
    last: &Recording<P>,
    first: usize,
    series: SquaresSeries,
    options: &Options<P>,
    progress: &mut Progress<'_>,
) -> Result<Option<(Recording<P>, Patches)>, Error> {
    /// Most tables to try.
    const TABLES: usize = 400;
    /// Most nats by which a table may be less likely than the likeliest.
    const UNLIKELY: f32 = 15.0;
    /// Most start positions to try.
    const STARTS: usize = 64;
    let before = last.decoded.final_position(&last.start);
    let table = SmoothedFrame::of(&last.evidence, first);
    let tables = likely_tables(&table, 1, TABLES).unwrap_or_default();
    let tables = tables.iter().filter(|table| table.price <= UNLIKELY);
    let mut starts: Vec<(P, f32)> = Vec::new();
    for table in tables {
        for (start, price) in before.positions_after_gap(&table.cells) {
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
        // It is the same game.
        info: last.info.clone(),
        ..options.clone()
    };
    let mut search = last.search.clone();
    // The start is one of many guesses: to prove that no other game costs less would take most of the time and say
    // little.
    search.nodes_per_frame = (search.nodes_per_frame / 5).max(1);
    let evidence = last.evidence.since(first);
    let patches = series.patches;
    let men = start.of_men(&start.cells().collect::<Vec<_>>()).is_some();
    let find = |prior: &Prior<P>| {
        if men {
            // Some men may be kings by now.
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
    let mut game = squares::finish_recording(
        series.frames,
        Some(&patches),
        &options,
        None,
        Vec::new(),
        find,
    )?;
    let fen = game.start.fen();
    let resumed = WarningKind::Resumed { fen }.at(game.photos.first().cloned());
    game.warnings.insert(0, resumed);
    Ok(Some((game, patches)))
}

/// Whether a lost game and the games after it explain the frames at a lower cost than one `whole` game. Uses the
/// evidence of the whole game and the price of a lost game.
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
    let search = self_training::quick_search(&whole.search);
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

/// The smoothed evidence of one frame.
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
