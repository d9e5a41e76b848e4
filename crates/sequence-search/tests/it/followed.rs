//! A game that was not followed says so, and is sure of nothing there.

use core::ops::ControlFlow;

use board_core::laws::RandomGame;
use board_core::{Board, Color, MoveGen, NoisySensor, Observation, Occupancy, Readings};
use sequence_search::{Decoded, Decoder, Settings, Stream, decode};

use crate::board_games::{Ataxx, Reversi};
use crate::common::capture::Stones;

/// Random moves.
fn game<P: MoveGen>(start: &P, seed: u64, plies: usize) -> Vec<P::Move> {
    RandomGame::of_seed(start.clone(), plies, seed).moves
}

fn sensor(seed: u64) -> NoisySensor {
    NoisySensor {
        seed,
        error_rate: 0.05,
        ..NoisySensor::default()
    }
}

/// How many plies are sure.
fn sure<M: Copy + Eq>(found: &Decoded<M>) -> usize {
    found.plies.len() - found.doubtful(0.9).count()
}

fn all_followed<P: MoveGen>(start: &P, seen: &Readings<P::Cell>) {
    let found = decode(start, seen, &Settings::beam(16)).unwrap();
    assert!(found.followed && found.plies.iter().all(|ply| ply.followed));
    assert!(sure(&found) + 2 >= found.plies.len());
    let strain: f32 = found.strain.iter().sum();
    assert!(f64::from(strain) + 1e-2 >= found.cost - found.lower_bound);
    assert_eq!(found.strain.len(), seen.frames());
}

#[test]
fn the_right_rules_follow() {
    for seed in 0..3 {
        let start = Stones::new(8);
        all_followed(&start, &sensor(seed).watch(&start, &game(&start, seed, 40)));
        let start = Reversi::default();
        all_followed(&start, &sensor(seed).watch(&start, &game(&start, seed, 50)));
    }
}

/// A game of Reversi read as one of Go, where no stone turns over, and the other way round.
#[test]
fn other_rules_do_not() {
    // What is lost costs sixteen times as much as what is followed: a narrow beam, which follows the right rules, too.
    let settings = Settings::beam(16);
    for seed in 0..test_data::how_many(1, 3) {
        let reversi = Reversi::default();
        let seen = sensor(seed).watch(&reversi, &game(&reversi, seed, 50));
        let mut go = Stones::new(8);
        for (point, side) in [
            (28, Color::Black),
            (27, Color::White),
            (35, Color::Black),
            (36, Color::White),
        ] {
            go.set_to_move(side);
            go.play(point);
        }
        go.set_to_move(Color::Black);
        let found = decode(&go, &seen, &settings).unwrap();
        assert!(!found.followed);
        // What is right is the beginning, before many discs have turned.
        assert!(sure(&found) <= 4, "{} sure", sure(&found));
        assert!(
            found
                .plies
                .iter()
                .all(|ply| ply.followed || ply.confidence <= 0.5)
        );

        let go = Stones::new(8);
        let seen = sensor(seed).watch(&go, &game(&go, seed, 50));
        let found = decode(&reversi, &seen, &settings).unwrap();
        assert!(!found.followed);
        assert_eq!(sure(&found), 0);

        // As a stream, too.
        let mut stream = Stream::new(reversi, settings.clone()).lag(9);
        let mut live = Vec::new();
        for frame in 0..seen.frames() {
            live.extend(stream.push(&seen, frame).unwrap());
        }
        live.extend(stream.finish().unwrap());
        assert!(
            live.iter()
                .all(|ply| !ply.followed && ply.confidence <= 0.5)
        );
    }
}

/// One of two games on the same board, where the moves of the other go on from the middle.
#[test]
fn what_was_followed_before_stays_sure() {
    let start = Ataxx::default();
    let [first, second] = [1, 2].map(|seed| sensor(seed).watch(&start, &game(&start, seed, 40)));
    let mut seen: Readings<Occupancy> = Readings::new(start.points(), 0.05);
    for frame in 0..first.frames() {
        let from = if frame < 75 { &first } else { &second };
        seen.push((0..start.points()).map(|point| from.read(frame, point)));
    }
    let found = decode(&start, &seen, &Settings::beam(64)).unwrap();
    assert!(!found.followed);
    let before = found.plies.iter().filter(|ply| ply.frame < 50);
    assert!(before.clone().count() > 10 && before.clone().all(|ply| ply.followed));
    // Nine moves are weighed together.
    let after = found
        .plies
        .iter()
        .filter(|ply| (75..85).contains(&ply.frame));
    assert!(after.clone().any(|ply| !ply.followed));
    // What is sure there is what was played about then.
    let second = game(&start, 2, 40);
    for ply in after.filter(|ply| ply.confidence > 0.5) {
        assert!(
            second[ply.frame / 3 - 2..][..3].contains(&ply.mv),
            "{ply:?}"
        );
    }
}

#[test]
fn the_limit_is_a_setting() {
    let start = Reversi::default();
    let seen = sensor(1).watch(&start, &game(&start, 1, 50));
    let strict = Settings {
        strain_limit: 0.0,
        ..Settings::beam(16)
    };
    assert!(!decode(&start, &seen, &strict).unwrap().followed);
    let go = sensor(1).watch(&Stones::new(8), &game(&Stones::new(8), 1, 50));
    let lenient = Settings {
        strain_limit: f32::INFINITY,
        ..Settings::beam(16)
    };
    assert!(decode(&start, &go, &lenient).unwrap().followed);
}

/// Much noise strains a right game, but is no reason to search it all over again.
#[test]
fn a_right_game_is_searched_once() {
    let (start, settings) = (Reversi::default(), Settings::beam(16));
    for seed in 0..6 {
        let sensor = NoisySensor {
            error_rate: 0.1,
            ..sensor(seed)
        };
        let seen = sensor.watch(&start, &game(&start, seed, 60));
        let mut reported = 0;
        let found = Decoder::new(&settings)
            .start(start.clone(), 0.0)
            .progress(|_| {
                reported += 1;
                ControlFlow::Continue(())
            })
            .decode(&seen)
            .unwrap();
        assert!(found.followed, "seed {seed}");
        // The sweep, and some going back; searched again, it is at least twice as often.
        let most = 10 * seen.frames();
        assert!(reported < most, "seed {seed}: {reported} of {most}");
    }
}
