//! A referee beside the board: from photos, or from positions written down, to what it says.

use std::path::PathBuf;

use board_core::{Board, Cell, Color, Observation, Occupancy, Timing};
use referee::{Event, NeverSteady, Referee, Rulebook, Settings, Sight, Steady};
use sequence_search::{Method, Settings as Search};
use serde::Serialize;
use stone_detect::pieces::Stature;

use crate::recording::{Notation, Recording};
use crate::standing;

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
    let (window, agree) = options.steady.unwrap_or(usual_window(film));
    let mut steady = Steady::new(window, agree)?;
    let settings = options.settings.unwrap_or(usual_settings(film));
    let referee = match recording.midway {
        true => Referee::joining(game),
        false => Referee::following(game),
    };
    let mut referee = referee.with_settings(settings);
    let recorded = recorded(recording);
    let story = Story::of(recording);
    let start: Vec<_> = recording.start.cells().collect();
    let start = (!recording.midway).then_some(&start[..]);
    let seen = standing::seen(&recording.evidence, &recorded, &recording.shown, start);
    let (mut said, mut last) = (Vec::new(), None);
    // In how many photos the recorded game was led astray.
    let mut astray = 0;
    for (shown, seen) in recording.shown.iter().zip(&seen) {
        let good = referee
            .game()
            .map(|game| game.position().cells().collect::<Vec<_>>());
        let table = shown.zip(seen.as_ref()).and_then(|(frame, seen)| {
            let expected = [recorded[frame].clone()];
            // What no hand explains, as it stays, is no hand.
            let lost = recording.decoded.lost.is_some_and(|lost| frame >= lost);
            let most = if lost { usize::MAX } else { HAND };
            let sure = sure(<G::Position as Notation>::STATURE);
            read(expected.iter().chain(&good), &against(seen), (sure, most))
        });
        last = shown.or(last);
        let hidden = table.is_none();
        let Some(table) = steady.push(table).filter(|_| !hidden) else {
            continue;
        };
        let plies = last.map_or(0, |frame| story.plies_by(frame));
        let events = story.tell(&mut referee, table, plies, &mut astray);
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
    // Where the game is lost its moves are not counted any more.
    let followed = |frame: &usize| recording.decoded.lost.is_none_or(|lost| *frame < lost);
    let frames = recording.shown.iter().copied();
    let lost = frames.flatten().filter(|frame| !followed(frame)).count();
    recording.shown.len() - lost >= FILM * recording.decoded.plies.len().max(1)
}

/// The recorded game, to be told to the referee.
struct Story<P: Notation> {
    /// What stands on the board after so many plies, and whose turn it is then.
    positions: Vec<(Vec<Occupancy>, Color)>,
    /// The moves, and the photo each first shows in.
    plies: Vec<(P::Move, usize)>,
}

impl<P: Notation> Story<P> {
    fn of(recording: &Recording<P>) -> Self {
        let (mut positions, mut plies) = (Vec::new(), Vec::new());
        let mut last = recording.start.clone();
        recording.visit_plies(|position, ply| {
            positions.push((position.cells().collect(), ply.side));
            plies.push((ply.mv, ply.frame));
            last = position.clone();
            last.play(ply.mv);
        });
        positions.push((last.cells().collect(), last.to_move()));
        Self { positions, plies }
    }

    /// How many plies were made by the time of a photo.
    fn plies_by(&self, frame: usize) -> usize {
        self.plies
            .iter()
            .take_while(|(_, first)| *first <= frame)
            .count()
    }

