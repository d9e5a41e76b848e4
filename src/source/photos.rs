//! The photos of a game: which files, in which order, and how one is opened safely.

mod ahead;
pub(in crate::source) mod fault;
mod formats;
#[cfg(feature = "codecs")]
mod heic;
mod reader;
pub(crate) mod sequence;

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use game_record::Date;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageReader, RgbImage};

pub use super::film::{RATE, is_film};
pub use super::limits::Limits;
pub(crate) use ahead::read_ahead;
pub use fault::PhotoFault;
pub use formats::is_photo;
pub use reader::Reader;

use crate::Error;
use crate::source::damage::{self, Damage};
use crate::source::film::{self, Moment};
use crate::source::opening;

/// The order of the photos of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By file name as [`Order::Name`], unless the times of all photos contradict it, or the camera's numbers begin
    /// again at 0; [`PhotoList::note`] then says so.
    #[default]
    Auto,
    /// By file name, numbers by value: `photo9` before `photo10`, and `photo` before `photo (1)`.
    Name,
    /// By the time in the photo (EXIF `DateTimeOriginal` with its fraction of a second), and by name if times are
    /// equal. A photo without a time is an error.
    ExifTime,
    /// As given.
    Given,
}

/// The photos found, and the files that were ignored.
#[derive(Clone, Debug, Default)]
pub struct PhotoList {
    /// Photo files in order of time.
    pub paths: Vec<PathBuf>,
    /// Files in the given folders that are not photos.
    pub ignored: Vec<PathBuf>,
    /// A note for the user about the order of the photos and about damaged films.
    pub note: Option<String>,
}

/// Collects photos from folders, glob patterns and files; of films, [`RATE`] photos a second.
///
/// A file that is named itself is used whatever its name. Of folders, only files with names of photos ([`is_photo`])
/// are used, HEIC only if its program is installed; of patterns also [films](is_film). The other files are
/// [ignored](PhotoList::ignored). A photo of a film is named by its time in seconds, `game.mp4#t=12.400`; [`open`]
/// opens it.
///
/// # Errors
/// [`Error::NoSuchInput`] for an input that matches nothing, [`Error::NoPhotos`] if there are no photos,
/// [`Error::NoTime`] if the order is by time and a photo has none. For films [`Error::Photo`] if one cannot be used,
/// and [`Error::Program`] without the program `ffprobe`.
pub fn collect(inputs: &[impl AsRef<Path>], order: Order) -> Result<PhotoList, Error> {
    collect_at(inputs, order, RATE)
}

/// As [`collect`], with at most `rate` photos a second of films.
///
/// # Errors
/// As [`collect`].
pub fn collect_at(
    inputs: &[impl AsRef<Path>],
    order: Order,
    rate: f64,
) -> Result<PhotoList, Error> {
    let mut list = collect_files(inputs, order)?;
    let mut paths = Vec::with_capacity(list.paths.len());
    for path in std::mem::take(&mut list.paths) {
        if !is_film(&path) {
            paths.push(path);
            continue;
        }
        let (moments, fault) = film::moments(&path, rate)?;
        if let Some(fault) = fault {
            let damaged = format!("{}: the film is damaged: {fault}", path.display());
            list.note = Some(match list.note {
                Some(note) => format!("{note}; {damaged}"),
                None => damaged,
            });
        }
        paths.extend(moments);
    }
    list.paths = paths;
    Ok(list)
}

