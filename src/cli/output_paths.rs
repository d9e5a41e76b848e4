//! Checks of the files that a command writes, before any work: it must not overwrite its inputs or existing files, and
//! every folder must be writable.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use tempfile::tempfile_in;

use super::arguments::{BoardArguments, Command, RecordArguments, RecordOptions};
use super::files::{STEPS, io, is_device, numbered, vacant};
use super::patterns::arguments::{LearnArguments, PatternsCommand};
use super::photo_source::resumed;
use super::values::{Existing, Game};
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
        // The command itself reports inputs that do not exist.
        let list = photos::collect_files(inputs, Order::Given).unwrap_or_default();
        self.read.extend(list.paths);
    }

    fn reads_board(&mut self, board: &BoardArguments) {
        self.reads(&board.calibration);
        self.reads(&board.marked);
    }

    /// The files of a recording, except its photos.
    fn records(&mut self, how: &RecordOptions) {
        self.reads_board(&how.board);
        self.writes([&how.out]);
        let games = 2..=usize::from(how.n_best);
        let others = games.map(|game| numbered(&how.out, "alternative-", game));
        self.written.extend(others);
        self.writes(&how.save_calibration);
        self.writes(&how.report);
    }

    /// The files of learning patterns.
    fn learns(&mut self, arguments: &LearnArguments) {
        let out = &arguments.out;
        // All records of a folder are read.
        let is_record = Game::by_name(out) == Some(Game::Go) && out.is_file();
        let within = |folder: &Path| is_record && place(out).starts_with(place(folder));
        let sources = arguments.sources.iter();
        self.reads(sources.map(|source| if within(source) { out } else { source }));
        self.writes([out]);
    }

    /// The files that a command reads and writes. Empty for commands that write none of their own.
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

/// Checks the output files of a command, and gives new names to files that would replace existing ones.
pub(super) fn check_and_rename(command: &mut Command) -> Result<(), Error> {
    check(command)?;
    if let Command::Record(arguments) = command
        && let Some(journal) = &arguments.journal
        && let Some(record) = resumed(journal, &arguments.how.out)
    {
        arguments.how.out = record;
        arguments.how.existing.force = true;
    }
    let (written, existing) = named(command);
    for path in written {
        *path = vacant(path, existing);
    }
    Ok(())
}

/// The output files that the user names.
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
            // A file that games are added to is replaced.
            let force = arguments.existing.force || arguments.add;
            (vec![&mut arguments.out], Existing { force })
        }
        Command::Patterns(PatternsCommand::Search(arguments)) => {
            (arguments.picture.iter_mut().collect(), arguments.existing)
        }
        _ => (Vec::new(), Existing { force: true }),
    }
}

/// Rejects a command that would overwrite a file it reads, write one file twice, or write into a read-only folder.
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
            let reason = "it is a folder, not a file to write";
            return Err(Error::Use { path, reason });
        }
        let place = place(&path);
        if read.contains(&place) {
            let reason = "it is read and would be overwritten; choose another file to write";
            return Err(Error::Use { path, reason });
        }
        if !written.insert(place) {
            let reason = "it would be written twice; choose a file for each output";
            return Err(Error::Use { path, reason });
        }
        let folder = folder(&path);
        // The command itself creates or reports missing folders.
        if folder.is_dir() {
            tempfile_in(&folder).map_err(|error| io(&folder, error))?;
        }
    }
    Ok(())
}

/// The path of a file with all links resolved; of a new file, with the links of its folder resolved.
fn place(path: &Path) -> PathBuf {
    let new = || Some(folder(path).canonicalize().ok()?.join(path.file_name()?));
    let there = path.canonicalize().ok();
    there.or_else(new).unwrap_or_else(|| path.to_owned())
}

/// The folder of an existing or new file, with links resolved.
fn folder(path: &Path) -> PathBuf {
    let there = path.canonicalize();
    let folder = there.as_deref().unwrap_or(path).parent();
    match folder.filter(|folder| *folder != Path::new("")) {
        Some(folder) => folder.to_owned(),
        None => PathBuf::from("."),
    }
}
