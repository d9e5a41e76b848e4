//! A server that watches a board.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// A server that is killed in the end.
pub(crate) struct Server {
    child: Child,
    pub(crate) host: String,
    /// The address of the page.
    pub(crate) page: String,
    /// The token, as addresses have it.
    query: String,
    /// What it says; it is not told that nobody listens.
    said: BufReader<ChildStdout>,
}

/// What takes longer than this does not come.
const PATIENCE: Duration = Duration::from_secs(120);

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Server {
    pub(crate) fn start(arguments: &str, folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
            .args("watch --no-open --port 0".split(' '))
            .args(arguments.split_whitespace())
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let mut server = Self {
            child,
            host: String::new(),
            page: String::new(),
            query: String::new(),
            said,
        };
        server.page = server.line();
        if let Some((_, query)) = server.page.split_once('?') {
            server.query = format!("?{query}");
        }
        server.host = server.page.split('/').nth(2).unwrap().to_owned();
        server
    }

    /// The next line that it prints.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    /// Sends a request, and returns the whole answer.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
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
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.ask("GET", path, "", "")
    }

    /// The body of what is at an address.
    pub(crate) fn body(&self, path: &str) -> String {
        let answer = self.get(&format!("{path}{}", self.query));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        body.to_owned()
    }

    /// The state of the first board.
    pub(crate) fn state(&self) -> Value {
        self.state_of(1)
    }

    /// The state of a board, counted from 1.
    pub(crate) fn state_of(&self, board: usize) -> Value {
        serde_json::from_str(&self.body(&format!("/board/{board}/state"))).unwrap()
    }

    /// Waits until something is true of the state of the first board.
    pub(crate) fn wait_for(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let state = self.state();
            if is_so(&state) {
                return state;
            }
            assert!(begin.elapsed() < PATIENCE, "{what}: {state}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Waits until so many photos were looked at.
    pub(crate) fn has_seen(&self, photos: usize) -> Value {
        self.wait_for("photos", |state| state["camera"]["photos"] == photos)
    }

    /// Asks for something; it has to be done.
    pub(crate) fn command(&self, command: &str) {
        self.command_to(1, command);
    }

    /// The same of a board, counted from 1.
    pub(crate) fn command_to(&self, board: usize, command: &str) {
        let path = format!("/board/{board}/command{}", self.query);
        let answer = self.ask("POST", &path, "", command);
        assert!(answer.starts_with("HTTP/1.1 204"), "{command}: {answer}");
    }
}

/// The names of the moves of a state, in Go with the sides.
pub(crate) fn moves(state: &Value) -> Vec<String> {
    let is_go = state["setup"]["game"] == "go";
    let moves = state["game"]["moves"].as_array();
    let names = moves.into_iter().flatten().map(|mv| {
        let [side, name] = ["side", "name"].map(|key| mv[key].as_str().unwrap());
        if is_go {
            format!("{side} {name}")
        } else {
            name.to_owned()
        }
    });
    names.collect()
}

/// Runs the program, which has to succeed.
pub(crate) fn kibitzer(arguments: &str, folder: &Path) {
    let done = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{arguments}: {said}");
}

/// Photos that are large enough for small boards.
const SMALL: &str = "[photo]\nwidth = 480\nheight = 360\n";

/// A folder with a game of Go, `truth.sgf`, and 30 photos of it, rendered once: `photos/photo_0001.jpg`, ….
pub(crate) fn photographed() -> TempDir {
    const GAME: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[eg];B[df];W[de];B[dd];W[ce];B[cd];W[be];B[ef];W[dg];\
                        B[cf];W[cg];B[bf];W[bg];B[gg])\n";
    static ONCE: LazyLock<TempDir> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::write(at.join("truth.sgf"), GAME).unwrap();
        fs::write(at.join("scene.toml"), SMALL).unwrap();
        kibitzer(
            "render truth.sgf -o photos --scene scene.toml --photos 30",
            at,
        );
        folder
    });
    let folder = tempfile::tempdir().unwrap();
    let photos = folder.path().join("photos");
    fs::create_dir(&photos).unwrap();
    for entry in fs::read_dir(ONCE.path().join("photos")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, photos.join(path.file_name().unwrap())).unwrap();
    }
    let truth = folder.path().join("truth.sgf");
    fs::copy(ONCE.path().join("truth.sgf"), truth).unwrap();
    folder
}
