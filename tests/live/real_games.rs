//! Real photos before the browser's camera: the record is the game.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::browser::Browser;
use crate::film::Film;
use crate::runs;
use crate::server::{Server, moves};

/// The photos of a folder by name.
fn photos(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut photos: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "jpg"))
        .collect();
    photos.sort();
    photos
}

/// Shows a film to the camera of a page, and ends the game: the record is the truth. What was told meanwhile is returned.
fn is_followed(arguments: &str, film: &Film, truth: &[String]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(arguments, folder.path());
    let mut browser = Browser::open(&server.page, Some(&film.path));
    browser.click("#browser");
    let begin = Instant::now();
    let mut told = Vec::new();
    // What is seen last takes a moment to be told.
    while begin.elapsed() < film.moving || told != truth && begin.elapsed() < film.length {
        std::thread::sleep(Duration::from_millis(100));
        told = moves(&server.state());
    }
    browser.click("#finish");
    browser.wait_for("document.querySelector('#turn').innerText === 'The game is over'");
    let record = moves(&server.state());
    assert_eq!(record, truth, "told: {told:?}\n{}", browser.text("body"));
    assert_eq!(browser.faults, Vec::<String>::new());
    told
}

/// Whether there are photos for a test, and a browser; where they are.
fn given(name: &str) -> Option<PathBuf> {
    test_data::path(name).filter(|_| crate::has_browser() && test_data::program("ffmpeg"))
}

#[test]
fn chess() {
    let Some(folder) = given("chess-real/game7") else {
        return;
    };
    let truth = kibitzer::chess::read_record(&folder.join("truth.pgn")).unwrap();
    let film = Film::of(&photos(&folder), 1.0);
    let truth = kibitzer::chess::named_moves(&truth);
    let told = is_followed("--game chess --rectified", &film, &truth);
    assert_eq!(told, truth);
}

#[test]
fn a_video_of_go() {
    let Some(folder) = given("go-video") else {
        return;
    };
    let truth = kibitzer::go::read_record(&folder.join("truth.sgf")).unwrap();
    let film = Film::of(&photos(&folder), 5.0);
    is_followed("--game go", &film, &kibitzer::go::named_moves(&truth));
}

#[test]
fn checkers() {
    let Some(folder) = given("checkers-photos") else {
        return;
    };
    let truths = runs::truths(&folder);
    let names: Vec<String> = (5..=8).map(|n| format!("v2/Image_{n:03}.jpg")).collect();
    let positions: Vec<_> = names
        .iter()
        .map(|name| runs::upright(&truths[name]))
        .collect();
    let (start, truth) = runs::steps(&positions);
    // Each is shown for two seconds.
    let photos = names
        .iter()
        .flat_map(|name| [folder.join(name), folder.join(name)]);
    let photos: Vec<_> = photos.collect();
    let arguments = format!("--game checkers --fen {}", start.to_fen());
    let told = is_followed(&arguments, &Film::of(&photos, 1.0), &truth);
    assert_eq!(told, truth);
}
