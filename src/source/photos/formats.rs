//! The formats that photos come in: those that are opened, and what to do about those that are not.

use std::path::Path;

use image::ImageFormat;

use super::fault::{HEIC, PhotoFault};

/// File name endings that are opened as photos.
const ENDINGS: [&str; 8] = ["jpg", "jpeg", "png", "webp", "tif", "tiff", "bmp", "gif"];

/// File name endings of other photos, with the name of their format. Of these, only HEIC is opened, by a program.
const OTHERS: [(&str, &str); 16] = [
    ("heic", HEIC),
    ("heif", HEIC),
    ("hif", HEIC),
    ("avif", "AVIF"),
    ("jxl", "JPEG XL"),
    ("jp2", "JPEG 2000"),
    ("psd", "Photoshop"),
    ("dng", RAW),
    ("cr2", RAW),
    ("cr3", RAW),
    ("nef", RAW),
    ("arw", RAW),
    ("raf", RAW),
    ("rw2", RAW),
    ("orf", RAW),
    ("svg", "SVG"),
];
const RAW: &str = "raw camera data";

fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

/// Whether a file is a photo by its name: `.jpg`, `.jpeg`, `.png`, `.webp`, `.tif`, `.tiff`, `.bmp`, `.gif`, `.heic`,
/// `.heif` or `.hif` in any case.
#[must_use]
pub fn is_photo(path: &Path) -> bool {
    ENDINGS.contains(&ending(path).as_str()) || other(path) == Some(HEIC)
}

/// Whether a photo, by its name, is in a format that can be opened here.
pub(super) fn is_openable(path: &Path) -> bool {
    #[cfg(feature = "codecs")]
    let heic = super::heic::is_available;
    #[cfg(not(feature = "codecs"))]
    let heic = || false;
    is_photo(path) && (other(path) != Some(HEIC) || heic())
}

/// Whether the content of a file is that of a HEIC photo.
#[cfg(feature = "codecs")]
pub(super) fn is_heic(bytes: &[u8]) -> bool {
    by_content(bytes) == Some(HEIC)
}

/// The format of another photo, by its name.
pub(super) fn other(path: &Path) -> Option<&'static str> {
    let ending = ending(path);
    OTHERS
        .iter()
        .find(|other| other.0 == ending)
        .map(|other| other.1)
}

/// Formats that need the feature `codecs`.
const CODECS: [(ImageFormat, &str); 5] = [
    (ImageFormat::Bmp, "BMP"),
    (ImageFormat::Gif, "GIF"),
    (ImageFormat::Png, "PNG"),
    (ImageFormat::Tiff, "TIFF"),
    (ImageFormat::WebP, "WebP"),
];

/// The name of a format that needs the feature `codecs`.
fn of_codec(format: ImageFormat) -> Option<&'static str> {
    let mut codecs = CODECS.iter();
    codecs.find(|codec| codec.0 == format).map(|codec| codec.1)
}

/// What a file is that is none of the formats that are opened.
pub(super) fn refusal(path: &Path, bytes: &[u8]) -> PhotoFault {
    let codec = image::guess_format(bytes).ok().and_then(of_codec);
    match codec.or_else(|| by_content(bytes)).or_else(|| other(path)) {
        Some(format) => PhotoFault::UnsupportedFormat { format },
        None => PhotoFault::NoPhoto,
    }
}

/// Containers of the ISO base media file format name their brand behind `ftyp` (ISO/IEC 14496-12).
fn by_content(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => match brand.get(..4)? {
            b"avif" | b"avis" => Some("AVIF"),
            b"heic" | b"heix" | b"heim" | b"heis" | b"mif1" | b"msf1" => Some(HEIC),
            _ => Some("film"),
        },
        [0xFF, 0x0A, ..] | [0, 0, 0, 0x0C, b'J', b'X', b'L', ..] => Some("JPEG XL"),
        _ => None,
    }
}

/// Whether photos of a format are opened.
pub(super) fn is_known(format: ImageFormat) -> bool {
    format == ImageFormat::Jpeg || cfg!(feature = "codecs") && of_codec(format).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::fault::advice;
    use super::*;

    #[test]
    fn a_format_is_told_by_content_and_else_by_name() {
        let said = |name: &str, bytes: &[u8]| refusal(Path::new(name), bytes);
        let of = |format| PhotoFault::UnsupportedFormat { format };
        assert_eq!(said("a.jpg", b"\0\0\0\x18ftypheic\0\0"), of(HEIC));
        assert_eq!(said("a.DNG", b"?"), of(RAW));
        assert_eq!(said("a.jpg", b"\0\0\0\x18ftypisom"), of("film"));
        assert_eq!(said("a.jpg", b"notes"), PhotoFault::NoPhoto);
        assert!(advice(RAW).starts_with("raw camera data is not supported; convert it"));
        for photo in ["a.WebP", "a.jpg", "a.HEIC"] {
            assert!(is_photo(Path::new(photo)), "{photo}");
        }
        assert!(!is_photo(Path::new("a.dng")) && !is_openable(Path::new("a.dng")));
    }
}
