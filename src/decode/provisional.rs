//! Provisional decoding: the games on a board while photos arrive.

use sequence_search::EndKind;

use crate::decode::announced_moves::position_after;
use crate::decode::fix::Fix;
use crate::decode::fixes::fix_of;
use crate::decode::followed_game::{FollowedGame, GamePart, reading};
use crate::decode::live_decoding::is_guess;
use crate::decode::live_labels::Label;
use crate::decode::position_again::Again;
use crate::decode::standing_moves::StandingMoves;
use crate::event::Event;
use crate::game::{Effort, Game, STARTING, Start};
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::recording::{CurrentGame, Notation, Recording};
use crate::sensor::Sensor;
use crate::sensor::orientation::{self, Orientation};
use crate::sensor::registration::RegistrationTracker;
use crate::{Board, Error, WarningKind};

/// A game is over once this many photos show its end. A hand can look like a cleared board, and so can pieces whose
/// appearance is known from few frames.
pub(super) const END_PHOTOS: usize = 4;

/// Where a game began.
#[derive(Clone, Copy, Default)]
pub(super) struct Since {
    /// Frames before this one belong to games that are over.
    pub(super) frame: usize,
    /// Whether the games since the user's last answer include one that is over: the others begin as after it.
    pub(super) over: bool,
    /// Number of games that were over then.
    pub(super) ended: usize,
}

/// Decodes the games on a board, one after the other, while photos arrive.
pub(crate) struct Provisional<P: Notation> {
    pub(super) lag: usize,
    pub(super) every: usize,
    /// Where the current game began.
    pub(super) since: Since,
    /// Where the game before it began, if photos showed its end.
    pub(super) before: Option<Since>,
    /// The end of a game that went on all the same.
    pub(super) false_end: Option<usize>,
    /// How many times the current game was lost. The game that continues it is followed then.
    pub(super) lost: usize,
    /// Number of frames at the last decoding.
    pub(super) decoded: usize,
    /// The first of the last frames that show the start of another game.
    pub(super) set_up: Option<usize>,
    /// Number of photos that repeat the last frame.
    pub(super) repeats: usize,
    pub(super) game: Option<FollowedGame<P>>,
    /// Moves of it that a person took back, as long as the board shows them.
    pub(super) standing: Option<StandingMoves<P>>,
    /// What the last photo showed again.
    pub(super) again: Option<Again>,
    /// The games that are over, without those in which nothing was played.
    pub(super) ended: Vec<CurrentGame<P>>,
    /// Labels from the last of these games.
    pub(super) labels: Vec<Label>,
    /// Registration of a board of lines at the end of that game.
    pub(super) registration: RegistrationTracker,
}

impl<P: Drawn> Provisional<P> {
    pub(crate) fn new(lag: usize, every: usize) -> Self {
        Self {
            lag,
            every: every.max(1),
            since: Since::default(),
            before: None,
            false_end: None,
            lost: 0,
            decoded: 0,
            set_up: None,
            repeats: 0,
            game: None,
            standing: None,
            again: None,
            ended: Vec::new(),
            labels: Vec::new(),
            registration: RegistrationTracker::default(),
        }
    }

    /// Decodes the new frames, if there are enough, and returns the events.
    pub(crate) fn advance<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Event<P::Move>>, Error> {
        /// In a film, repeats of a frame show that the board is at rest. After each of the first three, decode again,
        /// and once more when the board has been at rest for some time.
        const REPEATS: usize = 3;
        let now = sensor.frames();
        let mut events = Vec::new();
        self.repeats = match now > self.decoded {
            true => 0,
            false => self.repeats + 1,
        };
        let is_repeat = match self.game {
            Some(_) => (1..=REPEATS).contains(&self.repeats) || self.repeats == self.rest(),
            None => self.repeats + 1 == STARTING,
        };
        if now >= self.decoded + self.every || is_repeat {
            self.decoded = now;
            self.step(game, sensor, frames, false, &mut events)?;
            if G::BOARD == Board::Squares {
                self.look_for_next_start(game, sensor, frames, &mut events)?;
            }
        }
        Ok(events)
    }

    /// Number of repeats of a photo after which the board has been at rest for as many photos as the lag.
    fn rest(&self) -> usize {
        self.lag.saturating_sub(1).max(1)
    }

