//! The thread of an observer: handles photos and questions one by one and publishes the state.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board_core::Color;
use image::RgbImage;

use super::clock::{ClockState, GameTime};
use super::follower::{Follow, Known};
use super::inbox::{Frame, Options, Picture, Question, Shared, Shown, Work};
use super::kept::{Given, Kept};
use super::last_photo::{LastPhoto, encode};
use super::protocol::Command;
use super::refusal::Refusal;
use super::setup::Setup;
use super::start::follow;
use super::state::{Camera, GameState, Note, State};
use super::still::Stillness;
use super::time::seconds_of;
use super::told::Told;
use crate::Error;
use crate::recorder::Photo;
use crate::source::photos::{self, Limits};

/// The state of the thread of an observer.
pub(super) struct Worker {
    shared: Arc<Shared>,
    setup: Setup,
    follow: Box<dyn Follow>,
    kept: Option<Kept>,
    /// The kept photos and commands of a game to resume.
    given: Vec<Given>,
    running: bool,
    /// See [`State::resumed`].
    resumed: Option<f32>,
    finished: bool,
    camera: Camera,
    stillness: Stillness,
    time: GameTime,
    notes: Vec<Note>,
    noted: u64,
    /// Records of games of earlier recorders.
    done: Vec<String>,
    /// Records of games of the current recorder.
    current: Vec<String>,
}

/// Largest number of notes.
const NOTES: usize = 6;
/// Limits of a photo: cameras send less.
const LIMITS: Limits = Limits {
    pixels: 40_000_000,
    file_bytes: 16 << 20,
    program_time: Duration::from_secs(10),
};

impl Worker {
    pub(super) fn new(options: Options, shared: Arc<Shared>) -> Result<Self, Refusal> {
        let follow = follow(&options.setup)?;
        let (mut kept, given) = match &options.keep {
            Some(folder) => {
                let (kept, given) = Kept::open(folder)?;
                (Some(kept), given)
            }
            None => (None, Vec::new()),
        };
        let setup = options.setup;
        if let Some(kept) = kept.as_mut().filter(|_| given.is_empty()) {
            let setup = Box::new(setup.clone());
            kept.command(&Command::NewGame { setup })?;
        }
        let resumed = (given.len() > 1).then_some(0.0);
        let camera = Camera {
            name: options.camera,
            ..Camera::default()
        };
        let worker = Self {
            shared,
            setup,
            follow,
            kept,
            given,
            running: true,
            resumed,
            finished: false,
            camera,
            stillness: Stillness::default(),
            time: GameTime::default(),
            notes: Vec::new(),
            noted: 0,
            done: Vec::new(),
            current: Vec::new(),
        };
        worker.publish();
        Ok(worker)
    }

