//! Photos that repeat the last one are one observation, however they are stored.

use std::fs::{self, File};
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;

use crate::cli::faults::check;
use crate::cli::{json, kibitzer, photographed_checkers, with_hands};

/// Photos of `once`, each stored anew several times in `often`: the same game from hardly more observations.
fn nothing_new(at: &Path, once: &str, record: &str) {
    fs::create_dir(at.join("often")).unwrap();
    for entry in fs::read_dir(at.join(once)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jpg") {
            continue;
        }
        let photo = image::open(&path).unwrap().to_rgb8();
        let name = path.file_stem().unwrap().to_str().unwrap();
        for (i, quality) in [90, 75].into_iter().enumerate() {
            let file = File::create(at.join(format!("often/{name}-{i}.jpg"))).unwrap();
            JpegEncoder::new_with_quality(file, quality)
                .encode_image(&photo)
                .unwrap();
        }
    }
    let used = |photos: &str| {
        let out = format!("{photos}-{record}");
        let done = json(&kibitzer(&["record", photos, "-o", &out, "--json"], at));
        (
            done["photos"].as_u64().unwrap(),
            done["moves"].as_array().unwrap().len(),
        )
    };
    let ((once, moves), (often, _)) = (used(once), used("often"));
    assert!(moves >= 4, "{moves}");
    let same = format!("compare often-{record} photos-{record}");
    check(&same, at, 0, &[]);
    // Here and there the worse photo is one too many.
    assert!(often <= once + 3, "{often} observations for {once}");
}

#[test]
fn photos_of_checkers_stored_anew_tell_nothing_new() {
    let folder = photographed_checkers();
    let at = folder.path();
    // The first moves do.
    for number in 10..=17 {
        fs::remove_file(at.join(format!("photos/photo_{number:04}.jpg"))).unwrap();
    }
    nothing_new(at, "photos", "game.pdn");
}

/// With a hand in some photos, and the last one of the cleared board.
#[test]
fn photos_of_go_stored_anew_tell_nothing_new() {
    let folder = with_hands();
    let at = folder.path();
    let last = at.join("photos/photo_0037.jpg");
    fs::copy(at.join("photos/photo_0001.jpg"), last).unwrap();
    nothing_new(at, "photos", "game.sgf");
    check("compare often-game.sgf truth.sgf", at, 0, &[]);
}
