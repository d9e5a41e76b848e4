//! The recorder: photos in, events and a record out.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_core::MoveGen;
use board_geom::{GeomError, Grid, Motion};
use sequence_search::SearchError;

use crate::decode::fix::{Fix, FixFault};
use crate::decode::provisional::Provisional;
use crate::event::Event;
use crate::game::{Effort, Game, OwnSensor, WithSensor};
pub use crate::progress::{Progress, Stage};
use crate::recording::frames::Frames;
use crate::recording::{CurrentGame, Notation, Recording};
use crate::sensor::board_kind;
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
/// use std::ops::ControlFlow;
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
/// let game = recorder.finish(&mut |_, _, _| ControlFlow::Continue(()))?;
/// print!("{}", game.record.write());
/// # Ok::<(), kibitzer::Error>(())
/// ```
pub struct Recorder<G: Game> {
    /// The first frame and the options of each game; a person's answers separate the games.
    games: Vec<(usize, G)>,
    sensor: G::Sensor,
    waiting: Waiting,
    frames: Frames,
    /// Width and height of the last photo.
    size: Option<(u32, u32)>,
    warnings: Vec<Warning>,
    /// Why a photo could not be used, for the error if none can.
    fault: Option<Error>,
    provisional: Option<Provisional<G::Position>>,
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
            games: vec![(0, game)],
            sensor,
            waiting: Waiting::new(options.tries, options.waiting),
            frames: Frames::default(),
            size: None,
            warnings: Vec::new(),
            fault: None,
            provisional: options.lag.map(|lag| Provisional::new(lag, options.every)),
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
        let frames = self.frames;
        if frames.photos.is_empty() {
            let none = match frames.frame_of_photo.is_empty() {
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
        if let [only] = &frames.photos[..] {
            self.warnings
                .push(WarningKind::SinglePhoto.at(Some(only.clone())));
        }
        let ends: Vec<usize> = self.games[1..].iter().map(|(first, _)| *first).collect();
        let settled = match (self.provisional, self.games.last()) {
            (Some(provisional), Some((_, game))) => {
                Some(provisional.finish(game, &mut self.sensor, &frames)?)
            }
            _ => None,
        };
        let mut all: Option<Recording<G::Position>> = None;
        let ends = ends.into_iter().chain([frames.photos.len()]);
        for ((first, game), end) in self.games.iter().zip(ends) {
            let part = frames.part(*first..end);
            if part.photos.is_empty() {
                continue;
            }
            let warnings = std::mem::take(&mut self.warnings);
            let (sensor, full) = (&mut self.sensor, Effort::Full);
            let mut next = game.decode(sensor, *first..end, part, warnings, full, progress)?;
            match &mut all {
                Some(all) => {
                    let later = std::mem::take(&mut next.later);
                    all.later.push(next);
                    all.later.extend(later);
                }
                None => all = Some(next),
            }
        }
        let Some(mut all) = all else {
            return Err(Error::Cancelled);
        };
        all.settled = settled;
        Ok(all)
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
            Answer::Corners { grid } => {
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
        let Some((_, game)) = self.games.last_mut() else {
            return Ok(Vec::new());
        };
        let Some(provisional) = &mut self.provisional else {
            game.add_fix(fix);
            return Ok(Vec::new());
        };
        game.add_fix(fix.clone());
        let was_over = provisional.is_over();
        let had_move = fix.played && provisional.has_move(&fix);
        match provisional.decode_again(game, &self.sensor, &self.frames) {
            Err(Error::Search(SearchError::NoGame { .. })) => {}
            Ok(_) if provisional.is_over() && !was_over => {}
            Ok(_) if had_move && !provisional.has_move(&fix) => {}
            events => return events,
        }
        // No game can have the fix: drop it, and decode again without it.
        game.drop_fix();
        provisional.decode_again(game, &self.sensor, &self.frames)?;
        let reason = FixFault::NoGame;
        Err(Error::Fix { fix, reason })
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
        let (_, game) = self.games.last().ok_or_else(none)?;
        game.position(text, points)
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
        let Some((_, last)) = self.games.last() else {
            return Vec::new();
        };
        let next = last.next_game(start.clone());
        let mut events = Vec::new();
        if let Some(provisional) = &mut self.provisional {
            provisional.begin_next_game(&next, first, start, &self.frames, &mut events);
        }
        match self.games.last_mut() {
            // The game before has no frame: replace it.
            Some(last) if last.0 == first => last.1 = next,
            _ => self.games.push((first, next)),
        }
        events
    }

    /// Places the board, found in the waiting photo of index `at`, and observes all waiting photos.
    fn place_board(&mut self, grid: Grid, at: usize, events: &mut Events<G>) -> Result<(), Error> {
        let photos = self.waiting.take();
        let photo = &photos[at];
        let warning = self.games[0].1.check_board(photo, &grid)?;
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
        if let (Some(provisional), Some((_, game))) = (&mut self.provisional, self.games.last()) {
            events.extend(provisional.advance(game, &mut self.sensor, &self.frames)?);
        }
        Ok(())
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

    /// The error when no board is found: [`Error::OtherBoard`] if the first waiting photo shows another game's board.
    fn other_board(&self, error: Error) -> Error {
        match self.waiting.photos().next() {
            Some(photo) => {
                board_kind::or_other_board(error, G::BOARD, &photo.image).in_photo(&photo.name)
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
