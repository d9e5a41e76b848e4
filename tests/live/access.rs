//! What is not allowed is refused, and the game goes on.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket, client};

use crate::server::{Server, moves, photographed};

/// The number of the status of an answer.
fn status(answer: &str) -> String {
    answer.get(9..12).unwrap_or_default().to_owned()
}

#[test]
fn who_has_no_token_or_comes_from_elsewhere_is_refused() {
    let folder = photographed();
    let watch = "--game go --source photos --token secret --boards 2";
    let server = Server::start(watch, folder.path());
    let get = |path: &str| status(&server.get(path));
    assert_eq!(get("/healthz"), "200");
    assert_eq!(get("/board/1"), "403");
    assert_eq!(get("/board/1?token=wrong"), "403");
    assert_eq!(get("/board/1?token=secret"), "200");
    assert_eq!(get("/board/2?token=secret"), "200");
    assert_eq!(get("/board/3?token=secret"), "404");
    assert_eq!(
        (get("/"), get("/?token=secret")),
        ("403".into(), "200".into())
    );
    assert_eq!(get("/board/1/game.pgn?token=secret"), "404");
    let post = |headers: &str, body: &str| {
        status(&server.ask("POST", "/board/1/command?token=secret", headers, body))
    };
    let other = "Origin: http://evil.example\r\n";
    assert_eq!(post(other, r#"{"do":"pause"}"#), "403");
    assert_eq!(post("", "{"), "400");
    assert_eq!(post("", r#"{"do":"confirm","ply":99999}"#), "409");
    server.wait_for("all moves", |state| moves(state).len() >= 10);
    let legal = server.get("/board/1/legal?token=secret&ply=1");
    assert!(legal.contains("\"name\":\"A1\""), "{legal}");
    let metrics = server.get("/metrics?token=secret");
    assert!(
        metrics.contains("kibitzer_photos_total{board=\"1\"} "),
        "{metrics}"
    );
}

#[test]
fn who_may_watch_changes_nothing() {
    let folder = photographed();
    let mut server = Server::start("--game go --source photos --token secret", folder.path());
    let line = server.line();
    let (_, query) = line.split_once('?').unwrap();
    let page = server.get(&format!("/board/1?{query}"));
    assert!(page.contains("data-role=\"viewer\""), "{page}");
    let command = format!("/board/1/command?{query}");
    let answer = server.ask("POST", &command, "", r#"{"do":"pause"}"#);
    assert_eq!(status(&answer), "403");
    assert_eq!(server.state()["running"], true);
    assert!(camera(&server.host, query, "").is_none());
}

#[test]
fn bodies_without_end_and_a_thousand_connections_do_not_stop_a_game() {
    let folder = photographed();
    let at = folder.path();
    let early = at.join("early");
    fs::create_dir(&early).unwrap();
    let server = Server::start("--game go --source early", at);
    // One who looked on before.
    let host = &server.host;
    let stream = TcpStream::connect(host).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let (mut viewer, _) = client(format!("ws://{host}/board/1/live"), stream).unwrap();
    let mut gigabyte = TcpStream::connect(&server.host).unwrap();
    write!(
        gigabyte,
        "POST /board/1/command HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000000000\r\n\r\n"
    )
    .unwrap();
    gigabyte
        .set_read_timeout(Some(Duration::from_secs(30)))
        .unwrap();
    let mut answer = [0; 12];
    gigabyte.read_exact(&mut answer).unwrap();
    assert_eq!(&answer[9..], b"413");
    let idle: Vec<_> = (0..1000)
        .map(|_| TcpStream::connect(&server.host).unwrap())
        .collect();
    for i in 1..=30 {
        let name = format!("photo_{i:04}.jpg");
        fs::copy(at.join("photos").join(&name), early.join(&name)).unwrap();
    }
    // He is told all moves while the others are there.
    while !viewer
        .read()
        .unwrap()
        .to_string()
        .contains("\"photos\":30,")
    {}
    drop(idle);
    // Then there is room again.
    while !server.get("/healthz").starts_with("HTTP/1.1 200") {
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(moves(&server.state()).len() >= 10);
}

/// The camera of a board, as a page opens it; nothing where it is refused.
fn camera(host: &str, query: &str, origin: &str) -> Option<WebSocket<TcpStream>> {
    let mut request = format!("ws://{host}/board/1/camera?{query}")
        .into_client_request()
        .unwrap();
    if !origin.is_empty() {
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
    }
    let stream = TcpStream::connect(host).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    Some(client(request, stream).ok()?.0)
}

/// Sends photos, each when the one before was looked at.
fn send(
    server: &Server,
    camera: &mut WebSocket<TcpStream>,
    photos: &Path,
    which: std::ops::RangeInclusive<usize>,
) {
    for i in which {
        let seen = |state: &serde_json::Value| {
            let camera = &state["camera"];
            ["photos", "still", "refused"]
                .map(|count| camera[count].as_u64().unwrap())
                .iter()
                .sum::<u64>()
        };
        let before = seen(&server.state());
        let jpeg = fs::read(photos.join(format!("photo_{i:04}.jpg"))).unwrap();
        camera.send(Message::binary(jpeg)).unwrap();
        server.wait_for("a photo", |state| seen(state) > before);
    }
}

#[test]
fn a_camera_that_sends_nonsense_or_goes_away_does_not_stop_a_game() {
    let folder = photographed();
    let photos = folder.path().join("photos");
    let server = Server::start("--game go --token secret", folder.path());
    let open = |origin: &str| camera(&server.host, "token=secret", origin);
    assert!(open("http://evil.example").is_none());
    let mut first = open(&format!("http://{}", server.host)).unwrap();
    send(&server, &mut first, &photos, 1..=15);
    // Neither text nor bytes that are no photo are looked at.
    first.send(Message::text("hello")).unwrap();
    first.send(Message::binary(vec![7; 10_000])).unwrap();
    server.wait_for("nonsense", |state| state["camera"]["refused"] == 1);
    // What is larger than any photo, or no frame at all, ends the connection, and that is said.
    let _ = first.send(Message::binary(vec![7; 9 << 20]));
    server.wait_for("the fault", |state| state["camera"]["fault"].is_string());
    let mut second = open("").unwrap();
    send(&server, &mut second, &photos, 16..=16);
    assert!(server.state()["camera"]["fault"].is_null());
    second.get_mut().write_all(&[0xff; 64]).unwrap();
    server.wait_for("the fault", |state| state["camera"]["fault"].is_string());
    let mut third = open("").unwrap();
    send(&server, &mut third, &photos, 17..=30);
    server.command(r#"{"do":"finish"}"#);
    fs::write(
        folder.path().join("served.sgf"),
        server.body("/board/1/game.sgf"),
    )
    .unwrap();
    crate::server::kibitzer("compare served.sgf truth.sgf", folder.path());
}