    /// The photos of the game to resume.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let photos = self.given.iter().filter_map(|given| match given {
            Given::Photo(path) => Some(path.clone()),
            Given::Command(_) => None,
        });
        photos.collect()
    }

    /// Works until the observer is closed.
    pub(super) fn run(mut self) {
        self.resume();
        loop {
            match self.shared.next() {
                Work::Close => break,
                Work::Question(Question::LegalMoves(ply, answer)) => {
                    // An error means that nobody waits for the answer.
                    let _ = answer.send(self.follow.legal_moves(ply));
                }
                Work::Question(Question::Report(answer)) => {
                    let _ = answer.send(self.follow.report());
                }
                Work::Question(Question::Command(mut command, answer)) => {
                    if let Command::Start { at } | Command::Pause { at } = &mut command {
                        *at = self.time.now();
                    }
                    let done = self
                        .command(&command, true)
                        .map_err(|error| error.to_string());
                    self.publish();
                    let _ = answer.send(done);
                }
                Work::Frame {
                    frame,
                    dropped,
                    behind,
                } => {
                    (self.camera.dropped, self.camera.waiting) = (dropped, behind);
                    self.frame(frame);
                    self.publish();
                }
                Work::Over => {
                    self.camera.over = true;
                    self.note("The film is over.".to_owned(), false);
                    self.publish();
                }
                Work::Fault(fault) => {
                    if let Some(fault) = &fault {
                        self.note(format!("The camera: {fault}"), true);
                    } else {
                        self.note("The camera is back.".to_owned(), false);
                    }
                    self.camera.fault = fault;
                    self.publish();
                }
            }
        }
    }

    /// Repeats kept photos and commands, without keeping them again.
    fn resume(&mut self) {
        let given = std::mem::take(&mut self.given);
        let count = given.len();
        for (number, given) in given.into_iter().enumerate() {
            match given {
                Given::Photo(path) => {
                    let image = photos::open(&path, &LIMITS);
                    let seconds = seconds_of(&path).unwrap_or(0.0);
                    self.time
                        .photo(seconds, photos::film_seconds(&path).is_some());
                    self.look(path, image, seconds);
                }
                // A command that was refused is refused again.
                Given::Command(command) => drop(self.command(&command, false)),
            }
            if number % 20 == 0 {
                self.resumed = self.resumed.map(|_| number as f32 / count as f32);
                self.publish();
            }
        }
        if self.resumed.take().is_some() {
            self.note(
                "The game goes on from what was kept of it.".to_owned(),
                false,
            );
            self.write_records();
            self.publish();
        }
    }

    fn frame(&mut self, frame: Frame) {
        let Frame { seconds, picture } = frame;
        let film =
            matches!(&picture, Picture::File(path, _) if photos::film_seconds(path).is_some());
        self.time.photo(seconds, film);
        match picture {
            Picture::Jpeg(bytes) => match photos::decode(&bytes, &LIMITS) {
                Ok(image) => self.live(image, Some(bytes), seconds),
                Err(_) => self.camera.refused += 1,
            },
            Picture::Pixels(image) => self.live(image, None, seconds),
            Picture::File(path, image) => {
                if !self.running || self.finished {
                    return;
                }
                if let Some(Err(error)) = self.kept.as_mut().map(|kept| kept.photo_elsewhere(&path))
                {
                    self.keeping_failed(&error);
                }
                self.look(path, image, seconds);
            }
        }
    }

    /// Takes a photo of a camera.
    fn live(&mut self, image: RgbImage, jpeg: Option<Vec<u8>>, seconds: f64) {
        let following = self.running && !self.finished;
        if !following || !self.stillness.is_new(&image, seconds) {
            self.camera.still += u64::from(following);
            self.camera.size = Some(image.dimensions());
            self.show(image);
            return;
        }
        let Some(kept) = &mut self.kept else {
            let name = PathBuf::from(format!("{seconds:.3}"));
            return self.look(name, Ok(image), seconds);
        };
        let jpeg = jpeg.map_or_else(|| encode(&image), Ok);
        let written = jpeg.and_then(|jpeg| {
            let path = kept
                .photo(&jpeg, seconds)
                .map_err(|error| error.to_string())?;
            Ok((path, jpeg))
        });
        match written {
            Ok((path, jpeg)) => {
                // Use what a resumed game will use: the encoded photo.
                let image = photos::decode(&jpeg, &LIMITS).unwrap_or(image);
                self.look(path, Ok(image), seconds);
            }
            Err(error) => {
                self.keeping_failed(&error);
                self.look(PathBuf::from(format!("{seconds:.3}")), Ok(image), seconds);
            }
        }
    }

    /// Gives a photo to the recorder.
    fn look(&mut self, name: PathBuf, image: Result<RgbImage, Error>, seconds: f64) {
        let told = match image {
            Ok(image) => {
                self.camera.photos += 1;
                self.camera.size = Some(image.dimensions());
                let photo = image.clone();
                let seconds = self.time.in_game(seconds);
                let told = self.follow.push(Photo { name, image }, seconds);
                self.show(photo);
                told
            }
            Err(error) => {
                self.camera.refused += 1;
                Ok(self.follow.skip(&name, error))
            }
        };
        match told {
            Ok(told) => self.tell(told),
            Err(error) => self.note(error.to_string(), true),
        }
    }

    fn show(&self, image: RgbImage) {
        let grid = self.follow.grid();
        self.shared.set_photo(LastPhoto::new(image, grid));
    }

    fn tell(&mut self, told: Vec<Told>) {
        let changed = !told.is_empty();
        for Told { json, note } in told {
            // An error means that nobody listens.
            let _ = self.shared.events.send(json.into());
            if let Some((text, warning)) = note {
                self.note(text, warning);
            }
        }
        if changed {
            self.write_records();
        }
    }

    /// Carries out a command of a person, and with `keep` writes it to the journal.
    fn command(&mut self, command: &Command, keep: bool) -> Result<(), Refusal> {
        if let Command::NewGame { setup } = command {
            let another = follow(setup)?;
            self.done.append(&mut self.current);
            self.follow = another;
            self.setup = Setup::clone(setup);
            (self.running, self.finished) = (true, false);
            self.time = GameTime::default();
            self.notes.clear();
        }
        if let Command::Describe { setup } = command {
            let described = self.setup.described(setup);
            // Making a follower checks the details.
            drop(follow(&described)?);
            self.follow.describe(Known::of(&described)?);
            self.setup = described;
        }
        let grid = match (command, self.camera.size) {
            (Command::Corners { corners }, Some(size)) => {
                let found = self.follow.grid().map(|grid| grid.cols);
                Some(self.setup.grid(*corners, size, found)?)
            }
            _ => None,
        };
        let told = match command {
            Command::Finish => {
                let warnings = self.follow.finish()?;
                self.finished = true;
                for warning in warnings {
                    self.note(warning, true);
                }
                self.note("The game is decoded as a whole.".to_owned(), false);
                Vec::new()
            }
            Command::Start { at } => {
                self.running = true;
                self.time.go_on(*at);
                Vec::new()
            }
            Command::Pause { at } => {
                self.running = false;
                self.time.pause(*at);
                Vec::new()
            }
            command => self.follow.answer(command, grid)?,
        };
        if let Some(Err(error)) = self
            .kept
            .as_mut()
            .filter(|_| keep)
            .map(|kept| kept.command(command))
        {
            self.keeping_failed(&error);
        }
        self.tell(told);
        self.write_records();
        Ok(())
    }

    /// Writes the current records to files.
    fn write_records(&mut self) {
        let records = self.follow.records();
        // After an error of the recorder, the last known ones stay.
        if !records.is_empty() {
            self.current = records;
        }
        // A game that is being resumed would write shorter ones than those it has kept.
        let Some(kept) = self.kept.as_ref().filter(|_| self.resumed.is_none()) else {
            return;
        };
        let extension = self.setup.game.extension();
        let numbered = (self.done.len() + 1..).zip(&self.current);
        let written: Result<Vec<()>, Error> = numbered
            .map(|(number, record)| kept.record(number, extension, record))
            .collect();
        if let Err(error) = written {
            self.keeping_failed(&error);
        }
    }

    fn keeping_failed(&mut self, error: &impl ToString) {
        self.note(
            format!("The game cannot be kept: {}", error.to_string()),
            true,
        );
    }

    fn note(&mut self, text: String, warning: bool) {
        self.noted += 1;
        let number = self.noted;
        self.notes.retain(|note| note.text != text);
        self.notes.insert(
            0,
            Note {
                number,
                warning,
                text,
            },
        );
        self.notes.truncate(NOTES);
    }

    fn clock(&self, game: &GameState) -> Option<ClockState> {
        let control = self.setup.control().ok()??;
        let side = match game.to_move {
            "white" => Color::White,
            _ => Color::Black,
        };
        let thinks = (game.result.is_none() && !self.finished).then_some(side);
        let now = self.time.now_in_game();
        let clock = ClockState::of(&control, game.left?, game.seen, thinks, now);
        Some(ClockState {
            runs: clock.runs.filter(|_| self.running),
            ticks: clock.ticks && self.time.ticks(),
            ..clock
        })
    }

    fn publish(&self) {
        let game = self.follow.game();
        let kept = self.kept.as_ref().filter(|_| self.resumed.is_some());
        let records = kept.map_or_else(|| [&self.done[..], &self.current].concat(), Kept::records);
        let state = State {
            games: records.len(),
            clock: game.as_ref().and_then(|game| self.clock(game)),
            kept: self.kept.is_some(),
            setup: self.setup.clone(),
            running: self.running,
            resumed: self.resumed,
            camera: self.camera.clone(),
            outline: self.follow.outline(),
            game,
            finished: self.finished,
            notes: self.notes.clone(),
        };
        let json = serde_json::to_string(&state).unwrap_or_default();
        self.shared.shown.send_replace(Shown {
            state: Arc::new(state),
            json: json.into(),
            at: Some(Instant::now()),
            records: Arc::new(records),
        });
    }
}