    /// Decodes the new frames: begins, continues or ends a game. `last` if there will be no more frames.
    fn step<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
        last: bool,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let (now, rest) = (sensor.frames(), self.rest());
        if self.game.is_none() {
            self.begin(game, sensor, frames, last, events)?;
        }
        // A game from a given position begins with the next frame.
        let Some(followed) = self.game.as_mut().filter(|game| game.start.frame < now) else {
            return Ok(());
        };
        if self.standing.is_some() {
            return Ok(());
        }
        if G::BOARD == Board::Squares {
            // Moves that were made while no photo was taken need a thorough search. There is time for it at rest.
            if self.repeats == rest && followed.differs() {
                return self.decode_all(game, sensor, frames, Effort::Exact, events);
            }
            // With more frames the orientation, the start, the appearance and the continuation are clearer.
            if followed.is_due(now) {
                return self.decode_all(game, sensor, frames, Effort::Quick, events);
            }
        } else if followed.is_due(now)
            && self.since.frame == 0
            && let Some(start) = game.start(sensor, 0, self.repeats, false)?
        {
            followed.start_again(game, start);
        }
        followed.advance(game, sensor, frames, last, events)?;
        if followed.seems_lost() {
            return self.decode_all(game, sensor, frames, Effort::Quick, events);
        }
        let is_shown = |frame: usize| now + self.repeats >= frame + END_PHOTOS;
        // A board that was cleared says so at once; the stream is sure only after many frames.
        if G::BOARD == Board::Lines && followed.cleared().is_some_and(is_shown) {
            return self.decode_all(game, sensor, frames, Effort::Quick, events);
        }
        if let Some((frame, kind)) = followed.end()
            && (last || is_shown(frame))
        {
            // Pieces whose appearance is known from few frames can look as if they were gone. The search of all frames
            // learns more of it.
            if G::BOARD == Board::Squares {
                return self.decode_all(game, sensor, frames, Effort::Quick, events);
            }
            self.end(frame, kind, frames, events);
        }
        Ok(())
    }

    /// Decodes all frames since the game began.
    ///
    /// If the game seems to be lost, the last few frames may be misread, or show a hand. If it is lost, the game that
    /// continues it is followed.
    pub(super) fn decode_all<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
        effort: Effort,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let games = self.games(game, sensor, frames, sensor.frames(), effort)?;
        let games = games.into_iter();
        let mut games = games.skip(self.lost).peekable();
        let mut current = None;
        while let Some(part) = games.next() {
            let start = part.start.clone();
            match &mut self.game {
                Some(followed) => followed.start_again(game, start),
                None => {
                    events.push(Event::Started {
                        photo: frames.photos[start.frame].clone(),
                    });
                    let (labels, registration) = (self.labels.clone(), self.registration.clone());
                    self.game = Some(FollowedGame::new(
                        game,
                        start,
                        self.lag,
                        labels,
                        registration,
                    ));
                }
            }
            let Some(followed) = &mut self.game else {
                return Ok(());
            };
            let Some((frame, kind)) = part.end else {
                match G::BOARD == Board::Squares && !part.has_gap {
                    true => current = Some(part),
                    false => followed.learn_from(&part),
                }
                break;
            };
            // The last frames may still show a hand.
            let photos = match (G::BOARD, kind) {
                (Board::Lines, EndKind::Cleared) => END_PHOTOS,
                _ => self.lag,
            };
            let late = frame + photos > sensor.frames() + self.repeats;
            if late || kind == EndKind::Lost && games.peek().is_none() {
                break;
            }
            let moves = part.plies.len();
            followed.announce(part.plies, moves, frames, events);
            if kind != EndKind::Lost {
                self.end(frame, kind, frames, events);
                break;
            }
            self.close(frame, kind, frames, events);
            self.lost += 1;
        }
        let Some(followed) = &mut self.game else {
            return Ok(());
        };
        let at_rest = effort == Effort::Exact;
        match current {
            Some(part) => followed.go_on(game, sensor, part, at_rest, frames, events),
            None if followed.seems_lost() => followed.decode_again(game, sensor, frames, events),
            None => followed.advance(game, sensor, frames, false, events),
        }?;
        if at_rest {
            followed.note_unexplained();
        }
        Ok(())
    }

    /// Decodes all frames after the games that are over, and before `end`.
    pub(super) fn games<G: Game<Position = P>>(
        &self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
        end: usize,
        effort: Effort,
    ) -> Result<Vec<GamePart<P>>, Error> {
        let all = self.since.frame..end;
        let (seen, mut part) = (frames.evident(all.clone()), frames.part(all));
        // Number the frames, to know afterwards which of them are in use.
        part.frame_of_photo = (0..seen.len()).map(Some).collect();
        let next = self.since.over.then(|| game.next_game(None));
        let game = next.as_ref().unwrap_or(game);
        // To find the orientation takes about as long as all the rest.
        let known = self.game.as_ref().filter(|followed| followed.is_oriented);
        let oriented = known.map(|followed| game.oriented(followed.start.orientation));
        let game = oriented.as_ref().unwrap_or(game);
        let quiet = &mut crate::quiet;
        let recording = game.decode(sensor, &seen, part, Vec::new(), effort, quiet)?;
        let games = std::iter::once(&recording).chain(&recording.later);
        Ok(games.map(|game| part_of(game, &seen, frames)).collect())
    }

    /// Whether the current game has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.end().is_some())
    }

    /// Decodes all frames of the game again, after the fixes have changed.
    pub(crate) fn decode_again<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Event<P::Move>>, Error> {
        let mut events = Vec::new();
        let now = sensor.frames();
        if let Some(followed) = self.game.as_mut().filter(|game| game.start.frame < now) {
            followed.decode_again(game, sensor, frames, &mut events)?;
        }
        Ok(events)
    }

    /// Makes a fix of a ply of the current game: of the announced move unless another is given. `None` if neither is
    /// known, or if an earlier ply has not been announced.
    pub(crate) fn fix(&self, ply: usize, mv: Option<P::Move>, played: bool) -> Option<Fix> {
        let game = self.game.as_ref()?;
        let announced = game.announced.moves.get(ply);
        let before = game
            .announced
            .moves
            .get(..ply)?
            .iter()
            .map(|m| (m.side, m.mv));
        let before: Vec<_> = before.collect();
        let last = before.last().map(|(side, _)| !*side);
        let side = announced.map(|m| m.side).or(last);
        let side = side.unwrap_or(game.start.position.to_move());
        let mv = mv.or(announced.map(|m| m.mv))?;
        Some(fix_of(&game.start.position, &before, side, mv, played))
    }

    /// The position before the ply of a fix, if a move has been announced there.
    pub(crate) fn position_before(&self, fix: &Fix) -> Option<P> {
        let game = self.game.as_ref()?;
        let start = &game.start.position;
        let ply = fix.ply(start)?;
        let moves = &game.announced.moves;
        (ply < moves.len()).then(|| position_after(start, &moves[..ply]))
    }

    /// Number of announced moves of the current game.
    pub(crate) fn plies(&self) -> usize {
        self.game
            .as_ref()
            .map_or(0, |game| game.announced.moves.len())
    }

    /// The start position of the current game.
    pub(crate) fn start(&self) -> Option<&P> {
        Some(&self.game.as_ref()?.start.position)
    }

    /// The orientation of the board, if there is a game.
    pub(crate) fn orientation(&self) -> Option<Orientation> {
        self.game.as_ref().map(|game| game.start.orientation)
    }

    /// The current game with its announced moves.
    pub(crate) fn current_game(&self, frames: &Frames) -> Option<CurrentGame<P>> {
        let game = self.game.as_ref()?;
        let mut current = game.current_game(self.ended.len(), frames);
        current.search_pending = game.is_on_squares() && self.repeats < self.rest();
        if let Some(standing) = &self.standing {
            // The last photo is no evidence, but it is what the user sees.
            current.reading.clone_from(&standing.reading);
            current.undone = Some(standing.fix.opposite());
        }
        Some(current)
    }

    /// Decodes the last frames: there will be no more.
    pub(crate) fn advance_to_end<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &mut G::Sensor,
        frames: &Frames,
    ) -> Result<Vec<Event<P::Move>>, Error> {
        let mut events = Vec::new();
        self.step(game, sensor, frames, true, &mut events)?;
        Ok(events)
    }

    /// Settles all moves and returns their names, game after game.
    pub(crate) fn finish(self) -> Result<Vec<Vec<String>>, Error> {
        let names = |game: &CurrentGame<P>| game.moves.iter().map(|m| m.name.clone()).collect();
        let mut games: Vec<Vec<String>> = self.ended.iter().map(names).collect();
        if let Some(game) = self.game {
            games.push(game.finish()?);
        }
        // Games in which nothing was played are not recorded, if there are others.
        if games.iter().any(|names| !names.is_empty()) {
            games.retain(|names| !names.is_empty());
        }
        Ok(games)
    }
}

/// A game that was decoded from these frames of the sensor.
fn part_of<P: Notation>(game: &Recording<P>, seen: &[usize], frames: &Frames) -> GamePart<P> {
    let of = |frame: usize| {
        let used = game.frame_of_photo.iter();
        let at = { used }.position(|shown| *shown == Some(frame));
        seen[at.unwrap_or(frame)]
    };
    let frame = of(0);
    let mut warnings = game.warnings.iter();
    let has_gap = warnings.any(|warning| matches!(warning.kind, WarningKind::Gap { .. }));
    let mut plies = game.decoded.plies.clone();
    let guesses = plies.iter().any(|ply| is_guess(ply.confidence));
    for ply in &mut plies {
        ply.frame = of(ply.frame);
    }
    GamePart {
        start: Start {
            frame,
            position: game.start.clone(),
            orientation: orientation::orientation_between(&frames.grids[frame], &game.grids[0]),
            mid_game: game.mid_game,
        },
        plies,
        model: game.search.model.clone(),
        reading: reading(&game.evidence),
        has_gap: has_gap || guesses,
        end: game.decoded.end.map(|end| (of(end.frame), end.kind)),
    }
}
