//! What is known of a game while its photos come in.

use std::path::PathBuf;

use board_core::{Evidence, Observation, Occupancy};
use board_geom::oriented_squares;
use sequence_search::{Committed, Decoded, Stream};

use crate::Error;
use crate::decode::fix::Fix;
use crate::decode::fixes::fix_of;
use crate::event::{Event, Played};
use crate::game::{Game, Start};
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::recording::{Notation, SoFar, name_for};
use crate::sensor::Sensor;
use crate::sensor::orientation::{Orientation, numbers};

/// Moves of which less is sure are not told yet.
const SURE: f32 = 0.8;
/// A move is told once it has shown for this part of the frames that moves have here.
const HELD: usize = 4;
/// All frames of a game are looked at anew when it has grown by this share of them, and by so many: what is known by
/// then of how pieces look, and of what stood still, may tell that moves were not made.
const GROWN: usize = 4;
const LEAST_GROWN: usize = 16;
/// So many of the last frames teach how pieces look, beside the one that shows the start.
const TAUGHT: usize = 48;

/// The moves of a board, game after game.
pub(crate) struct Provisional<P: Notation> {
    lag: usize,
    every: usize,
    /// Frames before this one are of games that are over.
    from: usize,
    /// How many frames had been looked at when something was searched for last.
    looked: usize,
    /// How many photos have repeated the last of them.
    repeats: usize,
    game: Option<Followed<P>>,
    /// Games that are over.
    before: Vec<Vec<String>>,
    /// What the last of them has taught of how pieces look.
    labels: Vec<(usize, Vec<Option<Occupancy>>)>,
}

/// A game that is being followed.
struct Followed<P: Notation> {
    start: Start<P>,
    lag: usize,
    stream: Stream<P>,
    /// The frames that were looked at, the start first: in a film those at rest. Moves count them.
    used: Vec<usize>,
    /// How many frames there were when all of the game were looked at last.
    anchored: usize,
    /// Moves that will not change; their frames count those in `used`.
    settled: Vec<Committed<P::Move>>,
    /// All moves that were told, with the frames of the sensor.
    told: Vec<Committed<P::Move>>,
    /// How many of them were told to be settled.
    told_settled: usize,
    /// What the last frame shows: see [`SoFar::reading`].
    reading: Vec<Option<[f32; 3]>>,
}

impl<P: Drawn> Provisional<P> {
    pub(crate) fn new(lag: usize, every: usize) -> Self {
        Self {
            lag,
            every: every.max(1),
            from: 0,
            looked: 0,
            repeats: 0,
            game: None,
            before: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Looks at the frames that are new.
    pub(crate) fn advance<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Event<P::Move>>, Error> {
        /// Photos that repeat a frame of a film tell that the board was at rest in it: the first few of them.
        const REPEATS: usize = 3;
        let now = sensor.frames();
        let mut events = Vec::new();
        self.repeats = if now > self.looked {
            0
        } else {
            self.repeats + 1
        };
        let is_repeat = now > 0 && (1..=REPEATS).contains(&self.repeats);
        if now < self.looked + self.every && !is_repeat {
            return Ok(events);
        }
        self.looked = now;
        if self.game.is_none() {
            let Some(start) = self.start(game, sensor)? else {
                return Ok(events);
            };
            events.push(Event::Started {
                photo: frames.photos[start.frame].clone(),
            });
            self.game = Some(Followed::new(game, start, self.lag));
        }
        // A game from a position that was given begins with the next frame.
        let Some(followed) = self.game.as_mut().filter(|game| game.start.frame < now) else {
            return Ok(events);
        };
        if self.from == 0 && followed.is_due(now) {
            // More frames tell better how the board lies, and which of them is the first.
            followed.start_again(game, game.start(sensor)?);
        }
        followed.advance(sensor, frames, &mut events)?;
        if let Some(end) = followed.stream.end() {
            let frame = followed.used[end.frame];
            events.push(Event::Over {
                photo: frames.photos[frame].clone(),
                kind: end.kind,
            });
            self.before.push(followed.names());
            self.labels = followed.labels();
            self.from = frame.max(self.from + 1);
            self.game = None;
        }
        Ok(events)
    }

    /// Where the next game begins, if frames show its start.
    fn start<G: Game<Position = P>>(
        &self,
        game: &G,
        sensor: &G::Sensor,
    ) -> Result<Option<Start<P>>, Error> {
        /// Share of the pieces that are in their places where another game is set up.
        const PLAIN: f32 = 0.9;
        if self.from == 0 {
            return game.start(sensor);
        }
        let frames: Vec<usize> = (self.from..sensor.frames()).collect();
        if frames.is_empty() {
            return Ok(None);
        }
        let evidence = sensor.evidence(&frames, &self.labels)?;
        let found = game.next_game(None).start_of(&evidence);
        let plain = found.filter(|(_, agreement)| *agreement >= PLAIN);
        Ok(plain.map(|(start, _)| Start {
            frame: self.from + start.frame,
            ..start
        }))
    }

    /// Whether the game that is followed has come to an end.
    pub(crate) fn is_over(&self) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.stream.end().is_some())
    }

