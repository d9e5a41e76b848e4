//! A game that is followed while its photos come in.

use board_core::{Evidence, Observation, Occupancy};
use board_geom::{Grid, oriented_squares};
use sequence_search::{Committed, Decoded, EndKind, Ply, Stream};

use crate::event::{Event, Played};
use crate::game::{Game, Start};
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::recording::{Notation, SoFar, name_for};
use crate::sensor::Sensor;
use crate::sensor::orientation::numbers;
use crate::sensor::registration::{LiveTurns, Turns, sources};
use crate::{Board, Error};

/// Moves of which less is sure are not told yet.
const SURE: f32 = 0.8;
/// A move is told once it has shown for this part of the frames that moves have here.
const HELD: usize = 4;
/// All frames of a game are looked at anew when it has grown by this share of them, and by so many: what is known by
/// then of how pieces look, and of what stood still, may tell that moves were not made.
const GROWN: usize = 4;
const LEAST_GROWN: usize = 16;
/// After so many more frames a game may be lost that seemed to be and was not, or after half as many as above.
const AGAIN: usize = 4;
/// So many of the last frames teach how pieces look, beside the one that shows the start.
const TAUGHT: usize = 48;

/// A game that is being followed.
pub(super) struct Followed<P: Notation> {
    pub(super) start: Start<P>,
    lag: usize,
    stream: Stream<P>,
    /// The frames that were looked at, the start first: in a film those at rest. The stream counts them.
    used: Vec<usize>,
    /// How many frames there were when all of the game were looked at last.
    anchored: usize,
    /// How many there were when the game seemed to be lost and was not.
    doubted: Option<usize>,
    /// Moves that will not change, with the frames of the sensor.
    settled: Vec<Ply<P::Move>>,
    /// Whether moves come next that no photo shows: a record ends before them.
    missed: bool,
    /// All moves that were told, with the frames of the sensor.
    told: Vec<Ply<P::Move>>,
    /// How many of them were told to be settled.
    told_settled: usize,
    /// The moves as all frames together have told them, if that was asked since the last look: what is learnt from.
    learnt: Option<Vec<Ply<P::Move>>>,
    /// What games before this one have taught of how pieces look.
    taught: Vec<(usize, Vec<Option<Occupancy>>)>,
    /// How a board of lines lies; what stands on squares tells their sensors how those lie.
    turns: Option<LiveTurns>,
    /// What the last frame shows: see [`SoFar::reading`].
    reading: Vec<Option<[f32; 3]>>,
    /// See [`SoFar::seen_at`].
    seen_at: Vec<Option<usize>>,
}

impl<P: Drawn> Followed<P> {
    /// A game from a start, with what games before it have taught, and how the board lay before it.
    pub(super) fn new<G: Game<Position = P>>(
        game: &G,
        start: Start<P>,
        lag: usize,
        taught: Vec<(usize, Vec<Option<Occupancy>>)>,
        turns: Turns,
    ) -> Self {
        let stream = stream(game, &start, lag, true);
        Self {
            turns: (G::BOARD == Board::Lines).then(|| LiveTurns::from(turns)),
            start,
            lag,
            stream,
            used: Vec::new(),
            anchored: 0,
            doubted: None,
            settled: Vec::new(),
            missed: false,
            told: Vec::new(),
            told_settled: 0,
            learnt: None,
            taught,
            reading: Vec::new(),
            seen_at: Vec::new(),
        }
    }

    /// The moves that were told to be settled, by name.
    pub(super) fn names(&self) -> Vec<String> {
        names(&self.start.position, &self.told[..self.told_settled])
    }

    /// All moves that were told, by name.
    pub(super) fn all_names(&self) -> Vec<String> {
        names(&self.start.position, &self.told)
    }

    /// All moves that were told.
    pub(super) fn told(&self) -> &[Ply<P::Move>] {
        &self.told
    }

    /// Moves that are not settled when the game ends are none of it.
    pub(super) fn forget_open(&mut self) {
        self.told.truncate(self.told_settled);
    }

