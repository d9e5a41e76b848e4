//! The page used with mouse and keyboard, while rendered photos arrive in a folder.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::moves;
use crate::table::Table;

#[test]
fn wrong_moves_are_corrected_and_what_follows_is_right() {
    let Some(mut table) = Table::of_chess("") else {
        return;
    };
    let photos = table.photos(None, "1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 4. Ba4 Nf6 5. O-O");
    // Three photos are hidden: the likelier order is told, which is another one.
    table.show(&photos[..1]);
    table.show(&photos[4..6]);
    table.lists(&["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    // By name.
    table.page.click("#moves li:nth-child(1) button");
    table
        .page
        .wait_for("document.querySelectorAll('#legal button').length === 20");
    choose(&mut table, "Nf3");
    table
        .page
        .wait_for("document.querySelector('#moves .name').innerText === 'Nf3'");
    // On the board.
    table.page.click("#moves li:nth-child(2) button");
    table
        .page
        .wait_for("document.querySelector('#question').innerText.startsWith('1...')");
    table.click_square("b8");
    table.click_square("c6");
    table.lists(&["Nf3", "Nc6", "e4", "e5", "Bb5"]);
    table.show(&photos[6..9]);
    table.lists(&["Nf3", "Nc6", "e4", "e5", "Bb5", "a6", "Ba4", "Nf6"]);
    // A move is told before a photo shows it.
    table.page.click("#add");
    table
        .page
        .wait_for("document.querySelector('#question').innerText === 'What was played?'");
    choose(&mut table, "O-O");
    table
        .page
        .wait_for("document.querySelector('#expected').innerText.startsWith('O-O is expected')");
    table.show(&photos[9..]);
    let all = ["Nf3", "Nc6", "e4", "e5", "Bb5", "a6", "Ba4", "Nf6", "O-O"];
    table.lists(&all);
    table.page.click("#finish");
    table.page.click("#decline");
    table
        .page
        .wait_for("document.querySelector('#message').innerText === ''");
    assert_eq!(table.server.state()["finished"], false);
    table.page.click("#finish");
    table.page.click("#offer");
    table
        .page
        .wait_for("document.querySelector('#turn').innerText === 'The game is over'");
    assert_eq!(moves(&table.server.state()), all);
    table.ends_without_faults();
}

/// Clicks the legal move of this name.
fn choose(table: &mut Table, name: &str) {
    let buttons = "[...document.querySelectorAll('#legal button')]";
    let mark = format!("{buttons}.find((button) => button.innerText === {name:?}).id = 'wanted'");
    table.page.evaluate(&mark);
    table.page.click("#wanted");
}

#[test]
fn a_move_is_taken_back_and_confirmed_by_keys() {
    let Some(mut table) = Table::of_chess("") else {
        return;
    };
    let photos = table.photos(None, "1. e4 e5 2. Nf3 Nc6");
    let other = table.photos(None, "1. e4 e5 2. Bc4 Nf6 3. d3");
    table.show(&photos[..4]);
    table.lists(&["e4", "e5", "Nf3"]);
    // Somebody takes it back by mistake, which can be undone.
    table.page.click("#back");
    table.lists(&["e4", "e5"]);
    table
        .page
        .wait_for("document.querySelector('#ruling').innerText.startsWith('2. Nf3 is taken back')");
    table.page.click("#offer");
    table.lists(&["e4", "e5", "Nf3"]);
    // Somebody says that it is taken back, once, and then the knight goes back.
    table.page.hold("t", 2);
    table.lists(&["e4", "e5"]);
    table.show(&other[2..5]);
    table.lists(&["e4", "e5", "Bc4", "Nf6"]);
    // The players take the last move back without a word.
    table.show(&other[3..4]);
    table.lists(&["e4", "e5", "Bc4"]);
    table.show(&other[4..]);
    let all = ["e4", "e5", "Bc4", "Nf6", "d3"];
    table.lists(&all);
    table.page.key("c");
    table.page.wait_for(
        "document.querySelector('#moves li:last-child button').title.startsWith('100 % sure')",
    );
    assert_eq!(moves(&table.server.state()), all);
    table.ends_without_faults();
}

#[test]
fn corners_are_dragged_to_where_the_board_is() {
    let Some(mut table) = Table::of_chess("") else {
        return;
    };
    let photos = table.photos(None, "1. e4 e5");
    table.show(&photos[..1]);
    table
        .page
        .wait_for("document.querySelector('#photo').width > 300");
    let found = corners(&table.server.state());
    table.page.click("#corners");
    // Somewhere else, and back again: a drag each.
    for (i, _) in found.iter().enumerate() {
        for (from, to) in [(0.0, 0.05), (0.05, 0.0)] {
            let [from, to] = [from, to].map(|by| place(&mut table, found[i], by));
            table.page.press(from, to);
        }
    }
    let moved = [found[0][0] - 12.0, found[0][1] - 9.0];
    let [from, to] = [found[0], moved].map(|corner| place(&mut table, corner, 0.0));
    table.page.press(from, to);
    assert_eq!(table.page.text("#corners"), "Use these corners");
    table.page.click("#corners");
    table
        .page
        .wait_for("document.querySelector('#corners').innerText === 'Set the corners'");
    // The command that was sent has them: the board is followed from there.
    table.show(&photos[1..]);
    table.lists(&["e4", "e5"]);
    let now = corners(&table.server.state());
    for (before, now) in found.iter().zip(&now) {
        assert!(
            before.iter().zip(now).all(|(a, b)| (a - b).abs() < 20.0),
            "{found:?} {now:?}"
        );
    }
    table.ends_without_faults();
}

/// The corners of the board that a state has.
fn corners(state: &Value) -> Vec<[f64; 2]> {
    let corners = state["outline"]["corners"].as_array().unwrap();
    let xy = |corner: &Value| [0, 1].map(|i| corner[i].as_f64().unwrap());
    corners.iter().map(xy).collect()
}

/// Where in the window a pixel of the photo is, moved by a share of the photo.
fn place(table: &mut Table, pixel: [f64; 2], by: f64) -> [f64; 2] {
    table
        .page
        .within("#photo", [pixel[0] / 640.0 + by, pixel[1] / 480.0 + by])
}

#[test]
fn a_position_is_set_by_text_and_on_the_board() {
    let Some(mut table) = Table::of_chess("") else {
        return;
    };
    let photos = table.photos(None, "1. e4 e5");
    table.show(&photos);
    table.lists(&["e4", "e5"]);
    // A wrong text is refused, with the reason.
    table.page.click("#edit");
    table.page.type_into("#text", "8/8 w");
    table.page.click("#editor button:not([type])");
    table
        .page
        .wait_for("document.querySelector('#message').className === 'wrong'");
    // What was a mistake is undone.
    let end = "8/5k2/8/8/8/8/4P3/4K3 w - - 0 1";
    table.page.type_into("#text", end);
    table.page.click("#editor button:not([type])");
    table.lists(&[]);
    table.page.click("#offer");
    table.lists(&["e4", "e5"]);
    table.set_position(end);
    let photos = table.photos(Some(end), "1. e4 Ke6 2. Ke2");
    table.show(&photos);
    table.lists(&["e4", "Ke6", "Ke2"]);
    // The pawn becomes a rook, and Black moves.
    table.page.key("e");
    table.page.click("#palette [data-letter='R']");
    table.click_square("e4");
    table.page.choose("#side", "black");
    let text = table.page.evaluate("document.querySelector('#text').value");
    let edited = "8/8/4k3/8/4R3/8/4K3/8 b - - 0 1";
    assert_eq!(text, edited);
    table.page.click("#editor button:not([type])");
    table
        .page
        .wait_for("document.querySelector('#editor').hidden");
    let photos = table.photos(Some(edited), "1... Kd5 2. Rh4");
    table.show(&photos);
    table.lists(&["Kd5", "Rh4"]);
    let all = table.server.body("/board/1/games.pgn");
    assert_eq!(all.matches("[Event ").count(), 3, "{all}");
    table.ends_without_faults();
}

#[test]
fn a_game_has_names_and_is_downloaded_and_another_one_begins() {
    let Some(mut table) = Table::of_chess("--event Club") else {
        return;
    };
    let photos = table.photos(None, "1. d4 d5 2. c4");
    table.show(&photos);
    table.lists(&["d4", "d5", "c4"]);
    table.page.key("n");
    table.page.type_into("[name=white]", "Ann");
    table.page.type_into("[name=black]", "Bob");
    table.page.click("#describe");
    table
        .page
        .wait_for("['top', 'bottom'].map((id) => document.getElementById(id).innerText.replace(/\\s+/g, ' ')).join() === 'Bob 16 pieces,Ann 16 pieces'");
    let record = table.record();
    for line in [
        "[Event \"Club\"]",
        "[White \"Ann\"]",
        "[Black \"Bob\"]",
        "1. d4",
    ] {
        assert!(record.contains(line), "{line}: {record}");
    }
    table.page.click("#record");
    let file = table.page.folder.path().join("downloads/game.pgn");
    let begin = Instant::now();
    while !file.exists() {
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "nothing is downloaded"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(fs::read_to_string(file).unwrap(), record);
    // What is no date is refused, with the reason, and the game goes on.
    table.page.type_into("[name=date]", "soon");
    table.page.click("#setup button:not([type])");
    table
        .page
        .wait_for("document.querySelector('#message').innerText.includes('date')");
    table.page.type_into("[name=date]", "2024-05-01");
    table.page.type_into("[name=white]", "Eve");
    table.page.click("#setup button:not([type])");
    table
        .page
        .wait_for("document.querySelectorAll('#moves li').length === 0");
    let photos = table.photos(None, "1. e4 c5");
    table.show(&photos);
    table.lists(&["e4", "c5"]);
    let record = table.record();
    assert!(
        record.contains("[White \"Eve\"]") && record.contains("[Date \"2024.05.01\"]"),
        "{record}"
    );
    assert!(table.server.body("/board/1/games.pgn").contains("1. d4"));
    table.ends_without_faults();
}

/// With White at the wrong side no game begins; with the right one, and where the side is detected, it does.
#[test]
fn the_side_of_white_and_a_mirror_are_told() {
    let Some(mut table) = Table::of_chess("--white left --mirrored no") else {
        return;
    };
    let photos = table.photos(None, "1. e4 c5 2. Nf3 d6 3. d4");
    table.show(&photos);
    table.lists(&[]);
    table.page.key("n");
    for (side, told) in [("0", json!(0)), ("", Value::Null)] {
        table
            .page
            .wait_for("document.querySelector('[name=mirrored]').value === 'false'");
        table.page.choose("[name=orientation]", side);
        table.page.click("#setup button:not([type])");
        let is_told = |state: &Value| state["setup"]["orientation"] == told;
        table.server.wait_for("side", is_told);
        table.show(&photos);
        table.lists(&["e4", "c5", "Nf3", "d6", "d4"]);
        table.page.key("n");
    }
    table.ends_without_faults();
}

#[test]
fn the_diagram_is_turned_round_and_the_game_pauses() {
    let Some(mut table) = Table::of_chess("") else {
        return;
    };
    let photos = table.photos(None, "1. e4 e5");
    table.show(&photos);
    table.lists(&["e4", "e5"]);
    // How much white there is in the two rows at the bottom.
    let white = |table: &mut Table| {
        table.page.evaluate(
            "(() => { const board = document.querySelector('#board'), cell = board.width / 8; \
             const pixels = board.getContext('2d').getImageData(0, 6 * cell, board.width, 2 * cell).data; \
             return pixels.filter((value, i) => i % 4 === 0 && value === 255).length; })()",
        )
    };
    let white_below = white(&mut table).as_u64().unwrap();
    table.page.click("#flip");
    let black_below = white(&mut table).as_u64().unwrap();
    assert!(white_below > 3 * black_below, "{white_below} {black_below}");
    table.page.key("p");
    table
        .page
        .wait_for("document.querySelector('#pause').innerText === 'Go on'");
    assert_eq!(table.server.state()["running"], false);
    table.page.click("#pause");
    table
        .page
        .wait_for("document.querySelector('#pause').innerText === 'Pause'");
    table.page.click("#speech");
    table
        .page
        .wait_for("document.querySelector('#speech').getAttribute('aria-pressed') === 'true'");
    table.ends_without_faults();
}
