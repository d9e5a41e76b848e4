use std::path::{Path, PathBuf};

/// What can go wrong between photos and a record. Every variant names the file or the place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A folder or file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A given folder, pattern or file matches nothing.
    #[error("{}: no such file or folder, and no photo matches it as a pattern", input.display())]
    NoSuchInput {
        /// As given.
        input: PathBuf,
    },
    /// There are no photos in the places given.
    #[error("no photos (.jpg, .jpeg, .png) in {inputs:?}; {ignored} other files there")]
    NoPhotos {
        /// The places given.
        inputs: Vec<PathBuf>,
        /// How many other files were found there.
        ignored: usize,
    },
    /// A photo has no time in its EXIF data, but the order asks for it.
    #[error("{}: no time in its EXIF data; use the order by name", path.display())]
    NoTime {
        /// The photo.
        path: PathBuf,
    },
    /// A photo cannot be opened.
    #[error("{}: {reason}", path.display())]
    Photo {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl Error {
    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            source,
        }
    }
}
