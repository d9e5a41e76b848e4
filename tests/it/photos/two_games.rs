//! A game of draughts after another one.

use board_core::{Board, Cell, Color};
use checkers_rules::{Position, RuleSet};
use kibitzer::checkers::Options;

use super::mid_game::{photographed, placements, random};
use super::series::recorded;

/// A game of random moves that one side has lost with all its pieces, and that has left the other few.
fn decided(start: Position) -> (Vec<Position>, Vec<String>) {
    const PLIES: u64 = 80;
    const LEFT: usize = 3;
    let of = |position: &Position, side: Color| {
        let owners = position.cells().filter_map(|cell| cell.owner());
        owners.filter(|owner| *owner == side).count()
    };
    let mut games = (0..).map(|seed| random(start, seed, PLIES));
    let is_decided = |(positions, _): &(Vec<Position>, Vec<String>)| {
        let last = positions[positions.len() - 1];
        let left = [Color::Black, Color::White].map(|side| of(&last, side));
        left.contains(&0) && left.iter().sum::<usize>() <= LEFT
    };
    games.find(is_decided).unwrap()
}

/// The second game begins on a board with so few pieces that none of one side has to leave it.
#[test]
fn a_game_after_one_that_left_a_king() {
    let start = Position::initial(RuleSet::ENGLISH);
    let (first, first_moves) = decided(start);
    let (second, second_moves) = random(start, 1, 12);
    let last = first[first.len() - 1];
    let tables = [&first[..], &[last; 3], &[start; 5], &second[1..]].concat();
    let game = photographed(&placements(&tables), 20.0, &Options::default());
    assert_eq!(recorded(&game), [first_moves, second_moves]);
}
