//! The recorder: photos in, events and a record out.

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use board_core::MoveGen;
use board_geom::{GeomError, Grid, Motion};
use sequence_search::SearchError;

use crate::decode::fix::{Fix, FixFault};
use crate::decode::fixes::{self, Fixes};
use crate::decode::provisional::Provisional;
use crate::event::Event;
use crate::game::{Effort, Game, OwnSensor, WithSensor};
pub use crate::progress::{Progress, Stage};
use crate::recording::frames::Frames;
use crate::recording::{CurrentGame, Notation, Recording};
use crate::sensor::other_board;
use crate::sensor::{Observed, Sensor};
pub use crate::source::Photo;
use crate::source::photos::{self, Limits};
use crate::source::waiting::Waiting;
use crate::{Board, Error, Warning, WarningKind};

/// Options of a [`Recorder`] that do not depend on the game.
#[derive(Clone, Debug)]
pub struct Options {
    /// Announces moves while photos arrive, and settles each move this many frames after the first frame that shows
    /// it. `None` (default) announces nothing before the end, which takes less work. The record is the same.
    pub lag: Option<usize>,
    /// Number of new frames before moves are decoded again. Default 1.
    pub every: usize,
    /// Number of photos without a board after which [`Recorder::push`] fails. Default 40; `None` never fails.
    pub tries: Option<usize>,
    /// Most bytes of photos kept until the board is found. Beyond that, the first photos are dropped. Default 512 MiB.
    pub waiting: usize,
}

/// Number of photos without a board after which boards of other games are searched for.
const FEW: usize = 4;

impl Default for Options {
    fn default() -> Self {
        Self {
            lag: None,
            every: 1,
            tries: Some(40),
            waiting: 512 << 20,
        }
    }
}

impl Options {
    /// Default options with this [lag](Options::lag).
    #[must_use]
    pub fn live(lag: usize) -> Self {
        Self {
            lag: Some(lag),
            ..Self::default()
        }
    }
}

/// A person's answer about the current game. Plies are counted from 0, as in [events](Event).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer<P: MoveGen> {
    /// A move with its written number was certainly played, or certainly not.
    Fix(Fix),
    /// The announced move is right.
    Confirm {
        /// How many plies come before it.
        ply: usize,
    },
    /// This move was played instead of the announced one.
    Correct {
        /// How many plies come before it.
        ply: usize,
        /// The move.
        mv: P::Move,
    },
    /// This move was not played at this ply.
    Forbid {
        /// How many plies come before it.
        ply: usize,
        /// The move.
        mv: P::Move,
    },
    /// The announced move was taken back.
    TakeBack {
        /// How many plies come before it.
        ply: usize,
    },
    /// The next photos show a game that continues from this position. It is a separate game in the record.
    Position(P),
    /// The game is over. The next photos show another one.
    Over,
    /// The last [`Over`](Answer::Over) or [`Position`](Answer::Position) was a mistake: the game before goes on.
    NotOver,
    /// The location of the board in the next photo, and in the photos kept because no board was found.
    Corners {
        /// The grid of its lines; for a board of squares, the lines around the squares.
        grid: Grid,
    },
}

/// Follows a game: takes photos one at a time and returns events. In the end it finds the game that explains all photos
/// best.
///
/// Photos are not kept, only the features of their points: a few kilobytes (Go) to 70 kilobytes (chess) a photo.
///
/// ```no_run
/// use kibitzer::{Photo, Recorder, RecorderOptions, chess, photos};
///
/// let options = RecorderOptions { lag: Some(8), ..RecorderOptions::default() };
/// let mut recorder = Recorder::new(chess::Options::default(), options)?;
/// for name in photos::collect(&["photos"], photos::Order::Auto)?.paths {
///     let image = photos::open(&name, &photos::Limits::default())?;
///     for event in recorder.push(Photo { name, image })? {
///         println!("{event}");
///     }
/// }
/// let game = recorder.finish(&mut kibitzer::quiet)?;
/// print!("{}", game.record.write());
/// # Ok::<(), kibitzer::Error>(())
/// ```
pub struct Recorder<G: Game> {
    /// The games on the board, separated by a person's answers; the last one is the current game.
    games: Vec<OneGame<G>>,
    sensor: G::Sensor,
    waiting: Waiting,
    frames: Frames,
    /// Width and height of the last photo.
    size: Option<(u32, u32)>,
    warnings: Vec<Warning>,
    /// Why a photo could not be used, for the error if none can.
    fault: Option<Error>,
    provisional: Option<Provisional<G::Position>>,
    /// Why the last photos could not be decoded.
    not_decoded: Option<String>,
}