/// As [`collect`], with a film as a single file.
///
/// # Errors
/// As [`collect`].
pub fn collect_files(inputs: &[impl AsRef<Path>], order: Order) -> Result<PhotoList, Error> {
    let mut list = PhotoList::default();
    for input in inputs {
        let input = input.as_ref();
        if input.is_dir() {
            let entries = fs::read_dir(input).map_err(|e| Error::io(input, e))?;
            let mut paths = Vec::new();
            for entry in entries {
                paths.push(entry.map_err(|e| Error::io(input, e))?.path());
            }
            paths.sort();
            for path in paths.into_iter().filter(|p| p.is_file()) {
                list.sort_in(path);
            }
        } else if input.exists() {
            opening::check(input, u64::MAX).map_err(|e| Error::io(input, e))?;
            list.paths.push(input.to_owned());
        } else if Moment::of(input).is_some_and(|moment| moment.film.is_file()) {
            list.paths.push(input.to_owned());
        } else {
            let before = list.paths.len() + list.ignored.len();
            let pattern = input.to_string_lossy();
            let matches = glob::glob(&pattern).map_err(|_| Error::NoSuchInput {
                input: input.to_owned(),
            })?;
            for path in matches.flatten().filter(|p| p.is_file()) {
                match is_film(&path) {
                    true => list.paths.push(path),
                    false => list.sort_in(path),
                }
            }
            if list.paths.len() + list.ignored.len() == before {
                return Err(Error::NoSuchInput {
                    input: input.to_owned(),
                });
            }
        }
    }
    if list.paths.is_empty() {
        if let Some((path, format)) = list.other() {
            let reason = PhotoFault::UnsupportedFormat { format };
            return Err(Error::Photo { path, reason });
        }
        let inputs = inputs.iter().map(|i| i.as_ref().to_owned()).collect();
        return Err(Error::NoPhotos {
            inputs,
            ignored: list.ignored.len(),
        });
    }
    match order {
        Order::Given => {}
        Order::Auto => list.note = sequence::by_what_they_say(&mut list.paths),
        Order::Name => list.paths.sort_by(|a, b| sequence::by_name(a, b)),
        Order::ExifTime => list.paths = sequence::by_time(list.paths)?,
    }
    Ok(list)
}

/// Checks the corners of a board that a user gave, in pixels of a photo of this size. The edge of the photo may cut the
/// board, so they may lie outside by a tenth of its width and height.
///
/// # Errors
/// [`Error::Corner`] for the first corner that is farther outside.
pub fn check_corners(corners: &[[f64; 2]; 4], photo: (u32, u32)) -> Result<(), Error> {
    /// Share of the photo's width and height.
    const BESIDE: f64 = 0.1;
    let within = |at: f64, length: u32| {
        let length = f64::from(length);
        (-BESIDE * length..=(1.0 + BESIDE) * length).contains(&at)
    };
    let outside = |c: &&[f64; 2]| !(within(c[0], photo.0) && within(c[1], photo.1));
    match corners.iter().find(outside) {
        Some(&[x, y]) => Err(Error::Corner {
            path: None,
            x,
            y,
            photo,
        }),
        None => Ok(()),
    }
}

impl PhotoList {
    /// The first photo that was ignored because of its format, and the name of the format.
    fn other(&self) -> Option<(PathBuf, &'static str)> {
        let mut others = self.ignored.iter();
        others.find_map(|path| Some((path.clone(), formats::other(path)?)))
    }

    /// What the user can do about photos that were ignored because of their format; `None` if there are none.
    #[must_use]
    pub fn advice(&self) -> Option<String> {
        let (path, format) = self.other()?;
        Some(format!("{}: {}", path.display(), fault::advice(format)))
    }

    fn sort_in(&mut self, path: PathBuf) {
        if formats::is_openable(&path) {
            self.paths.push(path);
        } else {
            self.ignored.push(path);
        }
    }
}

/// The day on which a photo was taken, from the time in it (EXIF `DateTimeOriginal`, else `DateTime`); of a film, the
/// day in the file.
#[must_use]
pub fn date_taken(path: &Path) -> Option<Date> {
    if let Some(moment) = Moment::of(path) {
        return film::date_made(&moment.film);
    }
    day_of(&sequence::exif_time(path)?)
}

/// The day of an EXIF time such as `2024:05:01 12:00:03`; cameras whose clock is not set write zeros.
fn day_of(time: &str) -> Option<Date> {
    let day: Date = time.get(..10)?.replace(':', "-").parse().ok()?;
    day.day().is_some().then_some(day)
}

/// The time of a photo of a film, in seconds from the start of the film; `None` for other photos.
#[must_use]
pub fn film_seconds(path: &Path) -> Option<f64> {
    let moment = Moment::of(path)?;
    Some(moment.milliseconds as f64 / 1000.0)
}