    /// The first frame that is not of the game, and why, if it has come to an end.
    pub(super) fn end(&self) -> Option<(usize, EndKind)> {
        let end = self.stream.end()?;
        Some((self.used[end.frame], end.kind))
    }

    /// Learns from these moves when all frames are looked at next.
    pub(super) fn learn(&mut self, moves: Vec<Ply<P::Move>>) {
        self.learnt = Some(moves);
    }

    /// Whether the game seems to be lost, or only moves that no photo shows lead on.
    pub(super) fn seems_lost(&self) -> bool {
        let lost = matches!(self.end(), Some((_, EndKind::Lost)));
        lost || self.missed && self.doubted.is_none()
    }

    /// How the board lies after the frames that are settled.
    pub(super) fn turns(&self) -> Turns {
        let turns = self.turns.as_ref();
        turns.map(LiveTurns::settled).unwrap_or_default()
    }

    /// Looks for moves in the frames since those that were settled; these are the `last` ones, or not.
    pub(super) fn advance<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
        last: bool,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let now = sensor.frames();
        let soon = |at: usize| at + AGAIN.max((at - self.start.frame) / (2 * GROWN));
        let again = |at: usize| now >= soon(at) || last && now > at;
        let due = self.is_due(now) || self.doubted.is_some_and(again);
        if due {
            self.stream = stream(game, &self.start, self.lag, true);
            self.doubted = None;
        }
        self.look(sensor, due, frames, events)?;
        // What the last frames alone say may be wrong.
        if self.stream.end().is_some() && self.anchored < sensor.frames() {
            self.look(sensor, true, frames, events)?;
        }
        Ok(())
    }

    /// Looks for moves in all frames of the game, by options that may have changed. Only what is plain ends it then.
    pub(super) fn look_again<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        self.stream = stream(game, &self.start, self.lag, false);
        self.doubted = Some(sensor.frames());
        self.look(sensor, true, frames, events)
    }

    /// Follows the game from another start, if it is one.
    pub(super) fn start_again<G: Game<Position = P>>(&mut self, game: &G, start: Start<P>) {
        let at = |start: &Start<P>| (start.frame, start.orientation, start.position.key());
        if at(&start) == at(&self.start) {
            return;
        }
        self.stream = stream(game, &start, self.lag, true);
        self.start = start;
        self.used.clear();
        self.doubted = None;
    }

    /// Looks for moves in the frames that are new, or in all frames of the game.
    fn look<S: Sensor>(
        &mut self,
        sensor: &S,
        anew: bool,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let used = self.usable(sensor);
        if anew || self.used.is_empty() || !used.starts_with(&self.used) {
            self.anchored = sensor.frames();
            self.stream.restart();
            self.settled.clear();
            self.missed = false;
            self.turns.iter_mut().for_each(LiveTurns::restart);
        } else if used.len() == self.used.len() {
            return Ok(());
        }
        self.used = used;
        let before = self.stream.frames_settled();
        let open = &self.used[before..];
        let seen = sensor.evidence(open, &self.labels())?;
        self.learnt = None;
        let grids: Vec<Grid> = open.iter().map(|frame| frames.grids[*frame]).collect();
        let points = seen.points();
        let sources: Vec<_> = match &mut self.turns {
            Some(turns) => {
                let lies = turns.open(&seen, &grids);
                if let Some((frame, kind)) = turns.news(&lies) {
                    let photo = frames.photos[open[frame]].clone();
                    events.push(Event::Warning(kind.at(Some(photo))));
                }
                lies.into_iter().map(|so| sources(so, points)).collect()
            }
            None => vec![numbers(self.start.orientation, points); open.len()],
        };
        let evidence = seen.renumbered(|frame| sources[frame].clone());
        self.reading = reading(&evidence);
        self.seen_at = sources.into_iter().last().unwrap_or_default();
        let settled = self.stream.update(&evidence)?;
        let gone = self.stream.frames_settled() - before;
        if let Some(turns) = &mut self.turns {
            turns.settle(&seen.select(0..gone), &grids[..gone]);
        }
        self.settle(&settled);
        // In a film a move has many frames, and the first few of them may be a hand.
        let length = self.used.len();
        let hold = (length / (self.told.len() + 1) / HELD).min(self.lag / 2);
        let pending = self.stream.pending().into_iter();
        let shown = |m: &Committed<P::Move>| m.confidence >= SURE && m.frame + hold < length;
        let pending: Vec<_> = pending.take_while(shown).collect();
        let mut now = self.settled.clone();
        if !self.missed {
            now.extend(plies(&self.used, &pending));
        }
        self.tell(now, self.settled.len(), frames, events);
        Ok(())
    }

    /// Adds moves that are settled, up to moves that no photo shows.
    fn settle(&mut self, moves: &[Committed<P::Move>]) {
        if !self.missed {
            self.settled.extend(plies(&self.used, moves));
            self.missed = moves.iter().any(is_after_missing);
        }
    }

    /// Tells what has changed: these are the moves now, the first of them settled.
    pub(super) fn tell(
        &mut self,
        now: Vec<Ply<P::Move>>,
        settled: usize,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) {
        let same = |(a, b): &(&Ply<P::Move>, &Ply<P::Move>)| (a.mv, a.side) == (b.mv, b.side);
        let known = self.told.iter().zip(&now).take_while(same).count();
        let start = &self.start.position;
        if let Some(gone) = played(start, &self.told, known, frames).next() {
            events.push(Event::Withdrawn(gone));
        }
        let before = known.min(self.told_settled);
        let all: Vec<_> = played(start, &now, before, frames).collect();
        let told = all.iter().skip(known - before).cloned();
        events.extend(told.map(Event::Played));
        let new = all.into_iter().take(settled.saturating_sub(before));
        events.extend(new.map(Event::Settled));
        (self.told, self.told_settled) = (now, settled);
    }

    /// Whether there are so many frames that all of the game are to be looked at anew.
    pub(super) fn is_due(&self, frames: usize) -> bool {
        let length = frames - self.start.frame;
        let before = self.anchored.saturating_sub(self.start.frame);
        length >= before + LEAST_GROWN.max(before / GROWN)
    }

    /// The frames from the start on that count.
    fn usable<S: Sensor>(&self, sensor: &S) -> Vec<usize> {
        let usable = sensor.usable();
        let counts = |frame: &usize| {
            *frame == self.start.frame || usable.as_ref().is_none_or(|usable| usable[*frame])
        };
        (self.start.frame..sensor.frames()).filter(counts).collect()
    }

    /// What the photos show by the games before and the moves that are settled: the start, and the last frames before
    /// those that are open. Points that change just before or after a frame are left out: pieces come early and late.
    pub(super) fn labels(&self) -> Vec<(usize, Vec<Option<Occupancy>>)> {
        let start = &self.start.position;
        let open = self.used.len().saturating_sub(self.lag).max(1);
        let taught = open.saturating_sub(TAUGHT).max(1);
        let frames = [0].into_iter().chain(taught..open);
        let mut labels: Vec<(usize, Vec<Option<Occupancy>>)> = Vec::new();
        let mut position = start.clone();
        let known = self.learnt.as_ref().unwrap_or(&self.told);
        let mut moves = known.iter().peekable();
        for frame in frames {
            while frame > 0
                && let Some(m) = moves.next_if(|m| m.frame <= self.used[frame])
            {
                position.set_to_move(m.side);
                position.play(m.mv);
            }
            labels.push((frame, position.cells().map(Some).collect()));
        }
        let mut position = start.clone();
        for m in known {
            position.set_to_move(m.side);
            let shown = self.used.partition_point(|used| *used < m.frame);
            let near = |frame: usize| frame > 0 && shown.abs_diff(frame) <= 1;
            for (_, contents) in labels.iter_mut().filter(|(frame, _)| near(*frame)) {
                position.visit_changes(m.mv, |change| contents[change.point] = None);
            }
            position.play(m.mv);
        }
        let orientation = self.start.orientation;
        let shown = labels
            .into_iter()
            .map(|(frame, contents)| (self.used[frame], oriented_squares(&contents, orientation)));
        self.taught.iter().cloned().chain(shown).collect()
    }

    /// The game as far as its moves are told, after so many others.
    pub(super) fn so_far(&self, games_before: usize, frames: &Frames) -> SoFar<P> {
        let start = self.start.position.clone();
        let mut position = start.clone();
        for m in &self.told {
            position.set_to_move(m.side);
            position.play(m.mv);
        }
        let mut decoded = Decoded::from(&[][..]);
        decoded.plies.clone_from(&self.told);
        SoFar {
            games_before,
            position,
            moves: played(&start, &self.told, 0, frames).collect(),
            settled: self.told_settled,
            decoded,
            reading: self.reading.clone(),
            seen_at: self.seen_at.clone(),
            start,
        }
    }

    /// The moves that are settled when no more photos come, by name.
    pub(super) fn finish(self) -> Result<Vec<String>, Error> {
        let mut settled = self.settled;
        let rest = self.stream.finish()?;
        if !self.missed {
            settled.extend(plies(&self.used, &rest));
        }
        Ok(names(&self.start.position, &settled))
    }
}

