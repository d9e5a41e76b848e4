//! Chess on real photos.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ::referee::Event;
use ::referee::chess::Chess;
use chess_rules::{Game, Position};
use image::imageops;
use kibitzer::chess::{self, Options, Place};
use kibitzer::compare::{self, Difference};
use kibitzer::pieces::SquareGame;
use kibitzer::recorder::{self, Recorder};
use kibitzer::{RecorderOptions, WarningKind, photos, referee};
use sequence_search::Settings;

/// Records from rectified photos and compares with `truth.pgn` in the folder of the game. Returns the recording.
fn check(
    game: &str,
    series: &str,
    pick: impl Fn(Vec<PathBuf>) -> Vec<PathBuf>,
) -> Option<chess::Recording> {
    let folder = test_data::path(&format!("chess-real/{game}"))?;
    let list = photos::collect(&[&folder], photos::Order::Name).unwrap();
    let paths = pick(list.paths);
    let options = Options {
        place: Place::Whole,
        ..Options::default()
    };
    let how = RecorderOptions {
        lag: Some(8),
        ..RecorderOptions::default()
    };
    let recorder = Recorder::new(options.clone(), how).unwrap();
    let quiet = &mut kibitzer::quiet;
    let recording = recorder::record(recorder, &paths, &options.limits, |_| {}, quiet).unwrap();
    let truth = chess::read_record(&folder.join("truth.pgn")).unwrap();
    let found = chess::named_moves(&recording.record);
    let result = compare::moves(&found, &chess::named_moves(&truth));
    eprintln!(
        "{game}, {series}: {} photos, {} moves",
        paths.len(),
        found.len()
    );
    for warning in &recording.warnings {
        eprintln!("  {warning}");
    }
    // Where a photo is missing, too, three moves may have appeared together: no photo tells which of
    // one side's came first. Such moves are named, and right but for their order (which of two knights a move
    // has to name depends on that).
    let (moves, true_moves) = (
        Position::played(&recording.record).1,
        Position::played(&truth).1,
    );
    let open = |number: usize| {
        let dots = if number % 2 == 1 { "." } else { "..." };
        let name = format!("{}{dots} {}", number.div_ceil(2), found[number - 1]);
        recording
            .warnings
            .iter()
            .any(|warning| match &warning.kind {
                WarningKind::MoveOrder { moves } => moves.iter().any(|mv| mv.to_string() == name),
                _ => false,
            })
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for difference in &result.differences {
        match difference {
            Difference::Wrong { number, .. } if open(*number) => {
                ours.push(moves[number - 1].to_string());
                theirs.push(true_moves[number - 1].to_string());
            }
            other => panic!("{game}, {series}: {other}"),
        }
    }
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{game}, {series}");
    Some(recording)
}

#[test]
fn every_photo() {
    for game in ["game2", "game7"] {
        let Some(recording) = check(game, "every photo", |paths| paths) else {
            continue;
        };
        // What was told while photos came in.
        let moves = chess::named_moves(&recording.record);
        assert_eq!(recording.settled, Some(vec![moves]));
        // For other readers to open.
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{game}.pgn"));
        std::fs::write(file, recording.record.write()).unwrap();
        if game != "game2" && !test_data::all() {
            continue;
        }
        // A king's crown over the square behind it is no piece.
        let referee = Chess::from(Game::new(recording.start));
        let said =
            referee::judge_photos(&recording, referee, &referee::Options::default()).unwrap();
        let moves = |event: &Event<_>| matches!(event, Event::Move { .. });
        let moves = said.iter().filter(|said| moves(&said.event)).count();
        assert_eq!(moves, recording.decoded.plies.len(), "{game}");
        let alarm = said.iter().find(|said| said.event.is_alarm());
        assert!(alarm.is_none(), "{game}: {alarm:?}");
    }
}

/// Moves that came between two photos.
#[test]
fn every_second_photo() {
    if !test_data::repetitions() {
        return;
    }
    for game in ["game2", "game7"] {
        for first in [0, 1] {
            check(game, "every second photo", |paths| {
                // The first and the last stay: a move after the last photo is not in the series.
                let ends = |i: usize| i == 0 || i + 1 == paths.len();
                let kept = (0..paths.len()).filter(|&i| ends(i) || i % 2 == first);
                kept.map(|i| paths[i].clone()).collect()
            });
        }
    }
}

#[test]
fn every_photo_three_times() {
    if !test_data::repetitions() {
        return;
    }
    for game in ["game2", "game7"] {
        check(game, "every photo three times", |paths| {
            paths.iter().flat_map(|p| [p, p, p]).cloned().collect()
        });
    }
}

#[test]
fn turned_photos() {
    if !test_data::repetitions() {
        return;
    }
    for game in ["game2", "game7"] {
        let folder = tempfile::tempdir().unwrap();
        check(game, "turned by 180°", |paths| {
            let turned = paths.iter().map(|path| {
                let photo = photos::open(path, &photos::Limits::default()).unwrap();
                let to = folder
                    .path()
                    .join(path.file_stem().unwrap())
                    .with_extension("png");
                image::imageops::rotate180(&photo).save(&to).unwrap();
                to
            });
            turned.collect()
        });
    }
}

/// Corners in truth order against those found, in squares; whichever comes first.
fn corners_off(found: &[[f64; 2]; 4], truth: &[[f64; 2]; 4], square: f64) -> f64 {
    let turned = |by: usize, back: bool| {
        let at = |i: usize| if back { (4 + by - i) % 4 } else { (i + by) % 4 };
        let off = (0..4).map(|i| {
            let (a, b) = (found[at(i)], truth[i]);
            (a[0] - b[0]).hypot(a[1] - b[1]) / square
        });
        off.fold(0.0, f64::max)
    };
    let all = (0..4).flat_map(|by| [turned(by, false), turned(by, true)]);
    all.fold(f64::INFINITY, f64::min)
}

/// Hands in most photos, low contrast, White on the right; nothing is told but the game.
#[test]
fn a_film_of_scholars_mate() {
    let Some(folder) = test_data::path("chess-webcam") else {
        return;
    };
    let list = photos::collect(&[folder.join("frame_*.jpg")], photos::Order::Name).unwrap();
    let options = Options::default();
    let game = chess::record(&list.paths, &options, &mut |_, _, _| {
        ControlFlow::Continue(())
    })
    .unwrap();
    let truth = [[140.6, 9.0], [507.0, 10.0], [509.0, 375.5], [136.6, 375.5]];
    let off = corners_off(&game.grids[0].corners(), &truth, 46.0);
    eprintln!("corners within {off:.2} squares");
    assert!(off < 0.2);
    let moves = chess::named_moves(&game.record);
    assert_eq!(moves, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
    assert!(game.record.write().trim_end().ends_with("1-0"));
}

/// From fewer frames the appearance of the pieces is learnt slowly: the game seems to be lost after a ply, and is not.
#[test]
fn a_film_of_scholars_mate_with_fewer_frames() {
    let Some(folder) = test_data::path("chess-webcam") else {
        return;
    };
    let list = photos::collect(&[folder.join("frame_*.jpg")], photos::Order::Name).unwrap();
    for every in [3, 4, 5] {
        let paths: Vec<_> = list.paths.iter().step_by(every).cloned().collect();
        let options = Options::default();
        let game = chess::record(&paths, &options, &mut kibitzer::quiet).unwrap();
        let moves = chess::named_moves(&game.record);
        let truth = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"];
        assert_eq!(moves, truth, "one of {every} frames");
    }
}

/// The board is knocked by a third of a square in mid-game, and the second half is brighter.
#[test]
fn a_bumped_board_under_another_lamp() {
    if !test_data::repetitions() {
        return;
    }
    let Some(folder) = test_data::path("chess-webcam") else {
        return;
    };
    let list = photos::collect(&[folder.join("frame_*.jpg")], photos::Order::Name).unwrap();
    let moved = tempfile::tempdir().unwrap();
    let paths = list.paths.iter().enumerate().map(|(i, path)| {
        let mut photo = photos::open(path, &photos::Limits::default()).unwrap();
        if i > list.paths.len() / 2 {
            photo = imageops::brighten(&photo, 25);
            let still = photo.clone();
            imageops::replace(&mut photo, &still, 14, 9);
        }
        let to = moved
            .path()
            .join(path.file_stem().unwrap())
            .with_extension("png");
        photo.save(&to).unwrap();
        to
    });
    let paths: Vec<_> = paths.collect();
    let options = Options::default();
    let game = chess::record(&paths, &options, &mut kibitzer::quiet).unwrap();
    let moves = chess::named_moves(&game.record);
    assert_eq!(moves, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
}

/// A user who is sure of a move is believed; of one that cannot be, told so.
#[test]
fn moves_by_hand() {
    let Some(folder) = test_data::path("chess-real/game7") else {
        return;
    };
    let list = photos::collect(&[&folder], photos::Order::Name).unwrap();
    let with = |fix: &str| {
        let options = Options {
            place: Place::Whole,
            fixes: vec![fix.parse().unwrap()],
            search: Settings::beam(64),
            ..Options::default()
        };
        let short = &list.paths[..12];
        chess::record(short, &options, &mut kibitzer::quiet)
    };
    let moves = chess::named_moves(&with("6. Bg3").unwrap().record);
    assert_eq!(moves[10], "Bg3");
    let moves = chess::named_moves(&with("6. not Bg3").unwrap().record);
    assert!(moves.get(10).is_none_or(|name| name != "Bg3"), "{moves:?}");
    let error = with("6. Qh8").unwrap_err().to_string();
    assert!(error.contains("6. Qh8"), "{error}");
}
