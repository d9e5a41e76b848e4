//! The cost of a given game is the lowest of all ways to time its moves.

use std::collections::HashSet;

use crate::common::Series;
use crate::common::brute::lowest_costs;
use crate::common::capture::Stones;
use crate::common::scene::{Scene, play};
use crate::common::strip::Strip;
use crate::exact::{model, series, twins};
use board_core::laws::RandomGame;
use board_core::{Board, Color, MoveGen, Occupancy};
use proptest::prelude::*;
use sequence_search::{Model, Proof, SearchError, Settings, decode, score_game};

fn settings(model: &Model) -> Settings {
    Settings {
        model: model.clone(),
        ..Settings::exact()
    }
}

type Act = <Strip as MoveGen>::Move;

/// The costs of the beginnings of a game, each at its best times, by trying everything.
fn costs_of_beginnings(
    game: &[(Color, Act)],
    start: &Strip,
    evidence: &Series,
    model: &Model,
) -> f64 {
    let mut position = start.clone();
    let mut allowed = HashSet::new();
    for &(side, mv) in game {
        position.set_to_move(side);
        allowed.insert((position.key(), mv));
        position.play(mv);
    }
    let prior = |position: &Strip, mv| match allowed.contains(&(position.key(), mv)) {
        true => 0.0,
        false => f32::INFINITY,
    };
    let costs = lowest_costs(start, evidence, model, &prior, true);
    costs.into_iter().filter(|cost| cost.is_finite()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(test_data::how_many(40, 200)))]

    #[test]
    fn trying_all_times_finds_nothing_cheaper(
        evidence in series(4, 4),
        mut model in model(),
        choices in prop::collection::vec(any::<u16>(), 1..4),
        twice in prop::collection::vec(prop::bool::weighted(0.2), 4),
        in_time in any::<bool>(),
    ) {
        let (start, mut evidence) = (twins(), evidence);
        (model.touch, model.handicap) = (f32::INFINITY, None);
        if in_time {
            (model.lag, model.in_hand) = (f32::INFINITY, f32::INFINITY);
            evidence.unchanged.clear();
        }
        let mut game = RandomGame::of_choices(start.clone(), &choices).moves;
        // Passes are no moves to the search.
        game.truncate(game.iter().position(|mv| *mv == Act::Pass).unwrap_or(game.len()));
        prop_assume!(!game.is_empty());
        // Now and then a side moves twice in a row.
        let sides = game.iter().zip(&twice).scan(start.to_move(), |side, (&mv, twice)| {
            let now = *side;
            *side = if *twice { now } else { !now };
            Some((now, mv))
        });
        let game: Vec<(Color, Act)> = sides.collect();
        let mut position = start.clone();
        for &(side, mv) in &game {
            position.set_to_move(side);
            prop_assume!(position.is_legal(mv));
            position.play(mv);
        }
        let of = |game: &[(Color, Act)]| costs_of_beginnings(game, &start, &evidence, &model);
        // Of the game and all its beginnings, less of these: of the game.
        let lowest = of(&game) - of(&game[..game.len() - 1]);
        match score_game(&start, &game, &evidence, &settings(&model)) {
            Ok(scored) => {
                let played = scored.moves();
                prop_assert_eq!(&played, &game);
                prop_assert!(scored.cost >= lowest - 1e-3, "{} below {lowest}", scored.cost);
                prop_assert!(!in_time || scored.cost <= lowest + 1e-3, "{} above {lowest}", scored.cost);
            }
            Err(SearchError::NoGame { .. }) => prop_assert!(lowest.abs() < 1e-9, "{lowest}"),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}

#[test]
fn the_game_that_was_found_costs_what_it_did_and_another_costs_more() {
    let scene = Scene {
        errors: 0.02,
        ..Scene::clean(9, 30, 90)
    };
    for seed in 0..4 {
        let scene = play(&scene, seed);
        let settings = Settings::exact();
        let found = decode(&scene.start, &scene.evidence, &settings).unwrap();
        assert_eq!(found.proof, Proof::Optimal, "seed {seed}");
        let mut moves = found.moves();
        let score = |moves: &[(Color, u16)]| {
            score_game(&scene.start, moves, &scene.evidence, &settings)
                .unwrap()
                .cost
        };
        let again = score(&moves);
        assert!(
            again >= found.cost - 1e-3,
            "seed {seed}: {again} and {}",
            found.cost
        );
        assert!(
            again <= found.cost + 1.0 || !found.touches.is_empty(),
            "seed {seed}: {again}"
        );
        // The last stone somewhere else.
        let last = moves.len() - 1;
        let position = found.final_position(&scene.start);
        let free = position
            .cells()
            .position(|cell| cell == Occupancy::Empty)
            .unwrap();
        moves[last].1 = free as u16;
        assert!(score(&moves) > found.cost + 10.0, "seed {seed}");
    }
}

#[test]
fn what_neither_side_may_play_is_named() {
    let scene = play(&Scene::clean(5, 4, 10), 1);
    let first = (scene.start.to_move(), scene.moves[0].0);
    let score = |moves: &[(Color, u16)]| {
        score_game(&scene.start, moves, &scene.evidence, &Settings::exact()).map(|game| game.plies)
    };
    assert_eq!(
        score(&[first, (!first.0, first.1)]),
        Err(SearchError::IllegalMove { number: 1 })
    );
    assert_eq!(score(&[]), Ok(Vec::new()));
    let wrong = score_game(&Stones::new(4), &[], &scene.evidence, &Settings::exact());
    assert!(matches!(wrong, Err(SearchError::Shape { .. })));
}
