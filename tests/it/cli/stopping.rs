//! Signals that end a recording.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::{json, kibitzer, photographed, text};
use kibitzer::go;

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let done = Command::new("kill").args([name, &id]).status().unwrap();
    assert!(done.success());
}

#[test]
fn what_was_read_is_recorded() {
    let folder = photographed();
    let at = folder.path();
    let found = json(&kibitzer(
        &["locate", "photos/photo_0001.jpg", "--json"],
        at,
    ));
    let corners = found["corners_px"].as_array().unwrap();
    let corners = corners.iter().map(|c| format!("{},{}", c[0], c[1]));
    // So many that reading takes long.
    for again in 0..12 {
        for i in 1..=30 {
            let photo = at.join(format!("photos/photo_{i:04}.jpg"));
            fs::copy(photo, at.join(format!("photos/photo_{i:04}_{again}.jpg"))).unwrap();
        }
    }
    let mut arguments = vec![
        "record",
        "photos",
        "-o",
        "game.sgf",
        "--size",
        "9",
        "--corners",
    ];
    let corners: Vec<String> = corners.collect();
    arguments.extend(corners.iter().map(String::as_str));
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kibitzer"));
        let command = command.args(&arguments).current_dir(at);
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(1000));
        child
    };
    let ended = |child: Child| -> Output { child.wait_with_output().unwrap() };
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let _ = fs::remove_file(at.join("game.sgf"));
        let child = start();
        signal(&child, name);
        let done = ended(child);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(code), "{said}");
        assert!(
            said.contains("stopping") && said.contains("the reading was ended here"),
            "{said}"
        );
        assert!(text(&done.stdout).contains("game.sgf"), "{said}");
        let moves = go::named_moves(&go::read_record(&at.join("game.sgf")).unwrap());
        let truth = go::named_moves(&go::read_record(&at.join("truth.sgf")).unwrap());
        // A hand in the last photo that was read may look like a move.
        assert!(moves.len() < truth.len(), "{moves:?}");
    }
    fs::remove_file(at.join("game.sgf")).unwrap();
    let child = start();
    // Both are there when it goes on, in whichever order.
    for name in ["-STOP", "-INT", "-TERM", "-CONT"] {
        signal(&child, name);
    }
    let done = ended(child);
    assert!(matches!(done.status.code(), Some(130 | 143)));
    assert!(!at.join("game.sgf").exists());
}
