//! The photos of a recording: existing files, or a folder in which photos arrive one by one.

use std::collections::HashSet;
use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use board_core::MoveGen;

use super::arguments::{Game, RecordOptions};
use super::files::{numbered, vacant, write};
use super::inputs::{collect, first_photo};
use super::progress::stages;
use super::{answer, signals};
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::game::Game as Followed;
use crate::journal::{self, Entry, Journal};
use crate::photos::{self, Limits, PhotoList};
use crate::recording::Notation;
use crate::source::{Folder, Taken};
use crate::{Answer, Event, Photo, Recorder, RecorderOptions, recorder};

/// The photos of a recording.
pub(super) struct PhotoSource {
    list: PhotoList,
    /// Entries of the journal, in order.
    before: Vec<Entry>,
    live: Option<Live>,
}

/// Photos that arrive while a game is played.
struct Live {
    folder: Folder,
    path: PathBuf,
    idle: Option<Duration>,
    journal: Option<Journal>,
}

impl PhotoSource {
    /// Existing photos.
    pub(super) fn photos(
        inputs: &[PathBuf],
        journal: Option<&Path>,
        how: &RecordOptions,
    ) -> Result<Self, Error> {
        let before = journal.map(journal::read).transpose()?.unwrap_or_default();
        let list = collect(inputs, &how.series)?;
        Ok(Self {
            list,
            before,
            live: None,
        })
    }

    /// Photos that arrive in a folder, until none has arrived for `idle` seconds.
    pub(super) fn folder(
        inputs: &[PathBuf],
        idle: Option<u64>,
        journal: Option<&Path>,
    ) -> Result<Self, Error> {
        let [path] = inputs else {
            let path = inputs.last().cloned().unwrap_or_default();
            let reason = "--follow takes one folder";
            return Err(Error::Use { path, reason });
        };
        let before = match journal.filter(|path| path.exists()) {
            Some(path) => journal::read(path)?,
            None => Vec::new(),
        };
        let live = Live {
            folder: Folder::open(path, Limits::default())?,
            path: path.to_owned(),
            idle: idle.map(Duration::from_secs),
            journal: journal.map(Journal::open).transpose()?,
        };
        signals::wait();
        Ok(Self {
            list: PhotoList::default(),
            before,
            live: Some(live),
        })
    }

    /// Rejects a journal of another game, and writes this game into a new journal.
    pub(super) fn check(&mut self, game: Game) -> Result<(), Error> {
        match self.before.first() {
            Some(Entry::Game(name)) if name != game.name() => Err(Error::OtherJournal {
                found: name.clone(),
                wanted: game.name(),
            }),
            Some(_) => Ok(()),
            None => match self.live.as_mut().and_then(|live| live.journal.as_mut()) {
                Some(journal) => Ok(journal.write(&Entry::Game(game.name().to_owned()))?),
                None => Ok(()),
            },
        }
    }

