//! Mistakes of users, and the messages about them.

use std::fs;
use std::path::Path;

use crate::cli::{checkers, json, kibitzer, photographed_checkers, text};

/// Runs a command and checks the exit code and what is said on the standard error.
pub(super) fn check(arguments: &str, folder: &Path, code: i32, says: &[&str]) {
    let done = kibitzer(&arguments.split(' ').collect::<Vec<_>>(), folder);
    let said = text(&done.stderr);
    assert_eq!(done.status.code(), Some(code), "{arguments}: {said}");
    for words in says {
        assert!(said.contains(words), "{arguments}: {said}");
    }
}

/// A photo of the start on an empty table.
pub(super) fn photo_of_the_start(at: &Path) {
    fs::write(at.join("none.pdn"), "[Result \"*\"]\n\n*\n").unwrap();
    check("render none.pdn -o start", at, 0, &[]);
}

#[test]
fn a_record_into_no_folder_is_refused_before_the_work() {
    let folder = checkers();
    for file in ["-o", "-o game.pdn --report"] {
        let command = format!("record missing.jpg --game checkers {file} nowhere/new.pdn");
        check(&command, folder.path(), 2, &["no folder nowhere"]);
    }
}

#[test]
fn a_calibration_is_of_its_game() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    let locate = "locate start/photo_0001.jpg --game checkers --save-calibration c.json";
    check(locate, at, 0, &[]);
    let says = ["c.json", "a board for checkers, and the game is"];
    check("record start -o g.sgf --calibration c.json", at, 2, &says);
    let chess = "read start/photo_0001.jpg --game chess --calibration c.json";
    check(chess, at, 2, &says);
    // One from before games were named, and of another board.
    let text = fs::read_to_string(at.join("c.json")).unwrap();
    let text = text.replace("\"game\": \"checkers\",", "");
    fs::write(at.join("c.json"), text).unwrap();
    let large =
        "read start/photo_0001.jpg --game checkers --variant international --calibration c.json";
    check(large, at, 2, &["9 × 9 lines", "11 × 11"]);
}

#[test]
fn the_first_photo_is_skipped_like_any_other() {
    let folder = photographed_checkers();
    let at = folder.path();
    fs::write(at.join("photos/photo_0000.jpg"), b"no photo").unwrap();
    let record = "record photos --game checkers -o game.pdn --save-calibration c.json";
    check(record, at, 1, &["photo_0000.jpg: skipped"]);
    check("compare game.pdn truth.pdn", at, 0, &[]);
    // The same where the board is known: of the first photos of a game, the first moves.
    for number in 8..=17 {
        fs::remove_file(at.join(format!("photos/photo_{number:04}.jpg"))).unwrap();
    }
    let record = "record photos --game checkers -o again.pdn --calibration c.json";
    check(record, at, 1, &["photo_0000.jpg: skipped"]);
    let compared = kibitzer(&["compare", "again.pdn", "truth.pdn"], at);
    let told = text(&compared.stdout);
    assert!(
        told.contains("0 extra, 0 wrong") && !told.starts_with("0 of"),
        "{told}"
    );
}

#[test]
fn errors_are_json_where_answers_are() {
    let folder = checkers();
    for command in [
        "read none.jpg --json",
        "score none.sgf --json",
        "patterns stats none.kpi --json",
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let done = kibitzer(&arguments, folder.path());
        assert_eq!(done.status.code(), Some(2), "{command}");
        let error = json(&done)["error"].to_string();
        assert!(error.contains("none."), "{command}: {error}");
    }
}

