//! Saving learned patterns to a file.

use std::io::{self, Write};
use std::path::Path;

use crate::PatternTree;
use crate::replace::replace;

impl<T> PatternTree<T> {
    /// Writes the bytes of [`freeze`](PatternTree::freeze) to a file. They are written beside `path` first, under a
    /// name of their own, and then put in its place, so that there is always a whole file, the old or the new. Of a
    /// symbolic link, the file it names is replaced.
    ///
    /// # Errors
    /// When the file cannot be written, or `path` is no file.
    ///
    /// # Panics
    /// As [`freeze`](PatternTree::freeze) does.
    pub fn save(&self, path: &Path, encode: impl FnMut(&T, &mut Vec<u8>)) -> io::Result<()> {
        let bytes = self.freeze(encode);
        replace(path, |file| file.write_all(&bytes))
    }
}
