//! `record --follow`, and resuming after it ended.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cli::faults::check;
use crate::cli::{kibitzer, photographed, text};

#[test]
fn photos_that_come_into_a_folder_are_followed() {
    let folder = photographed();
    let at = folder.path();
    let photos: Vec<_> = (1..=30)
        .map(|i| at.join(format!("photos/photo_{i:04}.jpg")))
        .collect();
    let late = at.join("late");
    fs::create_dir(&late).unwrap();
    for photo in &photos[12..] {
        fs::rename(photo, late.join(photo.file_name().unwrap())).unwrap();
    }
    let watch = "record photos --follow -o game.sgf --journal j --lag 4 --idle 3 --json";
    let mut watching = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(watch.split(' '))
        .current_dir(at)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keys = watching.stdin.take().unwrap();
    keys.write_all(b"1. E5\nnonsense\n").unwrap();
    for photo in &photos[12..] {
        fs::rename(late.join(photo.file_name().unwrap()), photo).unwrap();
    }
    let done = watching.wait_with_output().unwrap();
    let lines = text(&done.stdout);
    let mut lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let answer = lines.pop().unwrap();
    assert_eq!(answer["live"]["right"], 15, "{answer}");
    let played = |event: &Value| event["event"] == "played";
    let first = lines.iter().find(|event| played(event)).unwrap();
    assert_eq!(
        (&first["side"], &first["name"]),
        (&"black".into(), &"E5".into())
    );
    assert!(lines.iter().any(|event| event["event"] == "settled"));
    check("compare game.sgf truth.sgf", at, 0, &[]);

    // A watcher that was killed while it wrote a line: another one goes on from its journal, and so does `record`.
    let journal = fs::read_to_string(at.join("j")).unwrap();
    assert!(journal.contains("\"answer\":\"1. E5\""), "{journal}");
    let half: String = journal
        .lines()
        .take(15)
        .map(|line| format!("{line}\n"))
        .collect();
    for name in ["half", "j"] {
        fs::write(at.join(name), half.clone() + "{\"pho").unwrap();
    }
    // From another folder, too. The record of the same recording is replaced, others are kept.
    let elsewhere = tempfile::tempdir().unwrap();
    let [photos, half, game] = ["photos", "half", "game.sgf"].map(|name| at.join(name));
    let arguments = [
        &photos,
        Path::new("--journal"),
        &half,
        Path::new("-o"),
        &game,
    ];
    let resumed = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .arg("record")
        .args(arguments)
        .current_dir(elsewhere.path())
        .output()
        .unwrap();
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    assert!(!at.join("game (2).sgf").exists());
    check("compare game.sgf truth.sgf", at, 0, &[]);
    check(
        "record photos --follow -o on.sgf --journal j --idle 1",
        at,
        0,
        &[],
    );
    check("compare on.sgf truth.sgf", at, 0, &[]);
    let photos = fs::read_to_string(at.join("j")).unwrap();
    assert_eq!(photos.matches("\"photo\"").count(), 30);
    let other = kibitzer(
        &["record", "photos", "--journal", "half", "-o", "g.pgn"],
        at,
    );
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("the journal is of a game of Go"));
}

#[test]
fn a_record_that_can_no_longer_be_written_does_not_end_the_game() {
    let folder = photographed();
    let at = folder.path();
    fs::create_dir(at.join("out")).unwrap();
    let late = at.join("photo_0030.jpg");
    let photo = at.join("photos/photo_0030.jpg");
    fs::rename(&photo, &late).unwrap();
    let watch = "record photos --follow -o out/game.sgf --lag 4 --idle 3";
    let watching = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(watch.split(' '))
        .current_dir(at)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !at.join("out/game.sgf").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    fs::rename(at.join("out"), at.join("gone")).unwrap();
    fs::rename(&late, &photo).unwrap();
    let done = watching.wait_with_output().unwrap();
    let (printed, reported) = (text(&done.stdout), text(&done.stderr));
    assert_eq!(done.status.code(), Some(2), "{reported}");
    assert!(reported.contains("the recording goes on"), "{reported}");
    let start = printed.find("(;").expect("the record is printed");
    fs::write(at.join("printed.sgf"), &printed[start..]).unwrap();
    check("compare printed.sgf truth.sgf", at, 0, &[]);
}
