//! Photos that show again what was seen are one observation, however they are stored.

use std::fs::{self, File};

use image::codecs::jpeg::JpegEncoder;

use crate::cli::faults::check;
use crate::cli::{checkers, json, kibitzer};

#[test]
fn photos_stored_anew_tell_nothing_new() {
    let folder = checkers();
    let at = folder.path();
    check("render truth.pdn -o once", at, 0, &[]);
    fs::create_dir(at.join("often")).unwrap();
    for entry in fs::read_dir(at.join("once")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jpg") {
            continue;
        }
        let photo = image::open(&path).unwrap().to_rgb8();
        let name = path.file_stem().unwrap().to_str().unwrap();
        for (i, quality) in [92, 65, 80, 60, 95].into_iter().enumerate() {
            let file = File::create(at.join(format!("often/{name}-{i}.jpg"))).unwrap();
            JpegEncoder::new_with_quality(file, quality)
                .encode_image(&photo)
                .unwrap();
        }
    }
    let used = |photos: &str, out: &str| {
        let done = kibitzer(
            &["record", photos, "-o", out, "--game", "checkers", "--json"],
            at,
        );
        check(&format!("compare {out} truth.pdn"), at, 0, &[]);
        json(&done)["photos"].as_u64().unwrap()
    };
    let once = used("once", "once.pdn");
    let often = used("often", "often.pdn");
    // Here and there the worst photo of five is one too many.
    assert!(often <= once + 6, "{often} observations for {once}");
}
