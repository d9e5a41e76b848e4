//! Serde: what was stored is read back; what no game has is refused.

use board_core::MoveGen;
use checkers_rules::{Game, Position, RuleSet, Square, Variant};
use proptest::prelude::*;
use serde_json::{from_str, to_string, to_value};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_and_positions_are_read_back(variant in 0usize..8, picks in prop::collection::vec(any::<u16>(), 0..150)) {
        let rules = RuleSet::of(Variant::ALL[variant]);
        let mut game = Game::new(Position::initial(rules));
        for pick in picks {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[usize::from(pick) % moves.len()]).unwrap();
            let position = *game.position();
            let again: Position = from_str(&to_string(&position).unwrap()).unwrap();
            prop_assert_eq!(again, position);
            prop_assert_eq!(again.key(), position.key());
        }
        let again: Game = from_str(&to_string(&game).unwrap()).unwrap();
        prop_assert_eq!(again, game);
    }
}

#[test]
fn a_king_that_must_rest_still_must() {
    let rules = RuleSet::of(Variant::Frisian);
    let mut position = Position::from_fen(rules, "W:WK45,37,K48:BK6").unwrap();
    for text in ["45-50", "6-1", "50-45", "1-6", "45-50", "6-1"] {
        position.advance(position.parse_move(text).unwrap());
    }
    let again: Position = from_str(&to_string(&position).unwrap()).unwrap();
    assert_eq!(again, position);
    let rests = |mv: &checkers_rules::Move| mv.from != Square::new(50).unwrap();
    assert!(again.legal_moves().iter().all(rests));
}

#[test]
fn what_no_game_has_is_refused() {
    let start = to_value(Position::initial(RuleSet::ENGLISH)).unwrap();
    let changed = |field: &str, value: serde_json::Value| {
        let mut json = start.clone();
        json[field] = value;
        from_str::<Position>(&json.to_string())
    };
    assert!(changed("quiet_plies", 3.into()).is_ok());
    for fen in ["B:W33:B1", "B:W18:B18", "B:W1:B2", "", "B:W9-32:B1"] {
        assert!(changed("fen", fen.into()).is_err(), "{fen}");
    }
    let run = serde_json::json!([{ "color": "white", "square": 21, "moves": 3 }]);
    assert!(changed("runs", run).is_err());
    for number in ["0", "51", "-1"] {
        assert!(from_str::<Square>(number).is_err());
    }
    let illegal = format!(
        r#"{{"start":{start},"moves":[{{"from":9,"to":18,"captured":[],"crowned":false}}]}}"#
    );
    let error = from_str::<Game>(&illegal).unwrap_err().to_string();
    assert!(error.starts_with("ply 1: "), "{error}");
}
