//! What is known of a game while its photos come in.

use board_core::Occupancy;
use sequence_search::{Committed, Decoded, Stream};

use crate::Error;
use crate::decode::fix::Fix;
use crate::decode::fixes::fix_of;
use crate::event::{Event, Played};
use crate::game::{Game, Start};
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::recording::{Notation, name_for};
use crate::sensor::Sensor;
use crate::sensor::orientation::{Orientation, numbers, turned};

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
    game: Option<Followed<P>>,
    /// Games that are over.
    before: Vec<Vec<String>>,
}

/// A game that is being followed.
struct Followed<P: Notation> {
    start: Start<P>,
    lag: usize,
    stream: Stream<P>,
    /// How many frames the game had when all of them were looked at.
    anchored: usize,
    /// Moves that will not change; frames count from the start.
    settled: Vec<Committed<P::Move>>,
    /// All moves that were told.
    told: Vec<Committed<P::Move>>,
    /// How many of them were told to be settled.
    told_settled: usize,
}

impl<P: Drawn> Provisional<P> {
    pub(crate) fn new(lag: usize, every: usize) -> Self {
        Self {
            lag,
            every: every.max(1),
            from: 0,
            looked: 0,
            game: None,
            before: Vec::new(),
        }
    }

    /// Looks at the frames that are new.
    pub(crate) fn advance<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Event<P::Move>>, Error> {
        let now = sensor.frames();
        let mut events = Vec::new();
        if now < self.looked + self.every {
            return Ok(events);
        }
        self.looked = now;
        if self.game.is_none() {
            let Some(start) = game.start(sensor, self.from)? else {
                return Ok(events);
            };
            events.push(Event::Started {
                photo: frames.photos[start.frame].clone(),
            });
            self.game = Some(Followed::new(game, start, self.lag));
        }
        let Some(followed) = &mut self.game else {
            return Ok(events);
        };
        followed.advance(sensor, frames, &mut events)?;
        if let Some(end) = followed.stream.end() {
            let frame = followed.start.frame + end.frame;
            events.push(Event::Over {
                photo: frames.photos[frame].clone(),
                kind: end.kind,
            });
            self.before.push(followed.names());
            self.from = frame.max(self.from + 1);
            self.game = None;
        }
        Ok(events)
    }

    /// Looks at all frames of the game anew, as more is known of its moves.
    pub(crate) fn look_again<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Event<P::Move>>, Error> {
        let mut events = Vec::new();
        if let Some(followed) = &mut self.game {
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

    /// The record of the game that is being followed.
    pub(crate) fn record(&self) -> Option<String> {
        let game = self.game.as_ref()?;
        let decoded = Decoded::from(&game.told[..]);
        Some(P::write(&game.start.position.record(&decoded)))
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
            stream,
            anchored: 0,
            settled: Vec::new(),
            told: Vec::new(),
            told_settled: 0,
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
        let length = sensor.frames() - self.start.frame;
        if length >= self.anchored + LEAST_GROWN.max(self.anchored / GROWN) {
            self.anchored = length;
            self.stream.restart();
            self.settled.clear();
        }
        let open = self.first_open()..sensor.frames();
        let labels = self.labels(sensor.frames());
        let evidence = sensor.evidence(open, &labels)?;
        let here = numbers(self.start.orientation, self.start.position.points());
        let evidence = match self.start.orientation {
            0 => evidence,
            _ => evidence.renumbered(|_| here.clone()),
        };
        self.settled.extend(self.stream.update(&evidence)?);
        let mut now = self.settled.clone();
        // In a film a move has many frames, and the first few of them may be a hand.
        let hold = (length / (self.told.len() + 1) / HELD).min(self.lag / 2);
        let pending = self.stream.pending().into_iter();
        now.extend(pending.take_while(|m| m.confidence >= SURE && m.frame + hold < length));
        let same =
            |(a, b): &(&Committed<P::Move>, &Committed<P::Move>)| (a.mv, a.side) == (b.mv, b.side);
        let known = self.told.iter().zip(&now).take_while(same).count();
        let photo = |m: &Committed<P::Move>| frames.photos[self.start.frame + m.frame].clone();
        if let Some(gone) = played(&self.start.position, &self.told, photo).get(known) {
            events.push(Event::Withdrawn(gone.clone()));
        }
        let all = played(&self.start.position, &now, photo);
        events.extend(all.iter().skip(known).cloned().map(Event::Played));
        let before = known.min(self.told_settled);
        let settled = all.into_iter().take(self.settled.len()).skip(before);
        events.extend(settled.map(Event::Settled));
        (self.told, self.told_settled) = (now, self.settled.len());
        Ok(())
    }

    /// The first frame that has not been settled.
    fn first_open(&self) -> usize {
        self.start.frame + self.stream.frames_settled()
    }

    /// What the photos show by the moves that are settled: the start, and the last frames before those that are open.
    fn labels(&self, frames: usize) -> Vec<(usize, Vec<Option<Occupancy>>)> {
        let first = self.start.frame;
        let mut position = self.start.position.clone();
        let mut labels = vec![(first, self.label(&position, 0))];
        let mut moves = self.told.iter().peekable();
        let open = frames.saturating_sub(self.lag);
        let taught = open.saturating_sub(TAUGHT).max(first + 1);
        for frame in first + 1..open {
            while let Some(m) = moves.next_if(|m| first + m.frame <= frame) {
                position.set_to_move(m.side);
                position.play(m.mv);
            }
            if frame >= taught {
                labels.push((frame, self.label(&position, frame - first)));
            }
        }
        labels
    }

    /// What a frame of this number since the start shows where this is the position. Points that change just before or
    /// after it are left out: pieces come early and late.
    fn label(&self, position: &P, frame: usize) -> Vec<Option<Occupancy>> {
        let mut contents: Vec<Option<Occupancy>> = position.cells().map(Some).collect();
        let mut before = self.start.position.clone();
        for m in &self.told {
            before.set_to_move(m.side);
            if frame > 0 && m.frame.abs_diff(frame) <= 1 {
                before.visit_changes(m.mv, |change| contents[change.point] = None);
            }
            before.play(m.mv);
        }
        turned(&contents, self.start.orientation)
    }
}

/// Moves from a position with their names.
fn played<P: Notation>(
    start: &P,
    moves: &[Committed<P::Move>],
    photo: impl Fn(&Committed<P::Move>) -> std::path::PathBuf,
) -> Vec<Played<P::Move>> {
    let mut position = start.clone();
    let played = moves.iter().map(|m| {
        let name = name_for(&position, m.side, m.mv);
        position.set_to_move(m.side);
        position.play(m.mv);
        Played {
            ply: m.ply,
            side: m.side,
            mv: m.mv,
            name,
            photo: photo(m),
            confidence: m.confidence,
        }
    });
    played.collect()
}

/// The names of moves from a position.
fn names<P: Notation>(start: &P, moves: &[Committed<P::Move>]) -> Vec<String> {
    let none = |_: &Committed<P::Move>| std::path::PathBuf::new();
    let played = played(start, moves, none).into_iter();
    played.map(|m| m.name).collect()
}
