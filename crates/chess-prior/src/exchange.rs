//! Static exchange evaluation: the material won by capturing on a square, if both sides recapture with their least
//! valuable pieces as long as it pays.

use board_core::Color;
use chess_rules::{Bitboard, Kind, Position, Square};

/// The value of a piece in pawns; that of the king exceeds all others together.
pub(crate) const fn piece_value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 9,
        Kind::King => 100,
    }
}

/// The material that `side` wins by capturing a piece worth `standing` on a square, with only the pieces of `occupied`
/// on the board; 0 if it is better not to capture. Pins are ignored.
pub(crate) fn gain(
    position: &Position,
    square: Square,
    standing: i32,
    side: Color,
    occupied: Bitboard,
) -> i32 {
    let attackers = position.attackers(square, occupied);
    let Some((from, kind)) = least(position, side, attackers) else {
        return 0;
    };
    let left = Bitboard(occupied.0 & !Bitboard::from(from).0);
    if kind == Kind::King && position.attackers(square, left).0 & position.side(!side).0 != 0 {
        return 0;
    }
    (standing - gain(position, square, piece_value(kind), !side, left)).max(0)
}

/// The least valuable piece of a set.
fn least(position: &Position, side: Color, among: Bitboard) -> Option<(Square, Kind)> {
    if among.0 & position.side(side).0 == 0 {
        return None;
    }
    Kind::ALL.into_iter().find_map(|kind| {
        let mut those = Bitboard(among.0 & position.pieces(side, kind).0);
        those.next().map(|square| (square, kind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::MoveGen;

    /// The material that the side to move wins on a square.
    fn won(fen: &str, square: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let square: Square = square.parse().unwrap();
        let all = Bitboard(position.side(Color::White).0 | position.side(Color::Black).0);
        let standing = piece_value(position.piece(square).unwrap().kind);
        gain(&position, square, standing, position.to_move(), all)
    }

    #[test]
    fn both_sides_stop_when_it_no_longer_pays() {
        // Two examples of the Chess Programming Wiki, "SEE - The Swap Algorithm".
        assert_eq!(
            won("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e5"),
            1
        );
        assert_eq!(
            won(
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "e5"
            ),
            0
        );
        // The rook behind the rook attacks once the first has captured.
        assert_eq!(won("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d5"), 1);
        assert_eq!(won("3rk3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d5"), 0);
    }

    #[test]
    fn a_king_takes_only_what_is_not_defended() {
        assert_eq!(won("4k3/8/8/8/8/2b5/3q4/4K3 w - - 0 1", "d2"), 0);
        assert_eq!(won("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "d2"), 9);
    }
}
