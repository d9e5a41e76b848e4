//! Real photos before the browser's camera: the record is the game.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
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

/// What became of a game before the camera of a page.
struct Watched {
    /// The moves that were told in the end.
    told: Vec<String>,
    /// Those of the record.
    record: Vec<String>,
}

/// Shows a film to the camera of a page until these moves are told or it ends, and ends the game. A machine that has
/// too much else to do to look at nearly all photos is given two more chances.
fn watched(arguments: &str, film: &Film, moves: &[String]) -> Option<Watched> {
    /// Share of the photos that must be looked at.
    const ENOUGH: f64 = 0.85;
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock();
    let mut most = 0.0_f64;
    for _ in 0..3 {
        let (watched, share) = watched_once(arguments, film, moves);
        let right = watched.told == moves && watched.record == moves;
        if right || share >= ENOUGH {
            return Some(watched);
        }
        most = most.max(share);
    }
    test_data::too_slow(&format!(
        "looks at {:.0} % of the photos of {arguments}",
        100.0 * most
    ));
    None
}

/// The same, with the share of the photos that were looked at.
fn watched_once(arguments: &str, film: &Film, wanted: &[String]) -> (Watched, f64) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(arguments, folder.path());
    let mut browser = Browser::open(&server.page, Some(&film.path));
    browser.click("#browser");
    let begin = Instant::now();
    let mut told = Vec::new();
    // What is seen last takes a moment to be told.
    while begin.elapsed() < film.moving || told != wanted && begin.elapsed() < film.length {
        std::thread::sleep(Duration::from_millis(100));
        told = moves(&server.state());
    }
    browser.click("#finish");
    browser.wait_for("document.querySelector('#turn').innerText === 'The game is over'");
    let state = server.state();
    assert_eq!(browser.faults, Vec::<String>::new());
    let count = |name: &str| state["camera"][name].as_f64().unwrap();
    let seen = count("photos") + count("still");
    let record = moves(&state);
    (Watched { told, record }, seen / (seen + count("dropped")))
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
    let Some(watched) = watched("--game chess --rectified", &film, &truth) else {
        return;
    };
    assert_eq!((watched.told, watched.record), (truth.clone(), truth));
}

#[test]
fn a_video_of_go() {
    let Some(folder) = given("go-video") else {
        return;
    };
    let truth = kibitzer::go::read_record(&folder.join("truth.sgf")).unwrap();
    // Two cores that draw the page, too, do not look at five new photos a second.
    let film = Film::of(&photos(&folder), 2.5);
    let truth = kibitzer::go::named_moves(&truth);
    let Some(watched) = watched("--game go", &film, &truth) else {
        return;
    };
    assert_eq!(watched.record, truth);
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
    let Some(watched) = watched(&arguments, &Film::of(&photos, 1.0), &truth) else {
        return;
    };
    assert_eq!((watched.told, watched.record), (truth.clone(), truth));
}
