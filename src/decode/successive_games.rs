//! One game after another on the same board, while photos arrive: how each ends and the next one begins.

use board_core::{Cell, Evidence, Observation};
use sequence_search::EndKind;

use crate::decode::followed_game::FollowedGame;
use crate::decode::provisional::{END_PHOTOS, Provisional, Since};
use crate::event::Event;
use crate::game::{Effort, Game, Start};
use crate::recording::CurrentGame;
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::sensor::Sensor;
use crate::sensor::orientation::Orientation;
use crate::{Board, Error, WarningKind};

/// Share of pieces on their start squares from which another game counts as set up.
const PLAIN: f32 = 0.9;

impl<P: Drawn> Provisional<P> {
    /// Begins a game if the frames show its start; with `last`, if they may show it.
    pub(super) fn begin<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
        last: bool,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let start = match self.seen_since_end::<G>(sensor, frames)? {
            None => game.start(sensor, self.since.frame, self.repeats, last)?,
            Some(seen) => match self.next_start(game, &seen, frames, events) {
                None if self.is_seen_again(&seen) && self.continue_last() => {
                    let photo = frames.photos.last().cloned();
                    events.extend(photo.map(|photo| Event::GoesOn { photo }));
                    game.start(sensor, self.since.frame, self.repeats, last)?
                }
                start => start,
            },
        };
        if let Some(start) = start {
            if start.mid_game {
                return self.decode_all(game, sensor, frames, Effort::Quick, events);
            }
            events.push(Event::Started {
                photo: frames.photos[start.frame].clone(),
            });
            let registration = self.registration.clone();
            self.game = Some(FollowedGame::new(
                game,
                start,
                self.lag,
                Vec::new(),
                registration,
            ));
        }
        Ok(())
    }

    /// The evidence of the frames after a game that is over, with what it has taught of the board; `None` if no game is
    /// over, or there are no such frames.
    fn seen_since_end<G: Game<Position = P>>(
        &self,
        sensor: &G::Sensor,
        frames: &Frames,
    ) -> Result<Option<Evidence>, Error> {
        let new: Vec<usize> = (self.since.frame..sensor.frames()).collect();
        if new.is_empty() || self.labels.is_empty() {
            return Ok(None);
        }
        let seen = sensor.evidence(&new, &self.labels)?;
        let grids = &frames.grids[self.since.frame..];
        Ok(Some(match G::BOARD {
            Board::Lines => self.registration.aligned(&seen, grids),
            Board::Squares => seen,
        }))
    }

    /// The start of the next game, if the frames after the last one show it.
    fn next_start<G: Game<Position = P>>(
        &self,
        game: &G,
        seen: &Evidence,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Option<Start<P>> {
        /// Number of photos after which a game should have begun.
        const LATE: usize = 8;
        let found = game.next_game(None).start_of(seen);
        let plain = found.filter(|(_, agreement)| *agreement >= PLAIN);
        if plain.is_none() && seen.frames() == LATE {
            let photo = frames.photos.last().cloned();
            events.push(Event::Warning(WarningKind::NoNextGame.at(photo)));
        }
        plain.map(|(start, _)| start.later(self.since.frame))
    }

    /// Ends the current game if enough photos show that the pieces were set up again. Photos that repeat a frame count
    /// here; for the search of moves they are one frame, which may be misread.
    pub(super) fn look_for_next_start<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let since = self.set_up.take();
        let followed = self.game.as_ref().filter(|_| self.standing.is_none());
        let Some(followed) = followed.filter(|followed| followed.last_photo().may_be_set_up())
        else {
            return Ok(());
        };
        let Some(last) = followed.last_frame() else {
            return Ok(());
        };
        let seen = sensor.evidence(&[last], &followed.labels())?;
        let found = game.next_game(None).start_of(&seen);
        if !found.is_some_and(|(_, agreement)| agreement >= PLAIN) {
            return Ok(());
        }
        let first = since.unwrap_or(last);
        self.set_up = Some(first);
        if sensor.frames() + self.repeats < first + END_PHOTOS {
            return Ok(());
        }
        let games = self.games(game, sensor, frames, first, Effort::Quick)?;
        let part = games.into_iter().nth(self.lost);
        if let (Some(followed), Some(part)) = (&mut self.game, part) {
            let moves = part.plies.len();
            followed.announce(part.plies, moves, frames, events);
        }
        self.end(first, EndKind::SetUp, frames, events);
        Ok(())
    }

    /// Whether the last frames show the pieces of the game that ended last, or those after a few moves: something had
    /// hidden them.
    fn is_seen_again(&self, seen: &Evidence) -> bool {
        /// Number of frames that show it.
        const FRAMES: usize = 2;
        /// Most points that differ: those of four plies. The last moves were not settled, and are not known any more.
        const WRONG: usize = 8;
        /// Least number of pieces for each of them.
        const PIECES: usize = 4;
        // If the game ends there once more, it is over.
        let is_new = self.false_end != Some(self.since.frame);
        let Some(before) = self.before.filter(|_| is_new) else {
            return false;
        };
        // Games in which nothing was played are not kept.
        let Some(last) = self.ended[before.ended..].last() else {
            return false;
        };
        let pieces = last.position.cells().filter(|cell| cell.owner().is_some());
        let most = WRONG.min(pieces.count() / PIECES);
        let is_last = |frame: usize| {
            let points = last.position.cells().enumerate();
            points
                .filter(|(point, cell)| seen.best(frame, *point) != Some(*cell))
                .count()
                <= most
        };
        let from = seen.frames().checked_sub(FRAMES);
        from.is_some_and(|from| (from..seen.frames()).all(is_last))
    }

    /// Ends the current game before a frame.
    pub(super) fn end(
        &mut self,
        frame: usize,
        kind: EndKind,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) {
        self.close(frame, kind, frames, events);
        let next = Since {
            frame: frame.max(self.since.frame + 1),
            over: true,
            ended: self.ended.len(),
        };
        self.before = Some(std::mem::replace(&mut self.since, next));
        self.lost = 0;
    }

    /// Announces that the current game ended before a frame, and keeps its moves and labels.
    pub(super) fn close(
        &mut self,
        frame: usize,
        kind: EndKind,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) {
        if let Some(mut followed) = self.game.take() {
            followed.announced.drop_unsettled();
            let photo = frames.photos[frame].clone();
            events.push(Event::Over { photo, kind });
            self.keep(&followed, frame, frames);
        }
    }

    /// Keeps the announced moves of a game that ended before a frame, and what it has taught of the board.
    fn keep(&mut self, ended: &FollowedGame<P>, frame: usize, frames: &Frames) {
        if !ended.announced.moves.is_empty() {
            self.ended
                .push(ended.current_game(self.ended.len(), frames));
        }
        (self.standing, self.again, self.set_up) = (None, None, None);
        self.labels = ended.labels_for_next();
        self.labels.retain(|(labelled, _)| *labelled < frame);
        self.registration = ended.registration();
    }

    /// Ends the current game; another one begins at this frame.
    pub(crate) fn begin_next_game<G: Game<Position = P>>(
        &mut self,
        next: &G,
        frame: usize,
        start: Option<(P, Orientation)>,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) {
        if let Some(game) = self.game.take() {
            events.push(Event::EndedByUser);
            self.keep(&game, frame, frames);
        }
        self.since = Since {
            frame,
            over: false,
            ended: self.ended.len(),
        };
        (self.before, self.lost) = (None, 0);
        self.game = start.map(|(position, orientation)| {
            let start = Start {
                frame,
                position,
                orientation,
                mid_game: false,
            };
            FollowedGame::new(next, start, self.lag, Vec::new(), self.registration.clone())
        });
    }

    /// Follows the game from this frame on again, after so many games that are over.
    pub(crate) fn go_back(&mut self, frame: usize, ended: usize) {
        let over = false;
        self.follow_since(Since { frame, over, ended });
    }

    /// Follows the game again whose end photos showed. Returns whether there is one since the user's last answer.
    pub(crate) fn continue_last(&mut self) -> bool {
        let Some(before) = self.before else {
            return false;
        };
        let false_end = Some(self.since.frame);
        self.follow_since(before);
        self.false_end = false_end;
        true
    }

    fn follow_since(&mut self, since: Since) {
        self.ended.truncate(since.ended);
        *self = Self {
            since,
            ended: std::mem::take(&mut self.ended),
            ..Self::new(self.lag, self.every)
        };
    }

    /// The games that are over, with their announced moves.
    pub(crate) fn ended(&self) -> &[CurrentGame<P>] {
        &self.ended
    }
}
