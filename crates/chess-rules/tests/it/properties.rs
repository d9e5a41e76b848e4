//! What holds of every game, found by playing many.

use board_core::{MoveGen, laws as position_laws};
use chess_rules::{Bitboard, GameResult, Kind, Move, Position, SanError, Square, pgn::Pgn};
use game_record::laws;
use proptest::prelude::*;

/// What a PGN file has besides what all have.
const WORDS: &[&str] = &["e4"];

/// Both sides begin with one of the 960 ranks, often the same, often the usual one.
fn starts() -> impl Strategy<Value = Position> {
    let usual = Just(Position::initial());
    let same = (0..960usize).prop_map(|n| Position::chess960(n).unwrap());
    let double = (0..960usize, 0..960usize).prop_map(|(white, black)| {
        let mut setup = Position::chess960(white).unwrap().setup();
        let other = Position::chess960(black).unwrap().setup();
        for file in 0..8 {
            let square = Square::at(file, 7);
            setup.pieces[square.index()] = other.pieces[square.index()];
        }
        setup.castling = Bitboard(setup.castling.0 & !0xFF | other.castling.0 & 0xFF);
        setup.position().unwrap()
    });
    prop_oneof![2 => usual, 1 => same, 1 => double]
}

/// The move a number chooses, captures and castling more often than others; `None` at the end.
fn choose(position: &Position, choice: u16) -> Option<Move> {
    let moves = position.legal_moves();
    let lively = |mv: &&Move| position.is_capture(**mv) || position.is_castling(**mv);
    let lively: Vec<&Move> = moves.iter().filter(lively).collect();
    let (half, rest) = (choice.is_multiple_of(2), usize::from(choice / 2));
    if half && !lively.is_empty() {
        return Some(*lively[rest % lively.len()]);
    }
    (!moves.is_empty()).then(|| moves[rest % moves.len()])
}

/// The key of the position put together anew from its parts.
fn key_from_scratch(position: &Position) -> u64 {
    // The laws also give the turn away, which may leave a check that no setup allows.
    let again = position.setup().lenient_position();
    again.map_or(position.key(), |again| again.key())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_laws_hold_along_a_game(
        start in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let mut position = start;
        for (ply, choice) in choices.into_iter().enumerate() {
            if let Err(broken) = position_laws::position(&position, ply, key_from_scratch) {
                return Err(TestCaseError::fail(format!("{position:?}: {broken}")));
            }
            let Some(mv) = choose(&position, choice) else { break };
            position.advance(mv);
        }
    }

    #[test]
    fn undone_and_replayed(
        start in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..200),
    ) {
        let mut position = start;
        let mut played = Vec::new();
        for choice in choices {
            let Some(mv) = choose(&position, choice) else { break };
            let before = position;
            let undo = position.play(mv);
            let again = position.setup().position();
            prop_assert_eq!(again.as_ref().map(MoveGen::key), Ok(position.key()));
            prop_assert_eq!(again, Ok(position));
            played.push((before, mv, undo));
        }
        let end = position;
        for (before, _, undo) in played.iter().rev() {
            position.undo(*undo);
            prop_assert_eq!(position, *before);
        }
        prop_assert_eq!(position, start);
        played.iter().for_each(|&(_, mv, _)| position.advance(mv));
        prop_assert_eq!(position, end);
    }

    #[test]
    fn every_notation_is_read_back(
        start in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..80),
    ) {
        let mut position = start;
        for choice in choices {
            prop_assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
            prop_assert_eq!(Position::from_fen(&position.to_shredder_fen()), Ok(position));
            let moves = position.legal_moves();
            let mut names: Vec<_> = moves.iter().map(|&mv| position.san(mv).to_string()).collect();
            for (&mv, name) in moves.iter().zip(&names) {
                prop_assert_eq!(position.parse_san(name), Ok(mv), "{} in {:?}", name, position);
                let uci = position.uci(mv).to_string();
                prop_assert_eq!(position.parse_uci(&uci), Ok(mv), "{} in {:?}", uci, position);
                let plain = mv.to_string();
                prop_assert_eq!(position.parse_uci(&plain), Ok(mv), "{} in {:?}", plain, position);
            }
            names.sort();
            names.dedup();
            prop_assert_eq!(names.len(), moves.len());
            let Some(mv) = choose(&position, choice) else { break };
            position.advance(mv);
        }
    }

    #[test]
    fn a_short_name_is_read_if_and_only_if_it_names_one_legal_move(
        start in starts(),
        choices in prop::collection::vec(any::<u16>(), 0..80),
    ) {
        let mut position = start;
        for choice in choices {
            let moves = position.legal_moves();
            for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King] {
                for to in Square::all() {
                    let mut named = moves.iter().copied().filter(|&mv| {
                        let piece = position.piece(mv.from()).map(|piece| piece.kind);
                        mv.to() == to && piece == Some(kind) && !position.is_castling(mv)
                    });
                    let expected = match (named.next(), named.next()) {
                        (None, _) => Err(SanError::Illegal),
                        (Some(mv), None) => Ok(mv),
                        (Some(_), Some(_)) => Err(SanError::Ambiguous),
                    };
                    let name = format!("{}{to}", kind.letter());
                    prop_assert_eq!(position.parse_san(&name), expected, "{} in {:?}", name, position);
                }
            }
            let Some(mv) = choose(&position, choice) else { break };
            position.advance(mv);
        }
    }

    #[test]
    fn records_are_read_back(
        start in starts(),
        steps in prop::collection::vec((any::<u16>(), any::<u16>(), laws::remarks(WORDS)), 0..60),
        headers in prop::collection::vec(("[A-Za-z_]{1,8}", laws::text(WORDS)), 0..4),
        result in prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "*"]),
    ) {
        let mut record = laws::record::<Pgn>(start, steps, choose);
        for (name, value) in &headers {
            if !["Result", "FEN", "SetUp", "Variant"].contains(&name.as_str()) {
                record.headers.set(name, value);
            }
        }
        record.result = result.parse::<GameResult>().unwrap();
        laws::read_back(&record)?;
    }
}