/// A search for the moves of a game. Unless it `may_be_lost`, only what is plain ends it: more photos may yet tell how
/// it went on.
fn stream<G: Game>(
    game: &G,
    start: &Start<G::Position>,
    lag: usize,
    may_be_lost: bool,
) -> Stream<G::Position> {
    let mut search = game.live_search();
    if start.mid_game {
        // Nobody knows whose turn it is.
        search.model.other_side_first = 0.0;
    }
    if !may_be_lost {
        search.model.lost = f32::MAX;
    }
    Stream::new(start.position.clone(), search)
        .lag(lag)
        .every(1)
        .prior(game.prior(&start.position))
}

/// Whether the move of the other side before this one was not seen, where nobody can pass.
fn is_after_missing<M>(m: &Committed<M>) -> bool {
    m.after_pass && m.pass.is_none()
}

/// Moves of a search, whose frames count those in `used`, up to moves that were not seen.
fn plies<M: Copy>(used: &[usize], moves: &[Committed<M>]) -> Vec<Ply<M>> {
    let known = moves.iter().position(is_after_missing);
    let mut plies = Decoded::from(&moves[..known.unwrap_or(moves.len())]).plies;
    for ply in &mut plies {
        ply.frame = used[ply.frame];
    }
    plies
}

/// What the last frame of some evidence shows: see [`SoFar::reading`].
fn reading(evidence: &Evidence) -> Vec<Option<[f32; 3]>> {
    let Some(last) = evidence.frames().checked_sub(1) else {
        return Vec::new();
    };
    let costs = evidence.frame(last).iter().map(|costs| {
        let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
        let seen = costs.iter().all(|cost| !cost.is_nan());
        seen.then(|| costs.map(|cost| cost - least))
    });
    costs.collect()
}

/// Moves of a game with their names, from a ply on.
fn played<'a, P: Notation>(
    start: &P,
    moves: &'a [Ply<P::Move>],
    from: usize,
    frames: &'a Frames,
) -> impl Iterator<Item = Played<P::Move>> + use<'a, P> {
    let mut position = start.clone();
    moves.iter().enumerate().filter_map(move |(ply, m)| {
        // A name is much more work than a move.
        let name = (ply >= from).then(|| name_for(&position, m.side, m.mv));
        position.set_to_move(m.side);
        position.play(m.mv);
        Some(Played {
            ply,
            side: m.side,
            mv: m.mv,
            name: name?,
            photo: frames.photos[m.frame].clone(),
            confidence: m.confidence,
        })
    })
}

/// The names of moves from a position.
fn names<P: Notation>(start: &P, moves: &[Ply<P::Move>]) -> Vec<String> {
    let mut position = start.clone();
    let names = moves.iter().map(|m| {
        let name = name_for(&position, m.side, m.mv);
        position.set_to_move(m.side);
        position.play(m.mv);
        name
    });
    names.collect()
}
