//! Files that are not to be written over, and files that are none.

use std::fs;

use super::faults::{check, photo_of_the_start};
use super::{GAME, checkers};

#[test]
fn nothing_that_is_read_is_written_over() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    fs::create_dir(at.join("games")).unwrap();
    for name in ["a.sgf", "games/a.sgf"] {
        fs::write(at.join(name), GAME).unwrap();
    }
    fs::copy(at.join("start/photo_0001.jpg"), at.join("p.jpg")).unwrap();
    fs::copy(at.join("start/scene.toml"), at.join("scene.toml")).unwrap();
    let photo = fs::read(at.join("p.jpg")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("p.jpg", at.join("link.jpg")).unwrap();
    #[cfg(not(unix))]
    fs::copy(at.join("p.jpg"), at.join("link.jpg")).unwrap();
    for (command, file) in [
        ("record p.jpg -o p.jpg", "p.jpg"),
        ("record p.jpg -o ./start/../p.jpg", "p.jpg"),
        ("record start -o start/photo_0001.jpg", "photo_0001.jpg"),
        ("record *.jpg -o g.sgf --report p.jpg", "p.jpg"),
        ("record p.jpg -o g.sgf --save-calibration p.jpg", "p.jpg"),
        (
            "record game-alternative-2.jpg p.jpg -o game.jpg --n-best 2",
            "game-alternative-2.jpg",
        ),
        ("locate p.jpg --overlay p.jpg", "p.jpg"),
        ("locate 3-grid.png --debug .", "3-grid.png"),
        ("calibrate p.jpg -o p.jpg", "p.jpg"),
        ("calibrate --from scene.toml -o scene.toml", "scene.toml"),
        ("render truth.pdn -o . --scene scene.toml", "scene.toml"),
        ("territory a.sgf -o a.sgf", "a.sgf"),
        ("territory p.jpg -o ./p.jpg", "p.jpg"),
        ("patterns learn a.sgf -o a.sgf", "a.sgf"),
        ("patterns learn games -o games/a.sgf", "games/a.sgf"),
        (
            "patterns search a.sgf --record p.jpg --picture p.jpg",
            "p.jpg",
        ),
    ] {
        for name in ["game-alternative-2.jpg", "3-grid.png"] {
            fs::write(at.join(name), &photo).unwrap();
        }
        check(
            command,
            at,
            2,
            &[file, "it is read and would be overwritten"],
        );
    }
    #[cfg(unix)]
    for command in ["record p.jpg -o link.jpg", "record link.jpg -o p.jpg"] {
        check(
            command,
            at,
            2,
            &["jpg: it is read and would be overwritten"],
        );
    }
    for command in [
        "record p.jpg -o g.sgf --report ./g.sgf",
        "record p.jpg -o g.sgf --n-best 2 --report g-alternative-2.sgf",
    ] {
        check(command, at, 2, &["sgf: it would be written twice"]);
    }
    assert_eq!(fs::read(at.join("p.jpg")).unwrap(), photo);
    assert_eq!(fs::read_to_string(at.join("games/a.sgf")).unwrap(), GAME);
    check("patterns learn games -o games/all.index", at, 0, &[]);
    check("patterns learn a.sgf --add -o games/all.index", at, 0, &[]);
}

#[test]
fn records_in_utf_16_are_read() {
    let folder = checkers();
    let at = folder.path();
    let truth = fs::read_to_string(at.join("truth.pdn")).unwrap();
    let game = "[White \"Łukasz\"]\n\n1. e4 e5 *\n";
    fs::write(at.join("truth.pgn"), game).unwrap();
    for (ending, text) in [("pdn", truth.as_str()), ("pgn", game)] {
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let marked = format!("\u{feff}{text}");
            let bytes: Vec<u8> = marked.encode_utf16().flat_map(bytes).collect();
            fs::write(at.join("wide").with_extension(ending), bytes).unwrap();
            check(&format!("compare wide.{ending} truth.{ending}"), at, 0, &[]);
        }
    }
}

/// Commands that read a file.
const OF_FILES: [&str; 13] = [
    "read FILE",
    "read FILE --game chess",
    "locate FILE",
    "locate p.jpg --calibration FILE",
    "calibrate --from FILE -o s.toml",
    "referee --positions FILE",
    "render FILE -o out",
    "render a.sgf -o out --scene FILE",
    "compare a.sgf FILE",
    "territory FILE -o map.svg",
    "score FILE",
    "bench-simulator FILE",
    "patterns search FILE --draw X",
];

/// Commands that read a file or the files of a folder.
const OF_FOLDERS: [&str; 5] = [
    "record FILE -o g.sgf",
    "record p.jpg FILE -o g.sgf",
    "calibrate FILE -o s.toml",
    "referee FILE --game checkers",
    "patterns learn FILE -o games.index",
];

#[test]
fn what_is_no_file_is_not_waited_for() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    fs::write(at.join("a.sgf"), GAME).unwrap();
    fs::copy(at.join("start/photo_0001.jpg"), at.join("p.jpg")).unwrap();
    fs::create_dir(at.join("folder.pgn")).unwrap();
    for command in OF_FILES {
        let says = ["folder.pgn: it is a folder, not a file"];
        check(&command.replace("FILE", "folder.pgn"), at, 2, &says);
    }
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo")
            .args(["pipe", "pipe.sgf", "pipe.pgn"])
            .current_dir(at)
            .status();
        assert!(made.unwrap().success());
        for file in ["pipe", "pipe.sgf", "pipe.pgn", "/dev/zero"] {
            let says = format!("{file}: it is a pipe or a device, not a file");
            for command in OF_FILES.iter().chain(&OF_FOLDERS) {
                check(&command.replace("FILE", file), at, 2, &[&says]);
            }
        }
        // Games that are found are learned all the same.
        fs::create_dir(at.join("games")).unwrap();
        fs::rename(at.join("pipe.sgf"), at.join("games/pipe.sgf")).unwrap();
        fs::rename(at.join("a.sgf"), at.join("games/a.sgf")).unwrap();
        let says = ["pipe.sgf: cannot be read: not a regular file"];
        check("patterns learn games -o games.index", at, 1, &says);
    }
}

#[test]
fn files_larger_than_any_are_not_read() {
    let folder = checkers();
    let at = folder.path();
    for name in ["huge.jpg", "huge.sgf", "huge.pgn", "huge.txt"] {
        // It has a length and takes no room.
        let file = fs::File::create(at.join(name)).unwrap();
        file.set_len(3 << 30).unwrap();
    }
    for command in [
        "read huge.jpg",
        "score huge.sgf",
        "compare huge.pgn huge.pgn",
        "bench-simulator huge.pgn",
        "patterns learn huge.sgf -o games.index",
        "patterns learn huge.txt -o patterns",
        "referee --positions huge.txt",
    ] {
        check(command, at, 2, &["huge.", "larger than the limit of"]);
    }
}
