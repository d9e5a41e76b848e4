//! The exact search finds what trying everything finds.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::common::Series;
use crate::common::brute::lowest_costs;
use crate::common::capture::Stones;
use crate::common::row::{Row, Rule};
use crate::common::strip::Strip;
use board_core::{Color, MoveGen, Occupancy, laws};
use proptest::prelude::*;
use sequence_search::{Decoder, Handicap, Method, Model, Moment, Proof, Settings, decode};

/// Evidence of small numbers, some of it hidden: anything goes, most of it no legal game.
pub(crate) fn series(points: usize, frames: usize) -> impl Strategy<Value = Series> {
    let cost = prop_oneof![3 => Just(0.0f32), 4 => 0.0f32..6.0, 1 => Just(f32::INFINITY)];
    let point = prop_oneof![
        5 => [cost.clone(), cost.clone(), cost],
        1 => Just([f32::NAN; 3]),
    ];
    let frame = prop::collection::vec(point, points).prop_map(|p| p.concat());
    // Every price of a change multiplies the states to try.
    let price = prop_oneof![6 => Just(0.0f32), 2 => 0.0f32..5.0, 1 => Just(f32::INFINITY)];
    let changes = prop::collection::vec(price, points);
    let frame = (frame, changes);
    (prop::collection::vec(frame, 1..=frames), any::<bool>()).prop_map(move |(frames, compared)| {
        let (costs, mut unchanged): (_, Vec<_>) = frames.into_iter().unzip();
        if !compared {
            unchanged.clear();
        }
        Series {
            points,
            costs,
            unchanged,
        }
    })
}

fn price() -> impl Strategy<Value = f32> {
    prop_oneof![1 => Just(0.0f32), 3 => 0.0f32..4.0, 1 => Just(f32::INFINITY)]
}

fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![1 => Just(0.0f32), 3 => 0.0f32..4.0]
}

pub(crate) fn model() -> impl Strategy<Value = Model> {
    let handicap = prop::option::of((any::<bool>(), 0u8..4, 0.0f32..2.0));
    let finite = (finite(), finite(), finite());
    // Touches and two plies a gap are what makes trying everything slow.
    let touch = prop_oneof![1 => Just(0.0f32), 2 => 0.0f32..4.0, 3 => Just(f32::INFINITY)];
    let touch = (touch, prop_oneof![Just(0.0f32), price()]);
    let prices = (price(), price(), price(), price(), price(), touch);
    let plies = prop_oneof![2 => Just(1usize), 1 => Just(2usize)];
    let turns = (0.0f32..3.0, 0.0f32..3.0);
    (finite, turns, prices, handicap, plies, 0usize..4).prop_map(
        |(finite, turns, prices, handicap, plies, patience)| {
            let mut model = Model::default();
            (model.placement, model.departure, model.still) = finite;
            (model.turned, model.turn_kept) = turns;
            (
                model.extra_ply,
                model.pass,
                model.other_side_first,
                model.lag,
                model.in_hand,
                (model.touch, model.held),
            ) = prices;
            model.handicap = handicap.map(|(black, max, price)| Handicap {
                side: if black { Color::Black } else { Color::White },
                max,
                price,
            });
            model.plies_per_frame = plies;
            model.patience = patience;
            model
        },
    )
}

fn settings(model: &Model, rounds: usize) -> Settings {
    let mut settings = Settings::exact();
    settings.model = model.clone();
    settings.method = Method::Exact { width: 2, rounds };
    settings.nodes_per_frame = 1_000_000;
    settings
}

/// A move prior that knows something of every move, drawn from a seed; 0 knows nothing.
fn prior<P: MoveGen>(seed: u64) -> impl Fn(&P, P::Move) -> f32 {
    move |position, mv| {
        let mut hash = DefaultHasher::new();
        (seed, position.key(), mv).hash(&mut hash);
        match hash.finish() % 8 {
            _ if seed == 0 => 0.0,
            7 => f32::INFINITY,
            price => 0.7 * price as f32,
        }
    }
}

fn check<P>(start: &P, evidence: &Series, model: &Model, seed: u64) -> Result<(), TestCaseError>
where
    P: MoveGen<Cell = Occupancy>,
{
    let prior = prior::<P>(seed);
    let lowest = lowest_costs(start, evidence, model, &prior, false)[0];
    let known = |position: &P, mv: P::Move, _: Moment| prior(position, mv);
    for rounds in [0, 5, 40] {
        let settings = settings(model, rounds);
        let decoder = Decoder::new(&settings).start(start.clone(), 0.0);
        let decoded = decoder.prior(&known).decode(evidence).unwrap();
        prop_assert_eq!(decoded.proof, Proof::Optimal);
        prop_assert!(
            (decoded.cost - lowest).abs() < 1e-3,
            "{} rounds: {} instead of {}",
            rounds,
            decoded.cost,
            lowest
        );
    }
    Ok(())
}

