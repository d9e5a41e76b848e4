//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// So many links are followed one after another, as on Linux.
const MAX_LINKS: usize = 40;

/// Writes a file beside `path`, under a name that nothing has, and puts it in its place when `write` has done: there
/// is always a whole one, the old or the new. What a symbolic link names is replaced, not the link; permissions
/// stay.
///
/// # Errors
/// When `write` fails, or `path` is a folder or a device; then nothing is left behind.
pub fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let before = match fs::metadata(path) {
        Ok(before) if before.is_dir() => {
            let text = "it is a folder; a file is to be written";
            return Err(io::Error::new(ErrorKind::IsADirectory, text).into());
        }
        Ok(before) if !before.is_file() => {
            let text = "it is a device or a pipe; a file is to be written";
            return Err(io::Error::new(ErrorKind::InvalidInput, text).into());
        }
        Ok(before) => Some(before),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let path = followed(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let folder = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".part");
    // A file as any other program would make it: others may read it, if the user's mask lets them.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The name that was tried tells the user nothing.
    let mut part = { builder.tempfile_in(folder) }.map_err(|error| match error.kind() {
        ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, "there is no such folder"),
        kind => kind.into(),
    })?;
    write(part.as_file_mut())?;
    part.as_file().sync_all()?;
    if let Some(before) = before {
        part.as_file().set_permissions(before.permissions())?;
    }
    part.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// Where a path leads that may be a symbolic link, also one to what is not there yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}
