//! The photos of a game: which files, in which order, and how one is opened safely.

use std::fs;
use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};

use image::{DynamicImage, ImageDecoder, ImageReader, RgbImage};

use crate::damage::{self, Damage};
use crate::{Error, opening};

/// In which order photos follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By file name, numbers by value: `photo9` before `photo10`.
    #[default]
    Name,
    /// By the time the camera wrote into the photo (EXIF `DateTimeOriginal` and its fraction of a
    /// second); photos without one are an error. Equal times fall back to the name.
    ExifTime,
    /// As given.
    Given,
}

/// Limits that keep a hostile or broken file from exhausting memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most pixels a photo may have. Default 150 million.
    pub pixels: u64,
    /// Most bytes a photo file may have. Default 200 MiB.
    pub file_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pixels: 150_000_000,
            file_bytes: 200 << 20,
        }
    }
}

/// The photos found, and what was passed over.
#[derive(Clone, Debug, Default)]
pub struct PhotoList {
    /// Photo files in order of time.
    pub paths: Vec<PathBuf>,
    /// Files in the given folders that are no photos.
    pub ignored: Vec<PathBuf>,
}

/// File name endings that are opened as photos.
const ENDINGS: [&str; 3] = ["jpg", "jpeg", "png"];

/// Gathers photos from folders, glob patterns and files.
///
/// Files named outright are taken whatever they are called; from folders and patterns only
/// `.jpg`, `.jpeg` and `.png` files, the rest is listed as ignored.
///
/// # Errors
/// [`Error::NoSuchInput`] for an input that matches nothing, [`Error::NoPhotos`] when nothing is
/// left, [`Error::NoTime`] when the order asks for a time a photo does not have.
pub fn collect(inputs: &[impl AsRef<Path>], order: Order) -> Result<PhotoList, Error> {
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
        } else {
            let before = list.paths.len();
            let pattern = input.to_string_lossy();
            let matches = glob::glob(&pattern).map_err(|_| Error::NoSuchInput {
                input: input.to_owned(),
            })?;
            for path in matches.flatten().filter(|p| p.is_file()) {
                list.sort_in(path);
            }
            if list.paths.len() == before {
                return Err(Error::NoSuchInput {
                    input: input.to_owned(),
                });
            }
        }
    }
    if list.paths.is_empty() {
        let inputs = inputs.iter().map(|i| i.as_ref().to_owned()).collect();
        return Err(Error::NoPhotos {
            inputs,
            ignored: list.ignored.len(),
        });
    }
    match order {
        Order::Given => {}
        Order::Name => list.paths.sort_by(|a, b| by_name(a, b)),
        Order::ExifTime => {
            let mut timed = Vec::with_capacity(list.paths.len());
            for path in list.paths {
                let time = exif_time(&path).ok_or_else(|| Error::NoTime { path: path.clone() })?;
                timed.push((time, path));
            }
            timed.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| by_name(&a.1, &b.1)));
            list.paths = timed.into_iter().map(|(_, path)| path).collect();
        }
    }
    Ok(list)
}

/// Checks corners that somebody gave by hand, in pixels of a photo of this size. They may lie a tenth of it outside, where
/// the edge cuts a board off.
///
/// # Errors
/// [`Error::Corner`] for the first one that is farther outside.
pub fn check_corners(corners: &[[f64; 2]; 4], photo: (u32, u32)) -> Result<(), Error> {
    /// Of the photo's width and height.
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

/// Whether a file is a photo by its name: `.jpg`, `.jpeg` or `.png` in any case.
#[must_use]
pub fn is_photo(path: &Path) -> bool {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    ending.is_some_and(|e| ENDINGS.contains(&e.as_str()))
}

impl PhotoList {
    fn sort_in(&mut self, path: PathBuf) {
        if is_photo(&path) {
            self.paths.push(path);
        } else {
            self.ignored.push(path);
        }
    }
}

fn by_name(a: &Path, b: &Path) -> std::cmp::Ordering {
    natord::compare(&a.to_string_lossy(), &b.to_string_lossy())
}

/// Sortable time from EXIF: `2024:05:01 12:00:03` followed by the fraction of a second.
fn exif_time(path: &Path) -> Option<String> {
    let file = fs::File::open(path).ok()?;
    let exif = exif::Reader::new()
        .read_from_container(&mut BufReader::new(file))
        .ok()?;
    let text = |tag| match &exif.get_field(tag, exif::In::PRIMARY)?.value {
        exif::Value::Ascii(parts) => parts
            .first()
            .map(|p| String::from_utf8_lossy(p).trim().to_owned()),
        _ => None,
    };
    let time = text(exif::Tag::DateTimeOriginal).or_else(|| text(exif::Tag::DateTime))?;
    // "7" is 0.7 s and "07" is 0.07 s: as text behind the seconds they sort rightly.
    let fraction = text(exif::Tag::SubSecTimeOriginal).unwrap_or_default();
    Some(format!("{time}.{fraction}"))
}

/// Opens a photo: JPEG or PNG by content, whatever its name says, turned upright by its EXIF
/// orientation.
///
/// # Errors
/// [`Error::Photo`] with the file and what is wrong: unreadable, no file, empty, truncated, damaged, too large, not
/// a photo.
pub fn open(path: &Path, limits: &Limits) -> Result<RgbImage, Error> {
    match open_anyway(path, limits)? {
        (photo, None) => Ok(photo),
        (_, Some(damage)) => Err(Error::Photo {
            path: path.to_owned(),
            reason: damage.to_string(),
        }),
    }
}

/// As [`open`], but what can be seen of a damaged JPEG is opened, too, and what is wrong with it told.
///
/// # Errors
/// [`Error::Photo`].
pub fn open_anyway(path: &Path, limits: &Limits) -> Result<(RgbImage, Option<Damage>), Error> {
    let fail = |reason: String| Error::Photo {
        path: path.to_owned(),
        reason,
    };
    let bytes = opening::read(path, limits.file_bytes).map_err(|e| fail(e.to_string()))?;
    if bytes.is_empty() {
        return Err(fail("the file is empty".to_owned()));
    }
    let damage = match image::guess_format(&bytes) {
        Ok(image::ImageFormat::Jpeg) => damage::find(&bytes),
        _ => None,
    };
    if damage == Some(Damage::Cut) {
        return Err(fail(Damage::Cut.to_string()));
    }
    Ok((decode(&bytes, limits).map_err(fail)?, damage))
}

fn decode(bytes: &[u8], limits: &Limits) -> Result<RgbImage, String> {
    let text = |e: image::ImageError| e.to_string();
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|e| e.to_string())?;
    let mut decoder = reader.into_decoder().map_err(text)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > limits.pixels {
        return Err(format!(
            "{width} × {height} pixels are more than the limit of {}",
            limits.pixels
        ));
    }
    let orientation = decoder.orientation().map_err(text)?;
    let mut photo = DynamicImage::from_decoder(decoder).map_err(text)?;
    photo.apply_orientation(orientation);
    Ok(photo.into_rgb8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageEncoder, Rgb};

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
        assert!(decode(&jpeg(64, 64), &few).unwrap_err().contains("64 × 64"));
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
