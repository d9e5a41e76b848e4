//! The start of a game: its start position, or one in mid-game that is read from the first photos.

use std::slice::from_ref;

use board_core::{Cell, Observation, Occupancy};
use board_geom::{View, parallel};
use piece_detect::{Orientation, Patches, SinglePhotoReading};
use sequence_search::{Settings, likely_tables};

use crate::Error;
use crate::decode::fixes::Fixes;
use crate::decode::positions::visit_positions;
use crate::decode::prior::Prior;
use crate::decode::self_training::{self, Found};
use crate::game::ORIENTING;
use crate::games::pieces::options::Options;
use crate::games::pieces::square_game::{SquareGame, stature};
use crate::progress::Progress;
use crate::start::position::orientations;

/// The start of a game in its photos.
pub(crate) struct GameStart<P> {
    /// The first photo that shows it.
    pub(crate) first: usize,
    /// The orientation of the board.
    pub(crate) orientation: Orientation,
    /// How well the photo agrees with the start, from 0 to 1.
    pub(crate) fit: f32,
    /// The positions it may be, the likeliest first, with their prices in nats.
    pub(crate) starts: Vec<(P, f32)>,
    /// For a game joined in mid-game: whether the orientation is certain.
    pub(crate) joined: Option<bool>,
    /// The points where the photo contradicts the start position. If the position was read from the photo: the points
    /// that the photo leaves open.
    pub(crate) doubtful: Vec<usize>,
    /// The other possible orientations, if the photo leaves it open. The game decides.
    pub(super) others: Vec<OrientedStarts<P>>,
}

/// A possible orientation of the board, and the positions that the photo may show with it.
pub(super) struct OrientedStarts<P> {
    pub(super) orientation: Orientation,
    pub(super) starts: Vec<(P, f32)>,
    pub(super) doubtful: Vec<usize>,
}

impl<P: SquareGame> GameStart<P> {
    /// Finds the start in the photos; `resting` says which of them show the board at rest.
    pub(crate) fn of(
        patches: &Patches,
        views: &[View],
        resting: &[bool],
        options: &Options<P>,
    ) -> Result<Self, Error> {
        let start = &options.start;
        let contents: Vec<_> = start.cells().collect();
        let ways: Vec<_> = orientations(options).collect();
        let (first, orientation, fit) = self_training::find_start(patches, &contents, &ways);
        let usual = Self {
            first,
            orientation,
            fit,
            starts: vec![(start.clone(), 0.0)],
            joined: None,
            doubtful: Vec::new(),
            others: Vec::new(),
        };
        if start.of_men(&contents).is_none() {
            let mirror = usual.with_mirror(patches, views, options);
            return mirror.with_odds(views, resting, options);
        }
        let Some(view) = views.get(first) else {
            return Ok(usual);
        };
        let mut reading = SinglePhotoReading::of_men(view)?;
        reading.renumber(orientation);
        let doubtful = contradicted(&reading, &contents);
        if doubtful.len() <= START {
            return Ok(Self { doubtful, ..usual });
        }
        let resting = (0..views.len()).filter(|&frame| resting[frame]);
        let readings = resting.take(READINGS).map(|frame| {
            let reading = SinglePhotoReading::of_men(&views[frame]);
            reading.map(|reading| (frame, reading))
        });
        let readings: Vec<(usize, SinglePhotoReading)> = readings.collect::<Result<_, _>>()?;
        // It may be the start after all, with another orientation than it seemed to have.
        let frames = readings.iter();
        let ways = frames.flat_map(|(frame, reading)| {
            orientations(options).map(move |way| (*frame, reading, way))
        });
        let agree = ways.map(|(frame, reading, way)| {
            let mut reading = reading.clone();
            reading.renumber(way);
            (contradicted(&reading, &contents).len(), frame, way)
        });
        match agree.min() {
            Some((wrong, _, way)) if wrong <= START && way == orientation => Ok(usual),
            Some((wrong, first, orientation)) if wrong <= START => Ok(Self {
                first,
                orientation,
                fit: 1.0,
                ..usual
            }),
            _ if !options.mid_game => Ok(usual),
            _ => Ok(read(&readings, options).unwrap_or(usual)),
        }
    }
}