/// A game on the board, with the answers about it.
struct OneGame<G> {
    /// Its first frame.
    first: usize,
    game: G,
    /// The answers among its fixes.
    answers: Vec<Fix>,
    /// Whether a person gave its start position.
    is_given: bool,
    /// Number of games that were over before it.
    ended: usize,
}

impl<G: Game> OneGame<G> {
    fn new(first: usize, game: G) -> Self {
        Self {
            first,
            game,
            answers: Vec::new(),
            is_given: false,
            ended: 0,
        }
    }

    /// Drops the last answer, if a search failed because of the fixes.
    fn drop_answer(&mut self, error: &Error) -> Option<Fix> {
        let dropped = is_contradicted(error).then(|| self.answers.pop());
        let dropped = dropped.flatten()?;
        self.game.fixes().retain(|fix| *fix != dropped);
        Some(dropped)
    }
}

/// Whether no game agrees with the fixes and explains the photos.
fn is_contradicted(error: &Error) -> bool {
    matches!(
        error,
        Error::Fix { .. } | Error::Search(SearchError::NoGame { .. })
    )
}

/// The events of a game.
type Events<G> = Vec<Event<<<G as Game>::Position as MoveGen>::Move>>;

impl<G: OwnSensor> Recorder<G> {
    /// Makes a recorder with the game's own sensor.
    ///
    /// # Errors
    /// [`Error`] for invalid options of the game; [`Error::Fix`] for an impossible move.
    pub fn new(game: G, options: Options) -> Result<Self, Error> {
        let sensor = game.sensor()?;
        Ok(Self::from_parts(game, sensor, options))
    }
}

impl<G: Game> Recorder<G> {
    fn from_parts(game: G, sensor: G::Sensor, options: Options) -> Self {
        Self {
            games: vec![OneGame::new(0, game)],
            sensor,
            waiting: Waiting::new(options.tries, options.waiting),
            frames: Frames::default(),
            size: None,
            warnings: Vec::new(),
            fault: None,
            provisional: options.lag.map(|lag| Provisional::new(lag, options.every)),
            not_decoded: None,
        }
    }

    /// Takes the next photo and returns the new events.
    ///
    /// # Errors
    /// [`Error::NoBoard`] if the first [`tries`](Options::tries) photos show no board, [`Error::OtherBoard`] if they
    /// show the board of another game.
    pub fn push(&mut self, photo: Photo) -> Result<Events<G>, Error> {
        let mut events = Vec::new();
        if self.sensor.is_placed() {
            self.observe(&photo, &mut events)?;
            return Ok(events);
        }
        for lost in self.waiting.push(photo) {
            self.hidden(&lost, &mut events);
        }
        let found = self.waiting.look(|photo| self.sensor.locate(photo));
        match found {
            Ok(Some((grid, at))) => self.place_board(grid, at, &mut events)?,
            Ok(None) if self.waiting.is_in_vain(FEW) => {
                if let Some(other) = self.clearly_other_board() {
                    return Err(other);
                }
            }
            Ok(None) => {}
            Err(error) => return Err(self.other_board(error)),
        }
        Ok(events)
    }

    /// Skips a photo that could not be opened, with a warning.
    pub fn skip(&mut self, name: &Path, error: Error) -> Events<G> {
        let mut events = Vec::new();
        if let Error::Photo { reason, .. } = &error {
            let reason = reason.clone();
            self.warn(WarningKind::PhotoSkipped { reason }, name, &mut events);
        }
        self.fault.get_or_insert(error);
        events
    }

    /// The photos in use so far.
    pub fn frames(&self) -> &Frames {
        &self.frames
    }