/// Opens a photo: JPEG, and with the feature `codecs` PNG, WebP, TIFF, BMP, GIF (the first picture) or, with the program
/// `heif-convert`, HEIC. The format is recognised by the content, not by the name; the photo is turned upright by its
/// EXIF orientation. The path `game.mp4#t=12.400` is a photo of a [film](is_film); `game.mp4` is its first one.
///
/// # Errors
/// [`Error::Photo`] with the file and what is wrong: unreadable, no file, empty, truncated, damaged, too large, not
/// a photo. For films [`Error::Program`] without the program `ffmpeg`.
pub fn open(path: &Path, limits: &Limits) -> Result<RgbImage, Error> {
    undamaged(path, open_anyway(path, limits)?)
}

/// As [`open`], but also opens a damaged JPEG as far as it can be decoded; returns the damage.
///
/// # Errors
/// [`Error::Photo`].
pub fn open_anyway(path: &Path, limits: &Limits) -> Result<(RgbImage, Option<Damage>), Error> {
    if let Some(moment) = Moment::of(path) {
        return Ok((moment.open(limits)?, None));
    }
    decode_file(path, &read(path, limits)?, limits)
}

/// Reads the file of a photo.
fn read(path: &Path, limits: &Limits) -> Result<Vec<u8>, Error> {
    opening::read(path, limits.file_bytes).map_err(|error| Error::photo(path, error.into()))
}

/// Decodes the file of a photo, as far as it can be decoded; returns its damage.
fn decode_file(
    path: &Path,
    bytes: &[u8],
    limits: &Limits,
) -> Result<(RgbImage, Option<Damage>), Error> {
    if bytes.is_empty() {
        return Err(Error::photo(path, PhotoFault::Empty));
    }
    #[cfg(feature = "codecs")]
    if formats::is_heic(bytes) {
        let photo = heic::open(path, bytes, limits).map_err(|fault| Error::photo(path, fault))?;
        return Ok((photo, None));
    }
    let format = image::guess_format(bytes).ok();
    if !format.is_some_and(formats::is_known) {
        return Err(Error::photo(path, formats::refusal(path, bytes)));
    }
    let damage = match format {
        Some(image::ImageFormat::Jpeg) => damage::find(bytes),
        _ => None,
    };
    if damage == Some(Damage::Cut) {
        return Err(Error::photo(path, Damage::Cut.into()));
    }
    let photo = decode(bytes, limits).map_err(|fault| Error::photo(path, fault))?;
    Ok((photo, damage))
}

/// A photo, or the error that it is damaged.
fn undamaged(path: &Path, (photo, damage): (RgbImage, Option<Damage>)) -> Result<RgbImage, Error> {
    match damage {
        None => Ok(photo),
        Some(damage) => Err(Error::photo(path, damage.into())),
    }
}

/// Decodes a photo in memory, and turns it upright.
pub(crate) fn decode(bytes: &[u8], limits: &Limits) -> Result<RgbImage, PhotoFault> {
    let (mut photo, orientation) = decode_stored(bytes, limits)?;
    photo.apply_orientation(orientation);
    Ok(photo.into_rgb8())
}

/// Decodes a photo as it is stored; returns how it is to be turned.
fn decode_stored(bytes: &[u8], limits: &Limits) -> Result<(DynamicImage, Orientation), PhotoFault> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    check_pixels(width, height, limits)?;
    check_memory(
        decoder.total_bytes(),
        limits.pixels.min(u64::from(width) * u64::from(height)),
    )?;
    let orientation = decoder.orientation()?;
    Ok((DynamicImage::from_decoder(decoder)?, orientation))
}

/// Checks that a photo has no more pixels than the limit.
fn check_pixels(width: u32, height: u32, limits: &Limits) -> Result<(), PhotoFault> {
    let limit = limits.pixels;
    match u64::from(width) * u64::from(height) <= limit {
        true => Ok(()),
        false => Err(PhotoFault::TooLarge {
            width,
            height,
            limit,
        }),
    }
}

