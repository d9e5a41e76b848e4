//! The referee of Go: a script of situations, and random games.
#![cfg(feature = "go")]

use crate::common::{Scripted, play, random};
use board_core::{Cell, Color, Occupancy};
use go_rules::{Game, Move, Position, Rules, Size};
use proptest::prelude::*;
use referee::go::Go;
use referee::{Event, Observed, Referee, Rulebook};

impl Scripted for Go {
    /// Rows from the top with `/` between them, and the side to move.
    fn parse(_: &str, text: &str) -> Go {
        let (rows, side) = text.split_once(' ').unwrap();
        let rows: Vec<&str> = rows.split('/').collect();
        let position = Position::from_rows(&rows).unwrap();
        let game = Go::from(Game::new(position, Rules::CHINESE));
        let side = if side == "b" {
            Color::Black
        } else {
            Color::White
        };
        game.with_turn(side).unwrap()
    }

    fn put(letter: char) -> (Color, ()) {
        let color = if letter == 'b' {
            Color::Black
        } else {
            Color::White
        };
        (color, ())
    }
}

#[test]
fn every_reason() {
    let outcome = play::<Go>(include_str!("go.txt"));
    assert!(
        outcome.situations >= 10,
        "{} situations",
        outcome.situations
    );
}

#[test]
fn passes_are_told() {
    let game = Game::new(Position::initial(Size::square(5).unwrap()), Rules::CHINESE);
    let mut referee = Referee::following(Go::from(game));
    assert!(
        referee.announce(Move::PASS).is_err(),
        "the start has not been seen"
    );
    referee.see(&[Observed::Empty; 25]).unwrap();
    let said: Vec<_> = (0..2)
        .flat_map(|_| referee.announce(Move::PASS).unwrap())
        .collect();
    assert!(matches!(
        said[..],
        [Event::Move { .. }, Event::Move { .. }, Event::Over(_)]
    ));
    assert!(referee.is_over());
    assert!(referee.see(&[Observed::Empty; 24]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn legal_games_never_alarm(side in 2usize..9, choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let start = Go::from(Game::new(Position::initial(Size::square(side).unwrap()), Rules::CHINESE));
        random::a_legal_game_is_told(&start, &choices, false);
    }

    #[test]
    fn illegal_positions_always_alarm(
        choices in prop::collection::vec(any::<u16>(), 0..40),
        edits in prop::collection::vec((0usize..25, prop::sample::select(Occupancy::ALL)), 1..4),
    ) {
        let start = Go::from(Game::new(Position::initial(Size::square(5).unwrap()), Rules::CHINESE));
        random::an_illegal_position_is_an_alarm(&start, &choices, &edits);
    }
}
