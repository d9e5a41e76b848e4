//! The four games of the paper's Table 1, simulated harder than they were: misread points, hands
//! over a quarter of the board, and glares that fake a stone for thirty photos.

use crate::common::scene::{PAPER, Scene, play};
use sequence_search::{Settings, decode};

/// Ten seeds each: every move, in the order that could be seen, and none too many.
#[test]
fn no_mistake_in_the_papers_games() {
    let settings = Settings::default();
    for (name, moves, photos, fakes) in PAPER {
        for seed in 0..10 {
            let scene = play(&Scene::paper(moves, photos), seed);
            assert!(scene.nonexistent >= fakes, "{name}, seed {seed}: too easy");
            let decoded = decode(&scene.start, &scene.evidence, &settings).unwrap();
            let played: Vec<u16> = decoded.plies.iter().map(|ply| ply.mv).collect();
            assert_eq!(scene.mistakes(&played), 0, "{name}, seed {seed}");
        }
    }
}

/// Two moves between two photos, on boards of three sizes.
#[test]
fn several_moves_between_two_photos() {
    for (size, moves, photos) in [(9, 30, 40), (13, 60, 70), (19, 120, 120)] {
        let scene = Scene {
            errors: 0.003,
            per_gap: 2,
            ..Scene::clean(size, moves, photos)
        };
        for seed in 0..3 {
            let scene = play(&scene, seed);
            let decoded = decode(&scene.start, &scene.evidence, &Settings::default()).unwrap();
            let played: Vec<u16> = decoded.plies.iter().map(|ply| ply.mv).collect();
            assert_eq!(scene.mistakes(&played), 0, "size {size}, seed {seed}");
        }
    }
}

/// With clean evidence the paper's own settings read a game that fits its model.
#[test]
fn the_papers_settings_read_a_clean_game() {
    let scene = play(&Scene::clean(9, 20, 60), 1);
    let decoded = decode(&scene.start, &scene.evidence, &Settings::paper()).unwrap();
    let played: Vec<u16> = decoded.plies.iter().map(|ply| ply.mv).collect();
    assert_eq!(scene.mistakes(&played), 0);
}
