//! `observe`: the server, asked as a browser asks it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::cli::{photographed, text};

/// A server that is killed in the end.
struct Server {
    child: Child,
    host: String,
    /// What it says; it is not told that nobody listens.
    _said: BufReader<ChildStdout>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Server {
    fn start(arguments: &str, folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
            .args("observe --game go --port 0".split(' '))
            .args(arguments.split(' '))
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        said.read_line(&mut line).unwrap();
        let host = line.split('/').nth(2).unwrap().to_owned();
        Self {
            child,
            host,
            _said: said,
        }
    }

    /// Sends a request, and returns the whole answer.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let (host, length) = (&self.host, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\
             {headers}\r\n{body}"
        );
        // A server that refuses a request need not read all of it.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        text(&answer)
    }

    fn get(&self, path: &str) -> String {
        self.ask("GET", path, "", "")
    }

    /// Asks for the record until there is this in it.
    fn wait_for(&self, token: &str, moves: &str) -> String {
        let begin = Instant::now();
        loop {
            let record = self.get(&format!("/board/1/game.sgf{token}"));
            if record.contains(moves) {
                return record;
            }
            assert!(begin.elapsed() < Duration::from_secs(120), "{record}");
            std::thread::sleep(Duration::from_millis(200));
        }
    }
}

/// The first moves of the rendered game.
const MOVES: &str = ";B[ee];W[eg];B[df];W[de];B[dd];W[ce];B[cd];W[be];B[ef];W[dg]";

#[test]
fn a_server_that_is_killed_goes_on_with_the_same_game() {
    let folder = photographed();
    let at = folder.path();
    let (early, late) = (at.join("early"), at.join("photos"));
    std::fs::create_dir(&early).unwrap();
    for i in 1..=18 {
        let name = format!("photo_{i:04}.jpg");
        std::fs::copy(late.join(&name), early.join(&name)).unwrap();
    }
    let first = Server::start("--source early --keep kept", at);
    first.wait_for("", ";B[ee];W[eg];B[df]");
    drop(first);
    for i in 19..=30 {
        let name = format!("photo_{i:04}.jpg");
        std::fs::copy(late.join(&name), early.join(&name)).unwrap();
    }
    let again = Server::start("--source early --keep kept", at);
    again.wait_for("", MOVES);
    while !again.get("/board/1/state").contains("\"photos\":30,") {
        std::thread::sleep(Duration::from_millis(100));
    }
    let finish = again.ask("POST", "/board/1/command", "", r#"{"do":"finish"}"#);
    assert!(finish.starts_with("HTTP/1.1 204"), "{finish}");
    let answer = again.get("/board/1/game.sgf");
    let (_, record) = answer.split_once("\r\n\r\n").unwrap();
    std::fs::write(at.join("served.sgf"), record).unwrap();
    crate::cli::faults::check("compare served.sgf truth.sgf", at, 0, &[]);
    let journal = std::fs::read_to_string(at.join("kept/board-1/game.journal")).unwrap();
    assert_eq!(journal.matches("\"photo\"").count(), 30);
    let kept = std::fs::read_to_string(at.join("kept/board-1/game-1.sgf")).unwrap();
    assert_eq!(kept, record);
}

#[test]
fn what_is_not_allowed_is_refused_and_the_game_goes_on() {
    let folder = photographed();
    let server = Server::start("--source photos --token secret --boards 2", folder.path());
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
    server.wait_for("?token=secret", MOVES);
    drop(idle);
    let legal = server.get("/board/1/legal?token=secret&ply=1");
    assert!(legal.contains("\"name\":\"A1\""), "{legal}");
    let metrics = server.get("/metrics?token=secret");
    assert!(
        metrics.contains("kibitzer_photos_total{board=\"1\"} "),
        "{metrics}"
    );
}
