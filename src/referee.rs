//! The referee: rulings on the photos of a recorded game, or on positions from a file.

use std::path::PathBuf;

use board_core::{MoveGen, Observation};
use referee::{Event, MajorityFilter, NoMajority, Referee, Rulebook};
use sequence_search::Method;
use serde::Serialize;

use crate::recording::{Notation, Recording};

mod continuation;
mod edits;
mod evidence;
mod positions;
mod table_decoder;
mod timeline;

use table_decoder::{DecodedTables, TableDecoder};
use timeline::Timeline;

pub use positions::{PositionError, PositionNotation, WrittenPosition, read_positions};

/// Options of the referee on photos.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Window of the [majority filter](referee::MajorityFilter) in photos, and how many of them must agree. By default,
    /// five of eight for video, else every photo on its own.
    pub filter: Option<(usize, usize)>,
    /// Tolerance of the referee. By default, [`default_options`].
    pub referee: Option<referee::Options>,
}

/// A ruling: an event of the referee, with its photo or line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "R: std::fmt::Display")]
pub struct Ruling<R> {
    /// The photo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo: Option<PathBuf>,
    /// The line of the file of positions, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The event.
    #[serde(flatten)]
    pub event: Event<R>,
    /// The event as a sentence.
    pub text: String,
}

impl<R: std::fmt::Display> Ruling<R> {
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

/// Judges the photos of a recording.
///
/// The appearance of the pieces is known from the recorded game. With it, the likeliest tables are decoded, legal or
/// not, and shown to a referee. There are no rulings on a game that was lost at its first photo.
///
/// # Errors
/// [`NoMajority`] if the window of the filter is smaller than the number of photos that must agree.
pub fn judge_photos<G>(
    recording: &Recording<G::Position>,
    game: G,
    options: &Options,
) -> Result<Vec<Ruling<G::Reason>>, NoMajority>
where
    G: Rulebook<Position: Notation>,
{
    let film = is_film(recording);
    let (window, agree) = options.filter.unwrap_or(default_window(film));
    let mut filter = MajorityFilter::new(window, agree)?;
    let tolerance = options.referee.unwrap_or(default_options(film));
    if recording.decoded.frames() == 0 {
        // Without a game, the appearance of pieces is unknown.
        return Ok(Vec::new());
    }
    let mut photos = vec![0; recording.evidence.frames()];
    for frame in recording.frame_of_photo.iter().flatten() {
        photos[*frame] += 1;
    }
    let recorded = Timeline::recorded(recording);
    let decoder = TableDecoder::new(
        &recording.evidence,
        photos,
        agree.max(2),
        &recorded,
        G::Position::TALL,
    );
    // On an empty board of Go either side may begin.
    let mut start = recording.start.clone();
    if let Some(first) = recording.decoded.plies.first() {
        start.set_to_move(first.side);
    }
    let DecodedTables { tables, moves } = decoder.decode(&start);
    let timeline = Timeline::new(&start, moves);
    let referee = match recording.mid_game {
        true => Referee::joining(game),
        false => Referee::following(game),
    };
    let mut referee = referee.with_options(tolerance);
    let (mut rulings, mut last) = (Vec::new(), None);
    for frame in &recording.frame_of_photo {
        last = frame.or(last);
        let table = frame.map(|frame| tables[frame].to_vec());
        let Some(table) = filter.push(table).filter(|_| frame.is_some()) else {
            continue;
        };
        let events = timeline.announce(&mut referee, table, last.unwrap_or(0));
        let photo = last.and_then(|photo| recording.photos.get(photo));
        rulings.extend(
            events
                .into_iter()
                .map(|event| Ruling::at_photo(photo, event)),
        );
    }
    let events = referee.conclude().into_iter();
    let photo = recording.photos.last();
    rulings.extend(events.map(|event| Ruling::at_photo(photo, event)));
    Ok(rulings)
}

/// Whether the photos are video: at least eight photos a move.
#[must_use]
pub fn is_film<P: Notation>(recording: &Recording<P>) -> bool {
    /// Least number of photos a move.
    const FILM: usize = 8;
    // Photos after the game was lost have no moves to count.
    let followed = |frame: &usize| *frame < recording.decoded.frames();
    let frames = recording.frame_of_photo.iter().copied();
    let lost = frames.flatten().filter(|frame| !followed(frame)).count();
    recording.frame_of_photo.len() - lost >= FILM * recording.decoded.plies.len().max(1)
}

/// The search method for a game under a referee. It proves nothing, because the game only provides the appearance of
/// the pieces.
#[must_use]
pub fn method() -> Method {
    sequence_search::Settings::beam(300).method
}

/// The default window of the majority filter in photos, and how many of them must agree.
#[must_use]
pub const fn default_window(film: bool) -> (usize, usize) {
    if film { (8, 5) } else { (1, 1) }
}

/// The default options of the referee for photos. If they are not video, up to four plies may be played between two
/// photos, and two photos in a row must show a violation.
#[must_use]
pub fn default_options(film: bool) -> referee::Options {
    let usual = referee::Options::default();
    match film {
        true => usual,
        false => referee::Options {
            plies: 4,
            repeats: 2,
            ..usual
        },
    }
}

/// Judges positions one after the other, each of them at rest. `rules` is any position of the game, for its rules. The
/// game is joined at the first position, or followed from it if that has the side to move.
pub fn judge_positions<G: Rulebook>(
    rules: G,
    positions: &[WrittenPosition<G>],
    options: referee::Options,
) -> Vec<Ruling<G::Reason>> {
    let start = positions.iter().find_map(|position| position.start.clone());
    let mut referee = match start {
        Some(game) => Referee::following(game),
        None => Referee::joining(rules),
    }
    .with_options(options);
    let mut rulings = Vec::new();
    for position in positions {
        let events = referee.see(&position.table).unwrap_or_default();
        rulings.extend(
            events
                .into_iter()
                .map(|event| Ruling::at_line(position.line, event)),
        );
    }
    if let Some(last) = positions.last() {
        let events = referee.conclude().into_iter();
        rulings.extend(events.map(|event| Ruling::at_line(last.line, event)));
    }
    rulings
}
