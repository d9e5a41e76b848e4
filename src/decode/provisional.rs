//! The games of a board while their photos come in.

use std::ops::ControlFlow;

use board_core::Occupancy;
use sequence_search::{EndKind, Ply};

use crate::decode::fix::Fix;
use crate::decode::fixes::fix_of;
use crate::decode::followed::Followed;
use crate::event::Event;
use crate::game::{Effort, Game, Start};
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::recording::{Notation, Recording, SoFar};
use crate::sensor::Sensor;
use crate::sensor::orientation::{self, Orientation};
use crate::sensor::registration::Turns;
use crate::{Board, Error};

/// The moves of a board, game after game.
pub(crate) struct Provisional<P: Notation> {
    lag: usize,
    every: usize,
    /// Frames before this one are of games that are over.
    from: usize,
    /// Whether games that began before are over, beside those that a person has parted.
    over: bool,
    /// How many times the game since then was lost; it is followed from where it goes on.
    lost: usize,
    /// How many frames had been looked at when something was searched for last.
    looked: usize,
    /// How many photos have repeated the last of them.
    repeats: usize,
    game: Option<Followed<P>>,
    /// The moves of games that are over.
    before: Vec<Vec<String>>,
    /// The same games.
    ended: Vec<SoFar<P>>,
    /// What the last of them has taught of how pieces look.
    labels: Vec<(usize, Vec<Option<Occupancy>>)>,
    /// How a board of lines lay in its last frame.
    turns: Turns,
}

/// A game among those that all frames together show.
struct Part<P: Notation> {
    start: Start<P>,
    plies: Vec<Ply<P::Move>>,
    /// The first frame that is not of the game, and why.
    end: Option<(usize, EndKind)>,
}

impl<P: Drawn> Provisional<P> {
    pub(crate) fn new(lag: usize, every: usize) -> Self {
        Self {
            lag,
            every: every.max(1),
            from: 0,
            over: false,
            lost: 0,
            looked: 0,
            repeats: 0,
            game: None,
            before: Vec::new(),
            ended: Vec::new(),
            labels: Vec::new(),
            turns: Turns::default(),
        }
    }

    /// Looks at the frames that are new.
    pub(crate) fn advance<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Event<P::Move>>, Error> {
        /// Photos that repeat a frame of a film tell that the board was at rest in it: the first few of them.
        const REPEATS: usize = 3;
        let now = sensor.frames();
        let mut events = Vec::new();
        self.repeats = match now > self.looked {
            true => 0,
            false => self.repeats + 1,
        };
        let is_repeat = self.game.is_some() && (1..=REPEATS).contains(&self.repeats);
        if now >= self.looked + self.every || is_repeat {
            self.looked = now;
            self.step(game, sensor, frames, false, &mut events)?;
        }
        Ok(events)
    }