    /// The sensor that observes the photos.
    pub fn sensor(&self) -> &G::Sensor {
        &self.sensor
    }

    /// The current game with the moves announced so far; `None` before it begins and without a [lag](Options::lag).
    pub fn current_game(&self) -> Option<CurrentGame<G::Position>> {
        self.provisional.as_ref()?.current_game(&self.frames)
    }

    /// The games that are over, in order, with their announced moves; none without a [lag](Options::lag).
    pub fn ended(&self) -> &[CurrentGame<G::Position>] {
        self.provisional.as_ref().map_or(&[], Provisional::ended)
    }

    /// Finds the game that explains all photos best.
    ///
    /// # Errors
    /// [`Error::NoBoard`] if no photo shows a board, [`Error::OtherBoard`] if they show the board of another game,
    /// [`Error::Photo`] if none could be opened, [`Error::Fix`] if no game can have a move that the user is sure of.
    pub fn finish(mut self, progress: &mut Progress<'_>) -> Result<Recording<G::Position>, Error> {
        if !self.sensor.is_placed() && !self.waiting.is_empty() {
            match self.waiting.settle() {
                Ok((grid, at)) => self.place_board(grid, at, &mut Vec::new())?,
                Err(error) => return Err(self.other_board(error)),
            }
        }
        if self.frames.photos.is_empty() {
            let none = match self.frames.frame_of_photo.is_empty() {
                true => Error::NoPhotos {
                    inputs: Vec::new(),
                    ignored: 0,
                },
                false => GeomError::NotFound {
                    reason: "it is hidden in every photo".to_owned(),
                }
                .into(),
            };
            return Err(self.fault.unwrap_or(none));
        }
        if let [only] = &self.frames.photos[..] {
            let only = only.clone();
            self.warnings.push(WarningKind::SinglePhoto.at(Some(only)));
        }
        self.advance(true, &mut Vec::new());
        let mut games = Vec::new();
        for index in 0..self.games.len() {
            let recorded = self.decode_game(index, progress)?;
            games.extend(recorded.map(|game| (self.games[index].is_given, game)));
        }
        let mut all = join(games).ok_or(Error::Cancelled)?;
        all.settled = self.provisional.map(Provisional::finish).transpose()?;
        Ok(all)
    }

