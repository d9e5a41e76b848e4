//! What a referee says: rows of variant, position, way, reason.

use board_core::{Color, MoveGen};
use checkers_rules::{Position, Reason, RuleSet, Square, Variant};

fn square(number: usize) -> Square {
    Square::new(number).unwrap()
}

fn why_not(position: &Position, way: &[usize]) -> Option<Reason> {
    let point = |&number: &usize| position.rules().variant.point(square(number));
    position.why_not(&way.iter().map(point).collect::<Vec<_>>())
}

#[test]
fn every_reason_is_given() {
    use Variant::{Czech, English, Frisian, International, Italian, Russian};
    let rows: &[(Variant, &str, &[usize], Option<Reason>)] = &[
        (English, "B:W30:B9", &[9, 14], None),
        (English, "B:W30:B9", &[9], Some(Reason::Nowhere)),
        (English, "B:W30:B9", &[9, 9], Some(Reason::Nowhere)),
        (
            English,
            "B:W30:B9",
            &[10, 14],
            Some(Reason::NoPiece(square(10))),
        ),
        (
            English,
            "B:W30:B9",
            &[30, 26],
            Some(Reason::NotYourTurn(Color::Black)),
        ),
        (
            English,
            "B:W30:B9,14",
            &[9, 14],
            Some(Reason::Occupied(square(14))),
        ),
        (
            English,
            "B:W30:B9",
            &[9, 17],
            Some(Reason::NotInLine(square(9), square(17))),
        ),
        (
            English,
            "B:W30:B9",
            &[9, 18],
            Some(Reason::TooFar(square(9), square(18))),
        ),
        (
            English,
            "B:W30:BK9",
            &[9, 18],
            Some(Reason::TooFar(square(9), square(18))),
        ),
        (English, "B:W30:B9", &[9, 6], Some(Reason::Backwards)),
        (English, "B:W6:B9,1", &[9, 2], Some(Reason::Backwards)),
        (
            English,
            "B:W30:B9,14",
            &[9, 18],
            Some(Reason::OwnPiece(square(14))),
        ),
        (
            International,
            "W:WK46:B37,32",
            &[46, 28],
            Some(Reason::Blocked(square(46), square(28))),
        ),
        (
            English,
            "B:W14:BK9,1",
            &[9, 18, 9],
            Some(Reason::Twice(square(14))),
        ),
        (
            Italian,
            "W:W22:BK18",
            &[22, 13],
            Some(Reason::KingSafe(square(18))),
        ),
        (English, "B:W30:B9", &[9, 14, 18], Some(Reason::NotOneMove)),
        (English, "B:W26,27:B22", &[22, 31], None),
        (
            English,
            "B:W26,27:B22",
            &[22, 31, 24],
            Some(Reason::Crowned),
        ),
        (Russian, "B:W26,27:B22", &[22, 31], Some(Reason::MustGoOn)),
        (Russian, "B:W26,27:B22", &[22, 31, 24], None),
        (English, "B:W14,30:B9,1", &[1, 5], Some(Reason::MustCapture)),
        (English, "B:W14,23:B9", &[9, 18], Some(Reason::MustGoOn)),
        (English, "B:W14,23:B9", &[9, 18, 27], None),
        (English, "B:W14,23:B9", &[9, 27], None),
        (
            International,
            "W:W28:B22,12",
            &[28, 17],
            Some(Reason::MustGoOn),
        ),
        (
            International,
            "W:W28,33:B22,12,29",
            &[33, 24],
            Some(Reason::BetterCapture),
        ),
        (Czech, "B:W14,32:B9,K15", &[9, 18], None),
        (
            Czech,
            "B:W14,19:B9,K15",
            &[9, 18],
            Some(Reason::BetterCapture),
        ),
        (Frisian, "W:W28:B18", &[28, 8], None),
        (
            Frisian,
            "W:W28:B1",
            &[28, 8],
            Some(Reason::NotInLine(square(28), square(8))),
        ),
    ];
    for &(variant, fen, way, reason) in rows {
        let position = Position::from_fen(RuleSet::of(variant), fen).unwrap();
        assert_eq!(
            why_not(&position, way),
            reason,
            "{variant:?} {fen} {way:?}\n{position}"
        );
    }
    let start = Position::initial(RuleSet::ENGLISH);
    assert_eq!(start.why_not(&[17, 64]), Some(Reason::OffBoard(64)));
    assert_eq!(start.why_not(&[17, 25]), Some(Reason::LightSquare(25)));
    let mut tired = Position::from_fen(RuleSet::of(Frisian), "W:WK45,37,K48:BK6").unwrap();
    for text in ["45-50", "6-1", "50-45", "1-6", "45-50", "6-1"] {
        tired.advance(tired.parse_move(text).unwrap());
    }
    assert_eq!(why_not(&tired, &[50, 45]), Some(Reason::KingRests));
}

#[test]
fn there_is_a_reason_where_no_legal_move_goes_and_nowhere_else() {
    for variant in Variant::ALL {
        let mut position = Position::initial(RuleSet::of(variant));
        for ply in 0..120u64 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for from in 1..=variant.squares() {
                for to in 1..=variant.squares() {
                    let legal = moves
                        .iter()
                        .any(|mv| (mv.from.number(), mv.to.number()) == (from, to));
                    let reason = why_not(&position, &[from, to]);
                    assert_eq!(
                        reason.is_none(),
                        legal,
                        "{position:?} {from} {to} {reason:?}"
                    );
                }
            }
            for &mv in &moves {
                for path in position.paths(mv) {
                    let way: Vec<usize> = path.iter().map(|square| square.number()).collect();
                    assert_eq!(why_not(&position, &way), None, "{position:?} {way:?}");
                }
            }
            let pick = board_core::zobrist::splitmix64(3, ply) % moves.len() as u64;
            position.play(moves[pick as usize]);
        }
    }
}
