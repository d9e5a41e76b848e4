//! Photos opened in a thread of their own, ahead of their use.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::thread;

use image::RgbImage;

use super::{Limits, Reader};
use crate::Error;

/// Most opened photos that wait: the next one is ready even if the last took long.
const AHEAD: usize = 2;

/// Opens photos one after the other in another thread, and passes each to `take`, in this thread and in their order,
/// while the next ones are opened. Ends when `take` breaks, with its value.
///
/// At most four photos are in memory: two wait, one is being opened, one is in use. Without threads, each is opened
/// when it is needed.
pub(crate) fn read_ahead<'a, T>(
    paths: &'a [PathBuf],
    limits: Limits,
    mut take: impl FnMut(&'a Path, Result<RgbImage, Error>) -> ControlFlow<T>,
) -> Option<T> {
    let mut take = |(path, photo)| take(path, photo).break_value();
    thread::scope(|scope| {
        let (opened, photos) = sync_channel(AHEAD);
        let open = move || {
            // Fails when nobody takes photos any more.
            let _ = Reader::new(paths, limits).try_for_each(|photo| opened.send(photo));
        };
        match thread::Builder::new().spawn_scoped(scope, open) {
            Ok(_) => photos.into_iter().find_map(take),
            Err(_) => Reader::new(paths, limits).find_map(&mut take),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Photos in a folder, one of which is none.
    fn folder(photos: usize) -> (tempfile::TempDir, Vec<PathBuf>) {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = (0..photos)
            .map(|i| folder.path().join(format!("{i}.jpg")))
            .collect();
        for (i, path) in paths.iter().enumerate() {
            let photo = RgbImage::from_pixel(16, 16, image::Rgb([20 * i as u8; 3]));
            photo.save(path).unwrap();
        }
        std::fs::write(&paths[1], "no photo").unwrap();
        (folder, paths)
    }

    #[test]
    fn photos_come_in_order_as_a_reader_opens_them() {
        let (_folder, paths) = folder(9);
        let mut came = Vec::new();
        let ended = read_ahead(&paths, Limits::default(), |path, photo| {
            came.push((path.to_owned(), photo.ok()));
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(ended, None);
        let expected = Reader::new(&paths, Limits::default());
        let expected: Vec<_> = expected
            .map(|(path, photo)| (path.to_owned(), photo.ok()))
            .collect();
        assert_eq!(came, expected);
        assert!(came[1].1.is_none() && came[8].1.is_some());
    }

    #[test]
    fn whoever_has_enough_photos_ends_the_reading() {
        let (_folder, paths) = folder(9);
        let mut came = 0;
        let ended = read_ahead(&paths, Limits::default(), |_, _| {
            came += 1;
            match came {
                3 => ControlFlow::Break("enough"),
                _ => ControlFlow::Continue(()),
            }
        });
        assert_eq!((ended, came), (Some("enough"), 3));
    }
}