    /// Looks at all frames of the game anew, as more is known of its moves.
    pub(crate) fn look_again<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Event<P::Move>>, Error> {
        let mut events = Vec::new();
        let now = sensor.frames();
        if let Some(followed) = self.game.as_mut().filter(|game| game.start.frame < now) {
            let again = Followed::new(game, followed.start.clone(), self.lag);
            let before = std::mem::replace(followed, again);
            (followed.told, followed.told_settled) = (before.told, before.told_settled);
            followed.advance(sensor, frames, &mut events)?;
        }
        Ok(events)
    }

    /// Something that is sure about the move of a ply of the game that is followed: the one that was told unless
    /// another is given. `None` if none has been told there, nor all that come before.
    pub(crate) fn fix(&self, ply: usize, mv: Option<P::Move>, played: bool) -> Option<Fix> {
        let game = self.game.as_ref()?;
        let told = game.told.get(ply);
        let before: Vec<_> = game
            .told
            .get(..ply)?
            .iter()
            .map(|m| (m.side, m.mv))
            .collect();
        let last = before.last().map(|(side, _)| !*side);
        let side = told.map(|m| m.side).or(last);
        let side = side.unwrap_or(game.start.position.to_move());
        let mv = mv.or(told.map(|m| m.mv))?;
        Some(fix_of(&game.start.position, &before, side, mv, played))
    }

    /// Whether there is a move in the place of one that somebody is sure of.
    pub(crate) fn has_told(&self, fix: &Fix) -> bool {
        self.game.as_ref().is_some_and(|game| {
            let ply = fix.ply(&game.start.position);
            ply.is_some_and(|ply| ply < game.told.len())
        })
    }

