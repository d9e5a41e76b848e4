//! Single photos, and input with faults.

use std::fs;

use crate::cli::GAME;
use crate::cli::{json, kibitzer, text, with_hands};

#[test]
fn locate_and_read_answer_in_json() {
    let folder = with_hands();
    let done = kibitzer(
        &[
            "locate",
            "photos/photo_0036.jpg",
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
        "photos/photo_0036.jpg",
        "--json",
        "--size",
        "9",
        "--corners",
    ];
    by_hand.extend(corners.iter().map(String::as_str));
    for arguments in [vec!["read", "photos/photo_0036.jpg", "--json"], by_hand] {
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
    let folder = with_hands();
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
    let ignored = told
        .lines()
        .find(|line| line.contains("ignored files that are not photos"));
    assert!(
        ignored.is_some_and(|line| line.contains("notes.txt")),
        "{told}"
    );
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
            &["locate", "lawn.png", "--rectified"],
            "--rectified is not supported for Go",
        ),
        (
            &["read", "lawn.png", "--game", "chess", "--size", "9"],
            "--size is not supported for chess",
        ),
        (
            &["render", "g.pgn", "-o", "p", "--photos", "9"],
            "--photos is not supported for chess",
        ),
        (&["read", "lawn.png", "--white", "left"], "--white"),
        (
            &["record", "lawn.png", "-o", "g.sgf", "--mirrored", "yes"],
            "--mirrored is not supported for Go",
        ),
        (
            &["watch", "--game", "go", "--white", "left"],
            "--white is not supported for Go",
        ),
        (
            &["read", "lawn.png", "--variant", "italian"],
            "--variant is not supported for Go",
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
