//! The number of messages, and what is detected without being given.

use std::fs;

use super::faults::{check, photo_of_the_start};
use super::{checkers, kibitzer, photographed, text};

#[test]
fn many_warnings_of_a_kind_are_one_line() {
    let folder = photographed();
    let at = folder.path();
    for i in 0..5 {
        fs::write(at.join(format!("photos/photo_0010_{i}.jpg")), "no photo").unwrap();
    }
    let said = |more: &str| {
        let record = format!("record photos -o game.sgf --force{more}");
        let done = kibitzer(&record.split(' ').collect::<Vec<_>>(), at);
        assert_eq!(done.status.code(), Some(1));
        (text(&done.stderr), text(&done.stdout))
    };
    let (usual, moves) = said("");
    let line = "5 photos cannot be opened and are skipped, first at photos/photo_0010_0.jpg (-v lists them)";
    assert!(
        usual.contains(line) && !usual.contains("photo_0010_3.jpg"),
        "{usual}"
    );
    assert!(moves.starts_with("15 moves"));
    // Of these few photos no more is said.
    for i in 12..=30 {
        fs::remove_file(at.join(format!("photos/photo_{i:04}.jpg"))).unwrap();
    }
    let all = said(" -v").0;
    assert!(
        all.contains("photo_0010_3.jpg: skipped: it is not a photo"),
        "{all}"
    );
    assert_eq!(said(" --quiet"), (String::new(), String::new()));
}

#[test]
fn the_game_is_told_by_the_photos() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    let game = "1. e4 e5 *\n";
    fs::write(at.join("truth.pgn"), game).unwrap();
    check("render truth.pgn -o chess", at, 0, &[]);
    let locate = "locate start/photo_0001.jpg";
    check(
        locate,
        at,
        0,
        &["detected a board of checkers; --game overrides"],
    );
    let read = "read chess/photo_0003.jpg";
    check(read, at, 0, &["detected a board of chess"]);
    check(
        "record chess -o game",
        at,
        0,
        &["detected a board of chess"],
    );
    fs::rename(at.join("game"), at.join("game.pgn")).unwrap();
    check("compare game.pgn truth.pgn", at, 0, &[]);
    check(
        &format!("{read} --game go"),
        at,
        2,
        &["a board of chess or draughts"],
    );
}

#[test]
fn komi_that_is_none_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (info, says) in [
        ("KM[6,5]", "KM[6,5] is read as 6.5"),
        ("KM[nan]", "is no komi, and is passed over"),
        (
            "HA[999999999]",
            "HA[999999999] is no number of handicap stones",
        ),
    ] {
        let game = format!("(;SZ[9]{info};B[ee];W[cc])");
        fs::write(at.join("game.sgf"), game).unwrap();
        check("territory game.sgf -o map.svg --force", at, 0, &[says]);
        check("score game.sgf", at, 1, &[says]);
    }
}