    /// Finds the game that explains the photos of one of the games best, and the games after it; `None` if it has no
    /// photo. Answers that no game agrees with are dropped, with a warning.
    fn decode_game(
        &mut self,
        index: usize,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Recording<G::Position>>, Error> {
        let end = match self.games.get(index + 1) {
            Some(next) => next.first,
            None => self.frames.photos.len(),
        };
        let one = &mut self.games[index];
        let part = one.first..end;
        if part.is_empty() {
            return Ok(None);
        }
        loop {
            let effort = match one.answers.is_empty() {
                true => Effort::Last,
                false => Effort::Full,
            };
            let (frames, warnings) = (self.frames.part(part.clone()), self.warnings.clone());
            let sensor = &mut self.sensor;
            let found = one
                .game
                .decode(sensor, part.clone(), frames, warnings, effort, progress);
            if let Err(error) = &found
                && let Some(fix) = one.drop_answer(error)
            {
                let last = self.frames.photos[end - 1].clone();
                let dropped = WarningKind::AnswerDropped { fix };
                self.warnings.push(dropped.at(Some(last)));
                continue;
            }
            self.warnings.clear();
            let mut found = found?;
            if effort == Effort::Full {
                let kinds = self.forbidden_but_seen(index, part, &found, progress)?;
                found
                    .warnings
                    .extend(kinds.into_iter().map(|kind| kind.at(None)));
            }
            return Ok(Some(found));
        }
    }

    /// Warnings of answers that forbid a move which the photos show clearly: the best game without them has that move
    /// and is much cheaper.
    fn forbidden_but_seen(
        &mut self,
        index: usize,
        part: Range<usize>,
        found: &Recording<G::Position>,
        progress: &mut Progress<'_>,
    ) -> Result<Vec<WarningKind>, Error> {
        /// Least difference in nats: that of one photo which clearly shows another content of a point.
        const CLEAR: f64 = 8.0;
        let game = &mut self.games[index].game;
        let all = game.fixes().clone();
        if all.iter().all(|fix| fix.played) {
            return Ok(Vec::new());
        }
        game.fixes().retain(|fix| fix.played);
        let (frames, sensor) = (self.frames.part(part.clone()), &mut self.sensor);
        let free = game.decode(sensor, part, frames, Vec::new(), Effort::Full, progress);
        game.fixes().clone_from(&all);
        let free = free?;
        if found.decoded.cost < free.decoded.cost + CLEAR {
            return Ok(Vec::new());
        }
        let moves: Vec<_> = free.decoded.plies.iter().map(|ply| ply.mv).collect();
        let is_seen = |fix: &Fix| {
            let alone = Fixes::new(std::slice::from_ref(fix), &free.start);
            !fix.played && alone.broken(&free.start, &moves).is_some()
        };
        let seen = all.into_iter().filter(is_seen);
        Ok(seen.map(|fix| WarningKind::ForbiddenSeen { fix }).collect())
    }

    /// Takes a person's answer about the game and returns the events it causes.
    ///
    /// # Errors
    /// An answer that fails has no effect. [`Error::NoMoves`] for a ply that has not been announced (see
    /// [`Options::lag`]), [`Error::Corner`] for corners outside the photos, [`Error::Fix`] if no game can have it.
    pub fn answer(&mut self, answer: Answer<G::Position>) -> Result<Events<G>, Error> {
        match answer {
            Answer::Fix(fix) => self.add_fix(fix),
            Answer::Confirm { ply } => self.fix(ply, None, true),
            Answer::Correct { ply, mv } => self.fix(ply, Some(mv), true),
            Answer::Forbid { ply, mv } => self.fix(ply, Some(mv), false),
            Answer::TakeBack { ply } => self.fix(ply, None, false),
            Answer::Position(position) => Ok(self.begin_next_game(Some(position))),
            Answer::Over => Ok(self.begin_next_game(None)),
            Answer::NotOver => self.continue_game(),
            Answer::Corners { grid } => {
                let waiting = self.waiting.photos().next();
                let size = self.size.or(waiting.map(|photo| photo.image.dimensions()));
                if let Some(size) = size {
                    photos::check_corners(&grid.corners(), size)?;
                }
                self.sensor.place(grid)?;
                let mut events = Vec::new();
                for photo in self.waiting.take() {
                    self.observe(&photo, &mut events)?;
                }
                Ok(events)
            }
        }
    }

    /// Fixes a move as played or not played; the announced move unless another is given.
    fn fix(
        &mut self,
        ply: usize,
        mv: Option<<G::Position as MoveGen>::Move>,
        played: bool,
    ) -> Result<Events<G>, Error> {
        let provisional = self.provisional.as_ref();
        let fix = provisional.and_then(|provisional| provisional.fix(ply, mv, played));
        self.add_fix(fix.ok_or(Error::NoMoves { ply })?)
    }

    fn add_fix(&mut self, fix: Fix) -> Result<Events<G>, Error> {
        let Some(one) = self.games.last_mut() else {
            return Ok(Vec::new());
        };
        let before = self.provisional.as_ref();
        let before = before.and_then(|provisional| provisional.position_before(&fix));
        let start = self.provisional.as_ref().and_then(Provisional::start);
        if let Some(start) = start
            && let Some((_, reason)) = fixes::impossible(std::slice::from_ref(&fix), start)
        {
            return Err(Error::Fix { fix, reason });
        }
        let undo = (one.game.fixes().clone(), one.answers.clone());
        let fixes = one.game.fixes();
        fixes::answer(fixes, fix.clone(), before.as_ref());
        one.answers.retain(|answer| fixes.contains(answer));
        one.answers.push(fix.clone());
        let Some(provisional) = &mut self.provisional else {
            return Ok(Vec::new());
        };
        let was_over = provisional.is_over();
        let had_move = fix.played && before.is_some();
        match provisional.decode_again(&one.game, &self.sensor, &self.frames) {
            Err(error) if is_contradicted(&error) => {}
            Ok(_) if provisional.is_over() && !was_over => {}
            Ok(_) if had_move && provisional.position_before(&fix).is_none() => {}
            events => return events,
        }
        // No game can have the fix: drop it, and decode again without it.
        (*one.game.fixes(), one.answers) = undo;
        provisional.decode_again(&one.game, &self.sensor, &self.frames)?;
        let reason = FixFault::NoGame;
        Err(Error::Fix { fix, reason })
    }

    /// Reads an answer that a person typed: a move with its number (`23. Qf3`, `23. not Qf3`, `7. 11x18`), `back`
    /// (the last announced move was taken back), `over`, `not over`, or `position` with a position as in
    /// [`read_position`](Self::read_position).
    ///
    /// # Errors
    /// [`Error::NoAnswer`] for any other text, [`Error::NoMoves`] if there is no move to take back,
    /// [`Error::Position`].
    pub fn read_answer(&self, text: &str) -> Result<Answer<G::Position>, Error> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "over" => Ok(Answer::Over),
            "not over" => Ok(Answer::NotOver),
            "back" => {
                let ply = self.plies().checked_sub(1);
                let ply = ply.ok_or(Error::NoMoves { ply: 0 })?;
                Ok(Answer::TakeBack { ply })
            }
            _ => match text.strip_prefix("position ") {
                Some(position) => Ok(Answer::Position(self.read_position(position.trim())?)),
                None => {
                    let fix = text.parse();
                    Ok(Answer::Fix(fix.map_err(|fault| Error::NoAnswer { fault })?))
                }
            },
        }
    }

    /// Reads a position on the board in the photos, for [`Answer::Position`]: FEN, or for Go the end of a game in SGF.
    ///
    /// # Errors
    /// [`Error::Position`] if the text is no such position, or before a photo has shown the board.
    pub fn read_position(&self, text: &str) -> Result<G::Position, Error> {
        let none = || Error::Position {
            text: text.to_owned(),
            reason: "no photo has shown the board yet".to_owned(),
        };
        let grid = self.frames.grids.last().ok_or_else(none)?;
        let points = match G::BOARD {
            Board::Lines => grid.cols * grid.rows,
            _ => (grid.cols - 1) * (grid.rows - 1),
        };
        let current = self.games.last().ok_or_else(none)?;
        current.game.position(text, points)
    }

    /// Number of plies of the current game announced so far; 0 without a [lag](Options::lag).
    pub fn plies(&self) -> usize {
        self.provisional.as_ref().map_or(0, Provisional::plies)
    }

    /// Ends the current game: the next photo is the first of another one, from `position` if that is known.
    fn begin_next_game(&mut self, position: Option<G::Position>) -> Events<G> {
        let first = self.frames.photos.len();
        let orientation = self.provisional.as_ref().and_then(Provisional::orientation);
        let start = position.map(|position| (position, orientation.unwrap_or(0)));
        let is_given = start.is_some();
        let Some(last) = self.games.last() else {
            return Vec::new();
        };
        let next = last.game.next_game(start.clone());
        self.sensor.begin_game();
        let mut events = Vec::new();
        if let Some(provisional) = &mut self.provisional {
            provisional.begin_next_game(&next, first, start, &self.frames, &mut events);
        }
        let next = OneGame {
            is_given,
            ended: self.ended().len(),
            ..OneGame::new(first, next)
        };
        match self.games.last_mut() {
            // The game before has no frame: replace it.
            Some(last) if last.first == first => *last = next,
            _ => self.games.push(next),
        }
        events
    }

    /// Undoes the last answer that ended a game: that game goes on.
    fn continue_game(&mut self) -> Result<Events<G>, Error> {
        let [.., before, _] = &self.games[..] else {
            return Err(Error::NoGameEnded);
        };
        if let Some(provisional) = &mut self.provisional {
            provisional.go_back(before.first, before.ended);
        }
        self.games.pop();
        let mut events = Vec::new();
        self.advance(false, &mut events);
        Ok(events)
    }

    /// Places the board, found in the waiting photo of index `at`, and observes all waiting photos.
    fn place_board(&mut self, grid: Grid, at: usize, events: &mut Events<G>) -> Result<(), Error> {
        let photos = self.waiting.take();
        let photo = &photos[at];
        let warning = self.games[0].game.check_board(photo, &grid)?;
        self.sensor.place(grid)?;
        events.push(Event::Found {
            photo: photo.name.clone(),
            corners_px: grid.corners(),
        });
        if let Some(warning) = warning {
            self.push_warning(warning, events);
        }
        for photo in &photos {
            self.observe(photo, events)?;
        }
        Ok(())
    }

    /// Follows the board into a photo and decodes the moves that it shows.
    fn observe(&mut self, photo: &Photo, events: &mut Events<G>) -> Result<(), Error> {
        let now = photo.image.dimensions();
        if let Some(before) = self.size.replace(now).filter(|&last| last != now) {
            let changed = WarningKind::PhotoSizeChanged { before, now };
            self.warn(changed, &photo.name, events);
        }
        let before = self.frames.photos.len();
        match self.sensor.observe(&photo.image)? {
            Observed::Frame { tracked, turned } => {
                self.frames.frame_of_photo.push(Some(before));
                self.frames.photos.push(photo.name.clone());
                self.frames.grids.push(tracked.grid);
                if turned > 0 {
                    let quarters = turned;
                    self.warn(WarningKind::BoardTurned { quarters }, &photo.name, events);
                } else if tracked.motion == Motion::Jump {
                    let grid_units = tracked.moved;
                    self.warn(WarningKind::BoardMoved { grid_units }, &photo.name, events);
                }
            }
            Observed::Repeat => self.frames.frame_of_photo.push(before.checked_sub(1)),
            Observed::Hidden => self.hidden(&photo.name, events),
            Observed::Covered(error) => {
                self.frames.frame_of_photo.push(None);
                self.fault = Some(Error::from(error).in_photo(&photo.name));
            }
        }
        self.advance(false, events);
        Ok(())
    }

    /// Decodes the new frames while photos arrive; `last` if there will be no more.
    ///
    /// Answers that no game agrees with any more are dropped, with a warning.
    fn advance(&mut self, last: bool, events: &mut Events<G>) {
        let Some(one) = self.games.last_mut() else {
            return;
        };
        let Some(provisional) = &mut self.provisional else {
            return;
        };
        let (sensor, frames) = (&mut self.sensor, &self.frames);
        let mut dropped = Vec::new();
        let mut found = match last {
            true => provisional.advance_to_end(&one.game, sensor, frames),
            false => provisional.advance(&one.game, sensor, frames),
        };
        while let Err(error) = &found
            && let Some(fix) = one.drop_answer(error)
        {
            dropped.push(WarningKind::AnswerDropped { fix });
            found = provisional.decode_again(&one.game, sensor, frames);
        }
        let photo = self.frames.photos.last().cloned();
        for kind in dropped {
            self.push_warning(kind.at(photo.clone()), events);
        }
        let failed = found.as_ref().err().map(Error::to_string);
        if let Some(reason) = failed.clone().filter(|_| failed != self.not_decoded) {
            events.push(Event::Warning(WarningKind::NotDecoded { reason }.at(photo)));
        }
        self.not_decoded = failed;
        events.extend(found.unwrap_or_default());
    }

    /// Notes a photo in which the board is hidden.
    fn hidden(&mut self, name: &Path, events: &mut Events<G>) {
        self.frames.frame_of_photo.push(None);
        self.warn(WarningKind::BoardHidden, name, events);
    }

    fn warn(&mut self, kind: WarningKind, name: &Path, events: &mut Events<G>) {
        self.push_warning(kind.at(Some(name.to_owned())), events);
    }

    fn push_warning(&mut self, warning: Warning, events: &mut Events<G>) {
        self.warnings.push(warning.clone());
        events.push(Event::Warning(warning));
    }

    /// [`Error::OtherBoard`] if the first and the last of the waiting photos show the board of another game.
    fn clearly_other_board(&self) -> Option<Error> {
        let other = |photo: &Photo| {
            let reason = String::new();
            let error = Error::from(GeomError::NotFound { reason });
            let error = other_board::or_other_board(error, G::BOARD, &photo.image);
            let is_other = matches!(error, Error::OtherBoard { .. });
            is_other.then(|| error.in_photo(&photo.name))
        };
        let last = self.waiting.photos().last().and_then(other);
        let first = self.waiting.photos().next().and_then(other);
        last.and(first)
    }

    /// The error when no board is found: [`Error::OtherBoard`] if the first waiting photo shows another game's board.
    fn other_board(&self, error: Error) -> Error {
        match self.waiting.photos().next() {
            Some(photo) => {
                other_board::or_other_board(error, G::BOARD, &photo.image).in_photo(&photo.name)
            }
            None => error,
        }
    }
}

