//! A game of Go from photos to its record, with every decoder.

use std::fs;

use crate::cli::{check_others, data_of, json, kibitzer, rendered, text};

#[test]
fn a_rendered_game_comes_back_whole() {
    let folder = rendered("3", "36");
    let arguments = [
        "record",
        "photos",
        "-o",
        "game.sgf",
        "--report",
        "report.html",
        "--save-calibration",
        "c.json",
        "--json",
    ];
    let done = kibitzer(&arguments, folder.path());
    let answer: serde_json::Value = json(&done);
    assert_eq!(answer["size"], 9);
    let compared = kibitzer(
        &["compare", "game.sgf", "truth.sgf", "--json"],
        folder.path(),
    );
    assert_eq!(
        compared.status.code(),
        Some(0),
        "{}",
        text(&compared.stdout)
    );
    let report = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(report.contains("data:image/jpeg;base64,") && report.contains("15 moves"));
    let report = data_of(&report);
    assert_eq!(report["moves"][14]["label"], "15. black G3");
    assert_eq!(report["moves"][14]["points"], serde_json::json!([60]));

    // The same with the saved calibration, and with the corners by hand.
    let again = kibitzer(
        &[
            "record",
            "photos",
            "-o",
            "again.sgf",
            "--calibration",
            "c.json",
        ],
        folder.path(),
    );
    assert!(again.status.code() < Some(2), "{}", text(&again.stderr));
    assert_eq!(
        fs::read(folder.path().join("game.sgf")).unwrap(),
        fs::read(folder.path().join("again.sgf")).unwrap()
    );
}

/// Beam search, and deciding as the photos come, find the same game; alternatives are games of their
/// own, in files of their own.
#[test]
fn every_decoder_reads_a_rendered_game() {
    let folder = rendered("3", "36");
    let with = |options: &[&str]| {
        let arguments = [&["record", "photos", "-o", "game.sgf", "--json"], options].concat();
        let done = kibitzer(&arguments, folder.path());
        let compared = kibitzer(&["compare", "game.sgf", "truth.sgf"], folder.path());
        assert!(
            compared.status.success(),
            "{options:?}: {}",
            text(&compared.stdout)
        );
        json(&done)
    };
    let exact = with(&["--n-best", "3"]);
    assert_eq!(exact["proven"], true);
    with(&["--decoder", "beam"]);
    with(&["--lag", "20"]);
    check_others(&exact, 3, folder.path(), "sgf", |file| {
        kibitzer::go::named_moves(&kibitzer::go::read_record(file).unwrap())
    });
}
