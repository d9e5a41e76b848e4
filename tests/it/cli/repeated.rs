//! Photos that show again what was seen are one observation, however they are stored.

use std::fs::{self, File};
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;

use crate::cli::faults::check;
use crate::cli::{json, kibitzer, photographed_checkers};

/// Photos of `once`, each stored anew several times in `often`: the same game from hardly more observations.
fn nothing_new(at: &Path, once: &str, truth: &str) {
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
        let out = format!("{photos}-{truth}");
        let done = kibitzer(&["record", photos, "-o", &out, "--json"], at);
        check(&format!("compare {out} {truth}"), at, 0, &[]);
        json(&done)["photos"].as_u64().unwrap()
    };
    let (once, often) = (used(once), used("often"));
    // Here and there the worse photo is one too many.
    assert!(often <= once + 3, "{often} observations for {once}");
}

#[test]
fn photos_of_checkers_stored_anew_tell_nothing_new() {
    let folder = photographed_checkers();
    nothing_new(folder.path(), "photos", "truth.pdn");
}
