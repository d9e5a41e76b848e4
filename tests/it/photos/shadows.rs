//! Real series with shadows put on their photos.

use std::path::{Path, PathBuf};

use image::{RgbImage, imageops};
use kibitzer::game::{Game, OwnSensor};
use kibitzer::recorder::{Photo, Recorder};
use kibitzer::recording::Recording;
use kibitzer::{RecorderOptions, checkers, chess, compare, go, photos};
use test_data::shadow::{Shadow, Shape};

use super::runs::{steps, truths, upright};
use super::series::{listed, rectified};

/// A shadow for each photo, by its number.
type Falls = fn(usize) -> Option<Shadow>;

/// Shadows that thresholds were tuned with.
const TUNED: [(&str, Falls); 3] = [
    ("half, right, 0.55", |_| Some(Shadow::half(0.0, 0.55))),
    ("half, aslant, 0.45", |_| Some(Shadow::half(0.15, 0.45))),
    ("walking by, 0.55", |photo| walking(photo, 7, 0.55)),
];

/// Shadows that nothing was tuned with.
const OTHERS: [(&str, Falls); 5] = [
    ("half, below, 0.6", |_| Some(Shadow::half(0.25, 0.6))),
    ("half, left, 0.4, soft", |_| {
        Some(Shadow {
            soft: 0.08,
            ..Shadow::half(0.5, 0.4)
        })
    }),
    ("stripes, 0.5", |_| {
        Some(Shadow {
            shape: Shape::Stripes {
                across: 0.1,
                width: 0.18,
            },
            left: [0.5; 3],
            soft: 0.01,
        })
    }),
    ("bluish, wandering, 0.5", |photo| {
        let through = [0.006 * photo as f32 - 0.2, 0.0];
        Some(Shadow {
            shape: Shape::Half {
                through,
                towards: 0.07,
            },
            left: [0.46, 0.5, 0.56],
            soft: 0.01,
        })
    }),
    ("walking by, 0.4", |photo| walking(photo, 5, 0.4)),
];

/// The shadow that squares are tried with.
const USUAL: &str = "walking by, 0.4";

/// A person who comes by in every third photo, elsewhere each time.
fn walking(photo: usize, pace: usize, left: f32) -> Option<Shadow> {
    let at = (photo * pace % 11) as f32 / 11.0;
    photo.is_multiple_of(3).then_some(Shadow {
        shape: Shape::Person {
            middle: [at - 0.5, -0.15],
            half: [0.14, 0.5],
        },
        left: [left; 3],
        soft: 0.03,
    })
}

/// The record of photos that are changed first.
pub(crate) fn recorded<G: OwnSensor>(
    game: G,
    paths: &[PathBuf],
    change: impl Fn(usize, RgbImage) -> RgbImage,
) -> Recording<<G as Game>::Position> {
    let mut recorder = Recorder::new(game, RecorderOptions::default()).unwrap();
    for (number, name) in paths.iter().enumerate() {
        let image = change(
            number,
            photos::open(name, &photos::Limits::default()).unwrap(),
        );
        recorder
            .push(Photo {
                name: name.clone(),
                image,
            })
            .unwrap();
    }
    let quiet = &mut kibitzer::quiet;
    recorder.finish(quiet).unwrap()
}

fn shaded(falls: Falls, number: usize, mut photo: RgbImage) -> RgbImage {
    let width = photo.width() as usize;
    if let Some(shadow) = falls(number) {
        shadow.fall(&mut photo, width);
    }
    photo
}

/// Moves that are right, of so many, and wrong or too many.
fn chess_in_shadow(
    options: &chess::Options,
    paths: &[PathBuf],
    truth: &Path,
    change: impl Fn(usize, RgbImage) -> RgbImage,
) -> (usize, usize, usize) {
    let recording = recorded(options.clone(), paths, change);
    let truth = chess::named_moves(&chess::read_record(truth).unwrap());
    let found = compare::moves(&chess::named_moves(&recording.record), &truth);
    for warning in recording
        .warnings
        .iter()
        .filter(|_| !found.differences.is_empty())
    {
        eprintln!("    {warning}");
    }
    let (missing, extra, wrong) = found.counts();
    (truth.len() - missing - wrong, truth.len(), extra + wrong)
}

