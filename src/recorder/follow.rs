//! Photos in, events out.

use std::path::{Path, PathBuf};

use board_core::MoveGen;
use board_geom::{GeomError, Grid, Motion};

use super::games::OneGame;
use crate::decode::provisional::Provisional;
use crate::event::Event;
use crate::game::{Game, OwnSensor, WithSensor};
use crate::recording::CurrentGame;
use crate::recording::frames::Frames;
use crate::sensor::{Observed, Sensor, other_board};
use crate::source::Photo;
use crate::source::photos::sequence::by_name;
use crate::source::waiting::Waiting;
use crate::{Error, Warning, WarningKind};

/// Number of photos without a board after which boards of other games are searched for.
const FEW: usize = 4;

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
    /// Whether the names of photos tell their order: one that comes after another with a later name is reported, and
    /// taken as the later one. Default false.
    pub names_in_order: bool,
    /// Most bytes of photos kept until the board is found. Beyond that, the first photos are dropped. Default 512 MiB.
    pub waiting: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            lag: None,
            every: 1,
            tries: Some(40),
            names_in_order: false,
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
    pub(super) games: Vec<OneGame<G>>,
    pub(super) sensor: G::Sensor,
    pub(super) waiting: Waiting,
    pub(super) frames: Frames,
    /// Name of the last photo, if names tell the order.
    last: Option<PathBuf>,
    names_in_order: bool,
    /// Width and height of the last photo.
    pub(super) size: Option<(u32, u32)>,
    pub(super) warnings: Vec<Warning>,
    /// Why a photo could not be used, for the error if none can.
    pub(super) fault: Option<Error>,
    pub(super) provisional: Option<Provisional<G::Position>>,
    /// Why the last photos could not be decoded.
    pub(super) not_decoded: Option<String>,
}

/// The events of a game.
pub(super) type Events<G> = Vec<Event<<<G as Game>::Position as MoveGen>::Move>>;

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
            last: None,
            names_in_order: options.names_in_order,
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
        if self.names_in_order {
            let last = self.last.replace(photo.name.clone());
            let later = last.filter(|last| by_name(&photo.name, last).is_lt());
            if let Some(after) = later {
                self.warn(WarningKind::PhotoLate { after }, &photo.name, &mut events);
            }
        }
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

    /// Number of plies of the current game announced so far; 0 without a [lag](Options::lag).
    pub fn plies(&self) -> usize {
        self.provisional.as_ref().map_or(0, Provisional::plies)
    }

    /// Places the board, found in the waiting photo of index `at`, and observes all waiting photos.
    pub(super) fn place_board(
        &mut self,
        grid: Grid,
        at: usize,
        events: &mut Events<G>,
    ) -> Result<(), Error> {
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
    pub(super) fn observe(&mut self, photo: &Photo, events: &mut Events<G>) -> Result<(), Error> {
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
        self.look_for_earlier_position(events);
        Ok(())
    }

    /// Decodes the new frames while photos arrive; `last` if there will be no more.
    ///
    /// Answers that no game agrees with any more are dropped, with a warning.
    pub(super) fn advance(&mut self, last: bool, events: &mut Events<G>) {
        let Some(one) = self.games.last_mut() else {
            return;
        };
        let Some(provisional) = &mut self.provisional else {
            return;
        };
        let mut dropped = Vec::new();
        let contradicted = provisional.look_at_standing(&self.sensor, &mut self.frames);
        let (sensor, frames) = (&mut self.sensor, &self.frames);
        let mut found = match (contradicted, last) {
            (Err(error), _) => Err(error),
            (Ok(Some(fix)), _) => {
                let first = fix.opposite();
                dropped.push(WarningKind::TakeBackDropped { first });
                provisional.decode_again(&one.game, sensor, frames)
            }
            (Ok(None), true) => provisional.advance_to_end(&one.game, sensor, frames),
            (Ok(None), false) => provisional.advance(&one.game, sensor, frames),
        };
        while let Err(error) = &found {
            // The decoding that succeeds announces the moves: keep its events.
            let mut announced = None;
            let fix = one.drop_answer(error, |game| {
                announced = provisional.decode_again(game, sensor, frames).ok();
                announced.is_some()
            });
            let Some(fix) = fix else { break };
            dropped.push(WarningKind::AnswerDropped { fix });
            found = match announced {
                Some(events) => Ok(events),
                None => provisional.decode_again(&one.game, sensor, frames),
            };
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

    pub(super) fn warn(&mut self, kind: WarningKind, name: &Path, events: &mut Events<G>) {
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
    pub(super) fn other_board(&self, error: Error) -> Error {
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
