//! What holds of every game of every variant, found by playing many.

use board_core::{Color, MoveGen, laws as position_laws};
use checkers_rules::{
    Game, GameResult, Move, Piece, Position, Rank, RuleSet, Square, Variant, pdn::Pdn, perft,
};
use game_record::laws;
use proptest::prelude::*;

/// What a PDN file has besides what all have.
const WORDS: &[&str] = &["11-15"];

fn variants() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

/// The usual start, or pieces anywhere: few, so that kings come soon and have room.
fn starts() -> impl Strategy<Value = Position> {
    let usual = variants().prop_map(|variant| Position::initial(RuleSet::of(variant)));
    let pieces = prop::collection::vec((1..=50usize, any::<bool>(), any::<bool>()), 2..12);
    let scattered = (variants(), pieces, any::<bool>()).prop_map(|(variant, pieces, white)| {
        let rules = RuleSet::of(variant);
        let color = |white| if white { Color::White } else { Color::Black };
        let row = variant.width() / 2;
        let mut seen = Vec::new();
        for (number, white, king) in pieces {
            let number = (number - 1) % variant.squares() + 1;
            let last = number <= row || number > variant.squares() - row;
            let rank = if king || last { Rank::King } else { Rank::Man };
            let square = Square::new(number).unwrap();
            if seen.iter().all(|&(there, _)| there != square) {
                seen.push((
                    square,
                    Piece {
                        color: color(white),
                        rank,
                    },
                ));
            }
        }
        Position::of_pieces(rules, color(white), seen).unwrap()
    });
    prop_oneof![1 => usual, 2 => scattered]
}

/// The move a number chooses; `None` at the end.
fn choose(position: &Position, choice: u16) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[usize::from(choice) % moves.len()])
}

/// The key of the position put together anew from its pieces. Frisian runs of kings are in no FEN; a test of the
/// crate's own computes those keys.
fn key_from_scratch(position: &Position) -> u64 {
    let again = Position::from_fen(position.rules(), &position.to_fen()).unwrap();
    if position.rules().variant == Variant::Frisian {
        position.key()
    } else {
        again.key()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(test_data::how_many(150, 300)))]

    #[test]
    fn the_laws_hold_along_a_game(
        start in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..40),
    ) {
        let mut position = start;
        for (ply, choice) in choices.into_iter().enumerate() {
            if let Err(broken) = position_laws::position(&position, ply, key_from_scratch) {
                return Err(TestCaseError::fail(format!("{position:?}: {broken}")));
            }
            prop_assert_eq!(perft(&position, 1), position.legal_moves().len() as u64);
            let Some(mv) = choose(&position, choice) else { break };
            prop_assert_eq!(mv.is_capture(), position.must_capture());
            position.advance(mv);
        }
    }

    #[test]
    fn every_notation_is_read_back(
        start in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let mut position = start;
        for choice in choices {
            let again = Position::from_fen(position.rules(), &position.to_fen()).unwrap();
            prop_assert_eq!(again.to_fen(), position.to_fen());
            prop_assert_eq!(again.to_move(), position.to_move());
            let moves = position.legal_moves();
            let mut names: Vec<_> = moves.iter().map(|&mv| position.notation(mv)).collect();
            for (&mv, name) in moves.iter().zip(&names) {
                prop_assert_eq!(position.parse_move(name), Ok(mv), "{} in {:?}", name, position);
                for path in position.paths(mv) {
                    let names: Vec<_> = path.iter().map(Square::to_string).collect();
                    prop_assert_eq!(position.parse_move(&names.join("x")), Ok(mv));
                }
            }
            names.sort();
            names.dedup();
            prop_assert_eq!(names.len(), moves.len());
            let Some(mv) = choose(&position, choice) else { break };
            position.advance(mv);
        }
    }

    #[test]
    fn a_game_is_its_moves(
        start in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..200),
    ) {
        let mut game = Game::new(start);
        for choice in choices {
            let Some(mv) = choose(game.position(), choice) else { break };
            game.play(mv).unwrap();
        }
        let over = game.outcome().is_some();
        prop_assert!(over || game.position().has_moves());
        let mut again = start;
        game.moves().for_each(|mv| again.advance(mv));
        prop_assert_eq!(&again, game.position());
        while game.take_back().is_some() {}
        prop_assert_eq!(game.position(), &start);
    }

    #[test]
    fn records_are_read_back(
        start in starts(),
        steps in prop::collection::vec((any::<u16>(), any::<u16>(), laws::remarks(WORDS)), 0..60),
        headers in prop::collection::vec(("[A-Za-z_]{1,8}", laws::text(WORDS)), 0..4),
        result in prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "0-0", "*"]),
    ) {
        let mut record = laws::record::<Pdn>(start, steps, choose);
        for (name, value) in &headers {
            if !["Result", "FEN", "SetUp", "GameType"].contains(&name.as_str()) {
                record.headers.set(name, value);
            }
        }
        record.result = GameResult::parse(result, start.rules()).unwrap();
        laws::read_back(&record)?;
    }
}
