//! Unreliable photos: damaged, unclear, without a board, or of another game.

use std::fs;
use std::path::Path;

use image::{Rgb, RgbImage, imageops};

use crate::cli::faults::{check, photo_of_the_start};
use crate::cli::{checkers, json, kibitzer, photographed, photographed_checkers, text, warnings};

/// A gray picture.
fn picture(shade: impl Fn(u32, u32) -> u32) -> RgbImage {
    RgbImage::from_fn(400, 300, |x, y| Rgb([shade(x, y).min(255) as u8; 3]))
}

/// A number that nothing tells from chance, from those of a pixel.
fn hash(x: u32, y: u32) -> u32 {
    (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(2_246_822_519)).wrapping_mul(3_266_489_917)
        >> 16
}

/// Six pictures without a board.
fn unrelated(folder: &Path) {
    let bricks = |x: u32, y: u32| {
        let shifted = x + y / 15 % 2 * 10;
        if y % 15 < 2 || shifted % 20 < 2 {
            40
        } else {
            180
        }
    };
    let written = |x: u32, y: u32| {
        let ink = y % 18 < 10 && hash(x / 3, y / 3) % 5 < 2;
        if ink { 20 } else { 245 }
    };
    for (name, picture) in [
        ("1-gradient", picture(|x, y| (x + y) / 3)),
        ("2-noise", picture(|x, y| hash(x, y) % 256)),
        (
            "3-stripes",
            picture(|x, _| if x / 12 % 2 == 0 { 60 } else { 200 }),
        ),
        ("4-bricks", picture(bricks)),
        (
            "5-tiles",
            picture(|x, y| if x % 20 < 2 || y % 20 < 2 { 40 } else { 200 }),
        ),
        ("6-text", picture(written)),
    ] {
        picture.save(folder.join(format!("{name}.png"))).unwrap();
    }
}

#[test]
fn photos_without_a_board_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir(at.join("six")).unwrap();
    unrelated(&at.join("six"));
    for (game, record) in [("go", "g.sgf"), ("chess", "g.pgn"), ("checkers", "g.pdn")] {
        check(
            &format!("record six --game {game} -o {record}"),
            at,
            2,
            &["no board"],
        );
        assert!(!at.join(record).exists());
        for name in ["4-bricks"] {
            for command in ["read", "locate"] {
                let command = format!("{command} six/{name}.png --game {game}");
                check(
                    &command,
                    at,
                    2,
                    &[
                        name,
                        "no board",
                        "help: the whole board must be in the picture",
                    ],
                );
            }
        }
    }
    check("referee six", at, 2, &["no board"]);
}

/// Draughts on 10 × 10 squares are recorded if that is told; otherwise the board is named, and what to do.
#[test]
fn the_board_of_another_variant_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let game = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n";
    fs::write(at.join("truth.pdn"), game).unwrap();
    check("render truth.pdn -o photos", at, 0, &[]);
    for game in ["chess -o game.pgn", "checkers -o game.pdn"] {
        let says = ["10 × 10 squares, not 8 × 8", "--variant international"];
        check(&format!("record photos --game {game}"), at, 2, &says);
    }
    let record = "record photos --variant international -o game.pdn";
    assert!(warnings(record, at, 0).is_empty());
    check("compare game.pdn truth.pdn", at, 0, &[]);
}

#[test]
fn the_board_of_another_game_is_named() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    let squares = "start/photo_0001.jpg";
    let says = [
        "photo_0001.jpg: this looks like a board of chess",
        "--game checkers?",
    ];
    for command in ["read", "locate", "record -o g.sgf", "referee"] {
        check(&format!("{command} {squares} --game go"), at, 2, &says);
    }
    assert!(!at.join("g.sgf").exists());
    // Who shows where the board is knows which it is.
    let by_hand = "--size 9 --corners 100,100 500,100 500,400 100,400";
    check(&format!("locate {squares} {by_hand}"), at, 0, &[]);
    let go = photographed();
    let says = ["photo_0001.jpg: this looks like a board of Go: --game go?"];
    for command in ["read", "locate", "record -o g.pgn", "referee"] {
        let command = format!("{command} photos/photo_0001.jpg --game chess");
        check(&command, go.path(), 2, &says);
    }
}

/// A JPEG of which the last part is missing, though not its end.
fn half(jpeg: &[u8]) -> Vec<u8> {
    let mut half = jpeg[..jpeg.len() / 2].to_vec();
    half.extend([0xFF, 0xD9]);
    half
}

#[test]
fn what_a_damaged_jpeg_shows_is_not_believed() {
    let folder = photographed_checkers();
    let at = folder.path();
    let photo = at.join("photos/photo_0002.jpg");
    let whole = fs::read(&photo).unwrap();
    // The lower edge is missing.
    let cut = whole.len() * 49 / 50;
    let mut worn = whole[..cut].to_vec();
    worn.extend([0xFF, 0xD9]);
    fs::write(at.join("worn.jpg"), worn).unwrap();
    let says = [
        "worn.jpg: the JPEG is damaged",
        "part of the picture is missing",
    ];
    check("read worn.jpg --game checkers", at, 1, &says);
    let arguments = ["read", "worn.jpg", "--game", "checkers", "--json"];
    let done = kibitzer(&arguments, at);
    assert_eq!(done.status.code(), Some(1));
    let warning = &json(&done)["warnings"][0];
    assert_eq!(warning["kind"], "photo_damaged");
    assert_eq!(warning["damage"], "short");
    assert_eq!(warning["photo"], "worn.jpg");
    fs::write(at.join("half.jpg"), half(&whole)).unwrap();
    let done = kibitzer(&["read", "half.jpg", "--game", "checkers"], at);
    assert!(matches!(done.status.code(), Some(1 | 2)));
    assert!(
        text(&done.stderr).contains("damaged"),
        "{}",
        text(&done.stderr)
    );
    // A game goes on without it.
    fs::write(&photo, half(&whole)).unwrap();
    let says = ["photo_0002.jpg: skipped: the JPEG is damaged"];
    check("record photos --game checkers -o game.pdn", at, 1, &says);
}

#[test]
fn a_reading_that_may_be_wrong_is_to_be_checked() {
    let folder = checkers();
    let at = folder.path();
    photo_of_the_start(at);
    let clear = image::open(at.join("start/photo_0001.jpg"))
        .unwrap()
        .into_rgb8();
    check("read start/photo_0001.jpg --game checkers", at, 0, &[]);
    imageops::blur(&clear, 6.0)
        .save(at.join("blurred.png"))
        .unwrap();
    let noisy = RgbImage::from_fn(clear.width(), clear.height(), |x, y| {
        let shift = hash(x, y) % 120;
        let add = |value: u8| u32::from(value) + shift;
        Rgb(clear
            .get_pixel(x, y)
            .0
            .map(|value| add(value).saturating_sub(60).min(255) as u8))
    });
    noisy.save(at.join("noisy.png")).unwrap();
    for name in ["blurred", "noisy"] {
        let says = ["is below 0.5: check the position"];
        check(&format!("read {name}.png --game checkers"), at, 1, &says);
        let file = format!("{name}.png");
        let done = kibitzer(&["read", &file, "--game", "checkers", "--json"], at);
        assert_eq!(done.status.code(), Some(1));
        let answer = json(&done);
        assert!(answer["confidence"].as_f64().unwrap() < 0.5);
        assert_eq!(answer["warnings"][0]["kind"], "low_confidence");
        assert_eq!(answer["warnings"][0]["confidence"], answer["confidence"]);
    }
}