    /// Shows the referee a table. Where that is a position of the recorded game, reached by no more than so many plies,
    /// the moves since the last one are told: a photo may leave open which they were, or follow after many. Where something is
    /// wrong with the table, the moves to the nearest position are told, as they may have been made behind a hand. Photos with
    /// legal moves that the recorded game does not have are counted in `astray`.
    fn tell<G: Rulebook<Position = P>>(
        &self,
        referee: &mut Referee<G>,
        table: &[Occupancy],
        plies: usize,
        astray: &mut usize,
    ) -> Vec<Event<G::Reason>> {
        let see = |referee: &mut Referee<G>, table: &[Occupancy]| {
            let table: Vec<Sight<G::Kind>> = table.iter().map(|cell| (*cell).into()).collect();
            referee.see(&table).unwrap_or_default()
        };
        let Some(game) = referee.game() else {
            return see(referee, table);
        };
        let known = |table: &[Occupancy], side: Option<Color>| {
            let same = |(cells, to_move): &(Vec<Occupancy>, Color)| {
                cells == table && side.is_none_or(|side| side == *to_move)
            };
            self.positions[..=plies].iter().rposition(same)
        };
        let good: Vec<_> = game.position().cells().collect();
        let from = known(&good, Some(game.position().to_move()));
        let differ = |i: &usize| {
            let pairs = self.positions[*i].0.iter().zip(table);
            pairs.filter(|(a, b)| a != b).count()
        };
        let nearest = |from: usize| {
            let playing = !referee.is_alarmed();
            (from..=plies).filter(|_| playing).min_by_key(differ)
        };
        let to = known(table, None).or_else(|| nearest(from?));
        let mut events = Vec::new();
        if let (Some(from), Some(to)) = (from, to)
            && from < to
        {
            let mut said = referee.announce(self.plies[from].0);
            if said.is_err() {
                // The last good position stood before these moves, seen or not.
                events = see(referee, &good);
                said = referee.announce(self.plies[from].0);
            }
            let mut rest = self.plies[from + 1..to].iter();
            while let Ok(new) = said {
                events.extend(new);
                let Some((mv, _)) = rest.next() else { break };
                said = referee.announce(*mv);
            }
        }
        // A legal move that the recorded game does not have, which was found from all photos, is misread, unless the next
        // photo shows the like: then the record was led astray by what was done to the board against the rules.
        let mut trial = referee.clone();
        let said = see(&mut trial, table);
        let moves = said.iter().any(|event| matches!(event, Event::Move { .. }));
        if known(table, None).is_some() {
            *astray = 0;
        } else if moves {
            *astray += 1;
        }
        if *astray != 1 || !moves {
            *referee = trial;
            events.extend(said);
        }
        events
    }
}