/// Checks that there is enough memory for a decoded photo and two copies as RGB, before and after turning it upright.
/// If an allocation failed later, in a library, the program would abort.
fn check_memory(stored: u64, pixels: u64) -> Result<(), PhotoFault> {
    let bytes = stored.saturating_add(6 * pixels);
    let mut room = Vec::<u8>::new();
    let there = usize::try_from(bytes).is_ok_and(|bytes| room.try_reserve_exact(bytes).is_ok());
    match there {
        true => Ok(()),
        false => Err(PhotoFault::Memory { pixels, bytes }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageEncoder, Rgb};

    #[test]
    fn a_camera_whose_clock_is_not_set_tells_no_day() {
        let day = |time| day_of(time).map(|day| day.to_string());
        assert_eq!(day("2024:05:01 12:00:03.25").as_deref(), Some("2024-05-01"));
        assert_eq!(day("0000:00:00 00:00:00."), None);
        assert_eq!(day("    :  :     :  :  ."), None);
        assert_eq!(day("2024:05"), None);
    }

    fn jpeg(width: u32, height: u32) -> Vec<u8> {
        let photo = RgbImage::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, 90]));
        let mut bytes = Vec::new();
        image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 90)
            .write_image(
                photo.as_raw(),
                width,
                height,
                image::ExtendedColorType::Rgb8,
            )
            .unwrap();
        bytes
    }

    /// A minimal EXIF block with one entry: orientation (tag 0x0112).
    fn with_orientation(jpeg: &[u8], orientation: u8) -> Vec<u8> {
        let mut tiff = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        tiff.extend([orientation, 0, 0, 0, 0, 0, 0]);
        let mut bytes = vec![0xFF, 0xD8, 0xFF, 0xE1];
        bytes.extend((tiff.len() as u16 + 2).to_be_bytes());
        bytes.extend(tiff);
        bytes.extend(&jpeg[2..]);
        bytes
    }

    #[test]
    fn exif_orientation_is_applied() {
        let plain = decode(&jpeg(64, 32), &Limits::default()).unwrap();
        let turned = decode(&with_orientation(&jpeg(64, 32), 6), &Limits::default()).unwrap();
        assert_eq!(plain.dimensions(), (64, 32));
        assert_eq!(turned.dimensions(), (32, 64));
        // Orientation 6: the stored picture is to be turned a quarter clockwise.
        let (a, b) = (plain.get_pixel(3, 30), turned.get_pixel(1, 3));
        assert!(
            a.0.iter().zip(b.0).all(|(x, y)| x.abs_diff(y) <= 2),
            "{a:?} {b:?}"
        );
    }

    #[test]
    fn limits_hold() {
        let few = Limits {
            pixels: 1000,
            ..Limits::default()
        };
        let too_large = PhotoFault::TooLarge {
            width: 64,
            height: 64,
            limit: 1000,
        };
        assert_eq!(decode(&jpeg(64, 64), &few).unwrap_err(), too_large);
    }

    #[test]
    fn folders_are_read_in_natural_order_and_other_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["p10.jpg", "p9.JPG", "notes.txt", "p1.png"] {
            fs::write(folder.path().join(name), b"x").unwrap();
        }
        let list = collect(&[folder.path()], Order::Name).unwrap();
        let names: Vec<_> = list
            .paths
            .iter()
            .map(|p| p.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["p1.png", "p9.JPG", "p10.jpg"]);
        assert_eq!(list.ignored.len(), 1);
        let pattern = folder.path().join("p?.*");
        assert_eq!(collect(&[pattern], Order::Name).unwrap().paths.len(), 2);
        let none = folder.path().join("*.gif");
        assert!(matches!(
            collect(&[none], Order::Name),
            Err(Error::NoSuchInput { .. })
        ));
        assert!(matches!(
            collect(&[folder.path()], Order::ExifTime),
            Err(Error::NoTime { .. })
        ));
    }

    #[test]
    fn corners_lie_in_the_photo_or_nearly() {
        let checked = |corner: [f64; 2]| {
            let corners = [[0.0, 0.0], [199.0, 0.0], corner, [0.0, 99.0]];
            check_corners(&corners, (200, 100)).map_err(|e| e.to_string())
        };
        for corner in [[199.0, 99.0], [215.0, 105.0], [-15.0, -5.0]] {
            assert_eq!(checked(corner), Ok(()));
        }
        let error = checked([230.0, 99.0]).unwrap_err();
        assert!(
            error.contains("230,99") && error.contains("200 × 100"),
            "{error}"
        );
        for corner in [[100.0, 5000.0], [-30.0, 50.0], [f64::NAN, 0.0]] {
            assert!(checked(corner).is_err());
        }
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_an_error_or_a_photo(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
            let mut jpeg = vec![0xFF, 0xD8, 0xFF];
            jpeg.extend(bytes);
            let _ = decode(&jpeg, &Limits::default());
            let _ = damage::find(&jpeg);
        }
    }
}
