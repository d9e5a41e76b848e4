//! Real photos are not taken for damaged, and damaged ones not for whole.

use std::fs;
use std::path::{Path, PathBuf};

use kibitzer::damage;

/// All JPEGs under a folder.
fn jpegs(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        if path.is_dir() {
            jpegs(&path, found);
        } else if ending == "jpg" || ending == "jpeg" {
            found.push(path);
        }
    }
}

#[test]
fn no_real_photo_is_damaged_and_every_damaged_one_is_seen() {
    let Some(first) = test_data::path("go-photos") else {
        return;
    };
    let mut photos = Vec::new();
    jpegs(first.parent().unwrap(), &mut photos);
    let mut unseen = Vec::new();
    for path in photos.iter().step_by(test_data::how_many(9, 1)) {
        let whole = fs::read(path).unwrap();
        assert_eq!(damage::find(&whole), None, "{}", path.display());
        for share in [3, 5, 8] {
            let mut cut = whole[..whole.len() * share / 9].to_vec();
            cut.extend([0xFF, 0xD9]);
            assert!(damage::find(&cut).is_some(), "{}: {share}", path.display());
        }
        let mut holed = whole;
        let middle = holed.len() / 2;
        holed.drain(middle..middle + 300);
        if damage::find(&holed).is_none() {
            unseen.push(path);
        }
    }
    // Codes find their step again after a hole. Where as many blocks are read as there were, what is left is a JPEG
    // that an encoder can have written.
    assert!(unseen.len() * 100 <= photos.len(), "{unseen:?}");
}
