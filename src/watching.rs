//! A referee beside the board: from photos, or from positions written down, to what it says.

use std::ops::ControlFlow;
use std::path::PathBuf;

use board_core::{Board, MoveGen, Observation, Occupancy, Timing};
use referee::{Event, MoveOf, NeverSteady, Referee, Rulebook, Settings, Sight, Steady};
use serde::Serialize;
use stone_detect::Evidence;

use crate::recording::{Notation, Recording};

mod positions;

pub use positions::{Placed, PositionError, Written, positions};

/// When a referee that watches photos believes what it sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How many of the last photos are looked at, and how many of them must agree. If not told, five of
    /// eight where there are so many photos for a move, as in a film, else every photo on its own.
    pub steady: Option<(usize, usize)>,
    /// How forgiving the referee is. If not told, as usual for a film; else up to four plies may have been played
    /// between two photos, and two in a row have to show what is wrong.
    pub settings: Option<Settings>,
}

/// Something a referee said, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "R: std::fmt::Display")]
pub struct Said<R> {
    /// The photo it was said at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo: Option<PathBuf>,
    /// The line of the file it was said at, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What was said.
    #[serde(flatten)]
    pub event: Event<R>,
    /// The same as a sentence.
    pub text: String,
}

impl<R: std::fmt::Display> Said<R> {
    fn at_photo(photo: Option<&PathBuf>, event: Event<R>) -> Self {
        let (photo, text) = (photo.cloned(), event.to_string());
        Self {
            photo,
            line: None,
            event,
            text,
        }
    }

    fn at_line(line: usize, event: Event<R>) -> Self {
        let text = event.to_string();
        Self {
            photo: None,
            line: Some(line),
            event,
            text,
        }
    }
}

/// What a referee says to the photos of a recording.
///
/// The game that was recorded tells how pieces look here, and is believed where a photo does not speak against it. Other
/// photos are read on their own, so that an illegal move is seen as what it is.
///
/// # Errors
/// If so many photos as asked for can never agree.
pub fn photos<G>(
    recording: &Recording<G::Position>,
    game: G,
    options: &Options,
) -> Result<Vec<Said<G::Reason>>, NeverSteady>
where
    G: Rulebook<Position: Notation>,
{
    let film = is_film(recording);
    let usual = if film { (8, 5) } else { (1, 1) };
    let (window, agree) = options.steady.unwrap_or(usual);
    let mut steady = Steady::new(window, agree)?;
    let settings = options.settings.unwrap_or(usual_settings(film));
    let mut referee = Referee::following(game).with_settings(settings);
    let recorded = recorded(recording);
    let (mut said, mut last) = (Vec::new(), None);
    for shown in &recording.shown {
        let game = referee.game().filter(|_| shown.is_some());
        let table = game.and_then(|game| {
            let frame = (*shown)?;
            let against = against(&recording.evidence, frame);
            fitting(&recorded[frame], &against).or_else(|| read(game, &against))
        });
        last = shown.or(last);
        let hidden = table.is_none();
        let Some(table) = steady.push(table).filter(|_| !hidden) else {
            continue;
        };
        let table: Vec<Sight<G::Kind>> = table.iter().map(|cell| (*cell).into()).collect();
        let events = referee.see(&table).unwrap_or_default();
        let photo = last.and_then(|photo| recording.photos.get(photo));
        said.extend(events.into_iter().map(|event| Said::at_photo(photo, event)));
    }
    let events = referee.conclude().into_iter();
    let photo = recording.photos.last();
    said.extend(events.map(|event| Said::at_photo(photo, event)));
    Ok(said)
}

/// Whether there are so many photos for a move that several of them should agree.
#[must_use]
pub fn is_film<P: Notation>(recording: &Recording<P>) -> bool {
    /// Photos for a move.
    const FILM: usize = 8;
    recording.shown.len() >= FILM * recording.decoded.plies.len().max(1)
}

/// What stands on the board in each photo according to the recorded game. What is taken may be late, but a piece that
/// follows another, as a rook its king, does not stand in two places.
fn recorded<P: Notation>(recording: &Recording<P>) -> Vec<Vec<Occupancy>> {
    let decoded = &recording.decoded;
    let mut tables = vec![Vec::new(); recording.evidence.frames()];
    decoded.visit_tables(&recording.start, |frame, table| {
        tables[frame] = table.to_vec()
    });
    let mut changes = Vec::new();
    recording.visit_plies(|position, ply| {
        position.visit_changes(ply.mv, |change| {
            let own = change.before == ply.side.into() && change.timing == Timing::Lagging;
            changes.push((ply.frame, own, change));
        });
    });
    for (i, (from, own, change)) in changes.iter().enumerate() {
        let later = changes[i + 1..]
            .iter()
            .find(|(_, _, later)| later.point == change.point);
        let to = later.map_or(tables.len(), |(frame, _, _)| *frame);
        for table in tables.iter_mut().take(to).skip(*from).filter(|_| *own) {
            table[change.point] = change.after;
        }
    }
    tables
}

