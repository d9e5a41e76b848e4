//! Games of chess from mirrored pictures, and from starts that lack pieces: nothing is told, and the record is right.

use std::path::PathBuf;

use image::{RgbImage, imageops};
use kibitzer::pieces::SquareGame;
use kibitzer::recording::Recording;
use kibitzer::{WarningKind, chess, compare};

use super::series::{follow, listed, rectified};
use super::shadows::recorded;

fn as_it_is(_: usize, photo: RgbImage) -> RgbImage {
    photo
}

fn mirrored(_: usize, photo: RgbImage) -> RgbImage {
    imageops::flip_horizontal(&photo)
}

/// What a record gets wrong, and whether it says that the pictures are mirrored.
fn told(recording: &Recording<chess_rules::Position>, truth: &[String]) -> (Vec<String>, bool) {
    for warning in &recording.warnings {
        eprintln!("  {warning}");
    }
    let found = compare::moves(&chess::named_moves(&recording.record), truth);
    let wrong = found.differences.iter().map(ToString::to_string);
    let says = |kind: &WarningKind| matches!(kind, WarningKind::PhotosMirrored);
    let mirrored = recording.warnings.iter().any(|warning| says(&warning.kind));
    (wrong.collect(), mirrored)
}

/// The photos of a selfie camera at a low angle, of a game that lacks a pawn.
fn selfies() -> Option<(Vec<PathBuf>, chess_rules::pgn::Record)> {
    let folder = test_data::path("chess-lowangle")?;
    let truth = chess::read_record(&folder.join("truth.pgn")).unwrap();
    Some((listed(&folder, "*.jpg"), truth))
}

#[test]
fn mirrored_pictures_of_a_start_that_is_told() {
    if !test_data::repetitions() {
        return;
    }
    let Some((paths, truth)) = selfies() else {
        return;
    };
    let options = chess::Options::from(*truth.tree.start());
    let recording = recorded(options, &paths, as_it_is);
    let told = told(&recording, &chess::named_moves(&truth));
    assert_eq!(told, (Vec::new(), true));
}

#[test]
fn mirrored_pictures_of_a_start_without_a_pawn() {
    let Some((paths, truth)) = selfies() else {
        return;
    };
    let recording = recorded(chess::Options::default(), &paths, as_it_is);
    let told = told(&recording, &chess::named_moves(&truth));
    assert_eq!(told, (Vec::new(), true));
    let missing = recording
        .warnings
        .iter()
        .find_map(|warning| match &warning.kind {
            WarningKind::PiecesMissing { squares, fen } => Some((squares.join(" "), fen.clone())),
            _ => None,
        });
    let (squares, fen) = missing.unwrap();
    assert_eq!(squares, "a7");
    assert_eq!(fen, truth.tree.start().fen());
    assert!(recording.record.write().contains(&fen));
}

/// The same without the mirror: nothing is said of one.
#[test]
fn a_start_without_a_pawn() {
    if !test_data::repetitions() {
        return;
    }
    let Some((paths, truth)) = selfies() else {
        return;
    };
    let recording = recorded(chess::Options::default(), &paths, mirrored);
    let told = told(&recording, &chess::named_moves(&truth));
    assert_eq!(told, (Vec::new(), false));
}

/// Photo by photo: the moves that are told are those of the record.
#[test]
fn mirrored_pictures_live() {
    if !test_data::repetitions() {
        return;
    }
    let Some((paths, truth)) = selfies() else {
        return;
    };
    let (live, recording) = follow(chess::Options::default(), 8, &paths, |photo| photo);
    let names = chess::named_moves(&truth);
    assert_eq!(told(&recording, &names), (Vec::new(), true));
    let last = live.games.last().unwrap();
    assert_eq!(live.games.len(), 1);
    assert!(names.len() - last.len() <= 8, "{last:?}");
}

/// Rectified pictures, in which nothing but the moves tells a mirror from a board that is laid wrongly.
#[test]
fn rectified_and_mirrored() {
    if !test_data::repetitions() {
        return;
    }
    for game in ["game2", "game7"] {
        let Some(folder) = test_data::path(&format!("chess-real/{game}")) else {
            return;
        };
        let truth = chess::named_moves(&chess::read_record(&folder.join("truth.pgn")).unwrap());
        let recording = recorded(rectified(), &listed(&folder, "*.jpg"), mirrored);
        assert_eq!(told(&recording, &truth), (Vec::new(), true), "{game}");
    }
}
