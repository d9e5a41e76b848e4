//! The folder of a game on disk: photos, journal, records. A killed server resumes from it.

use std::fs;
use std::path::{Path, PathBuf};

use super::protocol::Command;
use super::setup::Kind;
use crate::Error;
use crate::journal::{self, Entry, Journal};

/// A folder with all input of a board.
pub(super) struct Kept {
    folder: PathBuf,
    journal: Journal,
}

/// An earlier input of a board.
pub(super) enum Given {
    /// The path of a photo.
    Photo(PathBuf),
    /// A command.
    Command(Command),
}

/// The photos in a folder, without those of films.
pub(super) fn photos(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = journal::read(folder.join(JOURNAL))?;
    let photos = entries.into_iter().filter_map(|entry| match entry {
        Entry::Photo(photo) => Some(folder.join(photo)),
        _ => None,
    });
    Ok(photos.filter(|photo| photo.is_file()).collect())
}

/// The name of the journal in its folder.
const JOURNAL: &str = "game.journal";

impl Kept {
    /// Opens a folder, or creates one; returns the inputs in it.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Journal`].
    pub(super) fn open(folder: &Path) -> Result<(Self, Vec<Given>), Error> {
        let photos = folder.join("photos");
        fs::create_dir_all(&photos).map_err(|error| Error::io(&photos, error))?;
        let path = folder.join(JOURNAL);
        let entries = match path.exists() {
            true => journal::read(&path)?,
            false => Vec::new(),
        };
        let given = entries.into_iter().filter_map(|entry| match entry {
            Entry::Photo(photo) => Some(Given::Photo(folder.join(photo))),
            Entry::Answer(text) => Command::parse(text.as_bytes()).ok().map(Given::Command),
            Entry::Game(_) | Entry::Record(_) => None,
        });
        let given = given.collect();
        let journal = Journal::open(&path)?;
        let folder = folder.to_owned();
        Ok((Self { folder, journal }, given))
    }

    /// Stores a photo with its time in seconds since 1970; returns its path.
    pub(super) fn photo(&mut self, jpeg: &[u8], seconds: f64) -> Result<PathBuf, Error> {
        let name = Path::new("photos").join(format!("{seconds:014.3}.jpg"));
        let path = self.folder.join(&name);
        fs::write(&path, jpeg).map_err(|error| Error::io(&path, error))?;
        self.journal.write(&Entry::Photo(name))?;
        Ok(path)
    }

    /// Notes a photo that is stored elsewhere.
    pub(super) fn photo_elsewhere(&mut self, path: &Path) -> Result<(), Error> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.journal.write(&Entry::Photo(path))
    }

    /// Notes a command.
    pub(super) fn command(&mut self, command: &Command) -> Result<(), Error> {
        let text = serde_json::to_string(command).unwrap_or_default();
        self.journal.write(&Entry::Answer(text))
    }

    /// The records as they were written last, in order.
    pub(super) fn records(&self) -> Vec<String> {
        let numbered = (1..).map_while(|number| {
            let named = Kind::ALL.map(|kind| self.file(number, kind.extension()));
            named.iter().find_map(|path| fs::read_to_string(path).ok())
        });
        numbered.collect()
    }

    fn file(&self, number: usize, extension: &str) -> PathBuf {
        self.folder.join(format!("game-{number}.{extension}"))
    }

    /// Writes a record completely or not at all.
    pub(super) fn record(&self, number: usize, extension: &str, text: &str) -> Result<(), Error> {
        let path = self.file(number, extension);
        let beside = path.with_extension("new");
        fs::write(&beside, text)
            .and_then(|()| fs::rename(&beside, &path))
            .map_err(|error| Error::io(&path, error))
    }
}
