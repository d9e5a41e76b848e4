//! Photos of Go after the board was turned, or the camera pushed aside, in mid-game.

use std::fs;
use std::path::Path;

use image::{RgbImage, imageops};

use crate::cli::faults::check;
use crate::cli::{json, kibitzer, photographed, text, warnings};

const SMALL: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[eg];B[df];W[de];B[dd];W[ce];B[cd];W[be];B[ef];W[dg];B[cf];W[cg];\
                     B[bf])\n";
const LARGE: &str = "(;GM[1]FF[4]SZ[19];B[pd];W[dd];B[pq];W[dp];B[fq];W[cn];B[jq];W[qo];B[op];W[qk];B[fc];W[df];B[dc];\
                     W[cc];B[ec];W[cb];B[qg];W[mc];B[pi];W[ok])\n";

/// Changes the photos from the middle on; returns the first of these.
fn change_half(at: &Path, change: impl Fn(&RgbImage) -> RgbImage) -> String {
    let count = fs::read_dir(at.join("photos")).unwrap().count();
    let name = |number: usize| format!("photo_{number:04}.jpg");
    for number in count / 2 + 1..=count {
        let path = at.join("photos").join(name(number));
        let photo = image::open(&path).unwrap().to_rgb8();
        change(&photo).save(&path).unwrap();
    }
    name(count / 2 + 1)
}

/// Records photos, and checks that the moves told while they came in are those of the record.
fn told_alike(at: &Path) -> serde_json::Value {
    let command = ["record", "photos", "-o", "game.sgf", "--lag", "8", "--json"];
    let done = kibitzer(&command, at);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done.stderr));
    let answer = json(&done);
    let moves = answer["moves"].as_array().unwrap().len();
    let told = serde_json::json!({ "settled": moves, "right": moves, "differences": [] });
    assert_eq!(answer["live"], told);
    answer
}

/// The whole game is recorded, and the turn is said; while photos come in, too.
fn is_followed(game: &str, photos: usize, turn: fn(&RgbImage) -> RgbImage, quarters: usize) {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("truth.sgf"), game).unwrap();
    let scene = "[photo]\nwidth = 640\nheight = 480\n";
    fs::write(at.join("scene.toml"), scene).unwrap();
    let render = format!("render truth.sgf -o photos --scene scene.toml --photos {photos}");
    check(&render, at, 0, &[]);
    fs::remove_file(at.join("photos/scene.toml")).unwrap();
    let first = change_half(at, turn);
    let answer = told_alike(at);
    let warnings = answer["warnings"].as_array().unwrap();
    let turned = warnings.iter().filter(|w| w["kind"] == "board_turned");
    let turned: Vec<_> = turned.collect();
    let [turned] = turned[..] else {
        panic!("{warnings:?}");
    };
    assert_eq!(turned["quarters"], quarters);
    assert!(turned["photo"].as_str().unwrap().ends_with(&first));
    check("compare game.sgf truth.sgf", at, 0, &[]);
}

#[test]
fn a_small_board_turned_by_180_degrees() {
    is_followed(SMALL, 32, imageops::rotate180, 2);
}

#[test]
fn a_large_board_turned_by_90_degrees() {
    if !test_data::repetitions() {
        return;
    }
    is_followed(LARGE, 36, imageops::rotate90, 1);
}

/// So many pixels leave the picture on the left.
fn pushed(photo: &RgbImage, pixels: u32) -> RgbImage {
    let (width, height) = photo.dimensions();
    RgbImage::from_fn(width, height, |x, y| {
        let from = x + pixels;
        // On the right the table goes on.
        *photo.get_pixel(
            if from < width {
                from
            } else {
                2 * (width - 1) - from
            },
            y,
        )
    })
}

/// What is outside the picture is said, and no move is made up.
#[test]
fn a_camera_that_is_pushed_aside() {
    let folder = photographed();
    let at = folder.path();
    change_half(at, |photo| pushed(photo, 141));
    let warnings = warnings("record photos -o game.sgf", at, 1);
    let kinds = ["board_outside", "board_mismatch"];
    let says = |w: &serde_json::Value| kinds.iter().any(|kind| w["kind"] == *kind);
    assert!(warnings.iter().any(says), "{warnings:?}");
    let compared = kibitzer(&["compare", "game.sgf", "truth.sgf"], at);
    let said = text(&compared.stdout);
    assert!(said.contains("0 extra, 0 wrong"), "{said}");
}
