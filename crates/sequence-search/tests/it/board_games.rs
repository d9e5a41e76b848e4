//! Whole games whose moves change many points, after which a side may move again: those of the example `board_games`.

use crate::common::capture::Stones;
use board_core::laws::{self, RandomGame};
use board_core::zobrist::splitmix64;
use board_core::{Color, MoveGen, NoisySensor, Observation, Readings};
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

/// Moves, each with its side.
pub(crate) type Game<P> = Vec<(Color, <P as MoveGen>::Move)>;

/// Random moves.
fn game<P: MoveGen>(start: &P, seed: u64, plies: u64) -> Game<P> {
    let choices: Vec<u16> = (0..plies).map(|ply| splitmix64(seed, ply) as u16).collect();
    RandomGame::of_choices(start.clone(), &choices).plies()
}

/// Three readings of each position of a game.
fn read<P: MoveGen>(
    start: &P,
    game: &[(Color, P::Move)],
    seed: u64,
    error_rate: f32,
) -> Readings<P::Cell> {
    let moves: Vec<P::Move> = game.iter().map(|m| m.1).collect();
    let sensor = NoisySensor {
        error_rate,
        seed,
        ..NoisySensor::default()
    };
    sensor.watch(start, &moves)
}

/// The moves that a stream commits, of all frames.
pub(crate) fn streamed<P: MoveGen>(
    mut stream: Stream<P>,
    seen: &Readings<P::Cell>,
) -> Vec<(Color, P::Move)> {
    let mut moves = Vec::new();
    for frame in 0..seen.frames() {
        moves.extend(stream.push(seen, frame).unwrap());
    }
    moves.extend(stream.finish().unwrap());
    moves.iter().map(|m| (m.side, m.mv)).collect()
}

/// The largest number of moves that two games have in common, in order.
fn common<M: PartialEq>(a: &[M], b: &[M]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (i, y) in b.iter().enumerate() {
            let above = row[i + 1];
            row[i + 1] = match x == y {
                true => diagonal + 1,
                false => above.max(row[i]),
            };
            diagonal = above;
        }
    }
    row[b.len()]
}

/// Decodes games at once and as a stream: without errors every move is right, with one reading in ten wrong so many
/// percent, in this order. Returns how often a side has moved twice in a row.
pub(crate) fn follow<P: MoveGen>(start: &P, percent: [usize; 2]) -> usize {
    /// Of so many seeds the stream finds what is found at once, all moves but one.
    const SURE: u64 = 2;
    let (mut twice, mut all, mut right, mut right_live) = (0, 0, 0, 0);
    for seed in 1..=test_data::how_many(2, 10) as u64 {
        let truth = game(start, seed, 60);
        twice += truth.windows(2).filter(|w| w[0].0 == w[1].0).count();
        for error_rate in [0.0, 0.1] {
            let seen = read(start, &truth, seed, error_rate);
            let settings = Settings::beam(64);
            let found = decode(start, &seen, &settings).unwrap();
            let plies = found.moves();
            let stream = Stream::new(start.clone(), settings.clone()).lag(9);
            let live = streamed(stream, &seen);
            if error_rate == 0.0 {
                assert_eq!(plies, truth, "seed {seed}");
                assert_eq!(live, truth, "stream, seed {seed}");
                continue;
            }
            all += truth.len();
            right += common(&plies, &truth);
            right_live += common(&live, &truth);
            if seed <= SURE {
                assert_eq!(live, plies, "stream, seed {seed}");
            }
            if seed <= SURE && plies != truth {
                // Three frames may misread the same point: then another game explains them better.
                let cost = score_game(start, &truth, &seen, &settings).unwrap().cost;
                assert!(cost > found.cost, "seed {seed}");
                let wrong = plies.iter().zip(&truth).filter(|(found, mv)| found != mv);
                assert!(wrong.count() < 2, "seed {seed}");
            }
        }
    }
    for (right, percent) in [right, right_live].into_iter().zip(percent) {
        assert!(100 * right >= percent * all, "{right} of {all}");
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
    assert!(
        follow(&Reversi::default(), [100, 100]) > 0,
        "no side had to move twice"
    );
}

#[test]
fn ataxx_is_followed() {
    follow(&Ataxx::default(), [98, 96]);
}

#[test]
fn nine_mens_morris_is_followed() {
    follow(&Morris::default(), [98, 93]);
}

/// Whether a game is found, of sixty moves with one reading in ten wrong: none better than the one that was played is
/// left.
fn is_found<P: MoveGen>(start: &P, seed: u64, width: usize) -> bool {
    let truth = game(start, seed, 60);
    let seen = read(start, &truth, seed, 0.1);
    let settings = Settings::beam(width);
    let found = decode(start, &seen, &settings).unwrap().cost;
    let truth = score_game(start, &truth, &seen, &settings).unwrap().cost;
    found < truth + 1e-3
}

/// A false move costs nothing while it lasts, so that prefixes with false moves look better than the game until the
/// pieces have to go back, and there are many of them.
#[test]
fn false_moves_do_not_crowd_out_the_game() {
    for (seed, width) in [
        (100, 32),
        (121, 32),
        (152, 64),
        (156, 32),
        (167, 32),
        (193, 32),
    ] {
        assert!(is_found(&Morris::default(), seed, width), "seed {seed}");
    }
}

/// Stones that are put down to be captured look wrong until they are: without going back (`search/go_back.rs`), three
/// of these games are lost.
#[test]
fn a_sweep_goes_back_where_it_has_lost_the_game() {
    let lost: Vec<u64> = (0..60)
        .filter(|&seed| !is_found(&Stones::new(7), seed, 8))
        .collect();
    assert!(lost.len() < 3, "{lost:?}");
}
