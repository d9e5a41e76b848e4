//! HEIC, the format of many phones. The program `heif-convert` of libheif opens it.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, absolute};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use image::RgbImage;

use super::fault::{HEIC, PhotoFault};
use super::{Limits, check_pixels, decode_stored};
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

/// Opens a photo, upright; of a file with several, the first. `bytes` is the content of the file.
pub(super) fn open(path: &Path, bytes: &[u8], limits: &Limits) -> Result<RgbImage, PhotoFault> {
    // Before the program has taken the memory.
    for [width, height] in sizes(bytes) {
        check_pixels(width, height, limits)?;
    }
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
    let said = folder.path().join("said");
    let program = program.stderr(File::create(&said)?);
    match ends_within(program, limits.program_time) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(PhotoFault::UnsupportedFormat { format: HEIC });
        }
        Err(error) => return Err(error.into()),
        Ok(false) => {
            let seconds = limits.program_time.as_secs_f32();
            let error = format!("{PROGRAM} took more than {seconds} s");
            return Err(PhotoFault::Undecodable { error });
        }
        Ok(true) => {}
    }
    match [jpeg, first].iter().find(|file| file.exists()) {
        Some(file) => {
            // The program has turned it by what the format says; the orientation in its EXIF data does not count.
            let (photo, _) = decode_stored(&opening::read(file, limits.file_bytes)?, limits)?;
            Ok(photo.into_rgb8())
        }
        None => {
            let said = fs::read(&said)?;
            let said = String::from_utf8_lossy(&said);
            let mut lines = said.lines().rev();
            let error = lines.find(|line| !line.is_empty());
            let error = error.unwrap_or("it is damaged").to_owned();
            Err(PhotoFault::Undecodable { error })
        }
    }
}

/// Runs a program that needs no input, and stops it if it takes too long; tells whether it ended by itself.
fn ends_within(program: &mut Command, limit: Duration) -> io::Result<bool> {
    let mut running = program.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
    let begun = Instant::now();
    while running.try_wait()?.is_none() {
        if begun.elapsed() > limit {
            running.kill()?;
            running.wait()?;
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(true)
}

/// The widths and heights that the file says its pictures and their tiles have: the boxes `ispe` in the box `meta`
/// (ISO/IEC 23008-12).
fn sizes(bytes: &[u8]) -> impl Iterator<Item = [u32; 2]> {
    let meta = top_box(bytes, *b"meta").unwrap_or_default();
    let named = meta
        .windows(16)
        .filter(|window| window.starts_with(b"ispe"));
    // Four bytes of version and flags lie between.
    named.filter_map(|window| Some([number(window, 8)?, number(window, 12)?]))
}

/// The content of the first box of this kind, not within another one; to the end of the file if it is cut off.
fn top_box(mut bytes: &[u8], kind: [u8; 4]) -> Option<&[u8]> {
    loop {
        let length = match number(bytes, 0)? {
            // It reaches to the end of the file.
            0 => bytes.len(),
            1 => usize::try_from(u64::from_be_bytes(*bytes.get(8..)?.first_chunk()?)).ok()?,
            length => length as usize,
        };
        // The length counts the eight bytes of length and kind.
        if length < 8 {
            return None;
        }
        let (here, later) = bytes.split_at(length.min(bytes.len()));
        if here.get(4..8)? == kind {
            return here.get(8..);
        }
        bytes = later;
    }
}

/// The number in these four bytes.
fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes
        .get(at..)?
        .first_chunk()
        .copied()
        .map(u32::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let length = (content.len() + 8) as u32;
        [&length.to_be_bytes(), &kind[..], content].concat()
    }

    fn size(width: u32, height: u32) -> Vec<u8> {
        let numbers = [0, width, height].map(u32::to_be_bytes);
        boxed(b"ispe", numbers.as_flattened())
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_takes_too_long_is_stopped() {
        let sleep = |seconds: &str, limit| {
            let mut program = Command::new("sleep");
            ends_within(program.arg(seconds), Duration::from_millis(limit)).unwrap()
        };
        let begun = Instant::now();
        assert!(!sleep("60", 20));
        assert!(sleep("0", 30_000));
        assert!(begun.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn sizes_are_read_before_the_photo_is_opened() {
        let meta = [size(480, 360), size(512, 512)].concat();
        let meta = boxed(b"meta", &meta);
        // What looks like a size within the picture is none.
        let picture = boxed(b"mdat", &size(9, 9));
        let long = [&[0, 0, 0, 1], &b"free"[..], &24_u64.to_be_bytes(), &[0; 8]].concat();
        let file = [boxed(b"ftyp", b"heic"), long, picture, meta].concat();
        let read = |bytes: &[u8]| sizes(bytes).collect::<Vec<_>>();
        assert_eq!(read(&file), [[480, 360], [512, 512]]);
        let few = Limits {
            pixels: 1000,
            ..Limits::default()
        };
        let refused = open(Path::new("a file that is not read"), &file, &few);
        assert!(matches!(
            refused,
            Err(PhotoFault::TooLarge { width: 480, .. })
        ));
        for end in 0..file.len() {
            assert!(read(&file[..end]).len() < 2);
        }
        let endless = [&[0, 0, 0, 1], &b"free"[..], &0_u64.to_be_bytes()].concat();
        for bad in [&endless[..], b"\0\0\0\x02meta", b"\0\0\0\0free"] {
            assert!(read(bad).is_empty(), "{bad:?}");
        }
    }
}
