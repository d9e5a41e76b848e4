//! What photos begin with: the position a game starts from, or one in mid-game, which is read from them.

use std::ops::ControlFlow;

use board_core::{Cell, Observation, Occupancy};
use sequence_search::{Decoded, likely_tables};
use stone_detect::Evidence;
use stone_detect::pieces::{Glance, Turn};

use crate::Error;
use crate::pieces::{Options, SquareGame};
use crate::prior::Prior;
use crate::squares::{self, Found, Seen};

/// What the photos begin with.
pub(crate) struct Beginning<P> {
    /// The first photo that shows it.
    pub(crate) first: usize,
    /// How the board lies.
    pub(crate) turn: Turn,
    /// How well the photo agrees with the start, from 0 to 1.
    pub(crate) fit: f32,
    /// The positions it may be, the likeliest first, with their prices in nats.
    pub(crate) starts: Vec<(P, f32)>,
    /// If the game had begun before: whether it is plain which way it goes.
    pub(crate) joined: Option<bool>,
    /// The points of which the photo says something else, or, if the position was read from it, hardly anything.
    pub(crate) doubtful: Vec<usize>,
}

impl<P: SquareGame> Beginning<P> {
    /// Of photos, `resting` of which show the board at rest.
    pub(crate) fn of(seen: &Seen, resting: &[bool], options: &Options<P>) -> Result<Self, Error> {
        let start = &options.start;
        let contents: Vec<_> = start.cells().collect();
        let (first, turn, fit) =
            squares::find_start(&seen.patches, &contents, options.turn, P::MIRRORED);
        let usual = Self {
            first,
            turn,
            fit,
            starts: vec![(start.clone(), 0.0)],
            joined: None,
            doubtful: Vec::new(),
        };
        if start.of_men(&contents).is_none() {
            return Ok(usual);
        }
        let Some(view) = seen.views.get(first) else {
            return Ok(usual);
        };
        let mut glance = Glance::men(view)?;
        glance.renumber(turn);
        let doubtful = contradicted(&glance, &contents);
        if doubtful.len() <= START {
            return Ok(Self { doubtful, ..usual });
        }
        let resting = (0..seen.views.len()).filter(|&frame| resting[frame]);
        let looks = resting.take(LOOKS).map(|frame| {
            let glance = Glance::men(&seen.views[frame]);
            glance.map(|glance| (frame, glance))
        });
        let looks: Vec<(usize, Glance)> = looks.collect::<Result<_, _>>()?;
        // It may be the start after all, and lie in another way than it seemed to.
        let frames = looks.iter();
        let ways =
            frames.flat_map(|(frame, glance)| lies(options).map(move |lie| (*frame, glance, lie)));
        let agree = ways.map(|(frame, glance, lie)| {
            let mut glance = glance.clone();
            glance.renumber(lie);
            (contradicted(&glance, &contents).len(), frame, lie)
        });
        match agree.min() {
            Some((wrong, _, lie)) if wrong <= START && lie == turn => Ok(usual),
            Some((wrong, first, turn)) if wrong <= START => Ok(Self {
                first,
                turn,
                fit: 1.0,
                ..usual
            }),
            _ if !options.midway => Ok(usual),
            _ => Ok(read(&looks, options).unwrap_or(usual)),
        }
    }
}

/// The ways in which the board may lie.
fn lies<P: SquareGame>(options: &Options<P>) -> impl Iterator<Item = Turn> + use<P> {
    let told = options.turn;
    let ways = if P::MIRRORED { 8 } else { 4 };
    (0..ways).filter(move |lie| told.is_none_or(|turn| turn % 4 == lie % 4))
}

/// Squares that a photo of the start may surely show otherwise: those of a move that is made already.
const START: usize = 2;
/// Photos that are read: what only one of three shows, or does not show, is a hand.
const LOOKS: usize = 3;
/// Starts that are tried, and by how much in nats they may be less likely than the likeliest.
const STARTS: usize = 16;
const UNLIKELY: f32 = 8.0;
/// The search sees the first photo again, by looks that hardly anything has taught yet: what was read of it on its own
/// counts for more.
const WEIGHT: f32 = 6.0;

/// On which points a photo surely shows something else than these contents.
fn contradicted(glance: &Glance, contents: &[Occupancy]) -> Vec<usize> {
    /// Nats.
    const SURE: f32 = 3.0;
    let against = |point: &usize| {
        let costs = &glance.costs[*point];
        let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
        costs[contents[*point].index()] - least > SURE
    };
    (0..contents.len()).filter(against).collect()
}

/// The points of squares that pieces stand on of which a photo says little.
fn doubtful<P: SquareGame>(glance: &Glance, rules: &P) -> Vec<usize> {
    /// Nats.
    const LITTLE: f32 = 2.0;
    let cols = rules.board().cols();
    let dark = |point: &usize| (point / cols + point % cols) % 2 == 1;
    let open = |point: &usize| {
        let mut costs = glance.costs[*point];
        costs.sort_by(f32::total_cmp);
        costs[1] - costs[0] < LITTLE
    };
    (0..glance.costs.len()).filter(dark).filter(open).collect()
}