impl<G: Game, S: Sensor> Recorder<WithSensor<G, S>> {
    /// Makes a recorder with a custom sensor, such as [`Classified`](crate::sensor::Classified) with a custom
    /// classifier.
    pub fn with_sensor(game: G, sensor: S, options: Options) -> Self {
        Self::from_parts(WithSensor::new(game), sensor, options)
    }
}

/// Joins the games that a person separated; whether the start of each is given. Those in which nothing was played are
/// left out, if there are others; their warnings are kept.
fn join<P: Notation>(games: Vec<(bool, Recording<P>)>) -> Option<Recording<P>> {
    let is_none = |(is_given, game): &(bool, Recording<P>)| {
        !is_given && game.decoded.plies.is_empty() && game.later.is_empty()
    };
    let all_empty = games.iter().all(is_none);
    let mut all: Option<Recording<P>> = None;
    let mut carried = Vec::new();
    for part in games {
        let is_left_out = is_none(&part) && !(all_empty && all.is_none());
        let mut game = part.1;
        match &mut all {
            Some(all) if is_left_out => {
                let last = match all.later.last_mut() {
                    Some(last) => &mut last.warnings,
                    None => &mut all.warnings,
                };
                last.append(&mut game.warnings);
            }
            None if is_left_out => carried.append(&mut game.warnings),
            Some(all) => {
                let later = std::mem::take(&mut game.later);
                all.later.push(game);
                all.later.extend(later);
            }
            None => {
                carried.append(&mut game.warnings);
                game.warnings = std::mem::take(&mut carried);
                all = Some(game);
            }
        }
    }
    all
}

