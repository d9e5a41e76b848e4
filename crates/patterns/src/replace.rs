//! Atomic replacement of files.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// Most symbolic links followed in a chain, as on Linux.
const MAX_LINKS: usize = 40;

/// Writes a temporary file next to `path` and, when `write` has finished, replaces `path` by it, so that `path` is
/// always complete, old or new. If `path` is a symbolic link, its target is replaced; permissions are kept.
///
/// # Errors
/// If `write` fails, or `path` is a folder or a device; no temporary file is left then.
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
    // Permissions of a normal new file: readable by others if the user's umask allows it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The name of the temporary file is meaningless to the user.
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

/// The target of a path that may be a symbolic link, even to a file that does not exist yet.
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
