//! Moves in the notation of the Universal Chess Interface (UCI).

use core::fmt;
use core::ops::ControlFlow;

use board_core::MoveGen;

use crate::{Kind, Move, Position, Square, quad_bitboard::castling_targets};

/// Why a text is not a legal move in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciError {
    /// The text is not two squares with an optional letter of promotion.
    #[error("not a move in UCI notation")]
    Syntax,
    /// The move is not legal here.
    #[error("no such move is legal")]
    Illegal,
}

/// Reads the format of `Display`: `e2e4`, `e7e8q`, castling as king onto rook. Does not check whether the move is legal:
/// see [`Position::parse_uci`].
impl core::str::FromStr for Move {
    type Err = UciError;

    fn from_str(text: &str) -> Result<Move, UciError> {
        let square = |at: core::ops::Range<usize>| -> Option<Square> { text.get(at)?.parse().ok() };
        let (Some(from), Some(to)) = (square(0..2), square(2..4)) else {
            return Err(UciError::Syntax);
        };
        let promotion = match &text.as_bytes()[4..] {
            [] => None,
            [letter @ (b'q' | b'r' | b'b' | b'n')] => Kind::from_letter((*letter).into()),
            _ => return Err(UciError::Syntax),
        };
        Ok(Move::new(from, to, promotion))
    }
}

/// A move in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uci(Move);

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Position {
    /// Whether castling has the form of standard chess: the kings that may castle are on the e-file, the rooks on the
    /// a- and h-file.
    #[must_use]
    pub fn is_usual_castling(&self) -> bool {
        self.castling_rooks().all(|rook| {
            let color = self.piece(rook).map(|piece| piece.color);
            let king = color.map(|color| self.king(color).file());
            king == Some(4) && matches!(rook.file(), 0 | 7)
        })
    }

    /// Writes a legal move in UCI notation. Castling is `e1g1` if [castling has the standard
    /// form](Position::is_usual_castling), otherwise king onto rook, as engines expect in Chess960.
    #[must_use]
    pub fn uci(&self, mv: Move) -> Uci {
        if self.is_castling(mv) && self.is_usual_castling() {
            let (king, rook) = (mv.from().index() as u32, mv.to().index() as u32);
            let (to, _) = castling_targets(king, rook);
            return Uci(Move::new(mv.from(), Square::of(to), None));
        }
        Uci(mv)
    }

    /// Reads a legal move in UCI notation. Both forms of castling are accepted.
    ///
    /// # Errors
    /// If it is not a move, or not a legal one.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let mv: Move = text.parse()?;
        if self.is_legal(mv) {
            return Ok(mv);
        }
        let (from, to) = (mv.from(), mv.to());
        if mv.promotion().is_some() || from != self.king(self.to_move()) {
            return Err(UciError::Illegal);
        }
        let castles = self.visit_masked(from.bit(), 0, true, |mv: Move| {
            let (king, rook) = (mv.from().index() as u32, mv.to().index() as u32);
            if castling_targets(king, rook).0 == to.index() as u32 {
                ControlFlow::Break(mv)
            } else {
                ControlFlow::Continue(())
            }
        });
        castles.break_value().ok_or(UciError::Illegal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_read_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "7k/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for mv in position.legal_moves() {
                let text = position.uci(mv).to_string();
                assert_eq!(position.parse_uci(&text), Ok(mv), "{text}");
                assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv), "{mv}");
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert_eq!(position.parse_move(&text), Ok(mv), "{text}");
                let san = position.notation(mv);
                assert_eq!(position.parse_move(&san), Ok(mv), "{san}");
            }
        }
    }

    #[test]
    fn castling_both_ways_and_faults() {
        let usual = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        assert_eq!(usual.parse_uci("e1g1"), usual.parse_uci("e1h1"));
        assert_eq!(
            usual.uci(usual.parse_uci("e1a1").unwrap()).to_string(),
            "e1c1"
        );
        let other = Position::from_fen("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1").unwrap();
        assert_eq!(
            other.uci(other.parse_uci("e1b1").unwrap()).to_string(),
            "e1b1"
        );
        for text in ["", "e1", "e1g", "e1g1x", "e1g1qq", "é1g1", "0000", "e1gé"] {
            assert_eq!(usual.parse_uci(text), Err(UciError::Syntax), "{text}");
        }
        for text in ["e1g2", "e1e3", "a1a1", "e1g1q"] {
            assert_eq!(usual.parse_uci(text), Err(UciError::Illegal), "{text}");
        }
    }
}
