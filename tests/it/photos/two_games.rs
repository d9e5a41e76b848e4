//! A game of draughts after another one.

use board_core::{Board, Cell};
use board_sim::pieces::{Scene, script};
use checkers_rules::{Position, RuleSet, Variant};
use kibitzer::checkers::Options;
use kibitzer::{RecorderOptions, replay};

use super::mid_game::{placements, random};
use super::series::recorded;

/// A game of random moves that leaves a single piece.
fn decided(start: Position) -> (Vec<Position>, Vec<String>) {
    const PLIES: u64 = 80;
    let mut games = (0..).map(|seed| random(start, seed, PLIES));
    let is_decided = |(positions, _): &(Vec<Position>, Vec<String>)| {
        let last = positions[positions.len() - 1];
        last.cells().filter(|cell| cell.owner().is_some()).count() == 1
    };
    games.find(is_decided).unwrap()
}

/// No piece of one side has to leave the board before the second game begins.
#[test]
fn a_game_after_one_that_left_a_king() {
    let start = Position::initial(RuleSet::of(Variant::Czech));
    let (first, first_moves) = decided(start);
    let (second, second_moves) = random(start, 1, 12);
    let last = first[first.len() - 1];
    let tables = [&first[..], &[last; 3], &[start; 5], &second[1..]].concat();
    // A low lamp and a low camera: black men on dark squares of the far rows are hardly seen.
    let mut scene = Scene::default();
    (scene.camera.tilt, scene.lamp.elevation, scene.hands.share) = (35.0, 55.0, 0.0);
    let frames = script(&placements(&tables), &scene, 1).unwrap();
    let how = RecorderOptions::live(8);
    let game = replay::pieces::recorded(&Options::from(start), &how, &frames, &scene, 1).unwrap();
    let moves = [first_moves, second_moves];
    assert_eq!(recorded(&game), moves);
    assert_eq!(game.settled.unwrap(), moves);
}