/// Number of squares where a photo of the start may contradict it: those of a first move.
const START: usize = 2;
/// Number of photos to read. What only one of three shows is a hand.
pub(super) const READINGS: usize = 3;
/// Most start positions to try.
const STARTS: usize = 16;
/// Most nats by which one of them may be less likely than the likeliest.
const UNLIKELY: f32 = 8.0;
/// Weight of the reading of the first photo on its own. The search sees that photo again, but with an appearance model
/// that is hardly trained yet.
const WEIGHT: f32 = 6.0;

/// The points where a photo certainly shows other contents.
fn contradicted(reading: &SinglePhotoReading, contents: &[Occupancy]) -> Vec<usize> {
    /// Least difference in nats.
    const SURE: f32 = 3.0;
    let against = |point: &usize| {
        let costs = &reading.costs[*point];
        let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
        costs[contents[*point].index()] - least > SURE
    };
    (0..contents.len()).filter(against).collect()
}

/// The points of dark squares that a photo leaves open.
fn doubtful<P: SquareGame>(reading: &SinglePhotoReading, rules: &P) -> Vec<usize> {
    /// Least difference in nats between the two likeliest contents of a clear square.
    const LITTLE: f32 = 2.0;
    let cols = rules.board().cols();
    let dark = |point: &usize| (point / cols + point % cols) % 2 == 1;
    let open = |point: &usize| {
        let mut costs = reading.costs[*point];
        costs.sort_by(f32::total_cmp);
        costs[1] - costs[0] < LITTLE
    };
    (0..reading.costs.len()).filter(dark).filter(open).collect()
}

/// Reads the position in mid-game from the first photo, or from the median of the first three where a hand covers the
/// first. With the right orientation the men stand on dark squares, and each side's men are nearer to that side.
fn read<P: SquareGame>(
    readings: &[(usize, SinglePhotoReading)],
    options: &Options<P>,
) -> Option<GameStart<P>> {
    let (first, reading) = readings.first()?;
    let ways = orientations(options).filter_map(|orientation| {
        let starts = starts(readings, orientation, &options.start);
        let ahead = row_distance(&starts.first()?.0);
        let mut upright = reading.clone();
        upright.renumber(orientation);
        let way = OrientedStarts {
            orientation,
            starts,
            doubtful: doubtful(&upright, &options.start),
        };
        Some((ahead, way))
    });
    let mut ways: Vec<_> = ways.collect();
    ways.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut ways = ways.into_iter();
    let (ahead, best) = ways.next()?;
    let least = ahead - plain(&best.starts.first()?.0);
    Some(GameStart {
        first: *first,
        orientation: best.orientation,
        fit: 1.0,
        starts: best.starts,
        joined: Some(true),
        doubtful: best.doubtful,
        others: ways.filter(|way| way.0 > least).map(|way| way.1).collect(),
    })
}

/// By how many rows the sides must be farther apart in one orientation than in the others for it to be certain: three
/// standard deviations of the distance between the sides if every piece stood in a random row.
fn plain<P: SquareGame>(position: &P) -> f32 {
    let rows = (position.points() / position.board().cols()) as f32;
    let of_one = rows / 12.0_f32.sqrt();
    let count = |side| position.cells().filter(|cell| *cell == side).count() as f32;
    let chance = count(Occupancy::White).recip() + count(Occupancy::Black).recip();
    3.0 * of_one * chance.sqrt()
}

/// The median costs of three readings; `None` if there are fewer.
pub(super) fn middle(readings: &[SinglePhotoReading]) -> Option<SinglePhotoReading> {
    let [a, b, c] = readings else {
        return None;
    };
    let mut middle = b.clone();
    for (point, costs) in middle.costs.iter_mut().enumerate() {
        for (k, cost) in costs.iter_mut().enumerate() {
            *cost = self_training::median([a.costs[point][k], *cost, c.costs[point][k]]);
        }
    }
    Some(middle)
}

