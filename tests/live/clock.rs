//! A chess clock that the board presses.

use std::time::Duration;

use crate::browser::Browser;
use crate::table::Table;

#[test]
fn the_clock_of_who_is_to_move_runs_and_the_record_has_what_was_left() {
    let Some(mut table) = Table::of_chess("--clock 1+2") else {
        return;
    };
    let photos = table.photos(None, "1. e4 e5 2. Nf3");
    table.spaced(&photos, 10);
    table.show(&photos);
    table.lists(&["e4", "e5", "Nf3"]);
    let record = table.record();
    let words: Vec<_> = record.split_whitespace().collect();
    let times = "1. e4 {[%clk 0:01:02]} 1... e5 {[%clk 0:00:52] [%emt 0:00:10]} 2. Nf3 {[%clk 0:00:54] [%emt 0:00:10]}";
    assert!(words.join(" ").contains(times), "{record}");
    assert!(record.contains("[TimeControl \"60+2\"]"), "{record}");
    assert_eq!(table.page.text("#bottom .clock"), "0:54");
    // It is Black's turn.
    let black = "document.querySelector('#top .clock.runs').innerText";
    let before = table.page.evaluate(black);
    table.page.wait_for(&format!("{black} !== {before}"));
    // A page that is opened later shows the same.
    let mut later = Browser::open(&table.server.page, None);
    later.wait_for("document.querySelector('#top .clock.runs')");
    let seconds = format!("Number({black}.slice(2))");
    let [first, second] = [&mut table.page, &mut later].map(|page| page.evaluate(&seconds));
    let [first, second] = [first, second].map(|seconds| seconds.as_f64().unwrap());
    assert!((first - second).abs() <= 1.0, "{first} {second}");
    let thought = table.page.text("#top .clock");
    table.page.key("p");
    table
        .page
        .wait_for("!document.querySelector('.clock.runs')");
    // The time for this move is not given back.
    let left = table.page.text("#top .clock");
    assert!(left <= thought, "{left} {thought}");
    let clock = &table.server.state()["clock"];
    assert!(clock["runs"].is_null(), "{clock}");
    table.ends_without_faults();
}

#[test]
fn time_that_is_over_is_said() {
    let Some(mut table) = Table::of_chess("--clock 0+5") else {
        return;
    };
    let photos = table.photos(None, "1. e4 e5");
    table.spaced(&photos, 1);
    table.show(&photos);
    table.lists(&["e4", "e5"]);
    std::thread::sleep(Duration::from_secs(11));
    // The page counts down by itself; a photo of the same position makes the server look at its clock.
    let still = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    table.show(&table.stills(still, 1));
    table
        .page
        .wait_for("document.querySelector('#bottom .clock').innerText === 'time is over'");
    assert_eq!(table.page.text("#top .clock"), "0:09.0");
    table.ends_without_faults();
}

#[test]
fn the_clock_runs_on_after_a_position_is_set() {
    let Some(mut table) = Table::of_chess("--clock 5+0") else {
        return;
    };
    let photos = table.photos(None, "1. e4 e5 2. Nf3");
    table.spaced(&photos, 20);
    table.show(&photos);
    table.lists(&["e4", "e5", "Nf3"]);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2 2";
    table.set_position(fen);
    assert_eq!(table.page.text("#bottom .clock"), "4:40");
    let photos = table.photos(Some(fen), "2... Nc6");
    table.show(&photos);
    table.lists(&["Nc6"]);
    assert_eq!(table.page.text("#bottom .clock"), "4:40");
    let record = table.record();
    assert!(record.contains("{[%clk 0:04:"), "{record}");
    table.ends_without_faults();
}
