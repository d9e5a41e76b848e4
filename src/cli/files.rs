//! Reading and writing files; every error names its file.

use std::ffi::OsStr;
use std::fs;
use std::io::{Cursor, ErrorKind, Write};
use std::path::{Path, PathBuf};

use go_rules::record::Record;
use image::ImageFormat;
use patterns::replace::replace;

use super::values::Existing;
use crate::cli::error::Error;
use crate::cli::output;
use crate::photos::{self, Order};
use crate::{Chosen, opening};

/// File names of the pictures of `locate --debug`.
pub(super) const STEPS: [&str; 4] = [
    "1-edges.png",
    "2-lines.png",
    "3-grid.png",
    "4-rectified.png",
];

pub(super) fn io(path: &Path, source: std::io::Error) -> Error {
    Error::from(crate::Error::Io {
        path: path.to_owned(),
        source,
    })
}

/// Writes a file atomically. A device such as `/dev/stdout` is written to directly.
pub(super) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Error> {
    let done = match is_device(path) {
        true => fs::write(path, text),
        false => replace(path, |file| file.write_all(text.as_ref())),
    };
    done.map_err(|e| io(path, e))
}

/// Whether the path is a device, pipe or the like, which keeps nothing.
pub(super) fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The path to write to: the given one, or if a file exists that must be kept, one with a number, which is reported.
pub(super) fn vacant(path: &Path, existing: Existing) -> PathBuf {
    if existing.force || !path.is_file() {
        return path.to_owned();
    }
    let Some(vacant) = other_names(path).find(|other| !other.exists()) else {
        return path.to_owned();
    };
    output::note(format_args!(
        "{} exists: the new file is {}; --force replaces it",
        path.display(),
        vacant.display()
    ));
    vacant
}

/// Whether a path is the numbered name of another one.
pub(super) fn is_numbered(path: &Path, of: &Path) -> bool {
    other_names(of).any(|other| other == path)
}

/// The numbered names of a file: `game (2).sgf`, `game (3).sgf`, …
fn other_names(path: &Path) -> impl Iterator<Item = PathBuf> {
    let (stem, extension) = parts(path);
    let numbered = move |number| path.with_file_name(format!("{stem} ({number}){extension}"));
    (2..=u16::MAX).map(numbered)
}

pub(super) fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = opening::read(path, opening::MOST).map_err(|e| io(path, e))?;
    String::from_utf8(bytes).map_err(|e| io(path, std::io::Error::new(ErrorKind::InvalidData, e)))
}

pub(super) fn make_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|e| io(path, e))
}

/// Rejects a folder with photos for rendering, because the photos of two games would be mixed.
pub(super) fn check_no_photos(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() && photos::collect(&[folder], Order::Given).is_ok() {
        return Err(Error::Use {
            path: folder.to_owned(),
            reason: "there are photos in this folder; choose another folder or remove them",
        });
    }
    Ok(())
}

pub(super) fn save_picture(path: &Path, picture: &image::RgbImage) -> Result<(), Error> {
    let failed = |e: image::ImageError| Error::Picture {
        path: path.to_owned(),
        reason: e.to_string(),
    };
    let format = ImageFormat::from_path(path).map_err(failed)?;
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).map_err(failed)?;
    write(path, bytes.into_inner())
}

/// Writes the picture of a step of `locate --debug`.
pub(super) fn save_step(
    folder: &Path,
    step: usize,
    existing: Existing,
    picture: &image::RgbImage,
) -> Result<(), Error> {
    save_picture(&vacant(&folder.join(STEPS[step]), existing), picture)
}

/// The game with this number; without a number, the first one, with a note if the file has several.
pub(super) fn chosen<R>(
    path: &Path,
    number: Option<usize>,
    choose: impl FnOnce(&Path, usize) -> Result<Chosen<R>, crate::Error>,
) -> Result<R, Error> {
    let Chosen { record, games } = choose(path, number.unwrap_or(1))?;
    if games > 1 && number.is_none() {
        let path = path.display();
        output::note(format_args!(
            "{path}: the first of {games} games is taken; --game-number names another"
        ));
    }
    Ok(record)
}

/// Warns of values in a record of Go that do not follow the standard.
pub(super) fn warn_of_misread(path: &Path, record: &Record) {
    for text in &record.info.misread {
        output::warn(format_args!("{}: {text}", path.display()));
    }
}

/// A numbered file name: `game.sgf` → `game-2.sgf`, with a word before the number.
pub(super) fn numbered(path: &Path, word: &str, number: usize) -> PathBuf {
    let (stem, extension) = parts(path);
    path.with_file_name(format!("{stem}-{word}{number}{extension}"))
}

/// The name of a file without its extension, and the extension with its dot.
fn parts(path: &Path) -> (String, String) {
    let stem = path.file_stem().unwrap_or_default();
    let dotted = |extension: &OsStr| format!(".{}", extension.to_string_lossy());
    let extension = path.extension().map(dotted);
    (
        stem.to_string_lossy().into_owned(),
        extension.unwrap_or_default(),
    )
}

/// Writes a drawing in the format of the file name: `.svg` or `.png`.
pub(super) fn save_drawing(path: &Path, svg: &str) -> Result<(), Error> {
    let failed = |reason: String| Error::Picture {
        path: path.to_owned(),
        reason,
    };
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match ending.to_lowercase().as_str() {
        "svg" => write(path, svg),
        #[cfg(feature = "png")]
        "png" => {
            let pixels = go_territory::png_of(svg, 2.0).map_err(|e| failed(e.to_string()))?;
            write(path, pixels)
        }
        #[cfg(not(feature = "png"))]
        "png" => Err(failed(
            "drawings as PNG need the feature `png`: cargo install --path . --features png"
                .to_owned(),
        )),
        _ => Err(failed("the name must end in .svg or .png".to_owned())),
    }
}
