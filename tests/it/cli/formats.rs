//! Photos in other formats than JPEG, and those that ask for too much.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kibitzer::photos;

use super::faults::check;
use super::{kibitzer, photographed, text};

#[test]
fn photos_of_every_usual_format_are_read() {
    let folder = photographed();
    let at = folder.path();
    for (i, ending) in ["webp", "tif", "bmp", "gif", "png", "jpeg"]
        .into_iter()
        .enumerate()
    {
        let name = at.join(format!("photos/photo_{:04}.jpg", 5 * i + 3));
        let photo = image::open(&name).unwrap();
        fs::remove_file(&name).unwrap();
        photo.save(name.with_extension(ending)).unwrap();
    }
    // Without the program that opens it, HEIC is left out, and named with what to do.
    fs::write(at.join("photos/x.HEIC"), "\0\0\0\u{18}ftypheic").unwrap();
    let without_programs = |arguments: &str, code: i32| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kibitzer"));
        let program = program.args(arguments.split(' ')).current_dir(at);
        let done = program.env("PATH", "").output().unwrap();
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(code), "{arguments}: {said}");
        let advice = "x.HEIC: HEIC needs the program heif-convert";
        assert!(said.contains(advice), "{arguments}: {said}");
        text(&done.stdout)
    };
    let told = without_programs("record photos -o game.sgf", 0);
    assert!(told.contains("from 30 photos"), "{told}");
    check("compare game.sgf truth.sgf", at, 0, &[]);
    without_programs("record photos/x.HEIC -o again.sgf", 2);
    without_programs("record photos/*.HEIC -o again.sgf", 2);
    without_programs("read photos/x.HEIC", 2);
}

/// The photos of many phones.
#[test]
fn heic_is_opened_by_a_program() {
    if !["heif-enc", "heif-convert"]
        .into_iter()
        .all(test_data::program)
    {
        return;
    }
    let folder = photographed();
    let at = folder.path();
    let encode = |photos: &[&Path], to: &Path| {
        let mut program = Command::new("heif-enc");
        let done = program.args(photos).arg("-o").arg(to).output().unwrap();
        assert!(done.status.success(), "{}", text(&done.stderr));
    };
    let files = fs::read_dir(at.join("photos")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jpg"));
    files.sort();
    assert_eq!(files.len(), 30);
    for (i, photo) in files.iter().enumerate() {
        match i {
            // Of a file with several photos, the first counts.
            7 => encode(&[photo, &files[29]], &photo.with_extension("heic")),
            _ => encode(&[photo], &photo.with_extension("HEIC")),
        }
    }
    files.iter().for_each(|file| fs::remove_file(file).unwrap());
    let done = kibitzer(&["record", "photos", "-o", "game.sgf"], at);
    let (said, told) = (text(&done.stderr), text(&done.stdout));
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(told.contains("from 30 photos"), "{said}{told}");
    check("compare game.sgf truth.sgf", at, 0, &[]);

    let heic = files[11].with_extension("HEIC");
    let whole = fs::read(&heic).unwrap();
    fs::write(at.join("cut.heic"), &whole[..whole.len() / 2]).unwrap();
    check("read cut.heic", at, 2, &["cut.heic: ", "end of file"]);
    let limits = photos::Limits {
        pixels: 1000,
        ..photos::Limits::default()
    };
    let refused = photos::open(&heic, &limits).unwrap_err().to_string();
    assert!(refused.contains("480 × 360 pixels are more"), "{refused}");
}

/// A file of a few bytes may say that it is as large as it likes.
#[test]
#[cfg(target_os = "linux")]
fn a_photo_that_asks_for_too_much_memory_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut bytes = std::io::Cursor::new(Vec::new());
    let format = image::ImageFormat::Png;
    image::GrayImage::new(1, 1)
        .write_to(&mut bytes, format)
        .unwrap();
    let mut bytes = bytes.into_inner();
    // The header's width and height, and its checksum.
    bytes[16..24].copy_from_slice(&[0, 0, 0x2F, 0xA8, 0, 0, 0x2F, 0xA8]);
    let sum = crc32fast::hash(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    fs::write(at.join("large.png"), bytes).unwrap();
    let program = env!("CARGO_BIN_EXE_kibitzer");
    let line = format!("ulimit -v 300000; {program} read large.png");
    let done = Command::new("sh")
        .args(["-c", &line])
        .current_dir(at)
        .output()
        .unwrap();
    let said = text(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(
        said.contains("large.png: too little memory for its 148840000 pixels"),
        "{said}"
    );
}
