//! Game information in records: players, event, date, and the program.

use std::fs;
use std::path::Path;

use crate::cli::faults::check;
use crate::cli::photo_order::timed;
use crate::cli::{checkers, kibitzer, photographed, text};

const OPTIONS: [&str; 12] = [
    "--black-name",
    "Ann Black",
    "--white-name",
    "Bob White",
    "--event",
    "Club evening",
    "--place",
    "Home",
    "--round",
    "3",
    "--date",
    "2024-05",
];

/// The text of a record of the photos, with these options beside those above.
fn recorded(out: &str, more: &[&str], at: &Path) -> String {
    let record = ["record", "photos", "-o", out, "--force"];
    let arguments: Vec<&str> = record.iter().chain(&OPTIONS).chain(more).copied().collect();
    let done = kibitzer(&arguments, at);
    assert!(done.status.code() < Some(2), "{}", text(&done.stderr));
    fs::read_to_string(at.join(out)).unwrap()
}

fn maker(mark: &str) -> String {
    format!("kibitzer{mark}{}", env!("CARGO_PKG_VERSION"))
}

#[test]
fn a_record_of_go_names_its_maker_and_players() {
    let folder = photographed();
    let at = folder.path();
    let more = ["--result", "B+R", "--rules", "Chinese", "--komi", "7.5"];
    let sgf = recorded("game.sgf", &more, at);
    for part in [
        "PB[Ann Black]PW[Bob White]RE[B+R]DT[2024-05]EV[Club evening]RO[3]PC[Home]RU[Chinese]KM[7.5]",
        &format!("AP[{}]", maker(":")),
    ] {
        assert!(sgf.contains(part), "{sgf}");
    }
    check("compare game.sgf truth.sgf", at, 0, &[]);
}

/// Photos that say when they were taken tell the date; files that do not, tell none.
#[test]
fn the_date_is_that_of_the_first_photo() {
    let folder = photographed();
    let at = folder.path();
    check("record photos -o game.sgf", at, 0, &[]);
    assert!(
        !fs::read_to_string(at.join("game.sgf"))
            .unwrap()
            .contains("DT[")
    );
    let first = at.join("photos/photo_0001.jpg");
    let jpeg = fs::read(&first).unwrap();
    fs::write(&first, timed(&jpeg, 0)).unwrap();
    check("record photos -o game.sgf --force", at, 0, &[]);
    let sgf = fs::read_to_string(at.join("game.sgf")).unwrap();
    assert!(sgf.contains("DT[2024-05-01]"), "{sgf}");
    assert!(recorded("game.sgf", &[], at).contains("DT[2024-05]"));
}

#[test]
fn a_record_of_chess_names_its_maker_and_players() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(
        at.join("truth.pgn"),
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
    )
    .unwrap();
    check("render truth.pgn -o photos", at, 0, &[]);
    let pgn = recorded("game.pgn", &[], at);
    let headers = format!(
        "[Event \"Club evening\"]\n[Site \"Home\"]\n[Date \"2024.05.??\"]\n[Round \"3\"]\n[White \"Bob White\"]\n\
         [Black \"Ann Black\"]\n[Result \"1-0\"]\n[Annotator \"{}\"]\n",
        maker(" ")
    );
    assert!(pgn.starts_with(&headers), "{pgn}");
    // The board shows a mate.
    let done = "record photos -o game.pgn --force --result 0-1";
    check(
        done,
        at,
        1,
        &["the given result is 0-1, but by the moves it is 1-0"],
    );
    let pgn = fs::read_to_string(at.join("game.pgn")).unwrap();
    assert!(pgn.starts_with(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
    ));
    assert!(pgn.contains("[Result \"1-0\"]"), "{pgn}");
}

#[test]
fn a_record_of_checkers_names_its_maker_and_players() {
    let folder = checkers();
    let at = folder.path();
    check("render truth.pdn -o photos", at, 0, &[]);
    let pdn = recorded("game.pdn", &["--result", "1/2-1/2"], at);
    let headers = "[White \"Bob White\"]\n[Black \"Ann Black\"]\n[Result \"1/2-1/2\"]\n[GameType \"21,B,8,8,N1,0\"]\n";
    let made = format!("[Annotator \"{}\"]\n", maker(" "));
    assert!(pdn.contains(headers) && pdn.contains(&made), "{pdn}");
    assert!(pdn.trim_end().ends_with("1/2-1/2"), "{pdn}");
}

#[test]
fn what_no_record_can_say_is_refused_before_the_work() {
    let folder = photographed();
    let at = folder.path();
    for (out, option, says) in [
        (
            "g.sgf",
            "--date 2024-13",
            "\"2024-13\" is no date such as 2024-05-01",
        ),
        ("g.sgf", "--date 2023-02-29", "is no date"),
        (
            "g.sgf",
            "--result 1-0",
            "\"1-0\" is not a result of this game: write B+3.5",
        ),
        ("g.sgf", "--rules house", "write chinese, japanese"),
        (
            "g.sgf",
            "--komi many",
            "is not a number of points such as 6.5",
        ),
        (
            "g.pgn",
            "--result B+R",
            "\"B+R\" is not a result of this game: write 1-0",
        ),
        ("g.pgn", "--komi 6.5", "--komi is not supported for chess"),
        (
            "g.pdn",
            "--rules chinese",
            "--rules is not supported for checkers",
        ),
    ] {
        check(&format!("record photos -o {out} {option}"), at, 2, &[says]);
        assert!(!at.join(out).exists());
    }
}