/// The positions that the first of these photos may show in this orientation, with their prices in nats.
fn starts<P: SquareGame>(
    readings: &[(usize, SinglePhotoReading)],
    orientation: Orientation,
    rules: &P,
) -> Vec<(P, f32)> {
    let mut upright: Vec<SinglePhotoReading> = readings
        .iter()
        .map(|(_, reading)| reading.clone())
        .collect();
    for reading in &mut upright {
        reading.renumber(orientation);
    }
    let middle = middle(&upright);
    let mut starts: Vec<(P, f32)> = Vec::new();
    for reading in upright.first().into_iter().chain(&middle) {
        let tables = likely_tables(reading, 1, STARTS).unwrap_or_default();
        for table in tables.iter().filter(|table| table.price <= UNLIKELY) {
            let Some(position) = rules.of_men(&table.cells) else {
                continue;
            };
            let known = |(start, _): &(P, f32)| start.cells().eq(table.cells.iter().copied());
            if !starts.iter().any(known) {
                starts.push((position, WEIGHT * table.price));
            }
        }
    }
    starts
}

impl<P: SquareGame> GameStart<P> {
    /// Chooses the orientation by the game, if the first photo leaves it open. Men only move forward, so the first
    /// photos cost more in a wrong orientation.
    pub(crate) fn choose(
        self,
        patches: &Patches,
        options: &Options<P>,
        search: &Settings,
        progress: &mut Progress<'_>,
    ) -> Result<Self, Error> {
        /// Price in nats of a board that is laid the wrong way round.
        const WRONG: f64 = 3.0;
        /// Least difference in nats for a certain orientation.
        const SURE: f64 = 5.0;
        if self.others.is_empty() {
            return Ok(self);
        }
        let men = self.joined.is_some();
        let prior = Prior::new(Fixes::new(&options.fixes, &options.start));
        let search = self_training::quick_search(search);
        let few = patches.first(ORIENTING);
        let cost_of =
            |way: &OrientedStarts<P>, progress: &mut Progress<'_>| -> Result<f64, Error> {
                let mut few = few.clone();
                few.renumber(way.orientation);
                let found = match men {
                    true => find(&few, &way.starts, &prior, &search, progress)?,
                    false => {
                        let (stature, starts) = (stature::<P>(), &way.starts);
                        self_training::decode(&few, stature, starts, &prior, &search, progress)?
                    }
                };
                // In chess, other orientations are only tried if the corner is wrong in all of them.
                let wrong = if men && way.orientation >= 4 {
                    WRONG
                } else {
                    0.0
                };
                Ok(found.game.cost + wrong)
            };
        let mut best = OrientedStarts {
            orientation: self.orientation,
            starts: self.starts,
            doubtful: self.doubtful,
        };
        let others = self.others;
        let (least_cost, costs) = parallel::join(
            || cost_of(&best, progress),
            || {
                parallel::collect(others.len(), 1, |ways| {
                    let ways = others[ways].iter();
                    ways.map(|way| cost_of(way, &mut crate::quiet)).collect()
                })
            },
        );
        let mut least = least_cost?;
        let mut second = f64::INFINITY;
        for (way, cost) in others.into_iter().zip(costs) {
            let cost = cost?;
            second = second.min(cost.max(least));
            if cost < least {
                (least, best) = (cost, way);
            }
        }
        Ok(Self {
            first: self.first,
            orientation: best.orientation,
            fit: self.fit,
            starts: best.starts,
            joined: men.then_some(second - least > SURE),
            doubtful: best.doubtful,
            others: Vec::new(),
        })
    }
}

