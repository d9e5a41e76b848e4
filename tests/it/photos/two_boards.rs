//! Two boards in view: either of the games on them is recorded.

use std::path::PathBuf;

use board_sim::pieces::{Renderer, Scene, script};
use checkers_rules::Position;
use image::{RgbImage, imageops};
use kibitzer::checkers;
use kibitzer::replay::{self, Rendered};

use super::shadows::recorded;
use super::turned::at_random;

/// Photos of a game, one a ply.
fn photos(record: &checkers_rules::pdn::Record, seed: u64) -> Vec<RgbImage> {
    let (start, _) = <Position as kibitzer::pieces::SquareGame>::played(record);
    let mut scene = start.on_board(Position::with_set(Scene::random(seed), seed));
    scene.pace.plies = [1, 1];
    let frames = script(
        &replay::pieces::placements::<Position>(record),
        &scene,
        seed,
    )
    .unwrap();
    let renderer = Renderer::new(&scene, seed).unwrap();
    let photos = frames.iter().enumerate();
    photos
        .map(|(i, frame)| renderer.render(i, frame).image)
        .collect()
}

#[test]
fn either_of_them() {
    let records = [at_random(3, 8), at_random(5, 8)];
    let near = photos(&records[0], 11);
    let far = photos(&records[1], 12);
    let folder = tempfile::tempdir().unwrap();
    let (width, height) = near[0].dimensions();
    let count = near.len().max(far.len());
    let paths: Vec<PathBuf> = (0..count)
        .map(|i| {
            let mut both = RgbImage::new(width + width * 7 / 10, height);
            imageops::replace(&mut both, &near[i.min(near.len() - 1)], 0, 0);
            let small = &far[i.min(far.len() - 1)];
            let (w, h) = (width * 7 / 10, height * 7 / 10);
            let small = imageops::resize(small, w, h, imageops::FilterType::Triangle);
            imageops::replace(&mut both, &small, i64::from(width), 0);
            let path = folder.path().join(format!("photo_{i:03}.png"));
            both.save(&path).unwrap();
            path
        })
        .collect();
    let mut games = Vec::new();
    for second_board in [false, true] {
        let options = checkers::Options {
            second_board,
            ..checkers::Options::default()
        };
        let recording = recorded(options, &paths, |_, photo| photo);
        games.push(checkers::named_moves(&recording.record));
    }
    let mut truths = records
        .map(|record| checkers::named_moves(&record))
        .to_vec();
    // Which of them is seen more clearly does not matter.
    games.sort();
    truths.sort();
    assert_eq!(games, truths);
}
