//! Chess and checkers from photos to their records, reports and the simulator.

use std::fs;

use kibitzer::chess;

use crate::cli::{check_others, data_of, json, kibitzer, photographed_checkers, text};

/// Chess: a rendered game comes back, from the board found without help to the moves; what cannot be
/// is said.
#[test]
fn a_rendered_game_of_chess_comes_back_whole() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    fs::write(folder.path().join("truth.pgn"), game).unwrap();
    let run = |arguments: &[&str]| kibitzer(arguments, folder.path());
    let done = run(&["render", "truth.pgn", "-o", "photos"]);
    assert!(done.status.success(), "{}", text(&done.stderr));

    let record = [
        "record", "photos", "--game", "chess", "-o", "game.pgn", "--force",
    ];
    let also = ["--save-calibration", "c.json", "--report", "r.html"];
    let answer = json(&run(&[&record[..], &also, &["--json"]].concat()));
    assert_eq!(answer["moves"][6]["uci"], "h5f7");
    assert_eq!(answer["moves"][6]["move"], "Qxf7#");
    let page = fs::read_to_string(folder.path().join("r.html")).unwrap();
    check_report_of_chess(&page);
    let compared = run(&["compare", "game.pgn", "truth.pgn"]);
    assert!(compared.status.success(), "{}", text(&compared.stdout));
    // With a saved calibration, White's side told, and a move the user is sure of.
    let more = [
        "--calibration",
        "c.json",
        "--white",
        "bottom",
        "--fix",
        "2. Qh5",
    ];
    let again = run(&[&record[..], &more].concat());
    assert!(again.status.code() < Some(2), "{}", text(&again.stderr));
    assert!(run(&["compare", "game.pgn", "truth.pgn"]).status.success());

    // Photos of three plies, of which only the last photo shows the last: the second game ends before it.
    let shown = [1, 2, 3, 6, 7, 8].map(|i| format!("photos/photo_000{i}.jpg"));
    let mut fewer = vec!["record", "--game", "chess", "-o", "game.pgn", "--order"];
    fewer.extend(["given", "--force", "--n-best", "2", "--json"]);
    fewer.extend(shown.iter().map(String::as_str));
    let answer = json(&run(&fewer));
    assert!(!answer["others"].as_array().unwrap().is_empty());
    check_others(&answer, 2, folder.path(), "pgn", |file| {
        chess::named_moves(&chess::read_record(file).unwrap())
    });

    let photo = "photos/photo_0001.jpg";
    let found = json(&run(&["locate", photo, "--game", "chess", "--json"]));
    assert_eq!(found["size"], 9, "lines around 8 squares");
    let read = json(&run(&["read", photo, "--game", "chess", "--json"]));
    let rows: Vec<&str> = read["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|r| r.as_str())
        .collect();
    let pieces = rows.concat().chars().filter(|c| *c != '.').count();
    assert!(pieces.abs_diff(32) <= 2, "{rows:?}");

    // What cannot be is told from a few photos, too.
    let few = [
        "record",
        "photos/photo_0001.jpg",
        "photos/photo_0002.jpg",
        "photos/photo_0003.jpg",
    ];
    let few = [&few[..], &record[2..]].concat();
    for (option, value, says) in [
        ("--fix", "1. Qh6", "1. Qh6"),
        ("--fix", "Qh5", "not a move with its number"),
        ("--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "king"),
    ] {
        let done = run(&[&few[..], &[option, value, "--decoder", "beam"]].concat());
        assert_eq!(done.status.code(), Some(2));
        assert!(text(&done.stderr).contains(says), "{}", text(&done.stderr));
    }
}

/// The report of the scholar's mate.
fn check_report_of_chess(page: &str) {
    assert!(!page.contains("http://") && !page.contains("https://"));
    let report = data_of(page);
    assert_eq!(
        report["board"],
        serde_json::json!({"kind": "squares", "size": 8})
    );
    let of = |key: &str| -> Vec<&str> {
        let moves = report["moves"].as_array().unwrap().iter();
        moves.map(|m| m[key].as_str().unwrap()).collect()
    };
    assert_eq!(of("name").join(" "), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    assert_eq!(
        [of("label")[0], of("label")[5]],
        ["1. e4", "3... Nf6"],
        "as players number them"
    );
    // From h5 to f7, counted from a8.
    let mut last: Vec<_> = report["moves"][6]["points"].as_array().unwrap().to_vec();
    last.sort_by_key(|p| p.as_u64());
    assert_eq!(last, [13, 31]);
    let positions = report["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 8);
    let first = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";
    assert_eq!(positions[0], first);
    assert_eq!(positions[7].as_str().unwrap().chars().nth(13), Some('Q'));
    for kind in ['P', 'N', 'B', 'R', 'Q', 'K'] {
        assert!(
            page.contains(&format!("\n  {kind}: [\"M")),
            "{kind} is drawn"
        );
    }
    let photos = report["photos"].as_array().unwrap();
    assert!(photos.len() >= 7, "{}", photos.len());
    for photo in photos {
        let jpeg = photo["jpeg"].as_str().unwrap();
        assert!(jpeg.starts_with("data:image/jpeg;base64,/9j/"), "a JPEG");
    }
}

/// Checkers: a rendered game comes back, from the board found without help to the moves.
#[test]
fn a_rendered_game_of_checkers_comes_back_whole() {
    let folder = photographed_checkers();
    let at = folder.path();
    let run = |arguments: &[&str]| kibitzer(arguments, at);
    let record = ["record", "photos", "--game", "checkers", "-o", "game.pdn"];
    let answer = json(&run(
        &[&record[..], &["--report", "r.html", "--json"]].concat()
    ));
    assert_eq!(answer["size"], 8);
    assert_eq!(answer["moves"][4]["move"], "15x22");
    assert_eq!(answer["moves"][4]["side"], "black");
    let compared = run(&["compare", "game.pdn", "truth.pdn"]);
    assert!(compared.status.success(), "{}", text(&compared.stdout));
    let written = fs::read_to_string(at.join("game.pdn")).unwrap();
    assert!(
        written.contains("[GameType \"21,B,8,8,N1,0\"]"),
        "{written}"
    );

    let report = data_of(&fs::read_to_string(at.join("r.html")).unwrap());
    assert_eq!(report["moves"][5]["label"], "3... 25x18");
    let names = report["board"]["names"].as_array().unwrap();
    assert_eq!([&names[0], &names[1], &names[62]], ["", "1", "32"]);
    let first = report["positions"][0].as_str().unwrap();
    assert!(first.starts_with(".m.m.m.mm.m.m.m.") && first.ends_with("M.M.M.M."));

    // What the user is sure of holds, or is refused with the reason. The name of the record tells the game.
    let more = ["--fix", "3. 15x22", "--fix", "1... not 22-18", "--force"];
    let again = run(&[&["record", "photos", "-o", "game.pdn"], &more[..]].concat());
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert!(run(&["compare", "game.pdn", "truth.pdn"]).status.success());
    let few = [
        "record",
        "photos/photo_0001.jpg",
        "photos/photo_0002.jpg",
        "photos/photo_0003.jpg",
    ];
    let few = [&few[..], &record[2..]].concat();
    for (options, says) in [
        (["--fix", "1. 15-19"], "1. 15-19"),
        (["--fen", "B:W33:B1"], "33"),
        (["--variant", "chess"], "checkers-checker"),
    ] {
        let done = run(&[&few[..], &options, &["--decoder", "beam"]].concat());
        assert_eq!(done.status.code(), Some(2), "{options:?}");
        assert!(text(&done.stderr).contains(says), "{}", text(&done.stderr));
    }

    let photo = "photos/photo_0001.jpg";
    let game = ["--game", "checkers", "--json"];
    let found = json(&run(&[&["locate", photo], &game[..]].concat()));
    assert_eq!(found["size"], 9, "lines around 8 squares");
    let read = json(&run(&[&["read", photo], &game[..]].concat()));
    let rows: Vec<&str> = read["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|r| r.as_str())
        .collect();
    let count = |letter| rows.concat().chars().filter(|c| *c == letter).count();
    assert_eq!((count('w'), count('b')), (12, 12), "{rows:?}");
}

#[test]
fn the_simulator_sums_up() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.pgn"), "1. d4 d5 *\n").unwrap();
    let done = kibitzer(&["bench-simulator", "g.pgn"], folder.path());
    let out = text(&done.stdout);
    assert!(out.contains("1 games have been analysed!"), "{out}");
    assert!(out.contains("Overall accuracy: 100.00%"), "{out}");
    assert!(out.contains("two photos: 1 game, 100.00%"), "{out}");
    let seeds = ["bench-simulator", "g.pgn", "--seeds", "2", "--json"];
    let answer = json(&kibitzer(&seeds, folder.path()));
    assert_eq!((&answer["plies"], &answer["right"]), (&4.into(), &4.into()));
    assert_eq!(answer["faultless_but_for_order"], 2);
    let games = answer["games"].as_array().unwrap();
    let seeds: Vec<_> = games.iter().map(|game| game["seed"].as_u64()).collect();
    assert_eq!(seeds, [Some(1), Some(2)]);
    fs::write(folder.path().join("g.pdn"), "1. 11-15 22-18 *\n").unwrap();
    let both = ["bench-simulator", "g.pgn", "g.pdn", "--json"];
    let answer = json(&kibitzer(&both, folder.path()));
    assert_eq!((&answer["plies"], &answer["right"]), (&4.into(), &4.into()));
    let done = kibitzer(&["bench-simulator", "none.pgn"], folder.path());
    assert_eq!(done.status.code(), Some(2));
    fs::write(folder.path().join("bad.pgn"), "1. d4 d5 2. Kd8 *\n").unwrap();
    let done = kibitzer(&["bench-simulator", "bad.pgn"], folder.path());
    assert_eq!(done.status.code(), Some(2));
    assert!(
        text(&done.stderr).contains("bad.pgn"),
        "{}",
        text(&done.stderr)
    );
}
