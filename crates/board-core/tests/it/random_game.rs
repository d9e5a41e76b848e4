//! Random games as a strategy: legal, reproducible, and shrinking to what matters.

use board_core::laws::{RandomGame, arb_game, legal_moves};
use board_core::{Board, MoveGen};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::laws::{Bug, Ring};

#[test]
fn every_move_is_legal_and_leads_to_the_end() {
    let games = arb_game(Ring::<false>::new(Bug::None), 30);
    let mut longest = 0;
    let mut runner = TestRunner::deterministic();
    runner
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
        let game = games.new_tree(&mut runner).unwrap().current();
        longest = longest.max(game.moves.len());
    }
    assert!(longest > 3, "only {longest} moves");
}

#[test]
fn games_that_fail_become_short() {
    let games = arb_game(Ring::<false>::new(Bug::None), 30);
    let fails = |game: &RandomGame<Ring>| game.end.get(2).0 != 0;
    let mut runner = TestRunner::deterministic();
    let (mut before, mut after) = (0, 0);
    for _ in 0..50 {
        let mut tree = games.new_tree(&mut runner).unwrap();
        if !fails(&tree.current()) {
            continue;
        }
        before += tree.current().moves.len();
        let mut shortest = tree.current();
        while tree.simplify() {
            while !fails(&tree.current()) && tree.complicate() {}
            shortest = tree.current();
        }
        assert!(fails(&shortest));
        after += shortest.moves.len();
    }
    // Not one move each: the colour of the other stones depends on how many came before.
    assert!(
        before > 100 && 3 * after < before,
        "{before} moves, then {after}"
    );
}

#[test]
fn a_seed_plays_a_game() {
    let of = |seed| RandomGame::of_seed(Ring::<false>::new(Bug::None), 30, seed);
    let game = of(7);
    assert_eq!(game.moves, of(7).moves);
    assert!((8..20).any(|seed| of(seed).moves != game.moves));
    let mut position = game.start.clone();
    for (side, mv) in game.plies() {
        assert!(side == position.to_move() && legal_moves(&position).contains(&mv));
        position.play(mv);
    }
    assert_eq!(position.key(), game.end.key());
    assert_eq!(game.plies().len(), game.moves.len());
    // It ends when there are no more moves, or with the plies.
    assert!(game.moves.len() == 30 || legal_moves(&game.end).is_empty());
}
