//! The window-less search finds what trying everything finds.

mod common;

use board_core::{Color, Occupancy, laws};
use common::Series;
use common::brute::lowest_cost;
use common::capture::Stones;
use common::strip::Strip;
use proptest::prelude::*;
use sequence_search::{Handicap, Heuristic, Model, Order, Proof, Removal, Settings, decode};

/// Evidence of small numbers, some of it hidden: anything goes, most of it no legal game.
fn series(points: usize, frames: usize) -> impl Strategy<Value = Series> {
    let cost = prop_oneof![3 => Just(0.0f32), 4 => 0.0f32..6.0, 1 => Just(f32::INFINITY)];
    let point = prop_oneof![
        5 => [cost.clone(), cost.clone(), cost],
        1 => Just([f32::NAN; 3]),
    ];
    let frame = prop::collection::vec(point, points).prop_map(|p| p.concat());
    prop::collection::vec(frame, 1..=frames).prop_map(move |costs| Series { points, costs })
}

fn removal() -> impl Strategy<Value = Removal> {
    prop_oneof![
        2 => (0.0f32..2.0).prop_map(Removal::Independent),
        1 => Just(Removal::OneByOne),
    ]
}

fn price() -> impl Strategy<Value = f32> {
    prop_oneof![1 => Just(0.0f32), 3 => 0.0f32..4.0, 1 => Just(f32::INFINITY)]
}

fn model() -> impl Strategy<Value = Model> {
    let handicap = prop::option::of((any::<bool>(), 0u8..4, 0.0f32..2.0));
    let placement = prop_oneof![Just(0.0f32), 0.0f32..4.0];
    let prices = (placement, price(), price(), price());
    (prices, handicap, removal(), 1usize..=2).prop_map(|(prices, handicap, removal, plies)| {
        let mut model = Model::default();
        (
            model.placement,
            model.extra_ply,
            model.pass,
            model.other_side_first,
        ) = prices;
        model.handicap = handicap.map(|(black, max, price)| Handicap {
            side: if black { Color::Black } else { Color::White },
            max,
            price,
        });
        model.plies_per_frame = if removal == Removal::OneByOne {
            1
        } else {
            plies
        };
        model.removal = removal;
        model
    })
}

fn ways() -> [(Heuristic, Order); 4] {
    let sweep = Order::Sweep {
        width: 2,
        vanish: 5.0,
    };
    [
        (Heuristic::PhotoBest, Order::BestFirst),
        (Heuristic::PerPoint, Order::BestFirst),
        (Heuristic::PhotoBest, sweep),
        (Heuristic::PerPoint, sweep),
    ]
}

fn check<P>(start: &P, evidence: &Series, model: &Model) -> Result<(), TestCaseError>
where
    P: board_core::MoveGen<Cell = Occupancy>,
{
    let lowest = lowest_cost(start, evidence, model);
    for (heuristic, order) in ways() {
        let mut settings = Settings::default();
        settings.model = model.clone();
        settings.heuristic = heuristic;
        settings.order = order;
        settings.nodes_per_frame = 1_000_000;
        let decoded = decode(start, evidence, &settings).unwrap();
        prop_assert_eq!(decoded.proof, Proof::Optimal);
        prop_assert!(
            (decoded.cost - lowest).abs() < 1e-4,
            "{:?} {:?}: {} instead of {}",
            heuristic,
            order,
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
}

fn draughts() -> Strip {
    use Occupancy::{Black, Empty, White};
    Strip {
        cells: vec![Black, Empty, White, Empty, White],
        side: Color::Black,
        drops: false,
    }
}

fn twins() -> Strip {
    Strip {
        cells: vec![Occupancy::Empty; 4],
        side: Color::White,
        drops: true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn placing_and_capturing(evidence in series(4, 5), model in model()) {
        check(&Stones::new(2), &evidence, &model)?;
    }

    #[test]
    fn stepping_and_jumping(evidence in series(5, 5), model in model()) {
        check(&draughts(), &evidence, &model)?;
    }

    #[test]
    fn arriving_late(evidence in series(4, 4), model in model()) {
        check(&twins(), &evidence, &model)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn more_moves_than_fit_one_batch(evidence in series(9, 3), model in model()) {
        check(&Stones::new(3), &evidence, &model)?;
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Admissible: however early a search stops, no game costs less than it says.
    #[test]
    fn a_stopped_search_claims_no_more_than_is_true(
        evidence in series(4, 5),
        model in model(),
        nodes in 1usize..6,
    ) {
        let start = Stones::new(2);
        let lowest = lowest_cost(&start, &evidence, &model);
        for (heuristic, order) in ways() {
            let mut settings = Settings::default();
            settings.model = model.clone();
            (settings.heuristic, settings.order) = (heuristic, order);
            settings.nodes_per_frame = nodes;
            let decoded = decode(&start, &evidence, &settings).unwrap();
            prop_assert!(decoded.lower_bound <= lowest + 1e-4);
            prop_assert!(decoded.cost >= lowest - 1e-4);
            prop_assert!(decoded.proof != Proof::Optimal || decoded.cost <= lowest + 1e-4);
        }
    }
}