#[test]
fn the_test_games_obey_the_laws() {
    laws::random_games(&Stones::new(3), 50, 40, 1, Stones::rebuilt_key).unwrap();
    laws::random_games(&Stones::new(5), 50, 80, 2, Stones::rebuilt_key).unwrap();
    for start in [draughts(), twins()] {
        laws::random_games(&start, 200, 20, 3, Strip::rebuilt_key).unwrap();
    }
    for start in [enclosing(), spreading(), pushing(), swapping()] {
        laws::random_games(&start, 200, 20, 3, Row::rebuilt_key).unwrap();
    }
}

fn draughts() -> Strip {
    use Occupancy::{Black, Empty, White};
    Strip {
        cells: vec![Black, Empty, White, Empty, White],
        side: Color::Black,
        drops: false,
    }
}

pub(crate) fn twins() -> Strip {
    Strip {
        cells: vec![Occupancy::Empty; 4],
        side: Color::White,
        drops: true,
    }
}

fn enclosing() -> Row {
    Row::new(Rule::Enclose, "..XO.")
}

fn spreading() -> Row {
    Row::new(Rule::Spread, "X.O..")
}

fn pushing() -> Row {
    Row::new(Rule::Push, "XO..O")
}

fn swapping() -> Row {
    Row::new(Rule::Swap, "X.OO")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(test_data::how_many(24, 80)))]

    #[test]
    fn placing_and_capturing(evidence in series(4, 4), model in model(), seed in 0u64..6) {
        check(&Stones::new(2), &evidence, &model, seed)?;
    }

    #[test]
    fn stepping_and_jumping(evidence in series(5, 3), model in model(), seed in 0u64..6) {
        check(&draughts(), &evidence, &model, seed)?;
    }

    #[test]
    fn arriving_late(evidence in series(4, 4), model in model(), seed in 0u64..6) {
        check(&twins(), &evidence, &model, seed)?;
    }

    #[test]
    fn enclosing_and_turning(evidence in series(5, 4), model in model(), seed in 0u64..6) {
        check(&enclosing(), &evidence, &model, seed)?;
    }

    #[test]
    fn spreading_and_turning(evidence in series(5, 3), model in model(), seed in 0u64..6) {
        check(&spreading(), &evidence, &model, seed)?;
    }

    #[test]
    fn pushing_rows(evidence in series(5, 3), model in model(), seed in 0u64..6) {
        check(&pushing(), &evidence, &model, seed)?;
    }

    #[test]
    fn changing_places(evidence in series(4, 4), model in model(), seed in 0u64..6) {
        check(&swapping(), &evidence, &model, seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(test_data::how_many(20, 80)))]

    /// However early a search stops, no game costs less than it says.
    #[test]
    fn a_stopped_search_claims_no_more_than_is_true(
        evidence in series(4, 4),
        model in model(),
        nodes in 1usize..6,
        rounds in 0usize..20,
    ) {
        let start = Stones::new(2);
        let lowest = lowest_costs(&start, &evidence, &model, &|_, _| 0.0, false)[0];
        let mut settings = settings(&model, rounds);
        settings.nodes_per_frame = nodes;
        for method in [settings.method, Method::Beam { width: 1, reach: 5.0, rounds }] {
            settings.method = method;
            let decoded = decode(&start, &evidence, &settings).unwrap();
            prop_assert!(decoded.lower_bound <= lowest + 1e-3);
            prop_assert!(decoded.cost >= lowest - 1e-3);
            prop_assert!(decoded.proof != Proof::Optimal || decoded.cost <= lowest + 1e-3);
        }
    }

    /// The N best games are those that trying everything finds, as far as the margin reaches.
    #[test]
    fn n_best(evidence in series(4, 3), model in model()) {
        let start = twins();
        let mut model = model;
        model.handicap = None;
        let lowest = lowest_costs(&start, &evidence, &model, &|_, _| 0.0, true);
        let mut settings = settings(&model, 10);
        (settings.n_best, settings.margin) = (6, 4.0);
        let decoded = decode(&start, &evidence, &settings).unwrap();
        let mut costs = vec![decoded.cost];
        costs.extend(decoded.others.iter().map(|game| game.cost));
        for (i, cost) in costs.iter().enumerate() {
            if *cost < lowest[0] + 3.999 {
                prop_assert!((cost - lowest[i]).abs() < 1e-3, "{i}: {costs:?} {lowest:?}");
            }
        }
        let all = lowest.iter().take(6).filter(|&&c| c < lowest[0] + 3.999).count();
        prop_assert!(costs.len() >= all, "{costs:?} {lowest:?}");
    }
}
