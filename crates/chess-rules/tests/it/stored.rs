//! Serde: what was stored is read back; what no game has is refused.

use board_core::MoveGen;
use chess_rules::{Game, GameResult, Move, Outcome, Piece, Position};
use proptest::prelude::*;
use serde_json::{from_str, to_string};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_and_positions_are_read_back(number in 0usize..960, picks in prop::collection::vec(any::<u16>(), 0..120)) {
        let mut game = Game::new(Position::chess960(number).unwrap());
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
fn the_form_is_the_one_people_know() {
    let start = Position::initial();
    let fen = "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"";
    assert_eq!(to_string(&start).unwrap(), fen);
    let mv: Move = "e7e8q".parse().unwrap();
    assert_eq!(to_string(&mv).unwrap(), "\"e7e8q\"");
    let king = Piece::from_letter('k').unwrap();
    assert_eq!(
        to_string(&king).unwrap(),
        r#"{"color":"black","kind":"king"}"#
    );
    let end = Outcome::Stalemate;
    assert_eq!(
        to_string(&(end, end.result())).unwrap(),
        r#"["stalemate","draw"]"#
    );
    assert_eq!(
        from_str::<GameResult>("\"draw\"").unwrap(),
        GameResult::Draw
    );
}

#[test]
fn what_no_game_has_is_refused() {
    for fen in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2r b - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "e4",
    ] {
        assert!(
            from_str::<Position>(&to_string(fen).unwrap()).is_err(),
            "{fen}"
        );
    }
    for text in ["e2", "e2e9", "e2e4x", ""] {
        assert!(
            from_str::<Move>(&to_string(text).unwrap()).is_err(),
            "{text}"
        );
    }
    let fen = Position::initial().to_fen();
    let game = |moves: &str| from_str::<Game>(&format!(r#"{{"start":"{fen}","moves":{moves}}}"#));
    assert!(game(r#"["e2e4","e7e5"]"#).is_ok());
    let error = game(r#"["e2e4","e2e4"]"#).unwrap_err().to_string();
    assert!(error.starts_with("ply 2: "), "{error}");
}
