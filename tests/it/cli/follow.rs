//! `record --follow`, and resuming after it ended.

use std::fs;
use std::io::Write;
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
    check("record photos --journal half -o again.sgf", at, 0, &[]);
    check("compare again.sgf truth.sgf", at, 0, &[]);
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