    /// How many moves of the game that is followed are told.
    pub(crate) fn plies(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.told.len())
    }

    /// How the board lies, if a game has been found on it.
    pub(crate) fn orientation(&self) -> Option<Orientation> {
        self.game.as_ref().map(|game| game.start.orientation)
    }

    /// The game is over, and from the frame of this number on there is another one.
    pub(crate) fn cut<G: Game<Position = P>>(
        &mut self,
        next: &G,
        frame: usize,
        start: Option<(P, Orientation)>,
        events: &mut Vec<Event<P::Move>>,
    ) {
        if let Some(game) = self.game.take() {
            self.before.push(names(&game.start.position, &game.told));
            events.push(Event::Parted);
        }
        self.from = frame;
        self.game = start.map(|(position, orientation)| {
            let start = Start {
                frame,
                position,
                orientation,
            };
            Followed::new(next, start, self.lag)
        });
    }

    /// The game that is being followed.
    pub(crate) fn so_far(&self, frames: &Frames) -> Option<SoFar<P>> {
        let game = self.game.as_ref()?;
        let start = game.start.position.clone();
        let photo = |m: &Committed<P::Move>| frames.photos[m.frame].clone();
        let moves: Vec<_> = played(&start, &game.told, 0, photo).collect();
        let mut position = start.clone();
        for m in &game.told {
            position.set_to_move(m.side);
            position.play(m.mv);
        }
        Some(SoFar {
            games_before: self.before.len(),
            position,
            moves,
            settled: game.told_settled.min(game.told.len()),
            decoded: Decoded::from(&game.told[..]),
            reading: game.reading.clone(),
            seen_at: numbers(game.start.orientation, start.points()),
            start,
        })
    }

    /// The moves of all games that had been settled, or would be now.
    pub(crate) fn finish(self) -> Result<Vec<Vec<String>>, Error> {
        let mut games = self.before;
        if let Some(mut game) = self.game {
            game.settled.extend(game.stream.finish()?);
            games.push(names(&game.start.position, &game.settled));
        }
        Ok(games)
    }
}

impl<P: Drawn> Followed<P> {
    fn new<G: Game<Position = P>>(game: &G, start: Start<P>, lag: usize) -> Self {
        let prior = game.prior(&start.position);
        let stream = Stream::new(start.position.clone(), game.live_search())
            .lag(lag)
            .every(1)
            .prior(prior);
        Self {
            start,
            lag,
            used: Vec::new(),
            stream,
            anchored: 0,
            settled: Vec::new(),
            told: Vec::new(),
            told_settled: 0,
            reading: Vec::new(),
        }
    }

    fn names(&self) -> Vec<String> {
        names(&self.start.position, &self.settled)
    }

    /// Looks for moves in the frames since those that were settled.
    fn advance<S: Sensor>(
        &mut self,
        sensor: &S,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        self.look(sensor, self.is_due(sensor.frames()), frames, events)?;
        // What the last frames alone say may be wrong.
        if self.stream.end().is_some() && self.anchored < sensor.frames() {
            self.look(sensor, true, frames, events)?;
        }
        Ok(())
    }

    /// The same in all frames of the game, if they are to be looked at `anew`.
    fn look<S: Sensor>(
        &mut self,
        sensor: &S,
        anew: bool,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let used = self.usable(sensor);
        if anew || !used.starts_with(&self.used) {
            self.anchored = sensor.frames();
            self.stream.restart();
            self.settled.clear();
        } else if used.len() == self.used.len() {
            return Ok(());
        }
        self.used = used;
        let labels = self.labels();
        let open = &self.used[self.stream.frames_settled()..];
        let evidence = sensor.evidence(open, &labels)?;
        let here = numbers(self.start.orientation, self.start.position.points());
        let evidence = match self.start.orientation {
            0 => evidence,
            _ => evidence.renumbered(|_| here.clone()),
        };
        self.reading = reading(&evidence);
        self.settled.extend(self.stream.update(&evidence)?);
        let mut now = self.settled.clone();
        // In a film a move has many frames, and the first few of them may be a hand.
        let length = self.used.len();
        let hold = (length / (self.told.len() + 1) / HELD).min(self.lag / 2);
        let pending = self.stream.pending().into_iter();
        now.extend(pending.take_while(|m| m.confidence >= SURE && m.frame + hold < length));
        for m in &mut now {
            m.frame = self.used[m.frame];
        }
        let same =
            |(a, b): &(&Committed<P::Move>, &Committed<P::Move>)| (a.mv, a.side) == (b.mv, b.side);
        let known = self.told.iter().zip(&now).take_while(same).count();
        let start = &self.start.position;
        let photo = |m: &Committed<P::Move>| frames.photos[m.frame].clone();
        if let Some(gone) = played(start, &self.told, known, photo).next() {
            events.push(Event::Withdrawn(gone));
        }
        let before = known.min(self.told_settled);
        let all: Vec<_> = played(start, &now, before, photo).collect();
        let told = all.iter().skip(known - before).cloned();
        events.extend(told.map(Event::Played));
        let settled = all
            .into_iter()
            .take(self.settled.len().saturating_sub(before));
        events.extend(settled.map(Event::Settled));
        (self.told, self.told_settled) = (now, self.settled.len());
        Ok(())
    }

