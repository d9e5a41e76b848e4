use board_core::laws;
use proptest::prelude::*;

use super::*;

/// The key of a position, computed from its contents.
fn key_from_scratch(position: &Position) -> u64 {
    let size = position.size();
    let pad = |point: usize| {
        let (col, row) = size.col_row(point);
        ((row + 1) * (size.cols() + 1) + col) as u16
    };
    let stones = (0..position.points())
        .filter_map(|point| Some(keys::stone(pad(point), position.get(point).color()?)));
    stones.fold(keys::size(size), |key, stone| key ^ stone)
        ^ keys::turn(position.to_move())
        ^ position.ko().map_or(0, |point| keys::ko(pad(point)))
}

#[test]
fn the_laws_hold_on_boards_of_every_shape() {
    for (cols, rows) in [
        (1, 1),
        (2, 1),
        (2, 2),
        (1, 5),
        (3, 3),
        (5, 3),
        (7, 7),
        (4, 25),
    ] {
        for suicide in [false, true] {
            let start = Position::initial(Size::new(cols, rows).unwrap()).with_suicide(suicide);
            laws::random_games(&start, test_data::how_many(4, 20), 150, 7, key_from_scratch)
                .unwrap();
        }
    }
    let start = Position::initial(Size::NINETEEN).with_suicide(true);
    laws::random_games(&start, test_data::how_many(1, 2), 700, 7, key_from_scratch).unwrap();
}

proptest! {
    /// Playing a random game and undoing it restores everything; the chains are recounted at every step.
    #[test]
    fn a_game_taken_back_leaves_nothing(
        cols in 1usize..=9,
        rows in 1usize..=9,
        suicide: bool,
        picks in prop::collection::vec(any::<u32>(), 1..300),
    ) {
        let start = Position::initial(Size::new(cols, rows).unwrap()).with_suicide(suicide);
        let mut position = start.clone();
        let mut stack = Vec::new();
        for pick in picks {
            let moves = laws::legal_moves(&position);
            let before = position.clone();
            stack.push((before, position.play(moves[pick as usize % moves.len()])));
            position.chains.check();
            prop_assert_eq!(position.key(), key_from_scratch(&position));
        }
        for (before, undo) in stack.into_iter().rev() {
            position.undo(undo);
            position.chains.check();
            prop_assert_eq!(&position, &before);
            prop_assert_eq!(position.key(), before.key());
            prop_assert_eq!(position.captures, before.captures);
        }
    }

    /// A position built from the stones of a played position equals it.
    #[test]
    fn stones_rows_and_moves_build_the_same(picks in prop::collection::vec(any::<u32>(), 1..120)) {
        let mut position = Position::initial(Size::square(5).unwrap());
        for pick in picks {
            let moves = laws::legal_moves(&position);
            position.play(moves[pick as usize % moves.len()]);
        }
        position.set_to_move(!position.to_move());
        position.set_to_move(Color::Black);
        position.ko = 0;
        let rows: Vec<String> = position.to_string().lines().map(String::from).collect();
        let built = Position::from_rows(&rows).unwrap();
        built.chains.check();
        prop_assert_eq!(&built, &position);
        prop_assert_eq!(built.key(), position.key());
    }

    /// The key of the stones after a move is predicted correctly.
    #[test]
    fn the_key_after_a_move_is_foreseen(picks in prop::collection::vec(any::<u32>(), 1..200)) {
        let mut position = Position::initial(Size::square(4).unwrap()).with_suicide(true);
        for pick in picks {
            let moves = laws::legal_moves(&position);
            let mv = moves[pick as usize % moves.len()];
            let foreseen = position.stones_key_after(mv);
            position.play(mv);
            prop_assert_eq!(position.stones_key(), foreseen);
        }
    }
}
