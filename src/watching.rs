//! A referee beside the board: from photos, or from positions written down, to what it says.

use std::path::PathBuf;

use board_core::{Board, Cell, Observation, Occupancy};
use referee::{Event, NeverSteady, Referee, Rulebook, Settings, Sight, Steady};
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
    /// How forgiving the referee is.
    pub settings: Settings,
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
/// The game that was recorded tells how pieces look here; what stands on the board is then read from every
/// photo on its own, so that an illegal move is seen as what it is. Where a photo says little about a point, it
/// holds what it held; where it says little about many, a hand is over the board and the photo is left out.
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
    /// Photos a move from which on several have to agree.
    const FILM: usize = 8;
    let moves = recording.decoded.plies.len().max(1);
    let film = recording.shown.len() >= FILM * moves;
    let (window, agree) = options.steady.unwrap_or(if film { (8, 5) } else { (1, 1) });
    let mut steady = Steady::new(window, agree)?;
    let tables = tables(&recording.evidence, &recording.start);
    let mut referee = Referee::following(game).with_settings(options.settings);
    let (mut said, mut last) = (Vec::new(), None);
    for shown in &recording.shown {
        let table = shown.and_then(|photo| tables.get(photo)?.clone());
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

/// What every photo shows on its own; `None` where a hand is over the board.
fn tables(
    evidence: &Evidence,
    start: &impl Board<Cell = Occupancy>,
) -> Vec<Option<Vec<Occupancy>>> {
    /// Nats by which a content must be likelier than any other to be seen.
    const SURE: f32 = 1.0;
    /// One in so many points that are not seen make a hand.
    const HAND: usize = 12;
    let points = evidence.points();
    let mut last: Vec<Occupancy> = (0..points).map(|point| start.get(point)).collect();
    let tables = (0..evidence.frames()).map(|frame| {
        let seen = |point| {
            let cost = |cell| evidence.cost(frame, point, cell);
            let best = evidence.best(frame, point)?;
            let others = Occupancy::ALL.iter().filter(|cell| **cell != best);
            let second = others
                .filter_map(|cell| cost(*cell))
                .fold(f32::INFINITY, f32::min);
            (second - cost(best)? >= SURE).then_some(best)
        };
        let table: Vec<Option<Occupancy>> = (0..points).map(seen).collect();
        let unseen = table.iter().filter(|cell| cell.is_none()).count();
        if unseen * HAND > points {
            return None;
        }
        for (last, cell) in last.iter_mut().zip(table) {
            *last = cell.unwrap_or(*last);
        }
        Some(last.clone())
    });
    tables.collect()
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
