//! Signals that end a recording.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
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
    // So many that reading takes long. A byte after the end makes each file another one.
    for i in 1..=30 {
        let mut photo = fs::read(at.join(format!("photos/photo_{i:04}.jpg"))).unwrap();
        for again in 0..40 {
            photo.push(0);
            fs::write(at.join(format!("photos/photo_{i:04}_{again}.jpg")), &photo).unwrap();
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
    // One right after the other, while the program runs: of signals to a process that is stopped, two threads can each
    // take one at the same moment, and neither is the second.
    let both = r#"kill -INT "$0"; kill -TERM "$0""#;
    let shell = ["-c", both, &child.id().to_string()];
    assert!(Command::new("sh").args(shell).status().unwrap().success());
    let done = ended(child);
    assert!(matches!(done.status.code(), Some(130 | 143)));
    assert!(!at.join("game.sgf").exists());
}

#[test]
fn watch_prints_the_records_that_it_does_not_keep() {
    let folder = photographed();
    let mut watching = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(["watch", "--no-open", "--port", "0", "--game", "go"])
        .args(["--source", "photos"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(watching.stdout.take().unwrap());
    let mut page = String::new();
    out.read_line(&mut page).unwrap();
    let server = page.trim().strip_prefix("http://").unwrap();
    let server = server.split('/').next().unwrap();
    let record = || {
        let mut connection = TcpStream::connect(server).unwrap();
        let ask = format!("GET /board/1/game.sgf HTTP/1.0\r\nHost: {server}\r\n\r\n");
        connection.write_all(ask.as_bytes()).unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer
    };
    while !record().contains(";B[gg]") {
        sleep(Duration::from_millis(200));
    }
    signal(&watching, "-INT");
    let mut printed = String::new();
    out.read_to_string(&mut printed).unwrap();
    let done = watching.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130));
    assert!(text(&done.stderr).contains("--keep FOLDER stores them"));
    let path = folder.path().join("printed.sgf");
    fs::write(&path, printed).unwrap();
    let truth = go::read_record(&folder.path().join("truth.sgf")).unwrap();
    let moves = go::named_moves(&go::read_record(&path).unwrap());
    assert_eq!(moves, go::named_moves(&truth));
}