    /// The first photo that can be opened, with its width and height. Waits for it if photos arrive one by one.
    pub(super) fn first(&mut self) -> Result<(PathBuf, (u32, u32)), Error> {
        let Some(live) = &self.live else {
            let (path, size) = first_photo(&self.list)?;
            return Ok((path.to_owned(), size));
        };
        let begin = Instant::now();
        loop {
            let list = photos::collect(&[&live.path], photos::Order::Name).unwrap_or_default();
            if let Ok((path, size)) = first_photo(&list) {
                return Ok((path.to_owned(), size));
            }
            if signals::asked() || live.idle.is_some_and(|idle| begin.elapsed() >= idle) {
                let (inputs, ignored) = (vec![live.path.clone()], list.ignored.len());
                return Err(crate::Error::NoPhotos { inputs, ignored }.into());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// Options of the recorder: photos that arrive one by one have a default lag.
    pub(super) fn recorder_options(&self, how: &RecordOptions, lag: usize) -> RecorderOptions {
        let default = RecorderOptions::default();
        let is_live = self.live.is_some();
        RecorderOptions {
            lag: how.lag.map(usize::from).or(is_live.then_some(lag)),
            tries: default.tries.filter(|_| !is_live),
            ..default
        }
    }

    /// Records the game and prints the answer.
    pub(super) fn record<G: Followed>(
        mut self,
        recorder: Recorder<G>,
        how: &RecordOptions,
    ) -> Result<ExitCode, Error> {
        let mut session = LiveRecorder {
            recorder,
            how,
            later: Vec::new(),
        };
        let mut known = HashSet::new();
        for entry in std::mem::take(&mut self.before) {
            match entry {
                Entry::Photo(path) => {
                    let image = photos::open(&path, &Limits::default());
                    known.insert(path.clone());
                    session.take(Taken { path, image })?;
                }
                Entry::Answer(text) => session.answer(&text)?,
                _ => {}
            }
        }
        let game = match self.live {
            Some(live) => {
                live.follow(&mut session, known)?;
                let game = stages(|tell| session.recorder.finish(tell))?;
                // The complete records of later games replace their provisional ones.
                for path in session.later {
                    let _ = fs::remove_file(path);
                }
                game
            }
            None => {
                let mut paths = self.list.paths.clone();
                paths.retain(|path| !known.contains(path));
                let limits = Limits::default();
                stages(|tell| recorder::record(session.recorder, &paths, &limits, |_| {}, tell))?
            }
        };
        answer::recorded(&game, &self.list, how)
    }
}

impl Live {
    /// Takes photos as they arrive, and answers as they are typed, until a signal or the time limit.
    fn follow<G: Followed>(
        mut self,
        session: &mut LiveRecorder<'_, G>,
        known: HashSet<PathBuf>,
    ) -> Result<(), Error> {
        /// Time between checks for signals and answers.
        const OFTEN: Duration = Duration::from_millis(200);
        let answers = typed();
        for path in &known {
            self.folder.pass_over(path);
        }
        let mut last = Instant::now();
        while !signals::asked() {
            while let Ok(text) = answers.try_recv() {
                self.note(Entry::Answer(text.clone()))?;
                session.answer(&text)?;
            }
            match self.folder.next(OFTEN)? {
                Some(taken) => {
                    self.note(Entry::Photo(taken.path.clone()))?;
                    session.take(taken)?;
                    last = Instant::now();
                }
                None if self.idle.is_some_and(|idle| last.elapsed() >= idle) => break,
                None => {}
            }
        }
        Ok(())
    }

    fn note(&mut self, entry: Entry) -> Result<(), Error> {
        match &mut self.journal {
            Some(journal) => Ok(journal.write(&entry)?),
            None => Ok(()),
        }
    }
}

/// A recorder that prints its events and keeps the record file up to date.
struct LiveRecorder<'a, G: Followed> {
    recorder: Recorder<G>,
    how: &'a RecordOptions,
    /// The files of the games after the first.
    later: Vec<PathBuf>,
}

impl<G: Followed> LiveRecorder<'_, G> {
    fn take(&mut self, taken: Taken) -> Result<(), Error> {
        let Taken { path, image } = taken;
        let events = match image {
            Ok(image) => self.recorder.push(Photo { name: path, image })?,
            Err(error) => self.recorder.skip(&path, error),
        };
        self.print(&events)
    }

    /// Takes a typed answer: a move with its number, `back`, `over`, or `position` with a position. Anything else is
    /// reported and ignored.
    fn answer(&mut self, text: &str) -> Result<(), Error> {
        let answer = match text.trim() {
            "" => return Ok(()),
            "over" => Answer::Over,
            "back" => match self.recorder.plies().checked_sub(1) {
                Some(ply) => Answer::TakeBack { ply },
                None => {
                    output::warn("there is no move to take back");
                    return Ok(());
                }
            },
            text => match text.strip_prefix("position ") {
                Some(position) => match self.recorder.read_position(position.trim()) {
                    Ok(position) => Answer::Position(position),
                    Err(error) => {
                        output::warn(error);
                        return Ok(());
                    }
                },
                None => match text.parse() {
                    Ok(fix) => Answer::Fix(fix),
                    Err(error) => {
                        output::warn(format_args!(
                            "{error}, nor \"back\", \"over\" or \"position\" with a position"
                        ));
                        return Ok(());
                    }
                },
            },
        };
        match self.recorder.answer(answer) {
            Ok(events) => self.print(&events),
            Err(error) => {
                output::warn(error);
                Ok(())
            }
        }
    }

    /// Prints events, and writes the record if it has changed.
    fn print(&mut self, events: &[Event<<G::Position as MoveGen>::Move>]) -> Result<(), Error> {
        let mut changed = false;
        for event in events {
            changed |= matches!(event, Event::Settled(_) | Event::Withdrawn(_));
            match self.how.json {
                true => say!("{}", serde_json::to_string(event).unwrap_or_default()),
                false if output::is_quiet() => {}
                false => say!("{event}"),
            }
        }
        if !changed {
            return Ok(());
        }
        let current = self.recorder.current_game();
        let Some(game) = current.filter(|game| !game.moves.is_empty()) else {
            return Ok(());
        };
        let record = G::Position::write(&game.record());
        match game.games_before {
            0 => write(&self.how.out, record),
            games => {
                while self.later.len() < games {
                    let path = numbered(&self.how.out, "", self.later.len() + 2);
                    self.later.push(vacant(&path, self.how.existing));
                }
                write(&self.later[games - 1], record)
            }
        }
    }
}

/// The lines typed on standard input.
fn typed() -> Receiver<String> {
    let (to, lines) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if to.send(line).is_err() {
                break;
            }
        }
    });
    lines
}