    /// Looks at the frames that are new; these are the `last` ones, or not.
    fn step<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
        last: bool,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let now = sensor.frames();
        if self.game.is_none() {
            self.begin(game, sensor, frames, last, events)?;
        }
        // A game from a position that was given begins with the next frame.
        let Some(followed) = self.game.as_mut().filter(|game| game.start.frame < now) else {
            return Ok(());
        };
        if followed.is_due(now) {
            // More frames tell better how the board lies, which of them is the first, how pieces look, and how a game
            // went on.
            let first = self.from == 0 || self.lost > 0;
            if first && G::BOARD == Board::Squares {
                self.seek(game, sensor, frames, events)?;
            } else if self.from == 0
                && let Some(start) = game.start(sensor, false)?
            {
                followed.start_again(game, start);
            }
        }
        let Some(followed) = &mut self.game else {
            return Ok(());
        };
        followed.advance(game, sensor, frames, last, events)?;
        if followed.seems_lost() {
            return self.seek(game, sensor, frames, events);
        }
        if let Some((frame, kind)) = followed.end() {
            self.end(frame, kind, frames, events);
        }
        Ok(())
    }

    /// Begins a game if frames show its start, or seem to where there will be no more of them.
    fn begin<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
        last: bool,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let start = match self.from {
            0 => game.start(sensor, last)?,
            _ => self.next_start(game, sensor, frames)?,
        };
        if let Some(start) = start {
            if start.mid_game {
                return self.seek(game, sensor, frames, events);
            }
            events.push(Event::Started {
                photo: frames.photos[start.frame].clone(),
            });
            let turns = self.turns.clone();
            self.game = Some(Followed::new(game, start, self.lag, Vec::new(), turns));
        }
        Ok(())
    }

    /// Where the next game begins, if frames show its start.
    fn next_start<G: Game<Position = P>>(
        &self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
    ) -> Result<Option<Start<P>>, Error> {
        /// Share of the pieces that are in their places where another game is set up.
        const PLAIN: f32 = 0.9;
        let new: Vec<usize> = (self.from..sensor.frames()).collect();
        if new.is_empty() {
            return Ok(None);
        }
        let seen = sensor.evidence(&new, &self.labels)?;
        let seen = match G::BOARD {
            Board::Lines => self.turns.aligned(&seen, &frames.grids[self.from..]),
            Board::Squares => seen,
        };
        let found = game.next_game(None).start_of(&seen);
        let plain = found.filter(|(_, agreement)| *agreement >= PLAIN);
        Ok(plain.map(|(start, _)| Start {
            frame: self.from + start.frame,
            ..start
        }))
    }

    /// The game that is followed ends before a frame.
    fn end(
        &mut self,
        frame: usize,
        kind: EndKind,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) {
        self.close(frame, kind, frames, events);
        self.from = frame.max(self.from + 1);
        (self.over, self.lost) = (true, 0);
    }

    /// Says that the game that is followed has ended before a frame.
    fn close(
        &mut self,
        frame: usize,
        kind: EndKind,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) {
        if let Some(mut followed) = self.game.take() {
            followed.forget_open();
            self.ended.push(followed.so_far(self.ended.len(), frames));
            let photo = frames.photos[frame].clone();
            events.push(Event::Over { photo, kind });
            self.before.push(followed.names());
            self.labels = followed.labels();
            self.labels.retain(|(labelled, _)| *labelled < frame);
            self.turns = followed.turns();
        }
    }

    /// Decodes all frames since the game began. If it seems to be lost, the last few frames may be misread by what is
    /// known of the pieces there, or be of a hand. Where it is lost, follows it from where it goes on.
    fn seek<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let parts = self.parts(game, sensor, frames)?.into_iter();
        let mut parts = parts.skip(self.lost).peekable();
        while let Some(part) = parts.next() {
            match &mut self.game {
                Some(followed) => followed.start_again(game, part.start),
                None => {
                    events.push(Event::Started {
                        photo: frames.photos[part.start.frame].clone(),
                    });
                    let (labels, turns) = (self.labels.clone(), self.turns.clone());
                    self.game = Some(Followed::new(game, part.start, self.lag, labels, turns));
                }
            }
            let Some(followed) = &mut self.game else {
                return Ok(());
            };
            let Some((frame, kind)) = part.end else {
                followed.learn(part.plies);
                break;
            };
            // What is seen at the last may still be a hand.
            let late = frame + self.lag > sensor.frames();
            if late || kind == EndKind::Lost && parts.peek().is_none() {
                break;
            }
            let moves = part.plies.len();
            followed.tell(part.plies, moves, frames, events);
            if kind != EndKind::Lost {
                self.end(frame, kind, frames, events);
                break;
            }
            self.close(frame, kind, frames, events);
            self.lost += 1;
        }
        match &mut self.game {
            Some(followed) if followed.seems_lost() => {
                followed.look_again(game, sensor, frames, events)
            }
            Some(followed) => followed.advance(game, sensor, frames, false, events),
            None => Ok(()),
        }
    }

    /// The games in all frames since those that are over.
    fn parts<G: Game<Position = P>>(
        &self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Part<P>>, Error> {
        let all = self.from..sensor.frames();
        let mut part = frames.part(all.clone());
        // Each frame is a photo: that tells which of them are in use.
        part.frame_of_photo = (0..all.len()).map(Some).collect();
        let next = self.over.then(|| game.next_game(None));
        let game = next.as_ref().unwrap_or(game);
        let (quick, quiet) = (Effort::Quick, &mut |_, _, _| ControlFlow::Continue(()));
        let recording = game.decode(sensor, all, part, Vec::new(), quick, quiet)?;
        let games = std::iter::once(&recording).chain(&recording.later);
        Ok(games.map(|game| self.part(game, frames)).collect())
    }

    /// A recording with the frames of the sensor.
    fn part(&self, game: &Recording<P>, frames: &Frames) -> Part<P> {
        let of = |frame: usize| {
            let used = game.frame_of_photo.iter();
            let at = { used }.position(|shown| *shown == Some(frame));
            self.from + at.unwrap_or(frame)
        };
        let frame = of(0);
        let mut plies = game.decoded.plies.clone();
        for ply in &mut plies {
            ply.frame = of(ply.frame);
        }
        Part {
            start: Start {
                frame,
                position: game.start.clone(),
                orientation: orientation::between(&frames.grids[frame], &game.grids[0]),
                mid_game: game.mid_game,
            },
            plies,
            end: game.decoded.end.map(|end| (of(end.frame), end.kind)),
        }
    }

    /// Whether the game that is followed has come to an end.
    pub(crate) fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.end().is_some())
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
            followed.look_again(game, sensor, frames, &mut events)?;
        }
        Ok(events)
    }

    /// Something that is sure about the move of a ply of the game that is followed: the one that was told unless
    /// another is given. `None` if none has been told there, nor all that come before.
    pub(crate) fn fix(&self, ply: usize, mv: Option<P::Move>, played: bool) -> Option<Fix> {
        let game = self.game.as_ref()?;
        let told = game.told().get(ply);
        let before = game.told().get(..ply)?.iter().map(|m| (m.side, m.mv));
        let before: Vec<_> = before.collect();
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
            ply.is_some_and(|ply| ply < game.told().len())
        })
    }

    /// How many moves of the game that is followed are told.
    pub(crate) fn plies(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.told().len())
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
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) {
        if let Some(game) = self.game.take() {
            self.ended.push(game.so_far(self.ended.len(), frames));
            self.before.push(game.all_names());
            events.push(Event::Parted);
            self.turns = game.turns();
        }
        (self.from, self.over, self.lost) = (frame, false, 0);
        self.game = start.map(|(position, orientation)| {
            let start = Start {
                frame,
                position,
                orientation,
                mid_game: false,
            };
            Followed::new(next, start, self.lag, Vec::new(), self.turns.clone())
        });
    }

    /// The games that are over, with the moves that were told.
    pub(crate) fn ended(&self) -> &[SoFar<P>] {
        &self.ended
    }

    /// The game that is being followed.
    pub(crate) fn so_far(&self, frames: &Frames) -> Option<SoFar<P>> {
        let game = self.game.as_ref()?;
        Some(game.so_far(self.before.len(), frames))
    }

    /// The moves of all games that had been settled, or would be now.
    pub(crate) fn finish<G: Game<Position = P>>(
        mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Vec<String>>, Error> {
        self.step(game, sensor, frames, true, &mut Vec::new())?;
        let mut games = self.before;
        if let Some(game) = self.game {
            games.push(game.finish()?);
        }
        Ok(games)
    }
}
