//! The files that a command writes, looked at before any work: none may be one it reads, none may be lost that is there
//! already, and every folder must take files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use tempfile::tempfile_in;

use super::arguments::{BoardArguments, Command, Existing, Game, RecordArguments, RecordOptions};
use super::files::{STEPS, io, is_device, numbered, vacant};
use super::patterns::{LearnArguments, PatternsCommand};
use crate::cli::error::Error;
use crate::photos::{self, Order};

/// The files of a command.
#[derive(Default)]
struct Files {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
}

impl Files {
    fn reads<'a>(&mut self, paths: impl IntoIterator<Item = &'a PathBuf>) {
        self.read.extend(paths.into_iter().cloned());
    }

    fn writes<'a>(&mut self, paths: impl IntoIterator<Item = &'a PathBuf>) {
        self.written.extend(paths.into_iter().cloned());
    }

    fn reads_photos(&mut self, inputs: &[PathBuf]) {
        // Inputs that do not exist are no place to write to; the command itself reports them.
        let list = photos::collect_files(inputs, Order::Given).unwrap_or_default();
        self.read.extend(list.paths);
    }

    fn reads_board(&mut self, board: &BoardArguments) {
        self.reads(&board.calibration);
        self.reads(&board.marked);
    }

    /// What a recording reads beside photos, and writes.
    fn records(&mut self, how: &RecordOptions) {
        self.reads_board(&how.board);
        self.writes([&how.out]);
        let games = 2..=usize::from(how.n_best);
        let others = games.map(|game| numbered(&how.out, "alternative-", game));
        self.written.extend(others);
        self.writes(&how.save_calibration);
        self.writes(&how.report);
    }

    /// What learning patterns reads and writes.
    fn learns(&mut self, arguments: &LearnArguments) {
        let out = &arguments.out;
        // Of a folder, every record is read.
        let is_record = Game::by_name(out) == Some(Game::Go) && out.is_file();
        let within = |folder: &Path| is_record && place(out).starts_with(place(folder));
        let sources = arguments.sources.iter();
        self.reads(sources.map(|source| if within(source) { out } else { source }));
        self.writes([out]);
    }

    /// What is read and written by a command that does both.
    fn of(command: &Command) -> Self {
        let mut files = Self::default();
        match command {
            Command::Record(arguments) => {
                files.reads_photos(&arguments.photos);
                files.reads(&arguments.journal);
                files.records(&arguments.how);
            }
            Command::Read(arguments) => {
                files.reads([&arguments.photo]);
                files.reads_board(&arguments.board);
                files.writes(&arguments.out);
            }
            Command::Locate(arguments) => {
                files.reads([&arguments.photo]);
                files.reads_board(&arguments.board);
                files.writes(&arguments.overlay);
                if let Some(folder) = &arguments.debug {
                    files.written.extend(STEPS.map(|step| folder.join(step)));
                }
                files.writes(&arguments.save_calibration);
            }
            Command::Calibrate(arguments) => {
                files.reads_photos(&arguments.photos);
                files.reads(&arguments.from);
                files.writes([&arguments.out]);
            }
            Command::Render(arguments) => {
                files.reads([&arguments.record]);
                files.reads(&arguments.scene);
                files.written.push(arguments.out.join("scene.toml"));
            }
            Command::Territory(arguments) => {
                files.reads([&arguments.source]);
                files.writes([&arguments.out]);
            }
            Command::Patterns(PatternsCommand::Learn(arguments)) => files.learns(arguments),
            Command::Patterns(PatternsCommand::Search(arguments)) => {
                files.reads([&arguments.file]);
                files.reads(&arguments.more);
                files.reads(&arguments.pattern);
                files.reads(&arguments.record);
                files.writes(&arguments.picture);
            }
            Command::Demo { .. }
            | Command::Watch(_)
            | Command::Compare { .. }
            | Command::Score(_)
            | Command::Patterns(PatternsCommand::Stats { .. })
            | Command::Referee(_)
            | Command::BenchSimulator(_) => {}
        }
        files
    }
}

/// Refuses a command that cannot write what it has to, and gives new names to files where others are.
pub(super) fn settle(command: &mut Command) -> Result<(), Error> {
    check(command)?;
    let (written, existing) = named(command);
    for path in written {
        *path = vacant(path, existing);
    }
    Ok(())
}

/// The files to write that are named by the user.
fn named(command: &mut Command) -> (Vec<&mut PathBuf>, Existing) {
    match command {
        Command::Record(RecordArguments { how, .. }) => {
            let mut written = vec![&mut how.out];
            written.extend(&mut how.save_calibration);
            written.extend(&mut how.report);
            (written, how.existing)
        }
        Command::Locate(arguments) => {
            let written = arguments.overlay.iter_mut();
            let written = written.chain(&mut arguments.save_calibration);
            (written.collect(), arguments.existing)
        }
        Command::Read(arguments) => (arguments.out.iter_mut().collect(), arguments.existing),
        Command::Calibrate(arguments) => (vec![&mut arguments.out], arguments.existing),
        Command::Territory(arguments) => (vec![&mut arguments.out], arguments.existing),
        Command::Patterns(PatternsCommand::Learn(arguments)) => {
            // What is added to is replaced.
            let force = arguments.existing.force || arguments.add;
            (vec![&mut arguments.out], Existing { force })
        }
        Command::Patterns(PatternsCommand::Search(arguments)) => {
            (arguments.picture.iter_mut().collect(), arguments.existing)
        }
        _ => (Vec::new(), Existing { force: true }),
    }
}

/// Refuses a command that would write over a file it reads, write two things into one file, or into a folder that
/// takes none.
fn check(command: &Command) -> Result<(), Error> {
    let files = Files::of(command);
    if files.written.is_empty() {
        return Ok(());
    }
    let read: HashSet<PathBuf> = files.read.iter().map(|path| place(path)).collect();
    let mut written = HashSet::new();
    for path in files.written {
        if is_device(&path) {
            continue;
        }
        if path.is_dir() {
            let reason = "it is a folder; a file is to be written";
            return Err(Error::Use { path, reason });
        }
        let place = place(&path);
        if read.contains(&place) {
            let reason = "it is read and would be written over; choose another file to write";
            return Err(Error::Use { path, reason });
        }
        if !written.insert(place) {
            let reason = "two things would be written into it; choose a file for each";
            return Err(Error::Use { path, reason });
        }
        let folder = folder(&path);
        // Folders that are not there yet are made, or missed, by the command.
        if folder.is_dir() {
            tempfile_in(&folder).map_err(|error| io(&folder, error))?;
        }
    }
    Ok(())
}

/// Where a file is, all links followed; for one that is not there yet, where its folder is.
fn place(path: &Path) -> PathBuf {
    let new = || Some(folder(path).canonicalize().ok()?.join(path.file_name()?));
    let there = path.canonicalize().ok();
    there.or_else(new).unwrap_or_else(|| path.to_owned())
}

/// The folder a file is in, or would be, links followed.
fn folder(path: &Path) -> PathBuf {
    let there = path.canonicalize();
    let folder = there.as_deref().unwrap_or(path).parent();
    match folder.filter(|folder| *folder != Path::new("")) {
        Some(folder) => folder.to_owned(),
        None => PathBuf::from("."),
    }
}