/// Finds the game from one of several starts. Men that move as only kings may are kings from the start.
pub(crate) fn find<P: SquareGame>(
    patches: &Patches,
    starts: &[(P, f32)],
    prior: &Prior<P>,
    search: &Settings,
    progress: &mut Progress<'_>,
) -> Result<Found<P>, Error> {
    let found = self_training::decode(patches, stature::<P>(), starts, prior, search, progress)?;
    // A king that is taken for a man makes impossible moves, which are no reason to lose the game.
    let whole = match found.game.end.map(|end| end.frame) {
        Some(_) => {
            let mut all = search.clone();
            all.model.lost = f32::INFINITY;
            let whole =
                self_training::decode(patches, stature::<P>(), starts, prior, &all, progress)?;
            Some(whole)
        }
        None => None,
    };
    match with_kings(whole.as_ref().unwrap_or(&found), starts, prior)? {
        Some(start) => find(patches, &[start], prior, search, progress),
        None => Ok(found),
    }
}

/// The start, one of those that the game was `found` from, with men that move as only kings may replaced by kings, and
/// its price; `None` if no king makes the game cheaper.
fn with_kings<P: SquareGame>(
    found: &Found<P>,
    starts: &[(P, f32)],
    prior: &Prior<P>,
) -> Result<Option<(P, f32)>, Error> {
    /// Price of a king in nats.
    const KING: f32 = 4.0;
    /// Number of starts in which men are replaced by kings.
    const TRIED: usize = 2;
    if is_smooth(found) {
        return Ok(None);
    }
    let settings = self_training::quick_search(&found.search);
    let quiet = &mut crate::quiet;
    let mut cost_of = |start: (P, f32)| -> Result<(f64, P, f32), Error> {
        let game =
            self_training::search(&found.evidence, from_ref(&start), prior, &settings, quiet)?;
        Ok((game.cost, start.0, start.1))
    };
    let least = |a: &(f64, P, f32), b: &(f64, P, f32)| a.0.total_cmp(&b.0);
    // The moves of a king may make a wrong start the likeliest.
    let all = starts.iter().cloned().map(&mut cost_of);
    let mut all: Vec<_> = all.collect::<Result<_, _>>()?;
    all.sort_by(least);
    all.truncate(TRIED);
    let mut best = None;
    let mut cost = all[0].0;
    for mut now in all {
        loop {
            let men = 0..now.1.points();
            let crowned = men.filter_map(|point| now.1.crowned(point));
            let crowned = crowned.map(|start| cost_of((start, now.2 + KING)));
            let crowned: Vec<_> = crowned.collect::<Result<_, _>>()?;
            match crowned.into_iter().min_by(least) {
                Some(next) if next.0 < now.0 => now = next,
                _ => break,
            }
            if now.0 < cost {
                cost = now.0;
                best = Some((now.1.clone(), now.2));
            }
        }
    }
    Ok(best)
}

/// Whether nothing contradicts a game: every photo shows its position, and at most one new move.
fn is_smooth<P: SquareGame>(found: &Found<P>) -> bool {
    /// Most nats that a single photo counts against a point.
    const CAP: f32 = 8.0;
    /// Nats from which a point contradicts the game.
    const CLEAR: f32 = 8.0;
    let mut against = vec![0.0; found.start.points()];
    visit_positions(&found.start, &found.game, |frame, position, _| {
        for (point, against) in against.iter_mut().enumerate() {
            let cost = |cell| found.evidence.cost(frame, point, cell).unwrap_or(0.0);
            *against += cost(position.get(point)).min(CAP);
        }
    });
    let plies = &found.game.plies;
    let one_by_one = plies.windows(2).all(|two| two[0].frame < two[1].frame);
    one_by_one && against.into_iter().all(|nats| nats < CLEAR)
}

/// By how many rows White's pieces are nearer to White's side than Black's pieces are, on average.
fn row_distance<P: SquareGame>(position: &P) -> f32 {
    let cols = position.board().cols();
    let row = |side: Occupancy| {
        let of = (0..position.points()).filter(|&point| position.get(point) == side);
        let rows: Vec<f32> = of.map(|point| (point / cols) as f32).collect();
        match rows.len() {
            // Nobody there: as likely here as there.
            0 => 0.5 * (cols as f32 - 1.0),
            n => rows.iter().sum::<f32>() / n as f32,
        }
    };
    row(Occupancy::White) - row(Occupancy::Black)
}
