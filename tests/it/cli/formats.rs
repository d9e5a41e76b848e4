//! Photos in other formats than JPEG, and those that ask for too much.

use std::fs;

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
    fs::write(at.join("photos/x.HEIC"), "\0\0\0\u{18}ftypheic").unwrap();
    let says = ["x.HEIC: HEIC is not supported; convert it to JPEG"];
    let done = kibitzer(&["record", "photos", "-o", "game.sgf"], at);
    let (said, told) = (text(&done.stderr), text(&done.stdout));
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(
        said.contains(says[0]) && told.contains("from 30 photos"),
        "{said}{told}"
    );
    check("compare game.sgf truth.sgf", at, 0, &[]);
    check("record photos/x.HEIC -o again.sgf", at, 2, &says);
    check("record photos/*.HEIC -o again.sgf", at, 2, &says);
    check("read photos/x.HEIC", at, 2, &says);
}

/// A file of a few bytes may say that it is as large as it likes.
#[test]
#[cfg(target_os = "linux")]
fn a_photo_that_asks_for_too_much_memory_is_refused() {
    use std::process::Command;
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
