//! Chess on real photos: `../shared/data`, skipped when it is not there.
#![allow(clippy::print_stderr)]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use kibitzer::chess::{self, Options, Place};
use kibitzer::compare::{self, Difference};
use kibitzer::photos;

fn data(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data")
        .join(folder);
    if !path.is_dir() {
        eprintln!("skipped: no ../shared/data");
        return None;
    }
    Some(path)
}

/// Records from rectified photos and compares with `truth.pgn` in the folder of the game.
fn check(game: &str, series: &str, pick: impl Fn(Vec<PathBuf>) -> Vec<PathBuf>) {
    let Some(folder) = data(&format!("chess-real/{game}")) else {
        return;
    };
    let list = photos::collect(&[&folder], photos::Order::Name).unwrap();
    let paths = pick(list.paths);
    let options = Options {
        place: Place::Whole,
        ..Options::default()
    };
    let recording = chess::record(&paths, &options, |_, _, _| ControlFlow::Continue(())).unwrap();
    let truth = chess::read_record(&folder.join("truth.pgn")).unwrap();
    let found = chess::named_moves(&recording.record);
    let result = compare::moves(&found, &chess::named_moves(&truth));
    eprintln!(
        "{game}, {series}: {} photos, {} moves",
        paths.len(),
        found.len()
    );
    for warning in &recording.warnings {
        eprintln!("  {warning}");
    }
    // Where a photo is missing, too, three moves may have appeared together: no photo tells which of
    // one side's came first. Such moves are named, and right but for their order.
    let open = |number: usize| {
        let dots = if number % 2 == 1 { "." } else { "..." };
        let name = format!("{}{dots} {}", number.div_ceil(2), found[number - 1]);
        let told = |text: &str| text.contains("another order") && text.contains(&name);
        recording.warnings.iter().any(|w| told(&w.text))
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for difference in &result.differences {
        match difference {
            Difference::Wrong {
                number,
                truth,
                record,
            } if open(*number) => {
                ours.push(record);
                theirs.push(truth);
            }
            other => panic!("{game}, {series}: {other}"),
        }
    }
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{game}, {series}");
}

#[test]
fn every_photo() {
    for game in ["game2", "game7"] {
        check(game, "every photo", |paths| paths);
    }
}

#[test]
fn every_second_photo() {
    for game in ["game2", "game7"] {
        for first in [0, 1] {
            check(game, "every second photo", |paths| {
                // The first and the last stay: a move after the last photo is not in the series.
                let ends = |i: usize| i == 0 || i + 1 == paths.len();
                let kept = (0..paths.len()).filter(|&i| ends(i) || i % 2 == first);
                kept.map(|i| paths[i].clone()).collect()
            });
        }
    }
}

#[test]
fn every_photo_three_times() {
    for game in ["game2", "game7"] {
        check(game, "every photo three times", |paths| {
            paths.iter().flat_map(|p| [p, p, p]).cloned().collect()
        });
    }
}

#[test]
fn turned_photos() {
    for game in ["game2", "game7"] {
        let folder = tempfile::tempdir().unwrap();
        check(game, "turned by 180°", |paths| {
            let turned = paths.iter().map(|path| {
                let photo = photos::open(path, &photos::Limits::default()).unwrap();
                let to = folder
                    .path()
                    .join(path.file_stem().unwrap())
                    .with_extension("png");
                image::imageops::rotate180(&photo).save(&to).unwrap();
                to
            });
            turned.collect()
        });
    }
}
