//! A folder that is watched for new photos.

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime};

use image::RgbImage;
use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::Error;
use crate::source::photos::sequence::by_name;
use crate::source::photos::{self, Limits, Order, PhotoFault};

/// A folder that a camera, a phone or a program fills with photos.
///
/// New photos are returned in the order of their names, each when its file is complete: a file that cannot be opened is
/// tried again until it has not changed for two seconds.
///
/// ```no_run
/// use std::time::Duration;
/// use kibitzer::source::Folder;
/// use kibitzer::{Photo, Recorder, RecorderOptions, photos, go};
///
/// let options = RecorderOptions { lag: Some(20), ..RecorderOptions::default() };
/// let mut recorder = Recorder::new(go::Options::default(), options)?;
/// let mut folder = Folder::open("photos", photos::Limits::default())?;
/// while let Some(taken) = folder.next(Duration::from_secs(600))? {
///     let events = match taken.image {
///         Ok(image) => recorder.push(Photo { name: taken.path, image })?,
///         Err(error) => recorder.skip(&taken.path, error),
///     };
///     for event in events {
///         println!("{event}");
///     }
/// }
/// # Ok::<(), kibitzer::Error>(())
/// ```
pub struct Folder {
    path: PathBuf,
    limits: Limits,
    /// All photos found so far.
    known: HashSet<PathBuf>,
    /// Those of them that have not been returned yet.
    next: VecDeque<PathBuf>,
    /// The last photo that was opened, and when it was written.
    opened: Option<(PathBuf, SystemTime)>,
    /// When the folder was listed last.
    listed: Option<Instant>,
    /// Notifications of new files, if the system has them.
    changes: Option<(RecommendedWatcher, Receiver<()>)>,
}

/// A photo of a folder.
#[derive(Debug)]
pub struct Taken {
    /// The file of the photo.
    pub path: PathBuf,
    /// The pixels, or why the photo cannot be opened.
    pub image: Result<RgbImage, Error>,
}

/// A file that has not changed for this time is complete.
const WHOLE: Duration = Duration::from_secs(2);
/// Time after which the folder is listed again without a notification.
const OFTEN: Duration = Duration::from_millis(500);

impl Folder {
    /// Opens a folder. Photos that are already in it come first.
    ///
    /// # Errors
    /// [`Error::NoSuchInput`] if there is no such folder.
    pub fn open(path: impl AsRef<Path>, limits: Limits) -> Result<Self, Error> {
        let path = path.as_ref().to_owned();
        if !path.is_dir() {
            return Err(Error::NoSuchInput { input: path });
        }
        let (tell, changes) = channel();
        let told = move |event: notify::Result<notify::Event>| {
            // Listing the folder opens it, which is an event, too.
            let changed = event.is_ok_and(|event| match event.kind {
                EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
                _ => true,
            });
            if changed {
                // An error says that the folder is no longer watched.
                let _ = tell.send(());
            }
        };
        let watcher = notify::recommended_watcher(told).and_then(|mut watcher| {
            watcher.watch(&path, RecursiveMode::NonRecursive)?;
            Ok(watcher)
        });
        Ok(Self {
            path,
            limits,
            known: HashSet::new(),
            next: VecDeque::new(),
            opened: None,
            listed: None,
            changes: watcher.ok().map(|watcher| (watcher, changes)),
        })
    }

    /// Leaves out a photo, for example one that was used before.
    pub fn pass_over(&mut self, path: &Path) {
        self.known.insert(path.to_owned());
        self.next.retain(|next| next != path);
    }

    /// Waits for the next photo, at most this time; `None` if there is none by then.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder can no longer be read.
    pub fn next(&mut self, wait: Duration) -> Result<Option<Taken>, Error> {
        let begin = Instant::now();
        loop {
            if self.next.is_empty() {
                self.look()?;
            }
            if let Some(path) = self.overwritten() {
                let image = Err(Error::photo(&path, PhotoFault::Overwritten));
                return Ok(Some(Taken { path, image }));
            }
            if let Some(path) = self.next.pop_front() {
                let time = written(&path);
                let image = photos::open(&path, &self.limits);
                if image.is_ok() || is_old(&path) {
                    self.opened = time.map(|time| (path.clone(), time));
                    return Ok(Some(Taken { path, image }));
                }
                self.next.push_front(path);
            }
            let left = wait.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Ok(None);
            }
            self.sleep(left.min(OFTEN));
        }
    }

    /// The last photo that was opened, if its file has been written again since. Said once. What comes right after the
    /// photo, such as setting the file's time, does not count.
    fn overwritten(&mut self) -> Option<PathBuf> {
        let is_later = |now, then| now >= then + WHOLE;
        let opened = self
            .opened
            .take_if(|(path, then)| written(path).is_some_and(|now| is_later(now, *then)));
        opened.map(|(path, _)| path)
    }

    /// Number of photos that are there and have not been returned yet. Those of the last half second may be missing.
    pub fn waiting(&mut self) -> usize {
        if self.listed.is_none_or(|listed| listed.elapsed() >= OFTEN) {
            // The next photo fails then, too.
            let _ = self.look();
        }
        self.next.len()
    }

    /// Finds new photos, in the order of their names.
    fn look(&mut self) -> Result<(), Error> {
        self.listed = Some(Instant::now());
        let list = match photos::collect(&[&self.path], Order::Name) {
            Err(Error::NoPhotos { .. } | Error::Photo { .. }) => return Ok(()),
            list => list?,
        };
        let waiting = self.next.len();
        let new = list.paths.into_iter();
        self.next
            .extend(new.filter(|path| self.known.insert(path.clone())));
        // A new photo may come before one that waits.
        if (1..self.next.len()).contains(&waiting) {
            self.next.make_contiguous().sort_by(|a, b| by_name(a, b));
        }
        Ok(())
    }

    fn sleep(&self, time: Duration) {
        match &self.changes {
            Some((_, changes)) => {
                // Both a notification and the end of the time mean: list the folder.
                let _ = changes.recv_timeout(time);
                while changes.try_recv().is_ok() {}
            }
            None => std::thread::sleep(time),
        }
    }
}

