//! A game of Go from photos to its record, with every decoder.

use std::fs;

use crate::cli::{check_others, data_of, json, kibitzer, text, with_hands};

/// Beam search, and deciding as the photos come, find the same game; alternatives are games of their
/// own, in files of their own.
#[test]
fn a_rendered_game_comes_back_whole_with_every_decoder() {
    let folder = with_hands();
    let run = |options: &[&str]| {
        let arguments = [&["record", "photos", "-o", "game.sgf", "--json"], options].concat();
        let answer: serde_json::Value = json(&kibitzer(&arguments, folder.path()));
        let compared = kibitzer(&["compare", "game.sgf", "truth.sgf"], folder.path());
        let told = text(&compared.stdout);
        assert!(compared.status.success(), "{options:?}: {told}");
        answer
    };
    let written = ["--report", "report.html", "--save-calibration", "c.json"];
    let exact = run(&[&written[..], &["--n-best", "3"]].concat());
    assert_eq!(
        (&exact["size"], &exact["proven"]),
        (&9.into(), &true.into())
    );
    check_others(&exact, 3, folder.path(), "sgf", |file| {
        kibitzer::go::named_moves(&kibitzer::go::read_record(file).unwrap())
    });
    let report = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(report.contains("data:image/jpeg;base64,") && report.contains("15 moves"));
    let report = data_of(&report);
    assert_eq!(report["moves"][14]["label"], "15. black G3");
    assert_eq!(report["moves"][14]["points"], serde_json::json!([60]));

    run(&["--decoder", "beam", "--calibration", "c.json"]);
    // What is told while photos come in is what the record has, and what somebody is sure of stays.
    let live = run(&["--lag", "20", "--fix", "3. D4", "--fix", "4. not D4"]);
    assert_eq!(
        (&live["live"]["settled"], &live["live"]["right"]),
        (&15.into(), &15.into())
    );
}
