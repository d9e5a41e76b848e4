//! Writing rendered photos.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::Error;

/// Writes `count` photos, in parallel, as `photo_0001.jpg` … into a folder, which is created if necessary.
///
/// # Errors
/// [`Error::OtherPhotos`] if the folder has photos with higher numbers, which would be read as the end of the game.
pub(super) fn write(
    folder: &Path,
    count: usize,
    progress: impl Fn(usize, usize) -> ControlFlow<()> + Sync,
    jpeg: impl Fn(usize) -> Vec<u8> + Sync,
) -> Result<Vec<PathBuf>, Error> {
    std::fs::create_dir_all(folder).map_err(|e| crate::Error::io(folder, e))?;
    let name = |i: usize| format!("photo_{:04}.jpg", i + 1);
    let next = folder.join(name(count));
    if next.exists() {
        return Err(Error::OtherPhotos { path: next });
    }
    let done = AtomicUsize::new(0);
    let write_one = |i| {
        let path = folder.join(name(i));
        std::fs::write(&path, jpeg(i)).map_err(|e| crate::Error::io(&path, e))?;
        let done = 1 + done.fetch_add(1, Ordering::Relaxed);
        if progress(done, count).is_break() {
            return Err(crate::Error::Cancelled.into());
        }
        Ok(path)
    };
    (0..count).into_par_iter().map(write_one).collect()
}
