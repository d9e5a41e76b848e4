//! What is not allowed is refused, and the game goes on.

use std::net::TcpStream;

use crate::server::{Server, photographed};

#[test]
fn what_is_not_allowed_is_refused_and_the_game_goes_on() {
    let folder = photographed();
    let server = Server::start(
        "--game go --source photos --token secret --boards 2",
        folder.path(),
    );
    let status = |answer: String| answer.get(9..12).unwrap_or_default().to_owned();
    let get = |path: &str| status(server.get(path));
    assert_eq!(get("/healthz"), "200");
    assert_eq!(get("/board/1"), "403");
    assert_eq!(get("/board/1?token=wrong"), "403");
    assert_eq!(get("/board/1?token=secret"), "200");
    assert_eq!(get("/board/2?token=secret"), "200");
    assert_eq!(get("/board/3?token=secret"), "404");
    assert_eq!(get("/board/1/game.pgn?token=secret"), "404");
    let post = |headers: &str, body: &str| {
        status(server.ask("POST", "/board/1/command?token=secret", headers, body))
    };
    let other = "Origin: http://evil.example\r\n";
    assert_eq!(post(other, r#"{"do":"pause"}"#), "403");
    assert_eq!(post("", "{"), "400");
    assert_eq!(post("", r#"{"do":"confirm","ply":99999}"#), "409");
    assert_eq!(post("", &" ".repeat(1 << 20)), "413");
    // Connections that say nothing do not keep others away.
    let idle: Vec<_> = (0..150)
        .map(|_| TcpStream::connect(&server.host).unwrap())
        .collect();
    let legal = server.get("/board/1/legal?token=secret&ply=1");
    assert!(legal.contains("\"name\":\"A1\""), "{legal}");
    drop(idle);
    let metrics = server.get("/metrics?token=secret");
    assert!(
        metrics.contains("kibitzer_photos_total{board=\"1\"} "),
        "{metrics}"
    );
}
