//! Output files: written whole, never over existing files, and never lost.

use std::fs;

use super::faults::check;
use super::{GAME, json, kibitzer, photographed, text};

#[test]
fn a_file_that_is_there_stays_unless_it_may_go() {
    let folder = photographed();
    let at = folder.path();
    let of_the_user = ["game.sgf", "c.json", "r.html", "map.svg", "shapes.ptn"];
    for name in of_the_user {
        fs::write(at.join(name), "of the user").unwrap();
    }
    fs::write(at.join("shape.txt"), "X.\n.X\n").unwrap();
    let record = "record photos -o game.sgf --save-calibration c.json --report r.html";
    let others = [
        "territory truth.sgf -o map.svg",
        "patterns learn shape.txt -o shapes.ptn",
    ];
    check(
        record,
        at,
        0,
        &["game.sgf exists: the new file is game (2).sgf"],
    );
    check(others[0], at, 0, &["the new file is map (2).svg"]);
    check(others[1], at, 0, &["the new file is shapes (2).ptn"]);
    for name in of_the_user {
        assert_eq!(fs::read_to_string(at.join(name)).unwrap(), "of the user");
    }
    let found = fs::read(at.join("game (2).sgf")).unwrap();
    check(&format!("{record} --force"), at, 0, &[]);
    assert_eq!(fs::read(at.join("game.sgf")).unwrap(), found);
    assert!(
        fs::read_to_string(at.join("r.html"))
            .unwrap()
            .contains("<html")
    );
    check(&format!("{} --force", others[0]), at, 0, &[]);
    assert!(
        fs::read_to_string(at.join("map.svg"))
            .unwrap()
            .contains("<svg")
    );
    // Nothing half written is left.
    let names = fs::read_dir(at)
        .unwrap()
        .map(|file| file.unwrap().file_name());
    assert!(
        names
            .into_iter()
            .all(|name| !name.to_string_lossy().contains(".part"))
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_takes_no_files_is_said_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("truth.sgf"), GAME).unwrap();
    fs::create_dir(at.join("folder.sgf")).unwrap();
    for (file, says) in [
        ("/proc/game.sgf", "/proc: "),
        ("folder.sgf", "it is a folder"),
    ] {
        // The photos would fail otherwise, later.
        check(&format!("record truth.sgf -o {file}"), at, 2, &[says]);
    }
}

/// A disk without room is a device here.
#[test]
#[cfg(target_os = "linux")]
fn a_record_that_cannot_be_written_is_printed() {
    let folder = photographed();
    let at = folder.path();
    let done = kibitzer(
        &["record", "photos", "-o", "/dev/full", "--report", "r.html"],
        at,
    );
    assert_eq!(done.status.code(), Some(2));
    assert!(
        text(&done.stderr).contains("/dev/full: "),
        "{}",
        text(&done.stderr)
    );
    let said = text(&done.stdout);
    let record = &said[said.find("(;").unwrap()..];
    fs::write(at.join("printed.sgf"), record).unwrap();
    check("compare printed.sgf truth.sgf", at, 0, &[]);
    assert!(at.join("r.html").is_file());
    let answer = json(&kibitzer(
        &["record", "photos", "-o", "/dev/full", "--json"],
        at,
    ));
    assert_eq!(answer["unwritten"][0]["text"].as_str(), Some(record));
}