#[test]
fn what_does_not_fit_the_game_is_refused_before_the_work() {
    let folder = checkers();
    let at = folder.path();
    fs::write(at.join("none.txt"), "\n").unwrap();
    for (command, says) in [
        (
            "record p.jpg --game chess -o g.sgf",
            "a record of chess is a .pgn",
        ),
        ("record p.jpg --game go -o g.pgn", "--game chess"),
        (
            "referee --game checkers --positions none.txt",
            "no position",
        ),
    ] {
        check(command, at, 2, &[says]);
    }
    photo_of_the_start(at);
    let start = "record start --game checkers -o g.pdn";
    let paper = format!("{start} --decoder paper");
    check(
        &paper,
        at,
        2,
        &["--decoder paper is not supported for checkers"],
    );
    // A move with a space in it is one argument.
    for (fixes, says) in [
        (&["1. zz9"][..], "it is not a move in this game's notation"),
        (&["1. 11-15", "1. 12-16"], "another fix contradicts it"),
    ] {
        let fixes = fixes.iter().flat_map(|fix| ["--fix", fix]);
        let arguments: Vec<&str> = start.split(' ').chain(fixes).collect();
        let done = kibitzer(&arguments, at);
        assert_eq!(done.status.code(), Some(2));
        assert!(text(&done.stderr).contains(says), "{}", text(&done.stderr));
    }
}

#[test]
fn corners_that_are_not_in_the_photo() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    let photo = "start/photo_0001.jpg";
    let says = ["9000,20", "640 × 480", photo];
    // What is read with corners that are beside the board's is doubtful.
    for (command, done) in [("locate", 0), ("read", 1)] {
        let far = "--corners 100,100 9000,20 500,400 100,400";
        check(
            &format!("{command} {photo} --game chess {far}"),
            at,
            2,
            &says,
        );
        // A board that is cut off at the edge.
        let cut = "--corners -20,-20 650,10 600,500 10,490";
        check(
            &format!("{command} {photo} --game chess {cut}"),
            at,
            done,
            &[],
        );
    }
    let far = "--corners 9000,20 10,10 10,400 9000,400";
    check(&format!("calibrate {photo} -o s.toml {far}"), at, 2, &says);
    let record = format!("record start --game checkers -o g.pdn {far}");
    check(&record, at, 2, &["9000,20", "640 × 480"]);
}

#[test]
fn boards_of_another_size() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    fs::write(at.join("ten.pdn"), "[GameType \"20\"]\n\n1. 32-28 *\n").unwrap();
    check("render ten.pdn -o ten", at, 0, &[]);
    let international = "--game checkers --variant international";
    for (photo, options, says) in [
        ("start", international, ["8 × 8", "not 10 × 10"]),
        ("ten", "--game checkers", ["10 × 10", "not 8 × 8"]),
        ("ten", "--game chess", ["10 × 10", "not 8 × 8"]),
    ] {
        check(
            &format!("locate {photo}/photo_0001.jpg {options}"),
            at,
            2,
            &says,
        );
        check(&format!("record {photo} {options} -o g"), at, 2, &says);
    }
    check(
        &format!("locate ten/photo_0001.jpg {international}"),
        at,
        0,
        &[],
    );
    check("locate start/photo_0001.jpg --game checkers", at, 0, &[]);
}

#[test]
fn files_with_no_game_several_or_broken_ones() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let write = |name: &str, text: &str| fs::write(at.join(name), text).unwrap();
    write("none.pgn", "");
    write("none.pdn", "\n");
    write("one.pgn", "1. d4 d5 *\n");
    write(
        "two.pgn",
        "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d5 *\n",
    );
    write("two.sgf", "(;SZ[9];B[ee])(;SZ[9];B[dd])");
    write("dd.sgf", "(;SZ[9];B[dd])");
    write(
        "half.pgn",
        "[Event \"a\"]\n\n1. e5 *\n\n[Event \"b\"]\n\n1. d4 d5 *\n",
    );
    write(
        "said.pdn",
        "[Result \"1-0\"]\n\n1. 11-15 22-18 2. 15x22 25x18 0-1\n",
    );
    let note = ["two.pgn", "the first of 2 games", "--game-number"];
    for (arguments, code, says) in [
        (
            "bench-simulator none.pgn",
            2,
            &["none.pgn: there is no game in it"][..],
        ),
        (
            "bench-simulator none.pdn",
            2,
            &["none.pdn: there is no game in it"],
        ),
        (
            "bench-simulator half.pgn",
            1,
            &["half.pgn: game 1, line 3", "left out"],
        ),
        ("compare two.pgn one.pgn", 1, &note),
        ("compare two.pgn one.pgn --game-number 2", 0, &[]),
        (
            "compare two.pgn one.pgn --game-number 3",
            2,
            &["two.pgn: there is no game 3, it has 2"],
        ),
        ("compare two.pgn one.pgn --game-number 0", 2, &["from 1"]),
        ("compare two.sgf dd.sgf --game-number 2", 0, &[]),
        (
            "compare none.pgn one.pgn",
            2,
            &["none.pgn: there is no game"],
        ),
        ("compare half.pgn one.pgn --game-number 2", 0, &[]),
        ("render two.pgn -o photos", 0, &note),
        ("render two.sgf -o go --game-number 2 --photos 2", 0, &[]),
        (
            "compare said.pdn said.pdn",
            0,
            &["said.pdn: the header has the result 1-0"],
        ),
    ] {
        check(arguments, at, code, says);
    }
}

