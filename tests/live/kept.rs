//! A server that is killed goes on with the same game.

use std::fs;

use crate::server::{Server, kibitzer, moves, photographed};

#[test]
fn a_server_that_is_killed_goes_on_with_the_same_game() {
    let folder = photographed();
    let at = folder.path();
    let (early, late) = (at.join("early"), at.join("photos"));
    fs::create_dir(&early).unwrap();
    let arrive = |photos: std::ops::RangeInclusive<usize>| {
        for i in photos {
            let name = format!("photo_{i:04}.jpg");
            fs::copy(late.join(&name), early.join(&name)).unwrap();
        }
    };
    arrive(1..=18);
    let watch = "--game go --source early --keep kept --black-name Honinbo";
    let first = Server::start(watch, at);
    first.wait_for("three moves", |state| moves(state).len() >= 3);
    drop(first);
    let kept = fs::read_to_string(at.join("kept/board-1/game-1.sgf")).unwrap();
    assert!(kept.matches(";B[").count() >= 2, "{kept}");
    arrive(19..=30);
    let again = Server::start(watch, at);
    // While it reads its photos again, those who ask get the record that was kept.
    let mut asked = 0;
    while !again.state()["resumed"].is_null() {
        let served = again.body("/board/1/game.sgf");
        if !again.state()["resumed"].is_null() {
            assert_eq!(served, kept);
            asked += 1;
        }
    }
    assert_ne!(asked, 0);
    again.has_seen(30);
    again.command(r#"{"do":"finish"}"#);
    let record = again.body("/board/1/game.sgf");
    fs::write(at.join("served.sgf"), &record).unwrap();
    kibitzer("compare served.sgf truth.sgf", at);
    assert!(record.contains("PB[Honinbo]"), "{record}");
    let journal = fs::read_to_string(at.join("kept/board-1/game.journal")).unwrap();
    assert_eq!(journal.matches("\"photo\"").count(), 30);
    let kept = fs::read_to_string(at.join("kept/board-1/game-1.sgf")).unwrap();
    assert_eq!(kept, record);
}
