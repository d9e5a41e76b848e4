//! The photos of a recording: existing files, or a folder in which photos arrive one by one.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use board_core::MoveGen;

use super::arguments::RecordOptions;
use super::files::{is_numbered, numbered, vacant, write};
use super::inputs::{collect, first_photo};
use super::progress::stages;
use super::values::Game;
use super::{answer, signals};
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::game::Game as Followed;
use crate::journal::{self, Entry, Journal};
use crate::photos::{self, Limits, PhotoList};
use crate::recording::Notation;
use crate::source::{Folder, Taken};
use crate::{Event, Photo, Recorder, RecorderOptions, recorder};

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

    /// Rejects a journal of another game, and writes this game and the file of its record into a new journal.
    pub(super) fn check(&mut self, game: Game, record: &Path) -> Result<(), Error> {
        match self.before.first() {
            Some(Entry::Game(name)) if !name.eq_ignore_ascii_case(game.name()) => {
                Err(Error::OtherJournal {
                    found: name.clone(),
                    wanted: game.name(),
                })
            }
            Some(_) => Ok(()),
            None => match self.live.as_mut().and_then(|live| live.journal.as_mut()) {
                Some(journal) => {
                    journal.write(&Entry::Game(game.name().to_owned()))?;
                    Ok(journal.write(&Entry::Record(whole(record)))?)
                }
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
            names_in_order: is_live,
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
            unwritten: None,
        };
        let given = self.given_names();
        let mut known = HashSet::new();
        for entry in std::mem::take(&mut self.before) {
            match entry {
                Entry::Photo(path) => {
                    let path = given.get(&whole(&path)).cloned().unwrap_or(path);
                    let image = photos::open(&path, &Limits::default());
                    known.insert(path.clone());
                    session.take(Taken { path, image })?;
                }
                Entry::Answer(text) => session.answer(&text),
                _ => {}
            }
        }
        let game = match self.live {
            Some(live) => {
                live.follow(&mut session, known)?;
                stages(|tell| session.recorder.finish(tell))?
            }
            None => {
                let mut paths = self.list.paths.clone();
                paths.retain(|path| !known.contains(path));
                let limits = Limits::default();
                stages(|tell| recorder::record(session.recorder, &paths, &limits, |_| {}, tell))?
            }
        };
        // The complete records of later games replace their provisional ones.
        for path in session.later {
            let _ = fs::remove_file(path);
        }
        answer::recorded(&game, &self.list, how)
    }

    /// The names of the photos as the user gave them, by absolute path.
    fn given_names(&self) -> HashMap<PathBuf, PathBuf> {
        let in_folder = self.live.as_ref().map(|live| {
            let list = photos::collect(&[&live.path], photos::Order::Name);
            list.unwrap_or_default().paths
        });
        let given = self.list.paths.iter().cloned();
        let given = given.chain(in_folder.unwrap_or_default());
        given.map(|path| (whole(&path), path)).collect()
    }
}

/// The file of the recording that a journal resumes, if it was given the same name: it is replaced.
pub(super) fn resumed(journal: &Path, out: &Path) -> Option<PathBuf> {
    let entries = journal::read(journal).unwrap_or_default();
    let record = entries.into_iter().find_map(|entry| match entry {
        Entry::Record(record) => Some(record),
        _ => None,
    })?;
    let out = whole(out);
    (record == out || is_numbered(&record, &out)).then_some(record)
}

/// The absolute path, so that a recording can be resumed from another folder.
fn whole(path: &Path) -> PathBuf {
    absolute(path).unwrap_or_else(|_| path.to_owned())
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
                self.note(Entry::Answer(text.clone()));
                session.answer(&text);
            }
            match self.folder.next(OFTEN)? {
                Some(taken) => {
                    self.note(Entry::Photo(whole(&taken.path)));
                    session.take(taken)?;
                    last = Instant::now();
                }
                None if self.idle.is_some_and(|idle| last.elapsed() >= idle) => break,
                None => {}
            }
        }
        Ok(())
    }

    /// Adds an entry to the journal. The recording goes on if it cannot be written.
    fn note(&mut self, entry: Entry) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        if let Entry::Photo(path) = &entry
            && path.to_str().is_none()
        {
            let path = path.display();
            output::warn(format_args!(
                "{path}: the journal leaves this photo out: its name is not UTF-8"
            ));
        } else if let Err(error) = journal.write(&entry) {
            output::warn(format_args!("{error}; the journal ends here"));
            // What would follow half a line could not be read.
            self.journal = None;
        }
    }
}

/// A recorder that prints its events and keeps the record file up to date.
struct LiveRecorder<'a, G: Followed> {
    recorder: Recorder<G>,
    how: &'a RecordOptions,
    /// The files of the games after the first.
    later: Vec<PathBuf>,
    /// Why the record could not be written.
    unwritten: Option<String>,
}

impl<G: Followed> LiveRecorder<'_, G> {
    fn take(&mut self, taken: Taken) -> Result<(), Error> {
        let Taken { path, image } = taken;
        let events = match image {
            Ok(image) => self.recorder.push(Photo { name: path, image })?,
            Err(error) => self.recorder.skip(&path, error),
        };
        self.print(&events);
        Ok(())
    }

    /// Takes a typed answer. One that is not understood or cannot be is reported and ignored.
    fn answer(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let answer = self.recorder.read_answer(text);
        match answer.and_then(|answer| self.recorder.answer(answer)) {
            Ok(events) if events.is_empty() => {
                output::note(format_args!("{} is noted", text.trim()))
            }
            Ok(events) => self.print(&events),
            Err(error) => output::warn(error),
        }
    }

    /// Prints events, and writes the record if it has changed.
    fn print(&mut self, events: &[Event<<G::Position as MoveGen>::Move>]) {
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
            return;
        }
        let current = self.recorder.current_game();
        let Some(game) = current.filter(|game| !game.moves.is_empty()) else {
            return;
        };
        let record = G::Position::write(&game.record());
        let games = game.games_before;
        while self.later.len() < games {
            let path = numbered(&self.how.out, "", self.later.len() + 2);
            self.later.push(vacant(&path, self.how.existing));
        }
        let path = games
            .checked_sub(1)
            .map_or(&self.how.out, |i| &self.later[i]);
        // It is written again after the next move, and at the end.
        let failed = write(path, record).err().map(|error| error.to_string());
        if let Some(reason) = failed.as_ref().filter(|_| failed != self.unwritten) {
            output::warn(format_args!("{reason}; the recording goes on"));
        }
        self.unwritten = failed;
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
