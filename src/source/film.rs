//! The photos of a film.
//!
//! A photo of a film is named by its time, as a media fragment (W3C, Media Fragments URI 1.0): `game.mp4#t=12.400`.
//! Films are opened by the programs `ffprobe` and `ffmpeg`.

use std::path::{Path, PathBuf};

use game_record::Date;
use image::RgbImage;

use super::ffmpeg::{self, Pictures};
use super::limits::Limits;
use super::photos::fault::PhotoFault;
use crate::Error;

/// Default number of photos a second of film.
pub const RATE: f64 = 5.0;

/// File name endings of films.
const ENDINGS: [&str; 18] = [
    "3gp", "asf", "avi", "flv", "m2ts", "m4v", "mjpeg", "mkv", "mov", "mp4", "mpeg", "mpg", "mts",
    "ogv", "ts", "webm", "wmv", "y4m",
];

/// Whether the name of a file is that of a film: `.mp4`, `.mov`, `.mkv`, `.webm`, `.avi` and others, in any case.
#[must_use]
pub fn is_film(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    ENDINGS.contains(&ending.to_ascii_lowercase().as_str())
}

/// A photo of a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) film: PathBuf,
    /// Time since the film began.
    pub(crate) milliseconds: u64,
}

impl Moment {
    /// The moment that a path names: `game.mp4#t=12.400`, or the first one of `game.mp4`.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let (film, time) = match name.rsplit_once("#t=") {
            Some((film, time)) => (path.with_file_name(film), time),
            None => (path.to_owned(), "0"),
        };
        let seconds: f64 = time.parse().ok()?;
        let named = is_film(&film) && (0.0..1e9).contains(&seconds);
        named.then(|| Self {
            film,
            milliseconds: (seconds * 1000.0).round() as u64,
        })
    }

    /// The name of the photo.
    fn path(&self) -> PathBuf {
        let mut name = self.film.clone().into_os_string();
        let (seconds, thousandths) = (self.milliseconds / 1000, self.milliseconds % 1000);
        name.push(format!("#t={seconds}.{thousandths:03}"));
        name.into()
    }

    /// Opens the photo, upright.
    pub(crate) fn open(&self, limits: &Limits) -> Result<RgbImage, Error> {
        let mut pictures = Pictures::of_file(&self.film, self.milliseconds, None, *limits)?;
        match pictures.next() {
            Some(picture) => picture.map_err(|error| error.in_film(&self.path())),
            None => Err(Error::photo(&self.path(), PhotoFault::FilmEnded)),
        }
    }
}

/// The names of the photos of a film, at most `rate` a second; and what is wrong with the film if only a part of it can
/// be used. No picture of the film is used twice.
///
/// # Errors
/// [`Error::Program`] without `ffprobe`; [`Error::Photo`] for a file that is no film, or a broken one.
pub(crate) fn moments(film: &Path, rate: f64) -> Result<(Vec<PathBuf>, Option<String>), Error> {
    let (times, fault) = ffmpeg::times(film)?;
    let mut last = f64::NEG_INFINITY;
    let taken = times.into_iter().filter(|time| {
        let due = *time >= last + 1.0 / rate - 0.001;
        if due {
            last = *time;
        }
        due
    });
    let paths = taken.map(|time| {
        let film = film.to_owned();
        let milliseconds = (time.max(0.0) * 1000.0).round() as u64;
        Moment { film, milliseconds }.path()
    });
    Ok((paths.collect(), fault))
}

/// The day on which a film was made, if the file has it.
pub(crate) fn date_made(film: &Path) -> Option<Date> {
    let date: Date = ffmpeg::creation_time(film)?.get(..10)?.parse().ok()?;
    date.day().is_some().then_some(date)
}

/// Opens the photos of a film one after the other, in one pass.
pub(crate) struct Running {
    pictures: Pictures,
    /// The moment opened last; before that, the first one.
    last: Moment,
}

impl Running {
    /// Begins at the first of these moments of one film; `None` if they are not in order of time.
    ///
    /// `ffmpeg` chooses pictures by their distance. With the shortest distance of two of these moments it chooses
    /// exactly these.
    pub(crate) fn start(moments: &[Moment], limits: Limits) -> Result<Option<Self>, Error> {
        let gaps = moments.windows(2);
        let gaps = gaps.map(|pair| pair[1].milliseconds.saturating_sub(pair[0].milliseconds));
        let Some(gap) = gaps.min().filter(|gap| *gap > 0) else {
            return Ok(None);
        };
        let first = &moments[0];
        let pictures = Pictures::of_file(&first.film, first.milliseconds, Some(gap), limits)?;
        let last = first.clone();
        Ok(Some(Self { pictures, last }))
    }

    /// Opens the next photo, that of this moment.
    pub(crate) fn next(&mut self, moment: Moment, path: &Path) -> Result<RgbImage, Error> {
        self.last = moment;
        match self.pictures.next() {
            Some(picture) => picture.map_err(|error| error.in_film(path)),
            None => Err(Error::photo(path, PhotoFault::FilmEnded)),
        }
    }

    /// Whether this moment comes after the one opened last, in the same film.
    pub(crate) fn leads_to(&self, moment: &Moment) -> bool {
        self.last.film == moment.film && self.last.milliseconds < moment.milliseconds
    }
}

/// The photos of a camera, or of any other stream that `ffmpeg` opens.
#[cfg(feature = "live")]
pub struct Stream {
    name: PathBuf,
    pictures: Pictures,
}

#[cfg(feature = "live")]
impl Stream {
    /// Opens a camera such as `/dev/video0`, or an address such as `rtsp://…`; takes at most `rate` photos a second.
    ///
    /// # Errors
    /// [`Error::Program`] without `ffmpeg`. If the camera does not answer, the first photo is an error.
    pub fn open(name: &str, rate: f64, limits: Limits) -> Result<Self, Error> {
        let pictures = Pictures::of_device(name, rate, limits)?;
        let name = name.into();
        Ok(Self { name, pictures })
    }

    /// The next photo, which is waited for; none after the last one.
    ///
    /// # Errors
    /// [`Error::Photo`] with why there is none.
    pub fn photo(&mut self) -> Option<Result<RgbImage, Error>> {
        let next = self.pictures.next()?;
        Some(next.map_err(|error| error.in_film(&self.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_the_name_it_is_found_by() {
        let path = Path::new("my games/a#b.MP4#t=12.400");
        let moment = Moment::of(path).unwrap();
        assert_eq!(moment.film, Path::new("my games/a#b.MP4"));
        assert_eq!(moment.milliseconds, 12_400);
        assert_eq!(moment.path(), path);
        assert_eq!(Moment::of(Path::new("a.mkv")).unwrap().milliseconds, 0);
        for none in [
            "a.jpg",
            "a.jpg#t=1",
            "a.mp4#t=",
            "a.mp4#t=-1",
            "a.mp4#t=NaN",
            "a.mp4#t=1e99",
        ] {
            assert_eq!(Moment::of(Path::new(none)), None, "{none}");
        }
    }
}
