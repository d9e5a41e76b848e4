//! The finder on real photos: `../shared/data`, skipped when it is not there.
#![allow(clippy::print_stderr)]

use std::path::Path;

use board_geom::{GeomError, Locator, Motion, Tracker};
use image::RgbImage;

fn open(path: &Path) -> RgbImage {
    let bytes = std::fs::read(path).unwrap();
    image::load_from_memory(&bytes).unwrap().to_rgb8()
}

#[derive(serde::Deserialize)]
struct Truth {
    size: usize,
    corners_px: [[f64; 2]; 4],
}

fn largest_error(found: [[f64; 2]; 4], truth: [[f64; 2]; 4], size: usize) -> f64 {
    let distance = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let sides = (0..4).map(|i| distance(truth[i], truth[(i + 1) % 4]));
    let pitch = sides.fold(f64::INFINITY, f64::min) / (size - 1) as f64;
    (0..4)
        .map(|i| distance(found[i], truth[i]) / pitch)
        .fold(0.0, f64::max)
}

#[test]
fn the_corners_of_real_boards_are_found_without_help() {
    let Some(folder) = test_data::path("go-photos") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("truth.json")).unwrap();
    let truths: std::collections::BTreeMap<String, Truth> = serde_json::from_str(&text).unwrap();
    assert!(!truths.is_empty());
    for (name, truth) in truths {
        let photo = open(&folder.join(&name));
        let found = Locator::default().locate(&photo).unwrap();
        assert_eq!(found.grid.cols, truth.size, "{name}");
        let error = largest_error(found.grid.corners(), truth.corners_px, truth.size);
        assert!(
            error < 0.25,
            "{name}: a corner is {error:.2} grid units off"
        );
        assert!(
            Locator::default()
                .second_board(&photo, &found.grid)
                .is_none(),
            "{name}"
        );

        let told_nine = Locator {
            sizes: vec![9],
            ..Locator::default()
        };
        let error = told_nine.locate(&photo).unwrap_err();
        assert!(
            matches!(error, GeomError::OtherSize { found: 19, .. }),
            "{name}: {error}"
        );
    }
}

#[test]
fn a_hand_held_board_is_followed() {
    let Some(folder) = test_data::path("go-video") else {
        return;
    };
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "jpg"))
        .collect();
    names.sort();
    let first = Locator::default().locate(&open(&names[0])).unwrap();
    let mut tracker = Tracker::new(first.grid);
    // The README of the data gives the corners for these two frames.
    let truth = [[56.5, 43.6], [452.4, 51.1], [427.0, 442.6], [68.5, 439.9]];
    let mut checked = 0;
    for name in &names[1..] {
        let tracked = tracker.follow(&open(name));
        assert_ne!(tracked.motion, Motion::Hidden, "{name:?}");
        let number = name.file_stem().unwrap().to_string_lossy().into_owned();
        if ["frame_0267", "frame_0270"].contains(&number.as_str()) {
            let error = largest_error(tracked.grid.corners(), truth, 19);
            assert!(error < 0.25, "{number}: {error:.2} grid units off");
            checked += 1;
        }
    }
    assert_eq!(checked, 2);
}

#[test]
fn a_photo_without_a_board_says_so() {
    let grey = RgbImage::from_fn(640, 480, |x, y| image::Rgb([(x / 4 + y / 8) as u8; 3]));
    assert!(matches!(
        Locator::default().locate(&grey),
        Err(GeomError::NotFound { .. })
    ));
    let tiny = RgbImage::new(8, 8);
    assert!(matches!(
        Locator::default().locate(&tiny),
        Err(GeomError::NotFound { .. })
    ));
    assert!(Locator::default().locate(&RgbImage::new(0, 0)).is_err());
}
