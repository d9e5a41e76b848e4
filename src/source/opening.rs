//! Opens files that a user names, which may be anything.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Most bytes of a file of games, positions, patterns or settings. A larger one would exhaust memory.
pub const MOST: u64 = 1 << 30;

/// Checks that a path is a file of at most `most` bytes. A pipe might never send anything, and a device might never
/// end.
///
/// # Errors
/// The error of the system; [`ErrorKind::InvalidInput`] for a folder, a pipe, a device or a larger file.
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

/// Opens a file of at most `most` bytes.
///
/// # Errors
/// As [`check`], and the error of the system.
pub fn open(path: &Path, most: u64) -> io::Result<File> {
    check(path, most)?;
    File::open(path)
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// As [`open`].
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, most)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
