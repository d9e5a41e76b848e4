//! Photos whose names contradict the order in which they were taken.

use std::fs;
use std::path::Path;

use super::faults::check;
use super::{kibitzer, photographed, text, warnings};

const PHOTOS: usize = 30;

/// Copies of the photos of a game under other names.
fn copies(at: &Path, to: &str, name: impl Fn(usize) -> String) {
    fs::create_dir(at.join(to)).unwrap();
    for i in 0..PHOTOS {
        let photo = at.join(format!("photos/photo_{:04}.jpg", i + 1));
        fs::copy(photo, at.join(to).join(name(i))).unwrap();
    }
}

/// A photo with the time it was taken at written into it.
pub(super) fn timed(jpeg: &[u8], seconds: usize) -> Vec<u8> {
    let time = format!("2024:05:01 12:{:02}:{:02}", seconds / 60, seconds % 60);
    let field = exif::Field {
        tag: exif::Tag::DateTimeOriginal,
        ifd_num: exif::In::PRIMARY,
        value: exif::Value::Ascii(vec![time.into_bytes()]),
    };
    let mut writer = exif::experimental::Writer::new();
    writer.push_field(&field);
    let mut tiff = std::io::Cursor::new(Vec::new());
    writer.write(&mut tiff, false).unwrap();
    let data = [b"Exif\0\0", &tiff.into_inner()[..]].concat();
    let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xFF, 0xE1], &length, &data, &jpeg[2..]].concat()
}

#[test]
fn names_that_mislead_are_seen_through_or_said() {
    let folder = photographed();
    let at = folder.path();
    let right = |photos: &str, says: &str| {
        let done = kibitzer(&["record", photos, "-o", &format!("{photos}.sgf")], at);
        assert!(text(&done.stderr).contains(says), "{}", text(&done.stderr));
        check(&format!("compare {photos}.sgf truth.sgf"), at, 0, &[]);
    };
    copies(at, "over", |i| {
        format!("IMG_{:04}.JPG", (9_980 + i) % 10_000)
    });
    right("over", "IMG_9980.JPG is taken for the first photo");
    copies(at, "copied", |i| match i {
        0 => "Photo.jpg".to_owned(),
        i => format!("{}hoto ({i}).jpg", ["p", "P"][i % 2]),
    });
    right("copied", "");
    copies(at, "times", |i| format!("{}.jpg", i * 7 % PHOTOS));
    for i in 0..PHOTOS {
        let photo = at.join(format!("times/{}.jpg", i * 7 % PHOTOS));
        let jpeg = fs::read(&photo).unwrap();
        fs::write(photo, timed(&jpeg, 10 * i)).unwrap();
    }
    right("times", "in the order of their times");
}

/// Whether a `record` has a warning of this kind.
fn has(record: &str, at: &Path, kind: &str) -> bool {
    warnings(record, at, 1).iter().any(|w| w["kind"] == kind)
}

#[test]
fn photos_in_a_wrong_order_are_said() {
    let folder = photographed();
    let at = folder.path();
    copies(at, "reversed", |i| format!("{}.jpg", PHOTOS - i));
    assert!(has("record reversed -o r.sgf", at, "photos_reversed"));
    copies(at, "shuffled", |i| format!("{}.jpg", i * 7 % PHOTOS));
    assert!(has("record shuffled -o s.sgf", at, "photos_shuffled"));
}

#[test]
fn photos_of_chess_in_reverse_are_said() {
    if !test_data::repetitions() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 *\n";
    fs::write(at.join("truth.pgn"), game).unwrap();
    check("render truth.pgn -o photos", at, 0, &[]);
    let photos = fs::read_dir(at.join("photos")).unwrap().count() - 1;
    fs::create_dir(at.join("reversed")).unwrap();
    for i in 1..=photos {
        let photo = at.join(format!("photos/photo_{i:04}.jpg"));
        fs::copy(photo, at.join(format!("reversed/{}.jpg", 100 - i))).unwrap();
    }
    assert!(has("record reversed -o r.pgn", at, "photos_reversed"));
}
