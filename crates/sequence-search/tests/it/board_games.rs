//! Whole games whose moves change many points, after which a side may move again: those of the example `board_games`.

use board_core::laws::{self, RandomGame};
use board_core::zobrist::splitmix64;
use board_core::{Color, MoveGen, NoisySensor, Observation};
use sequence_search::{Settings, Stream, decode, score_game};

pub(crate) use ataxx::Ataxx;
pub(crate) use morris::Morris;
pub(crate) use reversi::Reversi;

#[path = "../../examples/board_games/ataxx.rs"]
pub(crate) mod ataxx;
#[path = "../../examples/board_games/morris.rs"]
mod morris;
#[path = "../../examples/board_games/reversi.rs"]
mod reversi;

/// Random moves, each with its side.
fn game<P: MoveGen>(start: &P, seed: u64, plies: u64) -> Vec<(Color, P::Move)> {
    let choices: Vec<u16> = (0..plies).map(|ply| splitmix64(seed, ply) as u16).collect();
    let mut position = start.clone();
    let moves = RandomGame::of_choices(start.clone(), &choices).moves;
    let of_side = moves.into_iter().map(|mv| {
        let side = position.to_move();
        position.play(mv);
        (side, mv)
    });
    of_side.collect()
}

/// Decodes games at once and as a stream, without errors and with one reading in ten wrong; returns how often a side
/// has moved twice in a row.
pub(crate) fn follow<P: MoveGen>(start: &P) -> usize {
    let mut twice = 0;
    for seed in 1..=test_data::how_many(2, 10) as u64 {
        let truth = game(start, seed, 60);
        twice += truth.windows(2).filter(|w| w[0].0 == w[1].0).count();
        let moves: Vec<P::Move> = truth.iter().map(|m| m.1).collect();
        for error_rate in [0.0, 0.1] {
            let sensor = NoisySensor {
                error_rate,
                seed,
                ..NoisySensor::default()
            };
            let seen = sensor.watch(start, &moves);
            let settings = Settings::beam(64);
            let found = decode(start, &seen, &settings).unwrap();
            let plies: Vec<_> = found.plies.iter().map(|p| (p.side, p.mv)).collect();
            let mut stream = Stream::new(start.clone(), settings.clone()).lag(9);
            let mut live = Vec::new();
            for frame in 0..seen.frames() {
                live.extend(stream.push(&seen, frame).unwrap());
            }
            live.extend(stream.finish().unwrap());
            let live: Vec<_> = live.iter().map(|c| (c.side, c.mv)).collect();
            assert_eq!(live, plies, "stream, seed {seed}, {error_rate} errors");
            if plies != truth {
                // Three frames may misread the same point: then another game explains them better.
                let truth = score_game(start, &truth, &seen, &settings).unwrap();
                assert!(truth.cost > found.cost, "seed {seed}, {error_rate} errors");
                let wrong = plies.iter().zip(&moves).filter(|(p, mv)| p.1 != **mv);
                assert!(error_rate > 0.0 && wrong.count() < 2, "seed {seed}");
            }
        }
    }
    twice
}

#[test]
fn the_games_obey_the_laws() {
    laws::random_games(&Reversi::default(), 3, 70, 1, Reversi::key).unwrap();
    laws::random_games(&Ataxx::default(), 3, 70, 1, Ataxx::key).unwrap();
    laws::random_games(&Morris::default(), 10, 90, 1, Morris::key).unwrap();
}

#[test]
fn reversi_is_followed() {
    assert!(follow(&Reversi::default()) > 0, "no side had to move twice");
}

#[test]
fn ataxx_is_followed() {
    follow(&Ataxx::default());
}

#[test]
fn nine_mens_morris_is_followed() {
    follow(&Morris::default());
}
