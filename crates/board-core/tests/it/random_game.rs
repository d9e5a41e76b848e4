//! Random games as a strategy: legal, reproducible, and shrinking to what matters.

use board_core::laws::{RandomGame, arb_game, legal_moves};
use board_core::{Board, MoveGen};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};

use crate::laws::{Bug, Ring};

fn runner() -> TestRunner {
    TestRunner::new(Config {
        failure_persistence: None,
        ..Config::default()
    })
}

#[test]
fn every_move_is_legal_and_leads_to_the_end() {
    let games = arb_game(Ring::<false>::new(Bug::None), 30);
    let mut longest = 0;
    runner()
        .run(&games, |game: RandomGame<Ring>| {
            let mut position = game.start.clone();
            for &mv in &game.moves {
                assert!(legal_moves(&position).contains(&mv));
                position.play(mv);
            }
            assert_eq!(position.key(), game.end.key());
            Ok(())
        })
        .unwrap();
    for _ in 0..20 {
        let game = games.new_tree(&mut runner()).unwrap().current();
        longest = longest.max(game.moves.len());
    }
    assert!(longest > 3, "only {longest} moves");
}

#[test]
fn a_game_that_fails_shrinks_to_the_move_that_matters() {
    let games = arb_game(Ring::<false>::new(Bug::None), 30);
    let broken = runner().run(&games, |game| match game.end.get(2).0 {
        0 => Ok(()),
        _ => Err(TestCaseError::fail("a stone on point 2")),
    });
    let Err(TestError::Fail(_, game)) = broken else {
        panic!("no game has a stone there: {broken:?}");
    };
    // Without an earlier move the same choice is another move, so one of them may stay.
    assert!(game.moves.len() <= 2, "{game:?}");
    assert_eq!(game.moves.last(), Some(&2));
}