/// Records a game from photos in order of time: pushes each to `recorder`, while another thread opens the next ones, and
/// finishes. The recording equals that of [`Recorder::push`] photo by photo.
///
/// Photos that cannot be opened are skipped with a warning. `on_event` is called with each event.
///
/// # Errors
/// As [`Recorder::push`] and [`Recorder::finish`]; [`Error::Cancelled`] if `progress` breaks before a photo is used.
pub fn record<G: Game>(
    mut recorder: Recorder<G>,
    paths: &[PathBuf],
    limits: &Limits,
    mut on_event: impl FnMut(Event<<G::Position as MoveGen>::Move>),
    progress: &mut Progress<'_>,
) -> Result<Recording<G::Position>, Error>
where
    G::Position: Notation,
{
    let mut done = 0;
    let ended = photos::read_ahead(paths, *limits, |path, photo| {
        if progress(Stage::Reading, done, paths.len()).is_break() {
            if recorder.frames.photos.is_empty() {
                return ControlFlow::Break(Err(Error::Cancelled));
            }
            let mut events = Vec::new();
            recorder.warn(WarningKind::ReadingStopped, path, &mut events);
            events.into_iter().for_each(&mut on_event);
            return ControlFlow::Break(Ok(()));
        }
        done += 1;
        let name = path.to_owned();
        let events = match photo {
            Ok(image) => recorder.push(Photo { name, image }),
            Err(error) => Ok(recorder.skip(path, error)),
        };
        match events {
            Ok(events) => events.into_iter().for_each(&mut on_event),
            Err(error) => return ControlFlow::Break(Err(error)),
        }
        ControlFlow::Continue(())
    });
    ended.unwrap_or(Ok(()))?;
    recorder.finish(progress)
}
