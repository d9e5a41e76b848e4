//! Tests of the command line: output, files and exit codes.

mod doubtful;
mod ending;
mod faults;
mod files;
mod films;
mod follow;
mod formats;
mod go;
mod info;
mod marked;
mod messages;
mod move_order;
mod outputs;
mod patterns;
mod photo_order;
mod photos;
mod referee;
mod repeated;
mod squares;
#[cfg(unix)]
mod stopping;
mod territory;
mod turned_go;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

const GAME: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[eg];B[df];W[de];B[dd];W[ce];B[cd];W[be];B[ef];W[dg];\
                    B[cf];W[cg];B[bf];W[bg];B[gg])\n";

fn kibitzer(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(done: &Output) -> serde_json::Value {
    serde_json::from_slice(&done.stdout).unwrap_or_else(|_| panic!("{}", text(&done.stderr)))
}

/// The warnings of a `record` that ends with this exit code, as JSON.
fn warnings(record: &str, folder: &Path, code: i32) -> Vec<serde_json::Value> {
    let arguments: Vec<&str> = record.split(' ').chain(["--json"]).collect();
    let done = kibitzer(&arguments, folder);
    assert_eq!(
        done.status.code(),
        Some(code),
        "{record}: {}",
        text(&done.stderr)
    );
    json(&done)["warnings"].as_array().unwrap().clone()
}

/// A folder with `truth.sgf` and 30 photos of that game in `photos`, small ones: copies of what is rendered once.
fn photographed() -> tempfile::TempDir {
    static ONCE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::write(at.join("truth.sgf"), GAME).unwrap();
        fs::write(at.join("scene.toml"), SMALL).unwrap();
        let render = "render truth.sgf -o photos --scene scene.toml --photos 30";
        faults::check(render, at, 0, &[]);
        folder
    });
    copied(ONCE.path())
}

/// Photos large enough for a board of nine lines.
const SMALL: &str = "[photo]\nwidth = 480\nheight = 360\n";

/// As [`photographed`], 36 larger photos with hands in some.
fn with_hands() -> tempfile::TempDir {
    static ONCE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        fs::write(at.join("truth.sgf"), GAME).unwrap();
        let scene = "[photo]\nwidth = 640\nheight = 480\n[hands]\nshare = 0.3\n";
        fs::write(at.join("scene.toml"), scene).unwrap();
        let render = "render truth.sgf -o photos --scene scene.toml --seed 3 --photos 36";
        faults::check(render, at, 0, &[]);
        folder
    });
    copied(ONCE.path())
}

/// As [`photographed`], the photos of the game of [`checkers`].
fn photographed_checkers() -> tempfile::TempDir {
    static ONCE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
        let folder = checkers();
        faults::check("render truth.pdn -o photos", folder.path(), 0, &[]);
        folder
    });
    copied(ONCE.path())
}

/// A copy of a folder with a game and its photos, for a test to change as it likes.
fn copied(from: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path();
    fs::create_dir(to.join("photos")).unwrap();
    for under in ["", "photos"] {
        for entry in fs::read_dir(from.join(under)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap();
            if path.is_file() && name != "scene.toml" {
                fs::copy(&path, to.join(under).join(name)).unwrap();
            }
        }
    }
    folder
}

/// What a report's page shows, as its script reads it.
fn data_of(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The next best games of an answer are in files of their own, as many as asked for less one.
fn check_others(
    answer: &serde_json::Value,
    wanted: usize,
    folder: &Path,
    extension: &str,
    moves: impl Fn(&Path) -> Vec<String>,
) {
    let others = answer["others"].as_array().unwrap();
    let file = |number: usize| folder.join(format!("game-alternative-{number}.{extension}"));
    let best = moves(&folder.join(format!("game.{extension}")));
    for (i, other) in others.iter().take(wanted - 1).enumerate() {
        let moves = moves(&file(i + 2));
        assert_eq!(other["moves"], serde_json::json!(moves));
        assert!(other["nats"].as_f64().unwrap() > -0.01);
        assert_ne!(moves, best);
    }
    let written = (2..=9).filter(|n| file(*n).exists());
    assert_eq!(written.count(), others.len().min(wanted - 1));
}

/// A folder with a game of checkers, `truth.pdn`.
fn checkers() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let moves = "10-15 23-19 7-10 22-18 15x22 25x18 11-15 18x11 8x15 21-17 9-14";
    let text = format!("[GameType \"21\"]\n\n{moves} *\n");
    fs::write(folder.path().join("truth.pdn"), text).unwrap();
    folder
}