#[test]
fn photos_of_two_games_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let write = |name: &str, text: &str| fs::write(at.join(name), text).unwrap();
    write("long.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
    write("short.pgn", "1. d4 *\n");
    check("render short.pgn -o photos", at, 0, &[]);
    let first = fs::read(at.join("photos/photo_0001.jpg")).unwrap();
    let says = ["photos: there are photos in this folder", "another folder"];
    // A longer game would have written over all photos of the shorter one, and over those of a camera none.
    check("render long.pgn -o photos", at, 2, &says);
    check("render short.pgn -o photos", at, 2, &says);
    let same = fs::read(at.join("photos/photo_0001.jpg")).unwrap() == first;
    assert!(same, "nothing is written");
    fs::create_dir(at.join("mine")).unwrap();
    fs::write(at.join("mine/notes.txt"), "").unwrap();
    fs::write(at.join("mine/DSC_1.JPG"), &first).unwrap();
    let says = ["mine: there are photos in this folder"];
    check("render long.pgn -o mine", at, 2, &says);
    fs::remove_file(at.join("mine/DSC_1.JPG")).unwrap();
    check("render short.pgn -o mine", at, 0, &[]);
}

#[test]
fn one_is_said_as_one() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    fs::write(at.join("one.pgn"), "1. e4 *\n").unwrap();
    fs::write(at.join("one.sgf"), "(;SZ[9];B[ee])").unwrap();
    fs::write(at.join("one.txt"), "../.\n").unwrap();
    fs::create_dir(at.join("notes")).unwrap();
    fs::write(at.join("notes/one.txt"), "").unwrap();
    let said = |command: &str| {
        let done = kibitzer(&command.split(' ').collect::<Vec<_>>(), at);
        text(&done.stdout) + &text(&done.stderr)
    };
    for (command, says) in [
        ("compare one.pgn one.pgn", "1 of 1 move right"),
        ("patterns learn one.sgf -o index", "1 game learned, 1 in"),
        ("patterns stats index", "1 game, 1 move, "),
        ("score one.sgf --rules chinese", "1 stone\n"),
        (
            "record start/photo_0001.jpg --game checkers -o g.pdn",
            "0 plies from 1 photo on",
        ),
        ("record notes -o g.sgf", "1 other file there"),
        ("render one.sgf -o one --photos 1", "1 photo in one"),
        (
            "referee --positions one.txt --size 9",
            "row 2 has 1 point\n",
        ),
    ] {
        let said = said(command);
        assert!(said.contains(says), "{command}: {said}");
    }
}

#[test]
fn photos_without_markers_are_named() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    fs::write(at.join("black.png"), png()).unwrap();
    check("calibrate black.png -o s.toml", at, 2, &["black.png"]);
    check("calibrate -o s.toml", at, 0, &[]);
    let record = "record start --game checkers --marked s.toml -o g.pdn";
    check(record, at, 2, &["start/photo_000"]);
}

/// A black picture.
fn png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::new(80, 80);
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}
