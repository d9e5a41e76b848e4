//! What is wrong on the board is said while the game is played.

use std::path::PathBuf;

use crate::table::Table;

#[test]
fn an_illegal_move_turns_the_sentence_red_until_it_is_put_back() {
    is_said_until_it_is_put_back(|table, position| table.stills(position, 8));
}

/// Photos of a still camera that are the same but for little noise are no new evidence, but show that the board stays.
#[test]
fn an_illegal_move_before_a_still_camera_is_said() {
    is_said_until_it_is_put_back(|table, position| vec![table.stills(position, 1).remove(0); 8]);
}

/// With some photos of a position at rest.
fn is_said_until_it_is_put_back(at_rest: impl Fn(&Table, &str) -> Vec<PathBuf>) {
    let Some(mut table) = Table::of_chess("") else {
        return;
    };
    let game = table.photos(None, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7");
    let before = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
    table.show(&game[..9]);
    table.lists(&before);
    // The knight goes straight ahead.
    let wrong = "r1bqkb1r/1ppp1ppp/p1n2n2/4pN2/B3P3/8/PPPP1PPP/RNBQK2R b KQkq - 0 1";
    table.show(&at_rest(&table, wrong));
    table
        .page
        .wait_for("document.querySelector('#ruling').className === 'alarm'");
    let said = table.page.text("#ruling");
    assert!(
        said.contains("a knight does not go from f3 to f5"),
        "{said}"
    );
    assert!(said.contains("put a white knight on f3"), "{said}");
    table.lists(&before);
    let right = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
    table.show(&at_rest(&table, right));
    table
        .page
        .wait_for("document.querySelector('#ruling').className === 'calm'");
    table.show(&game[9..]);
    table
        .page
        .wait_for("document.querySelector('#ruling').className === ''");
    table.lists(&[
        "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7",
    ]);
    table.ends_without_faults();
}

/// A rook that jumped over its pawn looks like a move of the pawn, and three moves that nobody saw would explain the
/// rest.
#[test]
fn moves_that_nobody_saw_do_not_end_an_alarm() {
    let Some(mut table) = Table::of_chess("") else {
        return;
    };
    let game = table.photos(None, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6");
    table.show(&game);
    let jumped = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/R4N2/PPPP1PPP/1NBQK2R b KQkq - 0 1";
    table.show(&table.stills(jumped, 20));
    table
        .page
        .wait_for("document.querySelector('#ruling').className === 'alarm'");
    let moves = table
        .page
        .evaluate("document.querySelectorAll('#moves li').length");
    let moves = moves.as_u64().unwrap();
    assert!((6..=7).contains(&moves), "{moves} moves");
    table.ends_without_faults();
}

/// A pawn that vanishes while its side is to move could have moved unseen, but where it would stand is nothing.
#[test]
fn a_piece_that_vanishes_is_missed() {
    let Some(mut table) = Table::of_chess("") else {
        return;
    };
    let game = table.photos(None, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O");
    table.show(&game);
    let vanished = "r1bqkb1r/1ppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1";
    table.show(&vec![table.stills(vanished, 1).remove(0); 30]);
    table
        .page
        .wait_for("document.querySelector('#ruling').className === 'alarm'");
    let said = table.page.text("#ruling");
    assert!(said.contains("the black pawn on a7 is missing"), "{said}");
    table.lists(&["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O"]);
    table.ends_without_faults();
}
