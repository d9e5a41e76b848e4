//! A journal of all input of a recorder. If the program is killed, another one resumes from it.
//!
//! It has a line of JSON for every photo and every answer, written before the recorder takes it. Of photos, it has only
//! the paths.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::source::opening;

/// An input of a recorder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Entry {
    /// The game; the first entry.
    Game(String),
    /// The file of the record.
    Record(PathBuf),
    /// A photo.
    Photo(PathBuf),
    /// An answer, as the person typed it.
    Answer(String),
}

/// An open journal, for adding entries.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a journal, or creates one. Nobody else can open it until it is dropped (on Windows, this is not checked).
    ///
    /// # Errors
    /// [`Error::Io`], also if somebody else has opened it.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref().to_owned();
        let file = append_to(&path).map_err(|error| Error::io(&path, error))?;
        Ok(Self { path, file })
    }

    /// Adds an entry, and writes it to the disk before returning.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&mut self, entry: &Entry) -> Result<(), Error> {
        let line = serde_json::to_vec(entry).map_err(std::io::Error::from);
        let written = line.and_then(|mut line| {
            line.push(b'\n');
            self.file.write_all(&line)?;
            self.file.sync_data()
        });
        written.map_err(|error| Error::io(&self.path, error))
    }
}

/// Opens a file to add lines. Removes an incomplete last line, which the next line would become a part of.
fn append_to(path: &Path) -> std::io::Result<File> {
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)?;
    // Windows would not let this program read what it has locked. Some file systems have no locks.
    if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        let why = "another kibitzer writes to it";
        return Err(std::io::Error::new(ErrorKind::WouldBlock, why));
    }
    let mut reader = BufReader::new(&file);
    let (mut whole, mut line) = (0, Vec::new());
    while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        whole += line.len() as u64;
        line.clear();
    }
    file.set_len(whole)?;
    (&file).seek(SeekFrom::End(0))?;
    Ok(file)
}

/// Reads the entries of a journal. An incomplete last line, of a killed program, is left out.
///
/// # Errors
/// [`Error::Io`]; [`Error::Journal`] with the number of a line that is not an entry.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<Entry>, Error> {
    /// Most bytes of a line.
    const LONGEST: u64 = 1 << 20;
    let path = path.as_ref();
    let io = |error| Error::io(path, error);
    opening::check(path, opening::MOST).map_err(io)?;
    let mut reader = BufReader::new(File::open(path).map_err(io)?);
    let mut entries = Vec::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut limited = std::io::Read::take(&mut reader, LONGEST);
        if limited.read_until(b'\n', &mut line).map_err(io)? == 0 {
            return Ok(entries);
        }
        match serde_json::from_slice(&line) {
            Ok(entry) => entries.push(entry),
            Err(_) if !line.ends_with(b"\n") && (line.len() as u64) < LONGEST => {
                return Ok(entries);
            }
            Err(error) => {
                return Err(Error::Journal {
                    path: path.to_owned(),
                    line: entries.len() + 1,
                    reason: error.to_string(),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_but_for_a_line_that_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.journal");
        let entries = [
            Entry::Game("chess".to_owned()),
            Entry::Record(PathBuf::from("game.pgn")),
            Entry::Photo(PathBuf::from("p 1.jpg")),
            Entry::Answer("1. e4".to_owned()),
        ];
        for entry in &entries {
            Journal::open(&path).unwrap().write(entry).unwrap();
        }
        assert_eq!(read(&path).unwrap(), entries);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 3]).unwrap();
        assert_eq!(read(&path).unwrap(), entries[..3]);
        // Who goes on with it does not write into the line that was cut off.
        Journal::open(&path).unwrap().write(&entries[3]).unwrap();
        assert_eq!(read(&path).unwrap(), entries);
        let journal = Journal::open(&path).unwrap();
        let error = Journal::open(&path).unwrap_err().to_string();
        assert!(error.contains("another kibitzer writes to it"), "{error}");
        drop(journal);
        std::fs::write(&path, "{\"photo\":\"a\"}\nnonsense\n").unwrap();
        assert!(matches!(read(&path), Err(Error::Journal { line: 2, .. })));
    }
}
