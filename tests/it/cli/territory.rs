//! Scores and maps of finished games.

use std::fs;

use crate::cli::faults::check;
use crate::cli::{json, kibitzer, photographed, text};

/// Black has the left, White the right; White's stone at B3 is dead.
const FINISHED: &str = "(;GM[1]FF[4]SZ[7]KM[0.5]RU[Chinese]RE[W+7.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];\
                        B[cf];W[df];B[cg];W[dg];B[];W[be];B[];W[])\n";

#[test]
fn a_finished_game_is_counted_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.sgf"), FINISHED).unwrap();
    let done = kibitzer(&["score", "game.sgf", "--json"], folder.path());
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let answer = json(&done);
    assert_eq!(answer["result"], "W+7.5");
    assert_eq!(answer["dead"]["white"], serde_json::json!(["B3"]));
    assert_eq!(answer["black"]["total"], 21.0);
    let done = kibitzer(&["score", "game.sgf", "--rules", "japanese"], folder.path());
    let said = text(&done.stdout);
    assert!(said.starts_with("W+6.5 by territory, komi 0.5"), "{said}");
    assert!(said.contains("dead, white: B3"), "{said}");

    for map in [
        "territory",
        "moyo",
        "area",
        "shadows",
        "radiance",
        "zobrist",
        "nearest",
        "groups",
    ] {
        let arguments = ["territory", "game.sgf", "--map", map, "-o", "map.svg"];
        let done = kibitzer(&arguments, folder.path());
        assert!(done.status.success(), "{}", text(&done.stderr));
        let svg = fs::read_to_string(folder.path().join("map.svg")).unwrap();
        assert!(
            svg.starts_with("<svg") && svg.matches("r=\"9\"").count() == 15,
            "{map}"
        );
    }
    let done = kibitzer(&["territory", "game.sgf", "-o", "map.png"], folder.path());
    if cfg!(feature = "png") {
        assert!(done.status.success(), "{}", text(&done.stderr));
        assert!(image::open(folder.path().join("map.png")).unwrap().width() > 300);
    } else {
        assert!(text(&done.stderr).contains("--features png"));
    }
    let done = kibitzer(&["territory", "game.sgf", "-o", "film.html"], folder.path());
    assert!(done.status.success(), "{}", text(&done.stderr));
    let film = fs::read_to_string(folder.path().join("film.html")).unwrap();
    assert_eq!(film.matches("<figure hidden>").count(), 19);
}

#[test]
fn judging_fails_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.sgf"), FINISHED).unwrap();
    let failing: [(&[&str], &str); 8] = [
        (
            &["territory", "game.sgf", "--move", "99", "-o", "m.svg"],
            "there is no move 99",
        ),
        (
            &["territory", "game.sgf", "-o", "m.gif"],
            "must end in .svg",
        ),
        (&["territory", "none.sgf", "-o", "m.svg"], "none.sgf"),
        (
            &["score", "game.sgf", "--engine", "/no/such/engine"],
            "cannot start the engine",
        ),
        (&["score", "game.sgf", "--engine", ""], "no command line"),
        (&["score", "game.sgf", "--rules", "mine"], "unknown rules"),
        (
            &["score", "game.sgf", "--komi", "nan"],
            "not a number of points",
        ),
        (
            &["territory", "game.sgf", "--move", "99", "-o", "m.html"],
            "there is no move 99",
        ),
    ];
    for (arguments, reason) in failing {
        let done = kibitzer(arguments, folder.path());
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        assert!(
            text(&done.stderr).contains(reason),
            "{}",
            text(&done.stderr)
        );
    }
    // Nothing is decided after four moves: a guess, and it is said.
    let done = kibitzer(&["score", "game.sgf", "--move", "4"], folder.path());
    assert_eq!(done.status.code(), Some(1), "{}", text(&done.stdout));
    assert!(text(&done.stderr).contains("does not seem to be over"));
    assert!(text(&done.stderr).contains("played out at random"));
    // Hundredths, as the Fox server writes them.
    let fox = FINISHED.replace("KM[0.5]", "KM[650]");
    fs::write(folder.path().join("fox.sgf"), fox).unwrap();
    let done = kibitzer(&["score", "fox.sgf"], folder.path());
    assert!(text(&done.stdout).starts_with("W+13.5 by area, komi 6.5"));
    assert!(text(&done.stderr).contains("komi 650 is taken as 6.5"));
}

/// As `kibitzer score game.sgf | head -1` has it.
#[cfg(unix)]
#[test]
fn a_reader_who_has_heard_enough_is_no_error() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.sgf"), FINISHED).unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let done = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(["score", "game.sgf"])
        .current_dir(folder.path())
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert!(!text(&done.stderr).contains("panicked"));
}

#[test]
fn a_photo_is_counted_and_written_as_a_position() {
    let folder = photographed();
    let at = folder.path();
    let last = "photos/photo_0029.jpg";
    let score = |source: &str| {
        let arguments = [
            "score", source, "--rules", "chinese", "--komi", "7", "--json",
        ];
        let mut answer = json(&kibitzer(&arguments, at));
        // Who is ahead on average varies with whose turn it is, which a photo does not show.
        answer.as_object_mut().unwrap().remove("played_out");
        answer
    };
    check(&format!("read {last} -o last.sgf"), at, 0, &[]);
    let written = kibitzer::go::read_record(&at.join("last.sgf")).unwrap();
    let truth = kibitzer::go::read_record(&at.join("truth.sgf")).unwrap();
    let end = truth.positions().last().unwrap().unwrap();
    assert_eq!(written.start().unwrap().contents(), end.contents());
    assert!(written.moves.is_empty());
    for key in ["result", "black", "white", "dead"] {
        assert_eq!(score(last)[key], score("truth.sgf")[key], "{key}");
    }
    check(
        &format!("score {last} --rules japanese"),
        at,
        1,
        &["does not show the prisoners"],
    );
    check(
        &format!("read {last} -o last.pgn"),
        at,
        2,
        &["written as .sgf"],
    );
    check(&format!("read {last} -o {last}"), at, 2, &["overwritten"]);
}
