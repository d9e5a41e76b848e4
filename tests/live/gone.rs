//! Cameras: one in the network and a folder that go away, and those of boards beside a source.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::server::{Server, kibitzer, photographed};

/// A camera that sends these photos to the first who asks, as cameras with a web server do
/// (`multipart/x-mixed-replace`); then it is gone. The first one is shown for a while, as `ffmpeg` looks at some to
/// know what they are, each other one three times.
fn camera(listener: TcpListener, photos: &[Vec<u8>]) {
    let (mut stream, _) = listener.accept().unwrap();
    drop(listener);
    let kind = "multipart/x-mixed-replace;boundary=photo";
    write!(stream, "HTTP/1.0 200 OK\r\nContent-Type: {kind}\r\n\r\n").unwrap();
    let times = |i: usize| if i == 0 { 30 } else { 3 };
    let shown = photos.iter().enumerate();
    for jpeg in shown.flat_map(|(i, photo)| std::iter::repeat_n(photo, times(i))) {
        let length = jpeg.len();
        write!(
            stream,
            "--photo\r\nContent-Type: image/jpeg\r\nContent-Length: {length}\r\n\r\n"
        )
        .unwrap();
        stream.write_all(jpeg).unwrap();
        stream.write_all(b"\r\n").unwrap();
        thread::sleep(Duration::from_millis(250));
    }
}

#[test]
fn a_camera_that_is_gone_for_ten_seconds_is_waited_for() {
    if !test_data::program("ffmpeg") {
        return;
    }
    let folder = photographed();
    let photos: Vec<_> = (1..=30)
        .map(|i| fs::read(folder.path().join(format!("photos/photo_{i:04}.jpg"))).unwrap())
        .collect();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let source = format!("--game go --source http://{at}/");
    let server = Server::start(&source, folder.path());
    camera(listener, &photos[..15]);
    let fault = |state: &serde_json::Value| state["camera"]["fault"].is_string();
    server.wait_for("the fault", fault);
    thread::sleep(Duration::from_secs(10));
    assert!(fault(&server.state()));
    camera(TcpListener::bind(at).unwrap(), &photos[15..]);
    server.wait_for("the fault again", fault);
    let state = server.state();
    assert!(state["camera"]["photos"].as_u64().unwrap() >= 30, "{state}");
    server.command(r#"{"do":"finish"}"#);
    let served = folder.path().join("served.sgf");
    fs::write(served, server.body("/board/1/game.sgf")).unwrap();
    // A busy machine may have missed a move that was shown for less than a second.
    match state["camera"]["dropped"].as_u64() {
        Some(0) => kibitzer("compare served.sgf truth.sgf", Path::new(folder.path())),
        dropped => test_data::too_slow(&format!("drops {dropped:?} photos of a slow camera")),
    }
}

/// Whoever finishes the game while a film is read has the record of all of it.
#[test]
fn a_film_is_read_to_its_end_before_the_game_is_finished() {
    if !test_data::program("ffmpeg") {
        return;
    }
    let folder = photographed();
    let at = folder.path();
    let made = Command::new("ffmpeg")
        .args(["-v", "error", "-framerate", "1", "-i"])
        .arg(at.join("photos/photo_%04d.jpg"))
        .arg(at.join("game.mp4"))
        .status();
    assert!(made.unwrap().success());
    let server = Server::start("--game go --source game.mp4", at);
    server.wait_for("the film", |state| state["camera"]["waiting"] != 0);
    server.command(r#"{"do":"finish"}"#);
    assert_eq!(server.state()["camera"]["waiting"], 0);
    fs::write(at.join("served.sgf"), server.body("/board/1/game.sgf")).unwrap();
    kibitzer("compare served.sgf truth.sgf", at);
}

#[test]
fn boards_beside_that_of_a_source_have_browsers_as_cameras() {
    let folder = photographed();
    let server = Server::start("--game go --source photos --boards 2", folder.path());
    let camera = |board| server.state_of(board)["camera"]["name"].clone();
    assert_eq!([camera(1), camera(2)], ["photos", "browser"]);
}

/// A disk is unplugged and comes back with more photos. They are read before the game is finished.
#[test]
fn a_folder_that_is_gone_is_waited_for_and_read_to_the_end() {
    let folder = photographed();
    let at = folder.path();
    let [all, disk, elsewhere] = ["photos", "disk", "elsewhere"].map(|name| at.join(name));
    fs::create_dir(&disk).unwrap();
    let arrive = |photos: std::ops::RangeInclusive<usize>, on: &Path| {
        for i in photos {
            let name = format!("photo_{i:04}.jpg");
            fs::copy(all.join(&name), on.join(&name)).unwrap();
        }
    };
    arrive(1..=10, &disk);
    let server = Server::start("--game go --source disk", at);
    server.has_seen(10);
    fs::rename(&disk, &elsewhere).unwrap();
    let fault = |state: &serde_json::Value| state["camera"]["fault"].is_string();
    server.wait_for("the fault", fault);
    arrive(11..=30, &elsewhere);
    fs::rename(&elsewhere, &disk).unwrap();
    server.wait_for("the photos", |state| state["camera"]["waiting"] != 0);
    server.command(r#"{"do":"finish"}"#);
    assert_eq!(server.state()["camera"]["photos"], 30);
    fs::write(at.join("served.sgf"), server.body("/board/1/game.sgf")).unwrap();
    kibitzer("compare served.sgf truth.sgf", at);
}