    /// Whether there are so many frames that all of the game are to be looked at anew.
    fn is_due(&self, frames: usize) -> bool {
        let length = frames - self.start.frame;
        let before = self.anchored.saturating_sub(self.start.frame);
        length >= before + LEAST_GROWN.max(before / GROWN)
    }

    /// Follows the game from another start, if it is one.
    fn start_again<G: Game<Position = P>>(&mut self, game: &G, start: Option<Start<P>>) {
        let at = |start: &Start<P>| (start.frame, start.orientation);
        let Some(start) = start.filter(|start| at(start) != at(&self.start)) else {
            return;
        };
        let again = Self::new(game, start, self.lag);
        let before = std::mem::replace(self, again);
        (self.told, self.told_settled) = (before.told, before.told_settled);
    }

    /// The frames from the start on that count.
    fn usable<S: Sensor>(&self, sensor: &S) -> Vec<usize> {
        let usable = sensor.usable();
        let counts = |frame: &usize| {
            *frame == self.start.frame || usable.as_ref().is_none_or(|usable| usable[*frame])
        };
        (self.start.frame..sensor.frames()).filter(counts).collect()
    }

    /// What the photos show by the moves that are settled: the start, and the last frames before those that are open.
    /// Points that change just before or after a frame are left out: pieces come early and late.
    fn labels(&self) -> Vec<(usize, Vec<Option<Occupancy>>)> {
        let start = &self.start.position;
        let open = self.used.len().saturating_sub(self.lag).max(1);
        let taught = open.saturating_sub(TAUGHT).max(1);
        let frames = [0].into_iter().chain(taught..open);
        let mut labels: Vec<(usize, Vec<Option<Occupancy>>)> = Vec::new();
        let mut position = start.clone();
        let mut moves = self.told.iter().peekable();
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
        for m in &self.told {
            position.set_to_move(m.side);
            let shown = self.used.partition_point(|used| *used < m.frame);
            let near = |frame: usize| frame > 0 && shown.abs_diff(frame) <= 1;
            for (_, contents) in labels.iter_mut().filter(|(frame, _)| near(*frame)) {
                position.visit_changes(m.mv, |change| contents[change.point] = None);
            }
            position.play(m.mv);
        }
        let orientation = self.start.orientation;
        let shown = labels.into_iter();
        shown
            .map(|(frame, contents)| (self.used[frame], oriented_squares(&contents, orientation)))
            .collect()
    }
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
fn played<P: Notation>(
    start: &P,
    moves: &[Committed<P::Move>],
    from: usize,
    photo: impl Fn(&Committed<P::Move>) -> PathBuf,
) -> impl Iterator<Item = Played<P::Move>> {
    let mut position = start.clone();
    moves.iter().enumerate().filter_map(move |(ply, m)| {
        // A name is much more work than a move.
        let name = (ply >= from).then(|| name_for(&position, m.side, m.mv));
        position.set_to_move(m.side);
        position.play(m.mv);
        Some(Played {
            ply: m.ply,
            side: m.side,
            mv: m.mv,
            name: name?,
            photo: photo(m),
            confidence: m.confidence,
        })
    })
}

/// The names of moves from a position.
fn names<P: Notation>(start: &P, moves: &[Committed<P::Move>]) -> Vec<String> {
    let played = played(start, moves, 0, |_| PathBuf::new());
    played.map(|m| m.name).collect()
}
