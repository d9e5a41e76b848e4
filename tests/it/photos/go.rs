//! The whole way on real photos.

use std::ops::ControlFlow;

use kibitzer::{Photo, Recorder, RecorderOptions, compare, go, photos};

use super::series::listed;
use super::shadows::recorded;

#[test]
fn the_moves_of_a_filmed_game_are_exactly_right() {
    let Some(folder) = test_data::path("go-video") else {
        return;
    };
    let list = photos::collect(&[&folder], photos::Order::Name).unwrap();
    assert_eq!(list.paths.len(), 92);
    let game = go::record(&list.paths, &go::Options::default(), &mut |_, _, _| {
        ControlFlow::Continue(())
    })
    .unwrap();
    let truth = go::read_record(&folder.join("truth.sgf")).unwrap();
    let found = compare::moves(&go::named_moves(&game.record), &go::named_moves(&truth));
    assert!(found.differences.is_empty(), "{found:?}");

    // Photos were opened by another thread, ahead; one by one they make the same recording.
    let options = RecorderOptions::default();
    let mut recorder = Recorder::new(go::Options::default(), options).unwrap();
    for name in list.paths {
        let image = photos::open(&name, &photos::Limits::default()).unwrap();
        recorder.push(Photo { name, image }).unwrap();
    }
    let pushed = recorder.finish(&mut kibitzer::quiet).unwrap();
    assert_eq!(pushed.photos, game.photos);
    assert_eq!(pushed.decoded.frame_cost, game.decoded.frame_cost);
    let told = |game: &go::Recording| (game.record.write(), format!("{:?}", game.warnings));
    assert_eq!(told(&pushed), told(&game));
}

/// Hands are hardly darker than the board then. With the strongest gamma the last of the four moves is missed.
#[test]
fn the_moves_of_a_washed_out_film_are_right() {
    let Some(folder) = test_data::path("go-video") else {
        return;
    };
    let truth = go::named_moves(&go::read_record(&folder.join("truth.sgf")).unwrap());
    let gammas: &[(f32, usize)] = test_data::how_many(&[(1.8, 4)], &[(1.4, 4), (1.8, 4), (2.2, 3)]);
    for (gamma, right) in gammas {
        let tone = |value: u8| (255.0 * (f32::from(value) / 255.0).powf(1.0 / gamma)) as u8;
        let paths = listed(&folder, "*.jpg");
        let recording = recorded(go::Options::default(), &paths, |_, mut photo| {
            photo.iter_mut().for_each(|value| *value = tone(*value));
            photo
        });
        let found = compare::moves(&go::named_moves(&recording.record), &truth);
        eprintln!("gamma {gamma}: {found:?}, {:?}", recording.warnings);
        assert_eq!(
            (found.right, found.record_moves),
            (*right, *right),
            "{gamma}"
        );
    }
}

#[test]
fn single_photos_are_read_to_99_percent() {
    let Some(folder) = test_data::path("go-photos") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("truth.json")).unwrap();
    let truths: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(truths.len(), 6);
    for (name, truth) in truths {
        let photo = photos::open(&folder.join(&name), &photos::Limits::default()).unwrap();
        let read = go::read(&photo, None, None).unwrap();
        let expected: String = truth["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r.as_str().unwrap())
            .collect();
        let got = read.rows.concat();
        let right = expected
            .chars()
            .zip(got.chars())
            .filter(|(a, b)| a == b)
            .count();
        eprintln!("{name}: {right} of {} points", expected.len());
        assert!(
            right * 100 >= expected.len() * 99,
            "{name}: {right} of {} points",
            expected.len()
        );
    }
}

/// Crowded boards under white and coloured lamps; a board that is not found has no point right.
#[test]
fn crowded_boards_are_read_under_any_lamp() {
    let Some(folder) = test_data::path("go-crowded") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("truth.json")).unwrap();
    let truths: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    // Finding the boards takes long where nothing is optimised.
    let step = test_data::how_many(10, 1);
    let (mut all, mut right) = (0, 0);
    for (name, truth) in truths.iter().step_by(step) {
        let photo = photos::open(&folder.join(name), &photos::Limits::default()).unwrap();
        let rows = truth["rows"].as_array().unwrap().iter();
        let expected: String = rows.map(|row| row.as_str().unwrap()).collect();
        all += expected.len();
        if let Ok(read) = go::read(&photo, None, None) {
            let got = read.rows.concat();
            let same = expected.chars().zip(got.chars()).filter(|(a, b)| a == b);
            right += same.count();
            // A misread stone may make a position that cannot be.
            if let Ok(record) = read.record() {
                assert_eq!(record.setup.len(), got.replace(['.', '?'], "").len());
            }
        }
    }
    eprintln!("{right} of {all} points");
    assert!(right * 100 >= all * 95, "{right} of {all} points");
}
