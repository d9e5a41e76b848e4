//! The end of a game before its photos: the board cleared, dead stones taken off, another game.

use std::fs;
use std::path::Path;

use crate::cli::faults::check;
use crate::cli::{GAME, SMALL, kibitzer, photographed, text, warnings};
use serde_json::{Value, json};

const GO: [&str; 2] = [
    "(;GM[1]FF[4]SZ[9];B[ee];W[eg];B[df];W[de];B[dd];W[ce];B[cd];W[be])\n",
    "(;GM[1]FF[4]SZ[9];B[cc];W[gg];B[gc];W[cg];B[ec];W[fd])\n",
];
const CHESS: [&str; 2] = ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n", "1. d4 d5 2. c4 *\n"];
const CHECKERS: [&str; 2] = [
    "[GameType \"21\"]\n\n10-15 23-19 7-10 22-18 15x22 25x18 *\n",
    "[GameType \"21\"]\n\n11-15 22-18 15x22 *\n",
];

/// Renders games with one camera, and puts their photos into one folder, one game after the other.
fn one_after_the_other(games: [&str; 2], extension: &str, at: &Path) {
    fs::create_dir(at.join("photos")).unwrap();
    fs::write(at.join("scene.toml"), SMALL).unwrap();
    for (i, game) in games.iter().enumerate() {
        let truth = format!("truth-{}.{extension}", i + 1);
        fs::write(at.join(&truth), game).unwrap();
        let folder = format!("game-{i}");
        // So many that no two moves of a side appear together.
        let more = if extension == "sgf" {
            " --photos 24"
        } else {
            ""
        };
        let render = format!("render {truth} -o {folder} --scene scene.toml{more}");
        check(&render, at, 0, &[]);
        for photo in fs::read_dir(at.join(folder)).unwrap() {
            let photo = photo.unwrap().path();
            let name = photo.file_name().unwrap().to_str().unwrap();
            if name.ends_with(".jpg") {
                fs::rename(&photo, at.join(format!("photos/{i}-{name}"))).unwrap();
            }
        }
    }
}

/// The two games come back as two records.
fn both_come_back(games: [&str; 2], extension: &str) {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    one_after_the_other(games, extension, at);
    let record = format!("record photos -o game.{extension}");
    let done = kibitzer(&record.split(' ').collect::<Vec<_>>(), at);
    let said = text(&done.stderr);
    assert!(done.status.code() < Some(2), "{said}");
    assert!(
        said.contains("1-photo_0001.jpg: the game is over here"),
        "{said}"
    );
    check(
        &format!("compare game.{extension} truth-1.{extension}"),
        at,
        0,
        &[],
    );
    check(
        &format!("compare game-2.{extension} truth-2.{extension}"),
        at,
        0,
        &[],
    );
}

/// Stones of the last moves are gone in the last photos: so many at once are not taken back, fewer are said to be.
#[test]
fn moves_taken_back_are_said() {
    let folder = photographed();
    let at = folder.path();
    let moves: Vec<&str> = GAME.trim_end_matches(")\n").split_inclusive(']').collect();
    // A photo from before the last two moves, and one from before the last three, once more at the end.
    for (earlier, left, says) in [
        (
            25,
            2,
            json!({ "kind": "move_taken_back", "side": "white", "move": "B3" }),
        ),
        (24, 0, json!({ "kind": "board_cleared" })),
    ] {
        let earlier = at.join(format!("photos/photo_{earlier:04}.jpg"));
        fs::copy(earlier, at.join("photos/photo_0031.jpg")).unwrap();
        let warnings = warnings("record photos -o game.sgf --force", at, 1);
        let said = |warning: &Value| {
            says.as_object()
                .unwrap()
                .iter()
                .all(|(name, value)| warning[name] == *value)
        };
        assert!(warnings.iter().any(said), "{warnings:?}");
        let kept = &moves[..moves.len() - left];
        fs::write(at.join("kept.sgf"), format!("{})", kept.concat())).unwrap();
        check("compare game.sgf kept.sgf", at, 0, &[]);
    }
}

#[test]
fn another_game_of_go_is_a_record_of_its_own() {
    both_come_back(GO, "sgf");
}

#[test]
fn another_game_of_chess_is_a_record_of_its_own() {
    if !test_data::repetitions() {
        return;
    }
    both_come_back(CHESS, "pgn");
}

#[test]
fn another_game_of_checkers_is_a_record_of_its_own() {
    both_come_back(CHECKERS, "pdn");
}

/// One photo of the cleared board does not cost the last moves.
#[test]
fn a_cleared_board_is_the_end_of_a_game() {
    let folder = photographed();
    let at = folder.path();
    let last = at.join("photos/photo_0031.jpg");
    fs::copy(at.join("photos/photo_0001.jpg"), last).unwrap();
    let says = ["photo_0031.jpg: the game is over here: pieces were taken off the board"];
    check("record photos -o game.sgf", at, 1, &says);
    check("compare game.sgf truth.sgf", at, 0, &[]);
    // The same where every move is decided ten photos later.
    check("record photos -o late.sgf --lag 10", at, 1, &says);
    check("compare late.sgf truth.sgf", at, 0, &[]);
}
