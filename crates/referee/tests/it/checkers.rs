//! The referee of checkers: a script of situations, and random games.
#![cfg(feature = "checkers")]

use crate::common::{Scripted, play, random};
use board_core::{Cell, Color, Occupancy};
use checkers_rules::{Game, Position, Rank, RuleSet, Variant};
use proptest::prelude::*;
use referee::checkers::Checkers;

impl Scripted for Checkers {
    fn parse(rules: &str, text: &str) -> Checkers {
        let variant = Variant::ALL
            .into_iter()
            .find(|v| v.name().eq_ignore_ascii_case(rules));
        let rules = RuleSet::of(variant.unwrap_or(Variant::English));
        match text {
            "start" => Checkers::new(rules),
            fen => Game::new(Position::from_fen(rules, fen).unwrap()).into(),
        }
    }

    fn put(letter: char) -> (Color, Rank) {
        match letter {
            'b' => (Color::Black, Rank::Man),
            'B' => (Color::Black, Rank::King),
            'w' => (Color::White, Rank::Man),
            'W' => (Color::White, Rank::King),
            other => panic!("no piece {other}"),
        }
    }
}

#[test]
fn every_message_and_reason() {
    let outcome = play::<Checkers>(include_str!("checkers.txt"));
    assert!(
        outcome.situations >= 40,
        "{} situations",
        outcome.situations
    );
    for (name, times) in outcome.said {
        assert!(times >= 2, "{name} was said {times} time");
    }
}

fn occupancy() -> impl Strategy<Value = Occupancy> {
    prop::sample::select(Occupancy::ALL)
}

proptest! {
    #[test]
    fn legal_games_never_alarm(variant in prop::sample::select(&Variant::ALL[..]), choices in prop::collection::vec(any::<u16>(), 0..80)) {
        let start = Checkers::new(RuleSet::of(variant));
        random::a_legal_game_is_told(&start, &choices, false);
        random::a_legal_game_is_told(&start, &choices, true);
    }

    #[test]
    fn games_joined_midway_never_alarm(choices in prop::collection::vec(any::<u16>(), 0..120), joined in 0usize..100) {
        random::a_legal_game_is_followed(&Checkers::new(RuleSet::ENGLISH), &choices, joined);
    }

    #[test]
    fn illegal_positions_always_alarm(
        variant in prop::sample::select(&Variant::ALL[..]),
        choices in prop::collection::vec(any::<u16>(), 0..60),
        edits in prop::collection::vec((0usize..100, occupancy()), 1..4),
    ) {
        random::an_illegal_position_is_an_alarm(&Checkers::new(RuleSet::of(variant)), &choices, &edits);
    }
}
