//! The finder of boards of squares on real photos: `../shared/data`, skipped when it is not there.
//! Run with `--nocapture` for the figures.
#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};

use board_geom::{Grid, Homography, SquaresLocator};
use image::RgbImage;

type Corners = [[f64; 2]; 4];

fn open(path: &Path) -> RgbImage {
    let bytes = std::fs::read(path).unwrap();
    image::load_from_memory(&bytes).unwrap().to_rgb8()
}

fn photos(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "jpg" || e == "png"))
        .collect();
    paths.sort();
    paths
}

/// Photos and their corners from a table whose first column is the file's name and whose last eight
/// are the corners, around the board.
fn truths(folder: &Path) -> Vec<(PathBuf, Corners)> {
    let text = std::fs::read_to_string(folder.join("truth.csv")).unwrap();
    text.lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let numbers: Vec<f64> = fields[fields.len() - 8..]
                .iter()
                .map(|f| f.parse().unwrap())
                .collect();
            let corners = std::array::from_fn(|i| [numbers[2 * i], numbers[2 * i + 1]]);
            (folder.join(fields[0]), corners)
        })
        .collect()
}

/// Largest distance of a corner from the truth in squares (of the shortest side), whichever corner
/// comes first.
fn error(grid: &Grid, truth: &Corners) -> f64 {
    let distance = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let side = (0..4)
        .map(|i| distance(truth[i], truth[(i + 1) % 4]))
        .fold(f64::INFINITY, f64::min);
    let off = |turn: usize| {
        let corners = grid.turned(turn).corners();
        (0..4)
            .map(|i| distance(corners[i], truth[i]))
            .fold(0.0, f64::max)
    };
    (0..4).map(off).fold(f64::INFINITY, f64::min) / (side / (grid.cols - 1) as f64)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
fn the_corners_of_real_chessboards_are_found_without_help() {
    let Some(data) = test_data::path("") else {
        return;
    };
    let mut errors = Vec::new();
    let mut all = truths(&data.join("chess-photos"));
    all.extend(truths(&data.join("chess-webcam/boards")));
    for (path, truth) in &all {
        let name = path.file_name().unwrap().to_string_lossy();
        match SquaresLocator::default().locate(&open(path)) {
            Ok(found) => {
                let off = error(&found.grid, truth);
                println!(
                    "{name}: {off:.3} squares off, confidence {:.2}",
                    found.confidence
                );
                errors.push(off);
            }
            Err(why) => {
                println!("{name}: {why}");
                errors.push(f64::INFINITY);
            }
        }
    }
    let right = errors.iter().filter(|&&e| e <= 0.2).count();
    println!(
        "{right} of {} within 0.2 squares, median {:.3}",
        errors.len(),
        median(&mut errors)
    );
    // The hand-made truth itself is off by up to a sixth of a square here and there.
    assert!(right * 100 >= all.len() * 95, "{right}");
}

#[test]
fn every_frame_of_a_webcam_shows_the_board() {
    let Some(data) = test_data::path("") else {
        return;
    };
    let corners = [[140.6, 9.0], [507.0, 10.0], [509.0, 375.5], [136.6, 375.5]];
    let (mut all, mut right, mut wrong, mut errors) = (0, 0, 0, Vec::new());
    let frames = photos(&data.join("chess-webcam"));
    for path in frames.iter().step_by(test_data::how_many(8, 1)) {
        all += 1;
        let name = path.file_name().unwrap().to_string_lossy();
        match SquaresLocator::default().locate(&open(path)) {
            Ok(found) => {
                let off = error(&found.grid, &corners);
                errors.push(off);
                if off <= 0.2 {
                    right += 1;
                } else {
                    wrong += 1;
                    println!(
                        "{name}: {off:.3} squares off, confidence {:.2}",
                        found.confidence
                    );
                }
            }
            Err(why) => println!("{name}: {why}"),
        }
    }
    println!(
        "{right} of {all}, {wrong} wrong, median {:.3}",
        median(&mut errors)
    );
    assert_eq!((right, wrong), (all, 0));
}

#[test]
fn a_webcam_game_is_followed_past_its_hands() {
    let Some(data) = test_data::path("") else {
        return;
    };
    let corners = [[140.6, 9.0], [507.0, 10.0], [509.0, 375.5], [136.6, 375.5]];
    let frames = photos(&data.join("chess-webcam"));
    let locator = SquaresLocator::default();
    let mut last = locator.locate(&open(&frames[0])).unwrap();
    let mut errors = Vec::new();
    let mut clock = std::time::Duration::ZERO;
    for path in frames[1..].iter().step_by(test_data::how_many(2, 1)) {
        let photo = open(path);
        let start = std::time::Instant::now();
        let found = locator.locate_again(&photo, &last.grid);
        clock += start.elapsed();
        let found = found.unwrap_or_else(|why| panic!("{path:?}: {why}"));
        assert_eq!(found.light_first, last.light_first, "{path:?}");
        errors.push(error(&found.grid, &corners));
        last = found;
    }
    let worst = errors.iter().copied().fold(0.0, f64::max);
    let middle = median(&mut errors);
    let each = clock / errors.len() as u32;
    println!(
        "{} frames, median {middle:.3}, worst {worst:.3} squares, {each:.0?} each",
        errors.len()
    );
    assert!(worst <= 0.2);
}

#[test]
fn bumps_of_up_to_a_square_are_followed_in_real_photos() {
    let Some(data) = test_data::path("") else {
        return;
    };
    let locator = SquaresLocator::default();
    let folders = [data.join("chess-photos"), data.join("chess-webcam/boards")];
    for (path, _) in folders
        .iter()
        .flat_map(|f| truths(f))
        .step_by(test_data::how_many(16, 3))
    {
        let photo = open(&path);
        let found = locator.locate(&photo).unwrap();
        for [c, r] in [
            [0.2, 0.1],
            [-0.3, 0.3],
            [0.5, 0.0],
            [0.0, 1.0],
            [1.0, -1.0],
            [-0.8, 0.4],
        ] {
            let before = Grid {
                map: found.grid.map.after(&Homography::translation(c, r)),
                ..found.grid
            };
            let near = locator
                .locate_again(&photo, &before)
                .unwrap_or_else(|why| panic!("{path:?} moved by {c}, {r}: {why}"));
            let off = error(&near.grid, &found.grid.corners());
            assert!(
                off < 0.1,
                "{path:?} moved by {c}, {r}: {off:.2} squares off"
            );
            assert_eq!(near.light_first, found.light_first);
        }
    }
}

#[test]
fn go_boards_are_no_boards_of_squares() {
    let Some(data) = test_data::path("") else {
        return;
    };
    // Frames of one video look much alike.
    for (folder, each) in [
        ("go-photos", test_data::how_many(2, 1)),
        ("go-video", test_data::how_many(30, 5)),
    ] {
        for path in photos(&data.join(folder)).into_iter().step_by(each) {
            match SquaresLocator::default().locate(&open(&path)) {
                Ok(found) => panic!("{path:?}: found with confidence {:.2}", found.confidence),
                Err(why) => println!("{path:?}: {why}"),
            }
        }
    }
}

#[test]
fn boards_that_fill_the_photo_are_found() {
    let Some(data) = test_data::path("") else {
        return;
    };
    let (mut right, mut all) = (0, 0);
    for folder in ["chess-real/game2", "chess-real/game7"] {
        let photos = photos(&data.join(folder)).into_iter();
        for path in photos.step_by(test_data::how_many(5, 1)) {
            let photo = open(&path);
            let whole = Grid::whole(9, 9, photo.dimensions()).unwrap();
            all += 1;
            match SquaresLocator::default().locate(&photo) {
                Ok(found) => {
                    let off = error(&found.grid, &whole.corners());
                    right += usize::from(off <= 0.2);
                    assert!(off <= 0.2, "{path:?}: {off:.2} squares off");
                    assert!(found.light_first, "{path:?}");
                }
                Err(why) => println!("{path:?}: {why}"),
            }
        }
    }
    println!("{right} of {all}");
    assert!(right * 100 >= all * 98, "{right} of {all}");
}

#[test]
fn real_draughts_boards_are_found_the_right_way_round() {
    let Some(data) = test_data::path("") else {
        return;
    };
    let folder = data.join("checkers-photos");
    let text = std::fs::read_to_string(folder.join("truth.tsv")).unwrap();
    let (mut right, mut all) = (0, 0);
    for line in text.lines().skip(1).step_by(test_data::how_many(3, 1)) {
        let fields: Vec<&str> = line.split('\t').collect();
        let found = SquaresLocator::default().locate(&open(&folder.join(fields[0])));
        all += 1;
        match found {
            Ok(found) => right += usize::from(found.light_first == (fields[2] == "odd")),
            Err(why) => println!("{}: {why}", fields[0]),
        }
    }
    println!("{right} of {all}");
    assert_eq!(right, all);
}
