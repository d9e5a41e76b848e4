//! HEIC, the format of many phones. The program `heif-convert` of libheif opens it.

use std::io::ErrorKind;
use std::path::{Path, absolute};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use image::RgbImage;

use super::fault::{HEIC, PhotoFault};
use super::{Limits, decode_stored};
use crate::source::opening;

const PROGRAM: &str = "heif-convert";
/// JPEG quality of the converted photo, of 100: above that of the usual phone, so that little is lost.
const QUALITY: &str = "95";

/// Whether the program is installed.
pub(super) fn is_available() -> bool {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let mut program = Command::new(PROGRAM);
        let program = program.arg("--help").stdin(Stdio::null());
        program.output().is_ok()
    })
}

/// Opens a photo, upright; of a file with several, the first.
pub(super) fn open(path: &Path, limits: &Limits) -> Result<RgbImage, PhotoFault> {
    let folder = tempfile::tempdir()?;
    let jpeg = folder.path().join("photo.jpg");
    // Where there are several, each has a number.
    let first = folder.path().join("photo-1.jpg");
    let mut program = Command::new(PROGRAM);
    // An absolute path is never taken for an option.
    let program = program
        .args(["-q", QUALITY])
        .arg(absolute(path)?)
        .arg(&jpeg);
    let done = match program.stdin(Stdio::null()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(PhotoFault::UnsupportedFormat { format: HEIC });
        }
        done => done?,
    };
    match [jpeg, first].iter().find(|file| file.exists()) {
        Some(file) => {
            // The program has turned it by what the format says; the orientation in its EXIF data does not count.
            let (photo, _) = decode_stored(&opening::read(file, limits.file_bytes)?, limits)?;
            Ok(photo.into_rgb8())
        }
        None => {
            let said = String::from_utf8_lossy(&done.stderr);
            let mut lines = said.lines().rev();
            let error = lines.find(|line| !line.is_empty());
            let error = error.unwrap_or("it is damaged").to_owned();
            Err(PhotoFault::Undecodable { error })
        }
    }
}