/// What stands on the board in each photo according to the recorded game. What is taken may be late, but a piece that
/// follows another, as a rook its king, does not stand in two places.
fn recorded<P: Notation>(recording: &Recording<P>) -> Vec<Vec<Occupancy>> {
    let decoded = &recording.decoded;
    let mut tables = vec![Vec::new(); recording.evidence.frames()];
    decoded.visit_tables(&recording.start, |frame, table| {
        tables[frame] = table.to_vec()
    });
    if let Some(lost) = decoded.lost {
        // The last one that is known.
        let last = decoded.final_position(&recording.start);
        tables[lost..].fill(last.cells().collect());
    }
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

/// How a game is searched for that a referee watches: it only tells how pieces look, and no proof is needed that it
/// is the likeliest.
#[must_use]
pub fn method() -> Method {
    Search::beam(300).method
}

/// How many of the last photos are looked at, and how many of them must agree, unless something else is said.
#[must_use]
pub const fn usual_window(film: bool) -> (usize, usize) {
    if film { (8, 5) } else { (1, 1) }
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

/// How many nats speak against each content of a point, and what seems to be there, by what each content costs.
fn against(costs: &[[f32; 3]]) -> impl Fn(usize, Occupancy) -> (f32, Occupancy) {
    /// A single point does not speak with more.
    const CAP: f32 = 8.0;
    move |point, cell| {
        let cost = |cell: Occupancy| costs[point][cell.index()];
        // Where nothing speaks against what is expected, that is there.
        let others = Occupancy::ALL.iter().copied();
        let best = others.fold(cell, |best, other| match cost(other) < cost(best) {
            true => other,
            false => best,
        });
        ((cost(cell) - cost(best)).min(CAP), best)
    }
}

/// Points that can differ for an illegal move.
const HAND: usize = 6;

/// Nats that a single point must speak with to be seen to hold something else: what looks like a piece of chess may be the top of
/// the one before it.
fn sure(stature: Stature) -> f32 {
    match stature {
        Stature::Flat => 5.0,
        Stature::Tall => 7.0,
    }
}

/// What a photo shows, `None` where a hand is over the board.
///
/// Where it does not speak against one of the positions that are expected, it shows that: a square that is hard to see
/// is no reason for an alarm. Otherwise it shows the nearest of them but for the squares that are different by at least `sure` nats.
/// Where there are more than `most` of those, or others that may be different too, somebody is at the board.
fn read<'a>(
    expected: impl IntoIterator<Item = &'a Vec<Occupancy>>,
    against: &impl Fn(usize, Occupancy) -> (f32, Occupancy),
    (sure, most): (f32, usize),
) -> Option<Vec<Occupancy>> {
    /// Nats that all points together may speak against what is taken to stand there.
    const DOUBT: f32 = 8.0;
    let nats = |table: &[Occupancy]| -> f32 {
        let points = table.iter().enumerate();
        points.map(|(point, cell)| against(point, *cell).0).sum()
    };
    let nearest = expected
        .into_iter()
        .min_by(|a, b| nats(a).total_cmp(&nats(b)))?;
    let mut table = nearest.clone();
    let mut differ = 0;
    for (point, cell) in table.iter_mut().enumerate() {
        let (nats, seen) = against(point, *cell);
        if nats >= sure {
            *cell = seen;
            differ += 1;
        }
    }
    if (1..=most).contains(&differ) {
        went(&mut table, nearest, against);
    }
    (differ <= most && nats(&table) <= DOUBT).then_some(table)
}

/// A piece that comes to a point has mostly left another one: where a side has one piece more or less than it should have,
/// the point most likely to explain that does, if it is at all likelier so than as it should be.
fn went(
    table: &mut [Occupancy],
    expected: &[Occupancy],
    against: &impl Fn(usize, Occupancy) -> (f32, Occupancy),
) {
    for side in [Occupancy::Black, Occupancy::White] {
        let count = |cells: &[Occupancy]| cells.iter().filter(|cell| **cell == side).count();
        let (are, should) = (count(table), count(expected));
        let (from, to) = match (are, should) {
            _ if are == should + 1 => (side, Occupancy::Empty),
            _ if are + 1 == should => (Occupancy::Empty, side),
            _ => continue,
        };
        let as_expected = (0..table.len()).filter(|&p| table[p] == from && expected[p] == from);
        let otherwise = as_expected.filter_map(|point| {
            let (nats, seen) = against(point, from);
            (seen == to).then_some((point, nats))
        });
        let likeliest = otherwise.max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((point, _)) = likeliest {
            table[point] = to;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_speaks_against_it_what_is_expected_is_there() {
        let seen = against(&[[0.0, 0.0, 4.0]]);
        assert_eq!(seen(0, Occupancy::Black), (0.0, Occupancy::Black));
        assert_eq!(seen(0, Occupancy::Empty), (0.0, Occupancy::Empty));
        assert_eq!(seen(0, Occupancy::White), (4.0, Occupancy::Empty));
    }

    #[test]
    fn a_piece_that_is_surely_on_a_point_has_left_the_one_that_it_may_have_left() {
        use Occupancy::{Black, Empty, White};
        let sure = |cell: Occupancy| -> [f32; 3] {
            core::array::from_fn(|k| if k == cell.index() { 0.0 } else { 9.0 })
        };
        let faint = [0.0, 9.0, 2.0];
        let read = |costs: &[[f32; 3]], expected: &[Occupancy]| {
            read([&expected.to_vec()], &against(costs), (5.0, HAND))
        };
        let expected = [White, White, Empty, Black];
        let moved = [faint, sure(White), sure(White), sure(Black)];
        assert_eq!(
            read(&moved, &expected),
            Some(vec![Empty, White, White, Black])
        );
        // Nothing says that one of the others is gone: this one came from nowhere.
        let added = [sure(White), sure(White), sure(White), sure(Black)];
        assert_eq!(
            read(&added, &expected),
            Some(vec![White, White, White, Black])
        );
        // Where nothing is surely otherwise, all is as it should be.
        let still = [faint, sure(White), sure(Empty), sure(Black)];
        assert_eq!(read(&still, &expected), Some(expected.to_vec()));
        // A piece that is surely gone stands where one may stand.
        let gone = [sure(Empty), sure(White), [2.0, 9.0, 0.0], sure(Black)];
        assert_eq!(
            read(&gone, &expected),
            Some(vec![Empty, White, White, Black])
        );
    }
}
