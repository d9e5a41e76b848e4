//! Photos in other formats than JPEG, and those that ask for too much.

use std::fs;

use super::faults::check;
use super::{photographed, text};

#[test]
fn photos_of_every_usual_format_are_read() {
    let folder = photographed();
    let at = folder.path();
    for i in 1..=30 {
        let name = at.join(format!("photos/photo_{i:04}.jpg"));
        let photo = image::open(&name).unwrap();
        let ending = ["webp", "tif", "bmp", "gif", "png", "jpg"][i % 6];
        fs::remove_file(&name).unwrap();
        photo.save(name.with_extension(ending)).unwrap();
    }
    check("record photos -o game.sgf", at, 0, &[]);
    check("compare game.sgf truth.sgf", at, 0, &[]);
    fs::write(at.join("photos/x.HEIC"), "\0\0\0\u{18}ftypheic").unwrap();
    let says = ["x.HEIC: HEIC is not supported; convert it to JPEG"];
    check("record photos -o again.sgf", at, 0, &says);
    check("record photos/x.HEIC -o again.sgf", at, 2, &says);
    check("record photos/*.HEIC -o again.sgf", at, 2, &says);
    check("read photos/x.HEIC", at, 2, &says);
}

/// A picture of one colour is a small file however large it is.
#[test]
#[cfg(target_os = "linux")]
fn a_photo_that_asks_for_too_much_memory_is_refused() {
    use std::process::Command;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let photo = image::GrayImage::new(5_000, 5_000);
    photo.save(at.join("large.png")).unwrap();
    let program = env!("CARGO_BIN_EXE_kibitzer");
    let line = format!("ulimit -v 160000; {program} read large.png");
    let done = Command::new("sh")
        .args(["-c", &line])
        .current_dir(at)
        .output()
        .unwrap();
    let said = text(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(
        said.contains("large.png: too little memory for its 25000000 pixels"),
        "{said}"
    );
}
