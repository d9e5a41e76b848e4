//! Saves learnt patterns to a file.

use std::io::{self, Write};
use std::path::Path;

use crate::PatternTree;
use crate::replace::replace;

impl<T> PatternTree<T> {
    /// Writes the bytes of [`freeze`](PatternTree::freeze) to a file, atomically: first to a temporary file next to
    /// `path`, which then replaces it. If `path` is a symbolic link, its target is replaced.
    ///
    /// # Errors
    /// If the file cannot be written, or `path` is not a file.
    ///
    /// # Panics
    /// As [`freeze`](PatternTree::freeze).
    pub fn save(&self, path: &Path, encode: impl FnMut(&T, &mut Vec<u8>)) -> io::Result<()> {
        let bytes = self.freeze(encode);
        replace(path, |file| file.write_all(&bytes))
    }
}