/// All shadows, or without `KIBITZER_TESTS=all` the one of this name.
fn tried(usual: &str) -> Vec<(&'static str, Falls)> {
    let mut all: Vec<(&str, Falls)> = TUNED.into_iter().chain(OTHERS).collect();
    if !test_data::repetitions() {
        all.retain(|(name, _)| *name == usual);
    }
    all
}

#[test]
fn chess_from_above() {
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    for (name, falls) in tried(USUAL) {
        let paths = listed(&folder, "*.jpg");
        let truth = folder.join("truth.pgn");
        let figures = chess_in_shadow(&rectified(), &paths, &truth, |number, photo| {
            shaded(falls, number, photo)
        });
        eprintln!("game 7, {name}: {figures:?}");
        assert_eq!(figures, (56, 56, 0), "{name}");
    }
}

#[test]
fn chess_from_a_low_camera() {
    if !test_data::repetitions() {
        return;
    }
    let Some(folder) = test_data::path("chess-lowangle") else {
        return;
    };
    let truth = folder.join("truth.pgn");
    let options = chess::Options::from(*chess::read_record(&truth).unwrap().tree.start());
    for (name, falls) in tried(USUAL) {
        let paths = listed(&folder, "*.jpg");
        let figures = chess_in_shadow(&options, &paths, &truth, |number, photo| {
            shaded(falls, number, imageops::flip_horizontal(&photo))
        });
        eprintln!("low camera, {name}: {figures:?}");
        assert_eq!(figures, (44, 44, 0), "{name}");
    }
}

/// Shadows in which the Go game is not read yet: hands are taken for lit board.
const UNREAD: [&str; 2] = ["stripes, 0.5", "bluish, wandering, 0.5"];

/// The board is filmed by hand, so that the edge of a shadow moves over its points.
#[test]
fn go() {
    let Some(folder) = test_data::path("go-video") else {
        return;
    };
    let truth = go::named_moves(&go::read_record(&folder.join("truth.sgf")).unwrap());
    let tried = tried("half, below, 0.6").into_iter();
    for (name, falls) in tried.filter(|(name, _)| !UNREAD.contains(name)) {
        let paths = listed(&folder, "*.jpg");
        let recording = recorded(go::Options::default(), &paths, |number, photo| {
            shaded(falls, number, photo)
        });
        let found = compare::moves(&go::named_moves(&recording.record), &truth);
        eprintln!("Go, {name}: {found:?}, {:?}", recording.warnings);
        assert!(found.differences.is_empty(), "{name}");
    }
}

/// Runs of three or four photos, one move apart, with glare on the boards.
#[test]
fn draughts() {
    let Some(folder) = test_data::path("checkers-photos") else {
        return;
    };
    let truths = truths(&folder);
    for (name, falls) in tried(USUAL) {
        let (mut right, mut all, mut found) = (0, 0, 0);
        for run in [1..=3, 5..=8, 13..=15, 24..=26] {
            let names: Vec<String> = run.map(|n| format!("v2/Image_{n:03}.jpg")).collect();
            let positions: Vec<_> = names.iter().map(|name| upright(&truths[name])).collect();
            let (start, moves) = steps(&positions);
            let paths: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
            let game = checkers::Options::from(start);
            let recording = recorded(game, &paths, |number, photo| shaded(falls, number, photo));
            let told = checkers::named_moves(&recording.record);
            let (missing, _, wrong) = compare::moves(&told, &moves).counts();
            right += moves.len() - missing - wrong;
            (all, found) = (all + moves.len(), found + told.len());
        }
        eprintln!("draughts, {name}: {right} of {all}, {found} told");
        // Men of one photo of nine are hardly seen in one of the shadows.
        assert!(right + 1 >= all && right == found, "{name}");
    }
}
