//! The one way from photos to a record.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_core::MoveGen;
use board_geom::{GeomError, Grid, Motion};
use sequence_search::SearchError;

use crate::decode::fix::{Fix, FixFault};
use crate::decode::provisional::Provisional;
use crate::event::Event;
use crate::game::{Effort, Game, OwnSensor, Plugged};
pub use crate::progress::{Progress, Stage};
use crate::recording::frames::Frames;
use crate::recording::{Notation, Recording, SoFar};
use crate::sensor::board_kind;
use crate::sensor::{Sensor, Sighting};
pub use crate::source::Photo;
use crate::source::photos::{self, Limits};
use crate::source::waiting::Waiting;
use crate::{Board, Error, Warning, WarningKind};

/// How a recorder takes photos.
#[derive(Clone, Debug)]
pub struct Options {
    /// Tells moves while photos come in, and settles each so many frames after it first shows. `None` waits for the
    /// end, which takes less work; the record is the same.
    pub lag: Option<usize>,
    /// Looks for moves anew after so many frames. Default 1.
    pub every: usize,
    /// Gives up where so many photos show no board. Default 40; `None` never does.
    pub tries: Option<usize>,
    /// Most bytes of photos that wait until the board is found. Where there are more, the first ones are left out.
    /// Default 512 MiB.
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
    /// Announces moves while photos arrive, and settles each so many frames after it first shows.
    #[must_use]
    pub fn live(lag: usize) -> Self {
        Self {
            lag: Some(lag),
            ..Self::default()
        }
    }
}

/// What a person says about the game that is followed. Plies are counted from 0, as [events](Event) count them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer<P: MoveGen> {
    /// A move with its number as people write it, certainly played or certainly not.
    Fix(Fix),
    /// The move that was told is right.
    Confirm {
        /// How many plies come before it.
        ply: usize,
    },
    /// This move was played.
    Correct {
        /// How many plies come before it.
        ply: usize,
        /// The move.
        mv: P::Move,
    },
    /// This move was not played there.
    Forbid {
        /// How many plies come before it.
        ply: usize,
        /// The move.
        mv: P::Move,
    },
    /// The move that was told was taken back.
    TakeBack {
        /// How many plies come before it.
        ply: usize,
    },
    /// From the next photo on a game goes on from this position: a game of its own in the record.
    Position(P),
    /// The game is over: what the next photos show is another one.
    Over,
    /// The board is here in the next photo, and in those that wait because it was not found.
    Corners {
        /// The grid of its lines; on a board of squares of those around them.
        grid: Grid,
    },
}

/// Follows a game: takes photos one at a time and says what it sees, and in the end which game explains all of them
/// best.
///
/// Photos are not kept: of each a few kilobytes (Go) to 70 kilobytes (chess) of what its points look like.
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
    /// The games on the board one after the other, as a person has parted them, and the frames they begin with.
    games: Vec<(usize, G)>,
    sensor: G::Sensor,
    waiting: Waiting,
    frames: Frames,
    /// Width and height of the last photo.
    size: Option<(u32, u32)>,
    warnings: Vec<Warning>,
    /// Why the last photo without a frame has none.
    fault: Option<Error>,
    provisional: Option<Provisional<G::Position>>,
}

/// The events of a game.
type Events<G> = Vec<Event<<<G as Game>::Position as MoveGen>::Move>>;

impl<G: OwnSensor> Recorder<G> {
    /// Of a game, before its first photo.
    ///
    /// # Errors
    /// For options without meaning; [`Error::Fix`] for a move that cannot be.
    pub fn new(game: G, options: Options) -> Result<Self, Error> {
        let sensor = game.sensor()?;
        Ok(Self::of(game, sensor, options))
    }
}