/// How forgiving a referee is that watches photos unless something else is said.
#[must_use]
pub fn usual_settings(film: bool) -> Settings {
    let usual = Settings::default();
    match film {
        true => usual,
        false => Settings {
            plies: 4,
            repeats: 2,
            ..usual
        },
    }
}

/// Nats that all points together may speak against a position that a photo is taken to show.
const DOUBT: f32 = 5.0;

/// How many nats a photo speaks against each content of a point, and what it shows there.
fn against(evidence: &Evidence, frame: usize) -> impl Fn(usize, Occupancy) -> (f32, Occupancy) {
    /// A single point does not speak with more.
    const CAP: f32 = 8.0;
    move |point, cell| {
        let best = evidence.best(frame, point).unwrap_or(cell);
        let cost = |cell| evidence.cost(frame, point, cell).unwrap_or(0.0);
        ((cost(cell) - cost(best)).min(CAP), best)
    }
}

/// The position, if a photo does not speak against it.
fn fitting(
    table: &[Occupancy],
    against: &impl Fn(usize, Occupancy) -> (f32, Occupancy),
) -> Option<Vec<Occupancy>> {
    let nats = table
        .iter()
        .enumerate()
        .map(|(point, cell)| against(point, *cell).0);
    (!table.is_empty() && nats.sum::<f32>() <= DOUBT).then(|| table.to_vec())
}

/// What a photo shows after the last good position, `None` where a hand is over the board.
///
/// Where the photo can be explained by that position or by a legal move or two from it, at no more than a few nats, it
/// shows that: a square that is hard to see is no reason for an alarm. Otherwise it shows what it looks like. Where it
/// then differs from everything legal in many points, somebody is at the board.
fn read<G: Rulebook>(
    game: &G,
    against: &impl Fn(usize, Occupancy) -> (f32, Occupancy),
) -> Option<Vec<Occupancy>> {
    /// Nats that a single point must speak with to be seen to hold something else.
    const SURE: f32 = 2.0;
    /// Points that can differ for an illegal move.
    const HAND: usize = 6;
    let legal = likeliest(game, &|point, cell| against(point, cell).0);
    let mut table = contents(legal.position());
    if let Some(table) = fitting(&table, against) {
        return Some(table);
    }
    let mut differ = 0;
    for (point, cell) in table.iter_mut().enumerate() {
        let (nats, seen) = against(point, *cell);
        if nats >= SURE {
            *cell = seen;
            differ += 1;
        }
    }
    (differ <= HAND).then_some(table)
}

/// The game after none, one or two legal moves, whichever the points speak against least.
fn likeliest<G: Rulebook>(game: &G, against: &impl Fn(usize, Occupancy) -> f32) -> G {
    /// First moves after which second ones are tried.
    const TRIED: usize = 16;
    let moves = |game: &G| {
        let mut moves: Vec<(f32, MoveOf<G>)> = Vec::new();
        let position = game.position();
        let _: ControlFlow<()> = position.visit_legal(|mv| {
            let mut more = 0.0;
            position.visit_changes(mv, |change| {
                more += against(change.point, change.after) - against(change.point, change.before);
            });
            moves.push((more, mv));
            ControlFlow::Continue(())
        });
        moves.retain(|&(_, mv)| game.allows(mv));
        moves.sort_by(|a, b| a.0.total_cmp(&b.0));
        moves
    };
    let played = |game: &G, mv| {
        let mut next = game.clone();
        next.play(mv);
        next
    };
    let mut best = (0.0, game.clone());
    for (more, mv) in moves(game).into_iter().take(TRIED) {
        let next = played(game, mv);
        if let Some(&(again, mv)) = moves(&next).first()
            && more + again < best.0
        {
            best = (more + again, played(&next, mv));
        }
        if more < best.0 {
            best = (more, next);
        }
    }
    best.1
}

fn contents(board: &impl Board<Cell = Occupancy>) -> Vec<Occupancy> {
    (0..board.points()).map(|point| board.get(point)).collect()
}

/// What a referee says to positions one after the other, each of them at rest; `rules` is any position of the game,
/// for its rules. The game is joined at the first one, or followed from it if that says whose turn it is.
pub fn written<G: Rulebook>(
    rules: G,
    positions: &[Written<G>],
    settings: Settings,
) -> Vec<Said<G::Reason>> {
    let start = positions.iter().find_map(|position| position.start.clone());
    let mut referee = match start {
        Some(game) => Referee::following(game),
        None => Referee::joining(rules),
    }
    .with_settings(settings);
    let mut said = Vec::new();
    for position in positions {
        let events = referee.see(&position.table).unwrap_or_default();
        said.extend(
            events
                .into_iter()
                .map(|event| Said::at_line(position.line, event)),
        );
    }
    if let Some(last) = positions.last() {
        let events = referee.conclude().into_iter();
        said.extend(events.map(|event| Said::at_line(last.line, event)));
    }
    said
}
