//! Where the photos of a recording come from: they are there, or come into a folder one by one.

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
use super::given::{collect, first_photo};
use super::progress::stages;
use super::{answer, stopping};
use crate::cli::error::Error;
use crate::cli::output::{self, say};
use crate::game::Game as Followed;
use crate::journal::{self, Entry, Journal};
use crate::photos::{self, Limits, PhotoList};
use crate::recording::Notation;
use crate::source::{Folder, Taken};
use crate::{Answer, Event, Photo, Recorder, RecorderOptions, recorder};

/// The photos of a recording.
pub(super) struct Feed {
    list: PhotoList,
    /// What a journal has of them, in its order.
    before: Vec<Entry>,
    live: Option<Live>,
}

/// Photos that come while a game is played.
struct Live {
    folder: Folder,
    path: PathBuf,
    idle: Option<Duration>,
    journal: Option<Journal>,
}

impl Feed {
    /// Photos that are there.
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

    /// Photos that come into a folder, until none has come for so many seconds.
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
        stopping::wait();
        Ok(Self {
            list: PhotoList::default(),
            before,
            live: Some(live),
        })
    }

    /// Refuses a journal of another game, and names this one in a new journal.
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

    /// The first photo that can be opened, with its width and height; waits for it.
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
            if stopping::asked() || live.idle.is_some_and(|idle| begin.elapsed() >= idle) {
                let (inputs, ignored) = (vec![live.path.clone()], list.ignored.len());
                return Err(crate::Error::NoPhotos { inputs, ignored }.into());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// How photos are taken: with a usual lag where they come one by one.
    pub(super) fn recording(&self, how: &RecordOptions, lag: usize) -> RecorderOptions {
        let usual = RecorderOptions::default();
        let is_live = self.live.is_some();
        RecorderOptions {
            lag: how.lag.map(usize::from).or(is_live.then_some(lag)),
            tries: usual.tries.filter(|_| !is_live),
            ..usual
        }
    }

    /// Records the game, and answers.
    pub(super) fn record<G: Followed>(
        mut self,
        recorder: Recorder<G>,
        how: &RecordOptions,
    ) -> Result<ExitCode, Error> {
        let mut told = Told {
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
                    told.take(Taken { path, image })?;
                }
                Entry::Answer(text) => told.answer(&text)?,
                _ => {}
            }
        }
        let game = match self.live {
            Some(live) => {
                live.follow(&mut told, known)?;
                let game = stages(|tell| told.recorder.finish(tell))?;
                // The records of later games as far as they had come are written once more, whole.
                for path in told.later {
                    let _ = fs::remove_file(path);
                }
                game
            }
            None => {
                let mut paths = self.list.paths.clone();
                paths.retain(|path| !known.contains(path));
                let limits = Limits::default();
                stages(|tell| recorder::record(told.recorder, &paths, &limits, |_| {}, tell))?
            }
        };
        answer::recorded(&game, &self.list, how)
    }
}

impl Live {
    /// Takes photos as they come, and what is typed meanwhile, until there is an end to it.
    fn follow<G: Followed>(
        mut self,
        told: &mut Told<'_, G>,
        known: HashSet<PathBuf>,
    ) -> Result<(), Error> {
        /// So often signals and answers are looked at.
        const OFTEN: Duration = Duration::from_millis(200);
        let answers = typed();
        for path in &known {
            self.folder.pass_over(path);
        }
        let mut last = Instant::now();
        while !stopping::asked() {
            while let Ok(text) = answers.try_recv() {
                self.note(Entry::Answer(text.clone()))?;
                told.answer(&text)?;
            }
            match self.folder.next(OFTEN)? {
                Some(taken) => {
                    self.note(Entry::Photo(taken.path.clone()))?;
                    told.take(taken)?;
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

/// A recorder whose events are told, and the record it has so far.
struct Told<'a, G: Followed> {
    recorder: Recorder<G>,
    how: &'a RecordOptions,
    /// The files of the games after the first.
    later: Vec<PathBuf>,
}

impl<G: Followed> Told<'_, G> {
    fn take(&mut self, taken: Taken) -> Result<(), Error> {
        let Taken { path, image } = taken;
        let events = match image {
            Ok(image) => self.recorder.push(Photo { name: path, image })?,
            Err(error) => self.recorder.skip(&path, error),
        };
        self.tell(&events)
    }

    /// Takes what somebody typed: a move with its number, `back`, `over` or `position` with one. Anything else is
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
                            "{error}, nor \"back\", \"over\" or \"position\" with one"
                        ));
                        return Ok(());
                    }
                },
            },
        };
        match self.recorder.answer(answer) {
            Ok(events) => self.tell(&events),
            Err(error) => {
                output::warn(error);
                Ok(())
            }
        }
    }

    /// Says what is new, and writes the record if it has changed.
    fn tell(&mut self, events: &[Event<<G::Position as MoveGen>::Move>]) -> Result<(), Error> {
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

/// The lines that somebody types.
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