impl<G: Game> Recorder<G> {
    fn of(game: G, sensor: G::Sensor, options: Options) -> Self {
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

    /// Takes the next photo, and says what is new.
    ///
    /// # Errors
    /// [`Error::NoBoard`] where none is found in so many photos, [`Error::OtherBoard`] for one of another game.
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
            Ok(Some((grid, at))) => self.begin(grid, at, &mut events)?,
            Ok(None) => {}
            Err(error) => return Err(self.other_board(error)),
        }
        Ok(events)
    }

    /// Notes that a photo could not be opened, and goes on without it.
    pub fn skip(&mut self, name: &Path, error: Error) -> Events<G> {
        let mut events = Vec::new();
        if let Error::Photo { reason, .. } = &error {
            let reason = reason.clone();
            self.warn(WarningKind::PhotoSkipped { reason }, name, &mut events);
        }
        self.fault.get_or_insert(error);
        events
    }

    /// The photos that are used so far.
    pub fn frames(&self) -> &Frames {
        &self.frames
    }

    /// What reads the photos.
    pub fn sensor(&self) -> &G::Sensor {
        &self.sensor
    }

    /// The game that is being played, as far as its moves are told; nothing before it has begun, or without a
    /// [lag](Options::lag).
    pub fn so_far(&self) -> Option<SoFar<G::Position>> {
        self.provisional.as_ref()?.so_far(&self.frames)
    }

    /// Finds the game that explains all photos best.
    ///
    /// # Errors
    /// [`Error::NoBoard`] when no photo shows a board, [`Error::OtherBoard`] when they show one of another game,
    /// [`Error::Photo`] when none could be opened, [`Error::Fix`] when a move the user is sure of cannot be.
    pub fn finish(mut self, progress: &mut Progress<'_>) -> Result<Recording<G::Position>, Error> {
        if !self.sensor.is_placed() && !self.waiting.is_empty() {
            match self.waiting.settle() {
                Ok((grid, at)) => self.begin(grid, at, &mut Vec::new())?,
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

    /// Takes what a person says about the game, and says what changes by it.
    ///
    /// # Errors
    /// [`Error::NoMoves`] for an answer about a move where none are told (see [`Options::lag`]), or where fewer were;
    /// [`Error::Corner`] for corners outside the photos; [`Error::Fix`] where no game can have it.
    pub fn answer(&mut self, answer: Answer<G::Position>) -> Result<Events<G>, Error> {
        match answer {
            Answer::Fix(fix) => self.add_fix(fix),
            Answer::Confirm { ply } => self.fix(ply, None, true),
            Answer::Correct { ply, mv } => self.fix(ply, Some(mv), true),
            Answer::Forbid { ply, mv } => self.fix(ply, Some(mv), false),
            Answer::TakeBack { ply } => self.fix(ply, None, false),
            Answer::Position(position) => Ok(self.cut(Some(position))),
            Answer::Over => Ok(self.cut(None)),
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

    /// A move was certainly played, or not; the one that was told unless another is given.
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
        let was_told = fix.played && provisional.has_told(&fix);
        match provisional.look_again(game, &self.sensor, &self.frames) {
            Err(Error::Search(SearchError::NoGame { .. })) => {}
            Ok(_) if provisional.is_over() && !was_over => {}
            Ok(_) if was_told && !provisional.has_told(&fix) => {}
            events => return events,
        }
        // It is as if it had not been said.
        game.drop_fix();
        provisional.look_again(game, &self.sensor, &self.frames)?;
        let reason = FixFault::NoGame;
        Err(Error::Fix { fix, reason })
    }

    /// The position that a text describes on the board in the photos, for [`Answer::Position`]: FEN, or for Go a game
    /// in SGF, at its end.
    ///
    /// # Errors
    /// [`Error::Position`].
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

    /// How many moves of the game that is followed are told; 0 without a [lag](Options::lag).
    pub fn plies(&self) -> usize {
        self.provisional.as_ref().map_or(0, Provisional::plies)
    }

    /// The next photo is the first of another game.
    fn cut(&mut self, position: Option<G::Position>) -> Events<G> {
        let first = self.frames.photos.len();
        let orientation = self.provisional.as_ref().and_then(Provisional::orientation);
        let start = position.map(|position| (position, orientation.unwrap_or(0)));
        let Some((_, last)) = self.games.last() else {
            return Vec::new();
        };
        let next = last.next_game(start.clone());
        let mut events = Vec::new();
        if let Some(provisional) = &mut self.provisional {
            provisional.cut(&next, first, start, &mut events);
        }
        match self.games.last_mut() {
            // Nothing was seen of the one before.
            Some(last) if last.0 == first => last.1 = next,
            _ => self.games.push((first, next)),
        }
        events
    }

    /// The board is in this place in the photo of a number among those that wait.
    fn begin(&mut self, grid: Grid, at: usize, events: &mut Events<G>) -> Result<(), Error> {
        let photos = self.waiting.take();
        let photo = &photos[at];
        let warning = self.games[0].1.check_board(photo, &grid)?;
        self.sensor.place(grid)?;
        events.push(Event::Found {
            photo: photo.name.clone(),
            corners_px: grid.corners(),
        });
        if let Some(warning) = warning {
            self.say(warning, events);
        }
        for photo in &photos {
            self.observe(photo, events)?;
        }
        Ok(())
    }

    /// Follows the board into a photo.
    fn observe(&mut self, photo: &Photo, events: &mut Events<G>) -> Result<(), Error> {
        let now = photo.image.dimensions();
        if let Some(before) = self.size.replace(now).filter(|&last| last != now) {
            let changed = WarningKind::PhotoSizeChanged { before, now };
            self.warn(changed, &photo.name, events);
        }
        let before = self.frames.photos.len();
        match self.sensor.observe(&photo.image)? {
            Sighting::Frame { tracked, turned } => {
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
            Sighting::Repeat => self.frames.frame_of_photo.push(before.checked_sub(1)),
            Sighting::Hidden => self.hidden(&photo.name, events),
            Sighting::Covered(error) => {
                self.frames.frame_of_photo.push(None);
                self.fault = Some(Error::from(error).in_photo(&photo.name));
            }
        }
        if let (Some(provisional), Some((_, game))) = (&mut self.provisional, self.games.last()) {
            events.extend(provisional.advance(game, &mut self.sensor, &self.frames)?);
        }
        Ok(())
    }

    /// The board cannot be seen in a photo.
    fn hidden(&mut self, name: &Path, events: &mut Events<G>) {
        self.frames.frame_of_photo.push(None);
        self.warn(WarningKind::BoardHidden, name, events);
    }

    fn warn(&mut self, kind: WarningKind, name: &Path, events: &mut Events<G>) {
        self.say(kind.at(Some(name.to_owned())), events);
    }

    fn say(&mut self, warning: Warning, events: &mut Events<G>) {
        self.warnings.push(warning.clone());
        events.push(Event::Warning(warning));
    }

    /// What is said where no board is found: that there is one of another game, if so.
    fn other_board(&self, error: Error) -> Error {
        match self.waiting.photos().next() {
            Some(photo) => board_kind::instead(error, G::BOARD, &photo.image).in_photo(&photo.name),
            None => error,
        }
    }
}

impl<G: Game, S: Sensor> Recorder<Plugged<G, S>> {
    /// With a sensor of your own, or [`Classified`](crate::sensor::Classified) by a classifier of your own.
    pub fn with_sensor(game: G, sensor: S, options: Options) -> Self {
        Self::of(Plugged::new(game), sensor, options)
    }
}

/// Records a game from photos in order of time: gives each to `recorder`, while a thread of its own opens the next two,
/// and finishes. The recording is the same as by [`Recorder::push`].
///
/// Photos that cannot be opened are skipped with a warning. `told` is given the events.
///
/// # Errors
/// As [`Recorder::push`] and [`Recorder::finish`]; [`Error::Cancelled`] if `progress` breaks before a photo is used.
pub fn record<G: Game>(
    mut recorder: Recorder<G>,
    paths: &[PathBuf],
    limits: &Limits,
    mut told: impl FnMut(Event<<G::Position as MoveGen>::Move>),
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
            events.into_iter().for_each(&mut told);
            return ControlFlow::Break(Ok(()));
        }
        done += 1;
        let name = path.to_owned();
        let events = match photo {
            Ok(image) => recorder.push(Photo { name, image }),
            Err(error) => Ok(recorder.skip(path, error)),
        };
        match events {
            Ok(events) => events.into_iter().for_each(&mut told),
            Err(error) => return ControlFlow::Break(Err(error)),
        }
        ControlFlow::Continue(())
    });
    ended.unwrap_or(Ok(()))?;
    recorder.finish(progress)
}
