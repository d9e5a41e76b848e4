//! Sources of photos for an observer, besides a browser: a folder, a film, a camera.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::inbox::{Frame, Picture};
use super::observer::Observer;
use super::time::{now, written};
use crate::Error;
use crate::source::photos::{self, Limits, Reader};
use crate::source::{Folder, Stream};

/// A source of photos.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Camera {
    /// A folder that fills with photos. All of them are used.
    Folder(PathBuf),
    /// A film, with the number of photos to use of each second. It is followed as fast as possible.
    Film(PathBuf, f64),
    /// A camera or a stream that `ffmpeg` opens, such as `/dev/video0` or `rtsp://…`, with the most photos to use a
    /// second. If they arrive too fast, only the newest ones are used.
    Device(String, f64),
}

impl Camera {
    /// The source with this name: a folder, a film, or an address that `ffmpeg` opens.
    ///
    /// # Errors
    /// [`Error::NoSuchInput`] if there is no such file, [`Error::NoSource`] if it is no film.
    pub fn named(name: &str, rate: f64) -> Result<Self, Error> {
        let path = PathBuf::from(name);
        let is_address = name.contains("://") || name.starts_with("/dev/");
        match (path.is_dir(), path.is_file()) {
            (true, _) => Ok(Self::Folder(path)),
            (_, true) if photos::is_film(&path) => Ok(Self::Film(path, rate)),
            (_, true) => Err(Error::NoSource { input: path }),
            _ if is_address => Ok(Self::Device(name.to_owned(), rate)),
            _ => Err(Error::NoSuchInput { input: path }),
        }
    }
}

/// Gives the photos of a source to an observer until the observer is closed or the film ends. `known` photos, which the
/// observer has from its journal, are left out. If a camera disconnects, waits until it is back.
///
/// # Errors
/// The error of a folder or a film that cannot be used; [`Error::Program`] without `ffmpeg`.
pub fn watch(camera: &Camera, observer: &Observer, known: &[PathBuf]) -> Result<(), Error> {
    match camera {
        Camera::Folder(path) => folder(path, observer, known),
        Camera::Film(path, rate) => {
            let list = photos::collect_at(&[path], photos::Order::Given, *rate)?;
            let mut paths = list.paths;
            paths.retain(|path| !is_known(path, known));
            let mut left = paths.len();
            for (path, image) in Reader::new(&paths, Limits::default()) {
                if observer.is_closed() {
                    break;
                }
                let seconds = photos::film_seconds(path).unwrap_or_default();
                let picture = Picture::File(path.to_owned(), image);
                left -= 1;
                observer.give_before(Frame { seconds, picture }, left);
            }
            observer.none_follows();
            observer.settle();
            observer.film_over();
            Ok(())
        }
        Camera::Device(name, rate) => device(name, *rate, observer),
    }
}

/// Whether a photo is in a journal, which has absolute paths.
fn is_known(path: &Path, known: &[PathBuf]) -> bool {
    std::path::absolute(path).is_ok_and(|path| known.contains(&path))
}

fn folder(path: &Path, observer: &Observer, known: &[PathBuf]) -> Result<(), Error> {
    /// Time between two checks whether the observer is closed.
    const OFTEN: Duration = Duration::from_millis(500);
    let mut folder = Folder::open(path, Limits::default())?;
    while !observer.is_closed() {
        match folder.next(OFTEN) {
            Ok(Some(taken)) if is_known(&taken.path, known) => {}
            Ok(Some(taken)) => {
                observer.camera_fault(None);
                let frame = Frame {
                    seconds: written(&taken.path).unwrap_or_else(now),
                    picture: Picture::File(taken.path, taken.image),
                };
                observer.give_before(frame, folder.waiting());
            }
            Ok(None) => {
                observer.camera_fault(None);
                observer.none_follows();
            }
            // A disk that is plugged in again has its folder again.
            Err(error) => {
                observer.none_follows();
                observer.camera_fault(Some(format!("{error}; waiting for it")));
                std::thread::sleep(OFTEN);
            }
        }
    }
    Ok(())
}

fn device(name: &str, rate: f64, observer: &Observer) -> Result<(), Error> {
    /// Time between two attempts to reach a disconnected camera.
    const AGAIN: Duration = Duration::from_secs(2);
    let mut last_fault = String::new();
    while !observer.is_closed() {
        let mut stream = Stream::open(name, rate, Limits::default())?;
        while let Some(picture) = stream.photo() {
            match picture {
                Ok(pixels) => {
                    observer.camera_fault(None);
                    let picture = Picture::Pixels(pixels);
                    observer.offer(Frame {
                        seconds: now(),
                        picture,
                    });
                }
                Err(error) => last_fault = error.to_string(),
            }
            if observer.is_closed() {
                return Ok(());
            }
        }
        let fault = match last_fault.is_empty() {
            true => "it has ended".to_owned(),
            false => std::mem::take(&mut last_fault),
        };
        observer.camera_fault(Some(format!("{fault}; waiting for it")));
        let gone = Instant::now();
        while gone.elapsed() < AGAIN && !observer.is_closed() {
            std::thread::sleep(AGAIN / 10);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_film_is_no_source() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, "1. e4").unwrap();
            Camera::named(&path.to_string_lossy(), 5.0)
        };
        assert!(matches!(of("game.MP4"), Ok(Camera::Film(..))));
        assert!(matches!(of("game.pgn"), Err(Error::NoSource { .. })));
        assert!(matches!(of("a.jpg"), Err(Error::NoSource { .. })));
    }
}
