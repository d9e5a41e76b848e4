//! The command line from outside: what it prints, writes and exits with.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use kibitzer::chess;

const GAME: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[eg];B[df];W[de];B[dd];W[ce];B[cd];W[be];B[ef];W[dg];\
                    B[cf];W[cg];B[bf];W[bg];B[gg])\n";

fn kibitzer(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(done: &Output) -> serde_json::Value {
    serde_json::from_slice(&done.stdout).unwrap_or_else(|_| panic!("{}", text(&done.stderr)))
}

/// A folder with `truth.sgf` and the photos of that game in `photos`.
fn rendered(seed: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("truth.sgf"), GAME).unwrap();
    let scene = "[photo]\nwidth = 640\nheight = 480\n[hands]\nshare = 0.3\n";
    fs::write(folder.path().join("scene.toml"), scene).unwrap();
    let arguments = [
        "render",
        "truth.sgf",
        "-o",
        "photos",
        "--scene",
        "scene.toml",
        "--seed",
        seed,
        "--photos",
        "60",
    ];
    let done = kibitzer(&arguments, folder.path());
    assert!(done.status.success(), "{}", text(&done.stderr));
    folder
}

#[test]
fn a_rendered_game_comes_back_whole() {
    let folder = rendered("3");
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
    let done = kibitzer(&["territory", "game.sgf", "-o", "film.html"], folder.path());
    assert!(done.status.success(), "{}", text(&done.stderr));
    let film = fs::read_to_string(folder.path().join("film.html")).unwrap();
    assert_eq!(film.matches("<figure hidden>").count(), 19);
}

#[test]
fn judging_fails_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.sgf"), FINISHED).unwrap();
    let failing: [(&[&str], &str); 6] = [
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
        (&["score", "game.sgf", "--rules", "mine"], "no known rules"),
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
}

