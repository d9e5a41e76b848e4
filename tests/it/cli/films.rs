//! Films are photos too.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cli::faults::check;
use crate::cli::{json, kibitzer, photographed, text};

/// Makes a film, or something else, by `ffmpeg`.
fn ffmpeg(arguments: &str, folder: &Path) {
    let done = Command::new("ffmpeg")
        .args(["-nostdin", "-v", "error"])
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", text(&done.stderr));
}

/// A folder with a link to real photos, if they and the programs are there.
#[cfg(unix)]
fn real(photos: &str) -> Option<tempfile::TempDir> {
    if !["ffmpeg", "ffprobe"].into_iter().all(test_data::program) {
        return None;
    }
    let data = fs::canonicalize(test_data::path(photos)?).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(data, folder.path().join("photos")).unwrap();
    Some(folder)
}

/// The camera lay on its side, as phones do: the film is stored turned, and says so.
#[test]
#[cfg(unix)]
fn a_game_of_chess_filmed_on_its_side() {
    let Some(folder) = real("chess-real/game7") else {
        return;
    };
    let at = folder.path();
    let photos = "-framerate 2 -pattern_type glob -i photos/*.jpg";
    let coded = "-vf transpose=clock -c:v libx264 -pix_fmt yuv420p";
    ffmpeg(&format!("{photos} {coded} -frames:v 20 lying.mp4"), at);
    ffmpeg("-i lying.mp4 -c copy -metadata:s:v rotate=90 game.mp4", at);
    let record = "record game.mp4 --rectified -o game.pgn --report r.html --json";
    let answer = json(&kibitzer(&record.split(' ').collect::<Vec<_>>(), at));
    assert_eq!(answer["photos"], 20);
    let moves = answer["moves"].as_array().unwrap().iter();
    let moves: Vec<_> = moves.map(|mv| mv["move"].as_str().unwrap()).collect();
    let truth = kibitzer::chess::read_record(&at.join("photos/truth.pgn")).unwrap();
    let truth = kibitzer::chess::named_moves(&truth);
    assert_eq!(moves[..], truth[..moves.len()]);
    // One after every move but the one of the start, and the last move shows once.
    assert!(moves.len() >= 18, "{moves:?}");
    let report = fs::read_to_string(at.join("r.html")).unwrap();
    assert!(report.contains("game.mp4#t="), "no photos in the report");
}

/// Real photos of a hand-held camera; pictures come now faster, now slower, and none is lost.
#[test]
#[cfg(unix)]
fn a_game_of_go_at_a_variable_rate() {
    let Some(folder) = real("go-video") else {
        return;
    };
    let at = folder.path();
    let photos = "-framerate 10 -pattern_type glob -i photos/*.jpg";
    let coded = "-vf setpts='(N+0.4*mod(N\\,3))/(10*TB)' -vsync vfr -c:v libx264";
    ffmpeg(&format!("{photos} {coded} -pix_fmt yuv420p game.mkv"), at);
    let done = kibitzer(
        &[
            "record", "game.mkv", "--fps", "30", "-o", "game.sgf", "--json",
        ],
        at,
    );
    assert_eq!(json(&done)["photos"], 92);
    check("compare game.sgf photos/truth.sgf", at, 0, &[]);
    // Of a second, fewer are taken: the pictures that the film has then.
    let done = kibitzer(
        &[
            "record", "game.mkv", "--fps", "2", "-o", "few.sgf", "--json",
        ],
        at,
    );
    let few = json(&done)["photos"].as_u64().unwrap();
    assert!((16..=19).contains(&few), "{few} photos");
}

#[test]
fn a_film_can_be_read_in_one_place_and_a_broken_one_is_named() {
    if !["ffmpeg", "ffprobe"].into_iter().all(test_data::program) {
        return;
    }
    let folder = photographed();
    let at = folder.path();
    let coded = "-c:v libx264 -pix_fmt yuv420p -g 5";
    ffmpeg(
        &format!("-framerate 5 -i photos/photo_%04d.jpg {coded} -y game.mkv"),
        at,
    );
    let read = |photo: &str| json(&kibitzer(&["read", photo, "--json"], at))["rows"].clone();
    assert_eq!(read("game.mkv#t=5.600"), read("photos/photo_0029.jpg"));
    assert_ne!(read("game.mkv#t=5.600"), read("game.mkv"));

    // The end is missing: what is there is recorded, and the film is named.
    let whole = fs::read(at.join("game.mkv")).unwrap();
    fs::write(at.join("cut.mkv"), &whole[..whole.len() * 3 / 4]).unwrap();
    let done = kibitzer(&["record", "cut.mkv", "-o", "cut.sgf"], at);
    let said = text(&done.stderr);
    assert!(said.contains("cut.mkv: the film is damaged"), "{said}");
    let moves = fs::read_to_string(at.join("cut.sgf")).unwrap();
    assert!(moves.contains(";B[ee];W[eg];B[df]"), "{moves}");

    fs::write(at.join("notes.mp4"), "no film").unwrap();
    check(
        "record notes.mp4 -o n.sgf",
        at,
        2,
        &["notes.mp4: the film cannot be used"],
    );
    check("read notes.mp4", at, 2, &["notes.mp4"]);
    check(
        "read game.mkv#t=60",
        at,
        2,
        &["game.mkv#t=60", "the film ends before"],
    );
    let lonely = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(["record", "game.mkv", "-o", "g.sgf"])
        .env("PATH", "")
        .current_dir(at)
        .output()
        .unwrap();
    assert_eq!(lonely.status.code(), Some(2));
    let said = text(&lonely.stderr);
    assert!(
        said.contains("ffprobe cannot be started") && said.contains("apt install ffmpeg"),
        "{said}"
    );
}
