//! Real photos before the browser's camera: the record is the game.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use kibitzer::live::Kind;

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

/// Shows a film to the camera of a page until these moves are told or it ends, and ends the game. The film shows each
/// position for `shown` at least. A machine that is too busy to look at each of them is given two more chances.
fn watched(arguments: &str, film: &Film, shown: Duration, moves: &[String]) -> Option<Watched> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock();
    let mut shortest = Duration::MAX;
    for _ in 0..3 {
        let (watched, pause) = watched_once(arguments, film, moves);
        let right = watched.told == moves && watched.record == moves;
        if right || pause < shown {
            return Some(watched);
        }
        shortest = shortest.min(pause);
    }
    test_data::too_slow(&format!(
        "looks at no photo of {arguments} for {:.1} s",
        shortest.as_secs_f64()
    ));
    None
}

/// The same, with the longest time in which no photo was looked at while the film moved.
fn watched_once(arguments: &str, film: &Film, wanted: &[String]) -> (Watched, Duration) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(arguments, folder.path());
    let mut browser = Browser::open(&server.page, Some(&film.path));
    browser.click("#browser");
    let begin = Instant::now();
    let mut told = Vec::new();
    let (mut seen, mut last, mut pause) = (0, begin, Duration::ZERO);
    // What is seen last takes a moment to be told.
    while begin.elapsed() < film.moving || told != wanted && begin.elapsed() < film.length {
        std::thread::sleep(Duration::from_millis(100));
        let state = server.state();
        told = moves(&state);
        let count = |name: &str| state["camera"][name].as_u64().unwrap();
        let (now, is_moving) = (Instant::now(), begin.elapsed() < film.moving);
        if is_moving {
            pause = pause.max(now - last);
        }
        let looked_at = count("photos") + count("still");
        if looked_at > seen {
            (seen, last) = (looked_at, now);
        }
    }
    browser.click("#finish");
    browser.click("#offer");
    browser.wait_for("document.querySelector('#turn').innerText === 'The game is over'");
    let state = server.state();
    assert_eq!(browser.faults, Vec::<String>::new());
    let record = moves(&state);
    // A camera knows the day.
    let kind: Kind = serde_json::from_value(state["setup"]["game"].clone()).unwrap();
    let written = server.body(&format!("/board/1/game.{}", kind.extension()));
    let is_dated = ["DT[20", "[Date \"20"]
        .iter()
        .any(|date| written.contains(date));
    assert!(is_dated, "{written}");
    (Watched { told, record }, pause)
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
    let film = Film::of(&photos(&folder), 0.75);
    let shown = Duration::from_secs_f64(1.0 / 0.75);
    let truth = kibitzer::chess::named_moves(&truth);
    let Some(watched) = watched("--game chess --rectified", &film, shown, &truth) else {
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
    // Half as fast as it was: the page takes each photo once, as of a hand that moves.
    let film = Film::of(&photos(&folder), 5.0);
    let truth = kibitzer::go::named_moves(&truth);
    let shown = Duration::from_secs(2);
    let Some(watched) = watched("--game go", &film, shown, &truth) else {
        return;
    };
    assert_eq!(watched.record, truth);
}

/// The score of the finished game becomes the result of the record. Passes, which no photo shows, are not offered.
#[test]
fn the_score_of_go_is_written_into_the_record() {
    let Some(photos) = given("go-video") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let arguments = format!("--game go --source {}", photos.display());
    let server = Server::start(&arguments, folder.path());
    let mut browser = Browser::open(&server.page, None);
    browser.wait_for("document.querySelectorAll('#moves li button').length > 1");
    let legal = server.body("/board/1/legal?ply=0");
    assert!(
        legal.contains("\"A1\"") && !legal.contains("pass"),
        "{legal}"
    );
    browser.click("#finish");
    browser.click("#offer");
    browser.click("#take-score");
    browser.wait_for("document.querySelector('#take-score').hidden");
    let score = server.state()["game"]["score"].clone();
    let record = server.body("/board/1/game.sgf");
    let result = format!("RE[{}]", score["result"].as_str().unwrap());
    for written in [result.as_str(), "KM[6.5]", "RU[Japanese]"] {
        assert!(record.contains(written), "{written} in {record}");
    }
    assert_eq!(browser.faults, Vec::<String>::new());
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
    let (film, shown) = (Film::of(&photos, 1.0), Duration::from_secs(2));
    let Some(watched) = watched(&arguments, &film, shown, &truth) else {
        return;
    };
    assert_eq!((watched.told, watched.record), (truth.clone(), truth));
}

/// Fast chess before a camera that takes each position four times: the recorder is not sure of all moves at once. It
/// tells them when it is sure of the next, and the players do nothing wrong.
#[test]
fn fast_moves_are_told_and_raise_no_alarm() {
    let Some(game) = given("chess-real/game2") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let shown = folder.path().join("in");
    fs::create_dir(&shown).unwrap();
    let server = Server::start("--source in --game chess --rectified", folder.path());
    let photos = photos(&game).into_iter().take(26);
    let copies = photos.flat_map(|photo| std::iter::repeat_n(photo, 4));
    for (i, photo) in copies.enumerate() {
        // A file that appears is whole.
        let part = folder.path().join("part.jpg");
        fs::copy(photo, &part).unwrap();
        fs::rename(&part, shown.join(format!("{i:03}.jpg"))).unwrap();
        let state = server.has_seen(i + 1);
        let ruling = &state["game"]["ruling"];
        assert!(ruling.is_null(), "{i}: {ruling}");
        if i % 4 == 3 {
            // The first photo shows the start, each of the others another ply.
            let (told, plies) = (moves(&state), i / 4);
            assert!(told.len() + 1 >= plies, "{told:?} after {plies}");
        }
    }
}