/// When a file was written last, if it is there.
fn written(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|file| file.modified()).ok()
}

/// Whether a file has not changed for so long that it is complete.
fn is_old(path: &Path) -> bool {
    let age = |time| SystemTime::now().duration_since(time).unwrap_or_default();
    written(path).is_none_or(|time| age(time) >= WHOLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photo(path: &Path) {
        RgbImage::new(8, 8).save(path).unwrap();
    }

    #[test]
    fn photos_are_given_once_in_order_as_they_come() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        photo(&at("p10.png"));
        photo(&at("p9.png"));
        std::fs::write(at("notes.txt"), "no photo").unwrap();
        let mut photos = Folder::open(folder.path(), Limits::default()).unwrap();
        let mut next = |wait: u64| {
            let taken = photos.next(Duration::from_millis(wait)).unwrap();
            taken.map(|taken| taken.path)
        };
        assert_eq!(next(0), Some(at("p9.png")));
        assert_eq!(next(0), Some(at("p10.png")));
        assert_eq!(next(10), None);
        let late = at("p11.png");
        let come = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            photo(&late);
        });
        assert_eq!(next(10_000), Some(at("p11.png")));
        come.join().unwrap();
    }

    #[test]
    fn a_new_photo_may_come_before_one_that_waits() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mut photos = Folder::open(folder.path(), Limits::default()).unwrap();
        for name in ["p11.png", "p10.png", "p9.png"] {
            photo(&at(name));
            photos.look().unwrap();
        }
        for name in ["p9.png", "p10.png", "p11.png"] {
            let taken = photos.next(Duration::ZERO).unwrap();
            assert_eq!(taken.map(|taken| taken.path), Some(at(name)));
        }
    }

    #[test]
    fn a_photo_that_is_overwritten_is_said_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("camera.png");
        let write = |seconds: u64| {
            photo(&path);
            let file = std::fs::File::open(&path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
                .unwrap();
        };
        write(1_000_000);
        let mut photos = Folder::open(folder.path(), Limits::default()).unwrap();
        let mut next = || {
            photos
                .next(Duration::ZERO)
                .unwrap()
                .map(|taken| taken.image)
        };
        assert!(next().unwrap().is_ok());
        write(1_000_001);
        assert!(next().is_none());
        write(1_000_060);
        let error = next().unwrap().unwrap_err();
        assert!(error.to_string().contains("was written again"), "{error}");
        write(1_000_120);
        assert!(next().is_none());
    }

    #[test]
    fn a_photo_is_waited_for_until_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.png");
        photo(&path);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        let mut photos = Folder::open(folder.path(), Limits::default()).unwrap();
        assert!(photos.next(Duration::ZERO).unwrap().is_none());
        std::fs::write(&path, &bytes).unwrap();
        let taken = photos.next(Duration::from_secs(10)).unwrap().unwrap();
        assert!(taken.image.is_ok());
    }

    /// Listing the folder must not wake up the one who lists it.
    #[test]
    fn a_folder_without_new_photos_is_seldom_listed() {
        let folder = tempfile::tempdir().unwrap();
        photo(&folder.path().join("p.png"));
        let mut photos = Folder::open(folder.path(), Limits::default()).unwrap();
        assert!(photos.next(Duration::ZERO).unwrap().is_some());
        let mut listed = 0;
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(1) {
            photos.look().unwrap();
            photos.sleep(Duration::from_millis(200));
            listed += 1;
        }
        assert!(listed <= 6, "{listed}");
    }

    #[test]
    fn no_folder_is_said() {
        let opened = Folder::open("no such folder", Limits::default());
        assert!(matches!(opened.err(), Some(Error::NoSuchInput { .. })));
    }
}
