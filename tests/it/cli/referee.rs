//! What the referee says of photos and of files of positions.

use std::fs;

use crate::cli::{kibitzer, text};

/// What `referee --positions` prints for these lines, and its exit code.
fn refereed(game: &[&str], lines: &str) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("positions.txt"), lines).unwrap();
    let arguments = [&["referee", "--positions", "positions.txt"], game].concat();
    let done = kibitzer(&arguments, folder.path());
    let said = text(&done.stdout) + &text(&done.stderr);
    (said, done.status.code())
}

#[test]
fn a_referee_speaks_up() {
    let lines = "# Black must take.\nB:W18,30:B15,1\n\nB:W18,30:B15,6\nB:W18,30:B15,1\nW:W30:B22,1 # taken\n";
    let (said, code) = refereed(&["--game", "checkers"], lines);
    let expected = "\
        line 2: followed from here on, black to move: 2 black and 2 white on the board\n\
        line 4: a capture was possible: 15x22\n\
        line 4: back to the last good position: put a black man on 1, take the black man off 6\n\
        line 5: the board is right again\n\
        line 6: black 15x22: correct\n\
        line 6: 2 black and 1 white are left\n";
    assert_eq!((said.as_str(), code), (expected, Some(1)));

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    let (said, code) = refereed(&["--game", "chess", "--json"], &format!("{start}\n{e4}\n"));
    let last: serde_json::Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!(last["notation"], "e4");
    assert_eq!(
        (&last["line"], &last["event"], code),
        (&2.into(), &"move".into(), Some(0))
    );

    let (said, code) = refereed(
        &[],
        "...../...../...../...../.....\n...../...../..O../...../.....\n",
    );
    assert!(
        said.contains("line 2: illegal move: it is black's turn"),
        "{said}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn a_file_of_positions_with_a_fault_is_refused_with_its_line() {
    let board = "8/8/8/8/8/8/8/8";
    let rows = [
        (
            "checkers",
            "8/8".to_owned(),
            "line 1: 2 rows with 16 points instead of 64",
        ),
        (
            "checkers",
            format!("{board}\n7/8/8/8/8/8/8/8"),
            "line 2: row 2 has 8 points",
        ),
        (
            "checkers",
            "x7/8/8/8/8/8/8/8".into(),
            "line 1: 'x' in row 1 is no piece",
        ),
        ("checkers", "B:W99:B1".into(), "line 1: "),
        (
            "chess",
            "9/8/8/8/8/8/8/8".into(),
            "line 1: row 2 has 8 points",
        ),
        ("chess", "8".repeat(1000), "line 1: row 1 has"),
        ("go", "./../.".into(), "line 1: row 2 has 2 points"),
    ];
    for (game, lines, expected) in rows {
        let (said, code) = refereed(&["--game", game], &lines);
        assert!(said.contains(expected), "{lines}: {said}");
        assert_eq!(code, Some(2), "{lines}");
    }
}
