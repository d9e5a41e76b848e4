//! What holds of every game, found by playing many.

use board_core::{MoveGen, laws};
use chess_rules::{
    Bitboard, GameResult, Kind, Move, Position, SanError, Square,
    pgn::{NodeId, Reader, Record, Tree},
};
use proptest::prelude::*;

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
            if let Err(broken) = laws::position(&position, ply, key_from_scratch) {
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
        steps in prop::collection::vec((any::<u16>(), any::<u16>(), remarks()), 0..60),
        headers in prop::collection::vec(("[A-Za-z_]{1,8}", text()), 0..4),
        result in prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "*"]),
    ) {
        let mut record = Record::new(start);
        let mut nodes = vec![Tree::ROOT];
        for (at, choice, remarks) in steps {
            // Mostly on from the last move, now and then from an earlier one.
            let at = match at % 4 {
                0 => nodes[usize::from(at / 4) % nodes.len()],
                _ => *nodes.last().unwrap(),
            };
            let Some(mv) = choose(&record.tree.position(at), choice) else { continue };
            let id = record.tree.add(at, mv).unwrap();
            nodes.push(id);
            remark(&mut record.tree, id, remarks);
        }
        for (name, value) in &headers {
            if !["Result", "FEN", "SetUp", "Variant"].contains(&name.as_str()) {
                record.headers.set(name, value);
            }
        }
        record.result = result.parse::<GameResult>().unwrap();
        let text = record.write();
        let games: Vec<_> = Reader::new(text.as_bytes()).collect();
        prop_assert_eq!(games.len(), 1, "{}", text);
        let again = games.into_iter().next().unwrap();
        prop_assert!(again.is_ok(), "{}\n{}", again.unwrap_err(), text);
        let again = again.unwrap();
        prop_assert_eq!(&again.tree, &record.tree, "{}", text);
        prop_assert_eq!(again.result, record.result);
        prop_assert_eq!(again.write(), text);
        for (name, value) in record.headers.iter().filter(|pair| pair.0 != "Result") {
            prop_assert_eq!(again.headers.get(name), Some(value));
        }
    }
}

/// A glyph and comments.
type Remarks = (Option<u8>, Vec<String>);

fn remarks() -> impl Strategy<Value = Remarks> {
    let glyph = prop::option::weighted(0.2, any::<u8>());
    (glyph, prop::collection::vec(text(), 0..2))
}

/// Words that mean something in a PGN file, and others.
fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[a-z]{1,12}",
        1 => prop::sample::select(vec![
            "[Event", "\"x\"]", "\"", "\\", "%", "(", ")", "{", "}", ";", "$1", "1-0", "e4", "\n", "é", "",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,5}",
    ];
    prop::collection::vec(word, 0..30).prop_map(|words| words.join(" "))
}

fn remark(tree: &mut Tree, id: NodeId, (glyph, comments): Remarks) {
    if let Some(glyph) = glyph {
        tree.add_nag(id, glyph);
    }
    for comment in comments {
        tree.add_comment(id, &comment);
    }
}
