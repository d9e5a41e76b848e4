//! Why a photo cannot be opened.

use std::fmt;

use serde::Serialize;

use crate::source::damage::Damage;

/// The format of photos that phones of one maker take.
pub(super) const HEIC: &str = "HEIC";

/// Why a photo cannot be opened.
///
/// Serialized, `fault` is the name of the variant in snake case, beside its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PhotoFault {
    /// The file cannot be read.
    Unreadable {
        /// What the system says.
        error: String,
    },
    /// The file is empty.
    Empty,
    /// Another photo was written into the file of one that was read.
    Overwritten,
    /// The file is no photo.
    NoPhoto,
    /// The photo is in a format that is not opened, or needs a program that is not installed.
    UnsupportedFormat {
        /// The name of the format.
        format: &'static str,
    },
    /// The photo is damaged.
    Damaged {
        /// What is wrong with it.
        damage: Damage,
    },
    /// The photo has more pixels than [`Limits::pixels`](super::Limits::pixels).
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Most pixels.
        limit: u64,
    },
    /// There is too little memory for the photo.
    Memory {
        /// Its pixels.
        pixels: u64,
        /// Bytes needed.
        bytes: u64,
    },
    /// The photo cannot be decoded.
    Undecodable {
        /// What the decoder says.
        error: String,
    },
    /// A film that cannot be used.
    NoFilm {
        /// What `ffmpeg` says.
        error: String,
    },
    /// The film ends before this photo.
    FilmEnded,
}

impl fmt::Display for PhotoFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { error } | Self::Undecodable { error } => f.write_str(error),
            Self::NoFilm { error } => write!(f, "the film cannot be used: {error}"),
            Self::FilmEnded => {
                f.write_str("the film ends before it: it is damaged, or was cut off")
            }
            Self::Empty => f.write_str("the file is empty"),
            Self::Overwritten => f.write_str(
                "the file was written again after it was read: what it shows now is not used, every photo needs a \
                 file of its own",
            ),
            Self::NoPhoto => {
                f.write_str("it is not a photo (JPEG, PNG, WebP, TIFF, BMP, GIF or HEIC)")
            }
            Self::UnsupportedFormat { format } => f.write_str(&advice(format)),
            Self::Damaged { damage } => damage.fmt(f),
            Self::TooLarge {
                width,
                height,
                limit,
            } => {
                write!(
                    f,
                    "{width} × {height} pixels are more than the limit of {limit}"
                )
            }
            Self::Memory { pixels, bytes } => write!(
                f,
                "too little memory for its {pixels} pixels: {} MB are needed",
                bytes / 1_000_000
            ),
        }
    }
}

impl From<Damage> for PhotoFault {
    fn from(damage: Damage) -> Self {
        Self::Damaged { damage }
    }
}

impl From<image::ImageError> for PhotoFault {
    fn from(error: image::ImageError) -> Self {
        let error = error.to_string();
        Self::Undecodable { error }
    }
}

impl From<std::io::Error> for PhotoFault {
    fn from(error: std::io::Error) -> Self {
        let error = error.to_string();
        Self::Unreadable { error }
    }
}

/// What to do with photos of a format.
pub(super) fn advice(format: &str) -> String {
    match format {
        HEIC if cfg!(feature = "codecs") => {
            "HEIC needs the program heif-convert (Debian: apt install \
             libheif-examples, macOS: brew install libheif); or set the phone to take JPEG"
                .to_owned()
        }
        _ => format!(
            "{format} is not supported; convert it to JPEG (any program that shows it can save it as one)"
        ),
    }
}
