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
            "record game-2.jpg p.jpg -o game.jpg --n-best 2",
            "game-2.jpg",
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
        for name in ["game-2.jpg", "3-grid.png"] {
            fs::write(at.join(name), &photo).unwrap();
        }
        check(
            command,
            at,
            2,
            &[file, "it is read and would be written over"],
        );
    }
    #[cfg(unix)]
    for command in ["record p.jpg -o link.jpg", "record link.jpg -o p.jpg"] {
        check(
            command,
            at,
            2,
            &["jpg: it is read and would be written over"],
        );
    }
    for command in [
        "record p.jpg -o g.sgf --report ./g.sgf",
        "record p.jpg -o g.sgf --n-best 2 --report g-2.sgf",
    ] {
        check(
            command,
            at,
            2,
            &["sgf: two things would be written into it"],
        );
    }
    assert_eq!(fs::read(at.join("p.jpg")).unwrap(), photo);
    assert_eq!(fs::read_to_string(at.join("games/a.sgf")).unwrap(), GAME);
    check("patterns learn games -o games/all.index", at, 0, &[]);
    check("patterns learn a.sgf --add -o games/all.index", at, 0, &[]);
}
