//! Opening files that somebody named, which may be anything.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Most bytes that a file of games, positions, patterns or settings may have: larger ones are no such files, and would
/// exhaust the memory.
pub const MOST: u64 = 1 << 30;

/// Checks that a file can be read to its end: a pipe may be waited for for ever, a device may never end, and more
/// bytes than these are no file of this kind.
///
/// # Errors
/// What the system says, or what it is instead.
pub fn check(path: &Path, most: u64) -> io::Result<()> {
    let wrong = |what: String| Err(io::Error::new(ErrorKind::InvalidInput, what));
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return wrong("it is a folder, not a file".to_owned());
    }
    if !found.is_file() {
        return wrong("it is a pipe or a device, not a file".to_owned());
    }
    if found.len() > most {
        return wrong(format!("larger than the limit of {most} bytes"));
    }
    Ok(())
}

/// Opens a file that can be read to its end.
///
/// # Errors
/// As [`check`]; what the system says.
pub fn open(path: &Path, most: u64) -> io::Result<File> {
    check(path, most)?;
    File::open(path)
}

/// Reads a file that can be read to its end.
///
/// # Errors
/// As [`open`].
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, most)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
