//! The referee of checkers: a script of situations, and random games.
#![cfg(feature = "checkers")]

mod common;

use board_core::Color;
use checkers_rules::{Game, Position, Rank, RuleSet, Variant};
use common::{Scripted, play};
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
