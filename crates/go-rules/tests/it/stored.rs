//! Serde: what was stored is read back; what no game has is refused.

use board_core::MoveGen;
use go_rules::{Game, GameResult, Move, Position, Rules, Size};
use proptest::prelude::*;
use serde_json::{from_str, to_string, to_value};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_and_positions_are_read_back(
        cols in 1usize..6,
        rows in 1usize..6,
        suicide: bool,
        picks in prop::collection::vec(any::<u16>(), 0..100),
    ) {
        let rules = Rules { suicide, ..Rules::TROMP_TAYLOR };
        let mut game = Game::new(Position::initial(Size::new(cols, rows).unwrap()), rules);
        for pick in picks {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[usize::from(pick) % moves.len()]).unwrap();
            let position = game.position();
            let again: Position = from_str(&to_string(position).unwrap()).unwrap();
            prop_assert_eq!(&again, position);
            prop_assert_eq!(again.key(), position.key());
            for side in board_core::Color::BOTH {
                prop_assert_eq!(again.captures(side), position.captures(side));
            }
        }
        let again: Game = from_str(&to_string(&game).unwrap()).unwrap();
        prop_assert!(again == game);
    }
}

#[test]
fn what_no_game_has_is_refused() {
    let ko = Position::from_rows(&[". X O .", "X O . O", ". X O .", ". . . ."]).unwrap();
    let json = to_value(&ko).unwrap();
    let changed = |field: &str, value: serde_json::Value| {
        let mut json = json.clone();
        json[field] = value;
        from_str::<Position>(&json.to_string())
    };
    // White's stone at 5 took at 5; Black may not take back at 6.
    assert_eq!(changed("ko", 6.into()).unwrap().ko(), Some(6));
    for point in [0, 3, 5, 8, 15, 16, 1_000_000] {
        assert!(changed("ko", point.into()).is_err(), "{point}");
    }
    for rows in [r#"["XO.","O..","..."]"#, r#"["X","XX"]"#, r#"["?"]"#, "[]"] {
        assert!(changed("rows", from_str(rows).unwrap()).is_err(), "{rows}");
    }
    assert!(from_str::<Size>(r#"{"cols":26,"rows":1}"#).is_err());
    let game = Game::new(ko, Rules::CHINESE);
    let mut json = to_value(&game).unwrap();
    json["moves"] = from_str("[15, 15]").unwrap();
    let error = from_str::<Game>(&json.to_string()).unwrap_err().to_string();
    assert!(error.starts_with("ply 2: the point is occupied"), "{error}");
}

#[test]
fn a_pass_is_nothing() {
    let moves = [Move::PASS, Move::place(3)];
    assert_eq!(to_string(&moves).unwrap(), "[null,3]");
    assert_eq!(from_str::<[Move; 2]>("[null,3]").unwrap(), moves);
    let result: GameResult = "B+3.5".parse().unwrap();
    let json = r#"{"win":["black",{"points":3.5}]}"#;
    assert_eq!(to_string(&result).unwrap(), json);
    assert_eq!(from_str::<GameResult>(json).unwrap(), result);
}