/// The position in mid-game that photos begin with: that of the first one, or of the middle one of the first three where a
/// hand is over that. The board lies so that men stand on its dark squares, and each side's nearer to itself.
fn read<P: SquareGame>(looks: &[(usize, Glance)], options: &Options<P>) -> Option<Beginning<P>> {
    /// Rows between the middles of both sides for which it is plain which way the game goes, and how many more
    /// they are than the other way round or across.
    const PLAIN: f32 = 1.5;
    const MORE: f32 = 1.0;
    let read = lies(options).filter_map(|turn| {
        let starts = starts(looks, turn, &options.start);
        let ahead = apart(&starts.first()?.0);
        Some((ahead, turn, starts))
    });
    let mut read: Vec<_> = read.collect();
    read.sort_by(|a, b| b.0.total_cmp(&a.0));
    let second = read.get(1).map(|lie| lie.0);
    let (ahead, turn, starts) = read.into_iter().next()?;
    let mut upright = looks.first()?.1.clone();
    upright.renumber(turn);
    let told = options.turn.is_some();
    let plain = told || ahead > PLAIN && second.is_none_or(|second| ahead - second > MORE);
    Some(Beginning {
        first: looks.first()?.0,
        turn,
        fit: 1.0,
        starts,
        joined: Some(plain),
        doubtful: doubtful(&upright, &options.start),
    })
}

/// The positions that the first of these photos may show, if the board lies so.
fn starts<P: SquareGame>(looks: &[(usize, Glance)], turn: Turn, rules: &P) -> Vec<(P, f32)> {
    let mut upright: Vec<Glance> = looks.iter().map(|(_, glance)| glance.clone()).collect();
    for glance in &mut upright {
        glance.renumber(turn);
    }
    let middle = match &upright[..] {
        [a, b, c] => {
            let mut middle = b.clone();
            for (point, costs) in middle.costs.iter_mut().enumerate() {
                for (k, cost) in costs.iter_mut().enumerate() {
                    let three = [a.costs[point][k], *cost, c.costs[point][k]];
                    *cost = squares::middle(three);
                }
            }
            Some(middle)
        }
        _ => None,
    };
    let mut starts: Vec<(P, f32)> = Vec::new();
    for glance in upright.first().into_iter().chain(&middle) {
        let tables = likely_tables(glance, 1, STARTS).unwrap_or_default();
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

/// The start of a game that was found from men, with kings in the places of those that the photos say have moved as only
/// kings may; `None` if there are none.
pub(crate) fn with_kings<P: SquareGame>(
    found: &Found<P>,
    prior: &Prior,
) -> Result<Option<P>, Error> {
    /// What it costs that a piece is a king, in nats.
    const KING: f32 = 4.0;
    let settings = squares::quick(&found.search);
    let (mut start, mut game) = (found.start.clone(), found.game.clone());
    let mut kings = false;
    loop {
        let crowned = absent(&start, &game, &found.evidence).into_iter();
        let crowned = crowned.filter_map(|point| Some((start.crowned(point)?, KING)));
        let mut starts = vec![(start.clone(), 0.0)];
        starts.extend(crowned);
        let quiet = &mut |_, _, _| ControlFlow::Continue(());
        let best = squares::search(&found.evidence, &starts, prior, &settings, quiet)?;
        if best.start == 0 {
            return Ok(kings.then_some(start));
        }
        (start, game, kings) = (starts.swap_remove(best.start).0, best, true);
    }
}

/// The points of the start whose pieces a game leaves where photos show nothing; those first that most speak against.
fn absent<P: SquareGame>(start: &P, game: &Decoded<P::Move>, evidence: &Evidence) -> Vec<usize> {
    /// Nats that one photo may speak with, and that all must.
    const CAP: f32 = 8.0;
    const CLEAR: f32 = 8.0;
    /// Pieces that are tried.
    const TRIED: usize = 4;
    let points = start.points();
    let mut position = start.clone();
    // Where the pieces on the board have come from.
    let mut from: Vec<usize> = (0..points).collect();
    let mut against = vec![0.0; points];
    let mut plies = game.plies.iter().peekable();
    for frame in 0..evidence.frames() {
        while let Some(ply) = plies.next_if(|ply| ply.frame <= frame) {
            position.set_to_move(ply.side);
            let own = Occupancy::from(ply.side);
            let (mut left, mut come) = (None, None);
            position.visit_changes(ply.mv, |change| {
                if change.before == own {
                    left = Some(change.point);
                } else if change.after == own {
                    come = Some(change.point);
                }
            });
            if let (Some(left), Some(come)) = (left, come) {
                from[come] = from[left];
            }
            position.play(ply.mv);
        }
        for point in (0..points).filter(|&point| position.get(point) != Occupancy::Empty) {
            let cost = |cell| evidence.cost(frame, point, cell).unwrap_or(0.0);
            let more = cost(position.get(point)) - cost(Occupancy::Empty);
            against[from[point]] += more.clamp(0.0, CAP);
        }
    }
    let mut absent: Vec<usize> = (0..points).filter(|&p| against[p] >= CLEAR).collect();
    absent.sort_by(|&a, &b| against[b].total_cmp(&against[a]));
    absent.truncate(TRIED);
    absent
}

/// By how many rows the middle of White's pieces is nearer to White's side than that of Black's.
fn apart<P: SquareGame>(position: &P) -> f32 {
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