/// Beam search, and deciding as the photos come, find the same game; alternatives are games of their
/// own, in files of their own.
#[test]
fn every_decoder_reads_a_rendered_game() {
    let folder = rendered("3");
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

/// The next best games of an answer are in files of their own, as many as asked for less one.
fn check_others(
    answer: &serde_json::Value,
    wanted: usize,
    folder: &Path,
    extension: &str,
    moves: impl Fn(&Path) -> Vec<String>,
) {
    let others = answer["others"].as_array().unwrap();
    let file = |number: usize| folder.join(format!("game-{number}.{extension}"));
    let best = moves(&folder.join(format!("game.{extension}")));
    for (i, other) in others.iter().take(wanted - 1).enumerate() {
        let moves = moves(&file(i + 2));
        assert_eq!(other["moves"], serde_json::json!(moves));
        assert!(other["nats"].as_f64().unwrap() > -0.01);
        assert_ne!(moves, best);
    }
    let written = (2..=9).filter(|n| file(*n).exists());
    assert_eq!(written.count(), others.len().min(wanted - 1));
}

#[test]
fn locate_and_read_answer_in_json() {
    let folder = rendered("4");
    let done = kibitzer(
        &[
            "locate",
            "photos/photo_0060.jpg",
            "--overlay",
            "o.png",
            "--debug",
            "steps",
            "--json",
        ],
        folder.path(),
    );
    let located: serde_json::Value = json(&done);
    assert_eq!(
        (
            &located["size"],
            located["corners_px"].as_array().unwrap().len()
        ),
        (&9.into(), 4)
    );
    for file in [
        "o.png",
        "steps/1-edges.png",
        "steps/2-lines.png",
        "steps/3-grid.png",
        "steps/4-rectified.png",
    ] {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
    let corners: Vec<String> = located["corners_px"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| format!("{},{}", c[0], c[1]))
        .collect();
    let mut by_hand = vec![
        "read",
        "photos/photo_0060.jpg",
        "--json",
        "--size",
        "9",
        "--corners",
    ];
    by_hand.extend(corners.iter().map(String::as_str));
    for arguments in [vec!["read", "photos/photo_0060.jpg", "--json"], by_hand] {
        let done = kibitzer(&arguments, folder.path());
        let read: serde_json::Value = json(&done);
        // The game's last position: two white stones were captured.
        let rows: Vec<&str> = read["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r.as_str().unwrap())
            .collect();
        let truth = kibitzer::go::read_record(&folder.path().join("truth.sgf")).unwrap();
        let last = truth.positions().last().unwrap().unwrap();
        let expected: Vec<char> = last
            .contents()
            .iter()
            .map(|c| ['.', 'X', 'O'][*c as usize])
            .collect();
        let got: Vec<char> = rows.concat().chars().collect();
        let wrong = expected.iter().zip(&got).filter(|(a, b)| a != b).count();
        assert_eq!(wrong, 0, "{rows:?}");
    }
}

#[test]
fn a_broken_photo_is_named_and_the_rest_recorded() {
    let folder = rendered("5");
    let photos = folder.path().join("photos");
    let whole = fs::read(photos.join("photo_0012.jpg")).unwrap();
    fs::write(photos.join("photo_0012.jpg"), &whole[..whole.len() / 2]).unwrap();
    fs::write(photos.join("photo_0020.jpg"), b"").unwrap();
    fs::write(photos.join("notes.txt"), b"not a photo").unwrap();
    let done = kibitzer(&["record", "photos", "-o", "game.sgf"], folder.path());
    let told = text(&done.stderr);
    assert!(
        told.contains("photo_0012.jpg") && told.contains("truncated"),
        "{told}"
    );
    assert!(
        told.contains("photo_0020.jpg") && told.contains("empty"),
        "{told}"
    );
    assert!(told.contains("2 files that are no photos"), "{told}");
    assert_eq!(done.status.code(), Some(1));
    let compared = kibitzer(&["compare", "game.sgf", "truth.sgf"], folder.path());
    assert_eq!(
        compared.status.code(),
        Some(0),
        "{}",
        text(&compared.stdout)
    );
}

#[test]
fn errors_say_what_and_where() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir(at.join("empty")).unwrap();
    fs::write(at.join("broken.sgf"), "(;SZ[9];B[aa];W[zz];B[cc").unwrap();
    fs::write(at.join("illegal.sgf"), "(;SZ[9];B[aa];W[bb];B[aa])").unwrap();
    fs::write(at.join("good.sgf"), GAME).unwrap();
    fs::write(
        at.join("broken.pdn"),
        "[GameType \"21\"]\n\n1. 11-15 22-18 2. 1-20 *",
    )
    .unwrap();
    fs::write(at.join("other.json"), "{\"format\": \"x\"}").unwrap();
    image::RgbImage::from_pixel(320, 240, image::Rgb([90, 120, 90]))
        .save(at.join("lawn.png"))
        .unwrap();
    let cases: [(&[&str], &str); 18] = [
        (&["record", "nowhere", "-o", "g.sgf"], "nowhere"),
        (&["record", "empty", "-o", "g.sgf"], "no photos"),
        (&["record", "lawn.png", "-o", "g.sgf"], "no board found"),
        (&["locate", "lawn.png"], "lawn.png"),
        (&["locate", "good.sgf"], "good.sgf"),
        (&["read", "missing.jpg"], "missing.jpg"),
        (&["compare", "broken.sgf", "good.sgf"], "broken.sgf"),
        (&["compare", "illegal.sgf", "good.sgf"], "move 3"),
        (
            &["render", "good.sgf", "-o", "p", "--scene", "broken.sgf"],
            "not a scene",
        ),
        (
            &["locate", "lawn.png", "--calibration", "other.json"],
            "other.json",
        ),
        (
            &["record", "p", "-o", "g.sgf", "--fix", "1. e4"],
            "--fix is not there for Go",
        ),
        (
            &[
                "record", "p", "-o", "g.pgn", "--game", "chess", "--lag", "9",
            ],
            "--lag is not there for chess",
        ),
        (
            &["locate", "lawn.png", "--rectified"],
            "--rectified is not there for Go",
        ),
        (
            &["read", "lawn.png", "--game", "chess", "--size", "9"],
            "--size is not there for chess",
        ),
        (
            &["render", "g.pgn", "-o", "p", "--photos", "9"],
            "--photos is not there for chess",
        ),
        (&["read", "lawn.png", "--white", "left"], "--white"),
        (
            &["read", "lawn.png", "--variant", "italian"],
            "--variant is not there for Go",
        ),
        (&["compare", "broken.pdn", "broken.pdn"], "line 3"),
    ];
    for (arguments, word) in cases {
        let done = kibitzer(arguments, at);
        let told = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(
            told.starts_with("error: ") && told.contains(word),
            "{arguments:?}: {told}"
        );
    }
    let lacking = kibitzer(&["compare", "good.sgf", "good.sgf"], at);
    assert_eq!(lacking.status.code(), Some(0));
}

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

    let record = ["record", "photos", "--game", "chess", "-o", "game.pgn"];
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

    // Three plies between two photos: the queen or the bishop first.
    let shown = [1, 2, 3, 6, 7, 8].map(|i| format!("photos/photo_000{i}.jpg"));
    let mut fewer = vec!["record", "--game", "chess", "-o", "game.pgn", "--order"];
    fewer.extend(["given", "--n-best", "2", "--json"]);
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

    for (option, value, says) in [
        ("--fix", "2. Qh6", "2. Qh6"),
        ("--fix", "Qh5", "not a move with its number"),
        ("--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "king"),
    ] {
        let done = run(&[&record[..], &[option, value]].concat());
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
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let moves = "10-15 23-19 7-10 22-18 15x22 25x18 11-15 18x11 8x15 21-17 9-14";
    fs::write(
        at.join("truth.pdn"),
        format!("[GameType \"21\"]\n\n{moves} *\n"),
    )
    .unwrap();
    let run = |arguments: &[&str]| kibitzer(arguments, at);
    let done = run(&["render", "truth.pdn", "-o", "photos"]);
    assert!(done.status.success(), "{}", text(&done.stderr));

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

    // What the user is sure of holds, or is refused with the reason.
    let more = ["--fix", "3. 15x22", "--fix", "1... not 22-18"];
    let again = run(&[&record[..], &more].concat());
    assert!(again.status.code() < Some(2), "{}", text(&again.stderr));
    assert!(run(&["compare", "game.pdn", "truth.pdn"]).status.success());
    for (options, says) in [
        (["--fix", "3. 15-19"], "3. 15-19"),
        (["--fen", "B:W33:B1"], "33"),
        (["--variant", "chess"], "checkers-checker"),
        (["--lag", "9"], "--lag is not there for checkers"),
    ] {
        let done = run(&[&record[..], &options].concat());
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

/// What a report's page shows, as its script reads it.
fn data_of(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn the_simulator_sums_up() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.pgn"), "1. d4 d5 2. c4 *\n").unwrap();
    let done = kibitzer(&["bench-simulator", "g.pgn"], folder.path());
    let out = text(&done.stdout);
    assert!(out.contains("1 games have been analysed!"), "{out}");
    assert!(out.contains("Overall accuracy: 100.00%"), "{out}");
    assert!(out.contains("two photos: 1 games, 100.00%"), "{out}");
    let seeds = ["bench-simulator", "g.pgn", "--seeds", "2", "--json"];
    let answer = json(&kibitzer(&seeds, folder.path()));
    assert_eq!((&answer["plies"], &answer["right"]), (&6.into(), &6.into()));
    assert_eq!(answer["faultless_but_for_order"], 2);
    let games = answer["games"].as_array().unwrap();
    let seeds: Vec<_> = games.iter().map(|game| game["seed"].as_u64()).collect();
    assert_eq!(seeds, [Some(1), Some(2)]);
    fs::write(
        folder.path().join("g.pdn"),
        "1. 11-15 22-18 2. 15x22 25x18 *\n",
    )
    .unwrap();
    let both = ["bench-simulator", "g.pgn", "g.pdn", "--json"];
    let answer = json(&kibitzer(&both, folder.path()));
    assert_eq!((&answer["plies"], &answer["right"]), (&7.into(), &7.into()));
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

#[test]
fn a_game_on_a_marked_board_comes_back_whole() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let moves = "10-15 23-19 7-10 22-18 15x22 25x18 11-15 18x11 8x15 21-17 9-14";
    fs::write(
        at.join("truth.pdn"),
        format!("[GameType \"21\"]\n\n{moves} *\n"),
    )
    .unwrap();
    let mut scene = board_sim::pieces::Scene::marked();
    (scene.lamp.kelvin, scene.lamp.white_balance) = (3000.0, 0.5);
    scene.hands.share = 0.3;
    scene.pace.repeat = 0.4;
    fs::write(at.join("scene.toml"), scene.to_toml()).unwrap();
    let run = |arguments: &str| kibitzer(&arguments.split(' ').collect::<Vec<_>>(), at);
    let done = run("render truth.pdn -o photos --scene scene.toml");
    assert!(done.status.success(), "{}", text(&done.stderr));
    let first = fs::read_dir(at.join("photos")).unwrap();
    let mut photos: Vec<_> = first.map(|f| f.unwrap().file_name()).collect();
    photos.sort();
    let first = photos
        .iter()
        .map(|f| f.to_str().unwrap())
        .find(|f| f.ends_with(".jpg"));
    let first = format!("photos/{}", first.unwrap());

    let done = run(&format!("calibrate {first} -o settings.toml"));
    assert!(done.status.success(), "{}", text(&done.stderr));
    let read = json(&run(&format!(
        "read {first} --game checkers --marked settings.toml --json"
    )));
    assert_eq!(read["rows"][0], ".b.b.b.b");
    assert_eq!(read["rows"][7], "w.w.w.w.");
    let located = json(&run(&format!(
        "locate {first} --game checkers --marked settings.toml --json"
    )));
    assert_eq!(located["size"], 9);
    let done = run("record photos --game checkers --marked settings.toml -o game.pdn");
    assert!(done.status.code() < Some(2), "{}", text(&done.stderr));
    let compared = run("compare game.pdn truth.pdn");
    assert!(compared.status.success(), "{}", text(&compared.stdout));

    // Settings that cannot be used, and boards that are not marked.
    fs::write(at.join("broken.toml"), "[markers]\nsize = \"eight\"\n").unwrap();
    let done = run(&format!(
        "read {first} --game checkers --marked broken.toml"
    ));
    assert_eq!(done.status.code(), Some(2));
    let says = text(&done.stderr);
    assert!(
        says.contains("broken.toml") && says.contains("line 2"),
        "{says}"
    );
    let done = run(&format!("read {first} --game chess --marked settings.toml"));
    assert!(text(&done.stderr).contains("--marked is not there for chess"));
    let done = run("calibrate -o usual.toml");
    assert!(done.status.success());
    assert!(
        fs::read_to_string(at.join("usual.toml"))
            .unwrap()
            .contains("[markers")
    );
    image::RgbImage::new(200, 200)
        .save(at.join("black.png"))
        .unwrap();
    let done = run("calibrate black.png -o none.toml");
    assert_eq!(done.status.code(), Some(2));
    assert!(
        text(&done.stderr).contains("photo 1"),
        "{}",
        text(&done.stderr)
    );
}
