//! The order of moves that first show together: ambiguities are reported, and no such move is certain.

use std::fs;
use std::path::Path;

use crate::cli::faults::check;
use crate::cli::{GAME, SMALL, checkers, json, kibitzer};

/// The photos of a rendered game, but for some, in a folder of their own; `broken` ones cannot be opened.
fn without(at: &Path, to: &str, gone: impl Fn(usize) -> bool, broken: impl Fn(usize) -> bool) {
    fs::create_dir(at.join(to)).unwrap();
    for number in 1.. {
        let name = format!("photo_{number:04}.jpg");
        let (from, to) = (at.join("photos").join(&name), at.join(to).join(&name));
        if !from.exists() {
            return;
        }
        match (gone(number), broken(number)) {
            (true, _) => {}
            (_, true) => fs::write(to, "no photo").unwrap(),
            _ => drop(fs::copy(from, to).unwrap()),
        }
    }
}

/// Records photos; every move that is wrong must be doubtful and named by a warning of the move order. Returns how many
/// are. The number of a move and its side are told by `number` from its index.
fn wrong_are_named(
    at: &Path,
    photos: &str,
    (game, truth): (&str, &[&str]),
    number: impl Fn(usize) -> (usize, &'static str),
) -> usize {
    let answer = json(&kibitzer(&["record", photos, "-o", game, "--json"], at));
    let (moves, warnings) = (&answer["moves"], answer["warnings"].as_array().unwrap());
    assert_eq!(moves.as_array().unwrap().len(), truth.len());
    let orders = warnings.iter().filter(|w| w["kind"] == "move_order");
    let open: Vec<_> = orders
        .flat_map(|w| w["moves"].as_array().unwrap())
        .collect();
    let mut wrong = 0;
    for (i, right) in truth.iter().enumerate() {
        let found = moves[i]["move"].as_str().unwrap();
        if found == *right {
            continue;
        }
        wrong += 1;
        let told = (found, &moves[i]["confidence"], &open);
        assert!(
            moves[i]["confidence"].as_f64().unwrap() < 0.9,
            "{photos}: {told:?}"
        );
        let (number, side) = number(i);
        let named = serde_json::json!({ "number": number, "side": side, "move": found });
        assert!(open.contains(&&named), "{photos}: {told:?}");
        assert_ne!(
            moves[i]["alternatives"],
            serde_json::json!([]),
            "{photos}: {told:?}"
        );
    }
    wrong
}

const TRUTH: [&str; 15] = [
    "E5", "E3", "D4", "D5", "D6", "C5", "C6", "B5", "E4", "D3", "C4", "C3", "B4", "B3", "G3",
];

fn go(at: &Path, photos: &str) -> usize {
    let number = |i: usize| (i + 1, ["black", "white"][i % 2]);
    wrong_are_named(at, photos, ("game.sgf", &TRUTH), number)
}

fn rendered(seed: usize, photos: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("truth.sgf"), GAME).unwrap();
    fs::write(folder.path().join("scene.toml"), SMALL).unwrap();
    let render =
        format!("render truth.sgf -o photos --scene scene.toml --seed {seed} --photos {photos}");
    check(&render, folder.path(), 0, &[]);
    folder
}

#[test]
fn moves_of_go_that_show_together_are_named() {
    let folder = rendered(5, 36);
    let at = folder.path();
    without(
        at,
        "broken",
        |_| false,
        |number| number == 12 || number == 20,
    );
    without(at, "eight", |number| (10..=28).contains(&number), |_| false);
    let wrong = ["broken", "eight"].map(|photos| go(at, photos));
    // Else nothing is tried here.
    assert!(wrong.iter().sum::<usize>() > 0);
    // Of whatever shows one by one no order is open.
    let answer = json(&kibitzer(
        &["record", "photos", "-o", "game.sgf", "--json"],
        at,
    ));
    let moves = answer["moves"].as_array().unwrap();
    let right = moves
        .iter()
        .zip(TRUTH)
        .all(|(mv, right)| mv["move"] == right);
    let sure = moves
        .iter()
        .all(|mv| mv["confidence"].as_f64().unwrap() > 0.9);
    assert!(right && sure, "{answer}");
}

/// Two photos in which the board is taken to lie elsewhere show a stone gone that was there before.
#[test]
fn photos_that_contradict_each_other_do_not_tell_an_order() {
    if !test_data::repetitions() {
        return;
    }
    let folder = rendered(4, 60);
    go(folder.path(), "photos");
}

#[test]
fn moves_of_checkers_that_show_together_are_named() {
    if !test_data::repetitions() {
        return;
    }
    let folder = checkers();
    let at = folder.path();
    check("render truth.pdn -o photos --seed 1", at, 0, &[]);
    without(at, "eight", |number| (4..12).contains(&number), |_| false);
    let truth = [
        "10-15", "23-19", "7-10", "22-18", "15x22", "25x18", "11-15", "18x11", "8x15", "21-17",
        "9-14",
    ];
    let number = |i: usize| (i / 2 + 1, ["black", "white"][i % 2]);
    let wrong = wrong_are_named(at, "eight", ("game.pdn", &truth), number);
    assert!(wrong > 0);
}
