//! Reading and writing files, with their names in every error.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use kibitzer::photos::{self, Order};
use kibitzer::{Chosen, Error, opening};

/// The pictures of every step of `locate --debug`.
pub(super) const STEPS: [&str; 4] = [
    "1-edges.png",
    "2-lines.png",
    "3-grid.png",
    "4-rectified.png",
];

pub(super) fn io(path: &Path, source: std::io::Error) -> Error {
    Error::Io {
        path: path.to_owned(),
        source,
    }
}

pub(super) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Error> {
    fs::write(path, text).map_err(|e| io(path, e))
}

pub(super) fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = opening::read(path, opening::MOST).map_err(|e| io(path, e))?;
    String::from_utf8(bytes).map_err(|e| io(path, std::io::Error::new(ErrorKind::InvalidData, e)))
}

pub(super) fn make_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|e| io(path, e))
}

/// Refuses to render into a folder that holds photos: nobody could tell two games apart there.
pub(super) fn check_no_photos(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() && photos::collect(&[folder], Order::Given).is_ok() {
        return Err(Error::Use {
            path: folder.to_owned(),
            reason: "there are photos in this folder; choose another folder or take them away",
        });
    }
    Ok(())
}

pub(super) fn save_picture(path: &Path, picture: &image::RgbImage) -> Result<(), Error> {
    picture.save(path).map_err(|e| Error::Photo {
        path: path.to_owned(),
        reason: e.to_string(),
    })
}

/// The game that was asked for; where that was left open and the file has several, says which one is taken.
pub(super) fn chosen<R>(
    path: &Path,
    number: Option<usize>,
    choose: impl FnOnce(&Path, usize) -> Result<Chosen<R>, Error>,
) -> Result<R, Error> {
    let Chosen { record, games } = choose(path, number.unwrap_or(1))?;
    if games > 1 && number.is_none() {
        let path = path.display();
        eprintln!("note: {path}: the first of {games} games is taken; --game-number names another");
    }
    Ok(record)
}

/// `game.sgf` → `game-2.sgf`, with a word before the number.
pub(super) fn numbered(path: &Path, word: &str, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{word}{number}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{word}{number}"),
    };
    path.with_file_name(name)
}

/// Writes a drawing as the name asks: `.svg` or `.png`.
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
