//! Standard Algebraic Notation, as in the PGN standard and the laws of chess (appendix C).

use core::fmt;
use core::ops::ControlFlow;

use board_core::MoveGen;

use crate::{
    Kind, Move, Position, Square, attacks,
    side::{Side, by_side},
};

/// A move in SAN; at most eight bytes, without allocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San {
    bytes: [u8; 8],
    len: u8,
}

impl San {
    const fn new() -> San {
        San {
            bytes: [0; 8],
            len: 0,
        }
    }

    fn push(&mut self, text: &str) {
        for &byte in text.as_bytes() {
            self.bytes[usize::from(self.len)] = byte;
            self.len += 1;
        }
    }

    fn push_letter(&mut self, letter: char) {
        self.push(letter.encode_utf8(&mut [0; 4]));
    }

    fn push_file(&mut self, square: Square) {
        self.push_letter(char::from(b'a' + square.file() as u8));
    }

    fn push_rank(&mut self, square: Square) {
        self.push_letter(char::from(b'1' + square.rank() as u8));
    }

    /// The text, as in `Nbd7+`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl core::ops::Deref for San {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}

/// Why a text is not a legal move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum SanError {
    /// The text does not look like a move.
    #[error("not a move in algebraic notation")]
    Syntax,
    /// No piece of this kind can move there.
    #[error("no such move is legal")]
    Illegal,
    /// Several pieces of this kind can move there.
    #[error("several pieces can make this move")]
    Ambiguous,
    /// The pawn reaches the last rank, but the text has no promotion.
    #[error("the promotion is not said")]
    Promotion,
}

/// The parts of a text in SAN, before it is matched with a position.
#[derive(Clone, Copy, Debug)]
enum Parsed {
    Castle {
        short: bool,
    },
    Piece {
        kind: Kind,
        /// The possible source squares, as far as the text restricts them.
        from: u64,
        to: Square,
        promotion: Option<Kind>,
    },
}

impl Position {
    /// Writes a legal move in SAN, as short as is unambiguous, with `+` for check and `#` for mate.
    #[must_use]
    pub fn san(&self, mv: Move) -> San {
        let mut text = San::new();
        let (from, to) = (mv.from(), mv.to());
        match self.piece(from).map(|piece| piece.kind) {
            _ if self.is_castling(mv) => {
                let short = to.file() > from.file();
                text.push(if short { "O-O" } else { "O-O-O" });
            }
            None => {}
            Some(Kind::Pawn) => {
                if from.file() != to.file() {
                    text.push_file(from);
                    text.push("x");
                }
                text.push_file(to);
                text.push_rank(to);
                if let Some(kind) = mv.promotion() {
                    text.push("=");
                    text.push_letter(kind.letter());
                }
            }
            Some(kind) => {
                text.push_letter(kind.letter());
                let (mut rivals, mut same_file, mut same_rank) = (false, false, false);
                let others = self.origins(kind, to) & !from.bit();
                if others != 0 {
                    let _: ControlFlow<()> = self.visit_masked(others, to.bit(), false, |other| {
                        rivals = true;
                        same_file |= other.from().file() == from.file();
                        same_rank |= other.from().rank() == from.rank();
                        ControlFlow::Continue(())
                    });
                }
                if rivals && (!same_file || same_rank) {
                    text.push_file(from);
                }
                if same_file {
                    text.push_rank(from);
                }
                if self.is_capture(mv) {
                    text.push("x");
                }
                text.push_file(to);
                text.push_rank(to);
            }
        }
        let mut next = *self;
        next.advance(mv);
        if next.is_check() {
            text.push(if next.has_moves() { "+" } else { "#" });
        }
        text
    }

    /// Writes a legal move in the notation of records: [`san`](Position::san).
    #[must_use]
    pub fn notation(&self, mv: Move) -> San {
        self.san(mv)
    }

    /// Reads a legal move in SAN, or else in UCI notation.
    ///
    /// ```
    /// use chess_rules::Position;
    ///
    /// let start = Position::initial();
    /// assert_eq!(start.parse_move("Nf3"), start.parse_move("g1f3"));
    /// ```
    ///
    /// # Errors
    /// If it is neither, or matches no legal move or more than one. The error is that of SAN.
    pub fn parse_move(&self, text: &str) -> Result<Move, SanError> {
        self.parse_san(text)
            .or_else(|error| self.parse_uci(text).map_err(|_| error))
    }

    /// Reads a legal move in SAN.
    ///
    /// Lenient: marks of check, mate and quality are ignored, as is a missing or wrong `x`. Redundant origins (`Ng1f3`,
    /// `e2-e4`), `P` before a pawn move, castling with zeros, and promotions without `=` are accepted.
    ///
    /// # Errors
    /// If it is not a move, matches no legal move, or matches more than one.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.parse_san_bytes(text.as_bytes())
    }

    #[inline]
    pub(crate) fn parse_san_bytes(&self, text: &[u8]) -> Result<Move, SanError> {
        match parse(text).ok_or(SanError::Syntax)? {
            Parsed::Castle { short } => {
                let king = self.king(self.to_move());
                let found = self.visit_masked(king.bit(), 0, true, |mv| {
                    if (mv.to().file() > king.file()) == short {
                        ControlFlow::Break(mv)
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                found.break_value().ok_or(SanError::Illegal)
            }
            Parsed::Piece {
                kind,
                from,
                to,
                promotion,
            } => self.find(kind, from & self.origins(kind, to), to, promotion),
        }
    }

    #[inline]
    fn find(
        &self,
        kind: Kind,
        from: u64,
        to: Square,
        promotion: Option<Kind>,
    ) -> Result<Move, SanError> {
        if from == 0 {
            return Err(SanError::Illegal);
        }
        match kind {
            Kind::Pawn => self.find_pawn(from, to, promotion),
            Kind::King => {
                let mv = Move::new(Square::of(from.trailing_zeros()), to, None);
                let legal = by_side!(self.to_move(), S => self.board().is_king_step::<S>(to.bit()));
                legal.then_some(mv).ok_or(SanError::Illegal)
            }
            _ => {
                let legal =
                    by_side!(self.to_move(), S => self.board().free_to_go::<S>(from, to.bit()));
                match legal {
                    0 => Err(SanError::Illegal),
                    one if one & (one - 1) == 0 => {
                        Ok(Move::new(Square::of(one.trailing_zeros()), to, None))
                    }
                    _ => Err(SanError::Ambiguous),
                }
            }
        }
    }

    fn find_pawn(&self, from: u64, to: Square, promotion: Option<Kind>) -> Result<Move, SanError> {
        let (mut found, mut unsaid, mut several) = (None, false, false);
        let _: ControlFlow<()> = self.visit_pawns(from, to.bit(), |mv: Move| {
            if mv.promotion() == promotion {
                several |= found.is_some();
                found = Some(mv);
            } else {
                unsaid |= promotion.is_none();
            }
            ControlFlow::Continue(())
        });
        match found {
            Some(_) if several => Err(SanError::Ambiguous),
            Some(mv) => Ok(mv),
            None if unsaid => Err(SanError::Promotion),
            None => Err(SanError::Illegal),
        }
    }

    /// The pieces of one kind of the side to move that attack `to`, ignoring pins and checks.
    #[inline]
    fn origins(&self, kind: Kind, to: Square) -> u64 {
        let board = self.board();
        let (square, bit) = (to.index() as u32, to.bit());
        let own = board.side(self.to_move()) & board.kind_set(kind);
        let reach = match kind {
            Kind::Pawn => by_side!(self.to_move(), S => {
                type Back = <S as Side>::Other;
                let one = Back::up(bit);
                one | Back::up(one) | Back::up_west(bit) | Back::up_east(bit)
            }),
            Kind::Knight => attacks::knight(square),
            Kind::King => attacks::king(square),
            Kind::Bishop => attacks::bishop(square, board.occupied()),
            Kind::Rook => attacks::rook(square, board.occupied()),
            Kind::Queen => {
                let occupied = board.occupied();
                attacks::bishop(square, occupied) | attacks::rook(square, occupied)
            }
        };
        own & reach
    }
}

const FILE: u64 = 0x0101_0101_0101_0101;

#[inline]
fn parse(text: &[u8]) -> Option<Parsed> {
    let mut text = text;
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    for ending in [&b"e.p."[..], b"ep"] {
        text = text.strip_suffix(ending).unwrap_or(text).trim_ascii_end();
    }
    let (kind, rest) = match *text {
        [b'O', b'-', b'O'] | [b'0', b'-', b'0'] => return Some(Parsed::Castle { short: true }),
        [b'O', b'-', b'O', b'-', b'O'] | [b'0', b'-', b'0', b'-', b'0'] => {
            return Some(Parsed::Castle { short: false });
        }
        [b'N', ref rest @ ..] => (Kind::Knight, rest),
        [b'B', ref rest @ ..] => (Kind::Bishop, rest),
        [b'R', ref rest @ ..] => (Kind::Rook, rest),
        [b'Q', ref rest @ ..] => (Kind::Queen, rest),
        [b'K', ref rest @ ..] => (Kind::King, rest),
        [b'P', ref rest @ ..] => (Kind::Pawn, rest),
        _ => (Kind::Pawn, text),
    };
    let (rest, promotion) = match kind {
        Kind::Pawn => promotion(rest),
        _ => (rest, None),
    };
    let [origin @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = rest else {
        return None;
    };
    let to = Square::at((file - b'a').into(), (rank - b'1').into());
    let origin = match origin {
        [origin @ .., b'x' | b':' | b'-'] => origin,
        _ => origin,
    };
    let on_file = |file: u8| FILE << (file - b'a');
    let on_rank = |rank: u8| 0xFF << ((b'8' - rank) * 8);
    let from = match *origin {
        [] => !0,
        [file @ b'a'..=b'h'] => on_file(file),
        [rank @ b'1'..=b'8'] => on_rank(rank),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => on_file(file) & on_rank(rank),
        _ => return None,
    };
    // A pawn move has a file of origin only if it captures; without one the pawn stays on its file.
    let from = if kind == Kind::Pawn && origin.is_empty() {
        on_file(*file)
    } else {
        from
    };
    Some(Parsed::Piece {
        kind,
        from,
        to,
        promotion,
    })
}

/// Splits off the promotion: `=Q`, `Q`, `(Q)`, `/Q`, or the lower-case letter of coordinate notation.
fn promotion(text: &[u8]) -> (&[u8], Option<Kind>) {
    let (rest, letter) = match text {
        [rest @ .., b'(', letter, b')'] => (rest, *letter),
        [rest @ .., b'=' | b'/', letter] => (rest, *letter),
        [rest @ .., digit @ (b'1' | b'8'), letter] if letter.is_ascii_alphabetic() => {
            let _ = digit;
            (&text[..rest.len() + 1], *letter)
        }
        _ => return (text, None),
    };
    match Kind::from_letter(letter.into()) {
        Some(kind @ (Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight)) => (rest, Some(kind)),
        _ => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_read_back_and_no_shorter_name_would_do() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/7k/8/Q7/8/8/6K1/Q3Q3 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/2N1N3/8/2N1k1K1/8/8 w - - 0 1",
        ] {
            let position = Position::from_fen_lenient(fen).unwrap();
            for mv in position.legal_moves() {
                let san = position.san(mv);
                assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {fen}");
                if san.contains("O-O") {
                    continue;
                }
                // Leaving out any character of the origin makes it ambiguous.
                let plain: String = san.chars().filter(|c| !"x+#".contains(*c)).collect();
                let kind = position.piece(mv.from()).unwrap().kind;
                if kind != Kind::Pawn {
                    for i in 1..plain.len() - 2 {
                        let shorter = format!("{}{}", &plain[..i], &plain[i + 1..]);
                        let again = position.parse_san(&shorter);
                        assert_eq!(again, Err(SanError::Ambiguous), "{shorter} for {san}");
                    }
                }
            }
        }
    }

    #[test]
    fn names_as_in_the_pgn_standard() {
        let rows = [
            // The pinned knight does not make the other one ambiguous.
            ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
            ("6k1/8/8/8/8/8/R6R/4K3 w - - 0 1", "a2d2", "Rad2"),
            ("7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5a3", "R5a3"),
            ("8/7k/8/Q7/8/8/6K1/Q3Q3 w - - 0 1", "a1e5", "Qa1e5"),
            ("3k4/1Q3Q2/8/8/8/1Q3Q2/8/7K w - - 0 1", "b3b5", "Q3b5"),
            (
                "rnbqkbnr/ppppp2p/8/5pp1/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 3",
                "d1h5",
                "Qh5#",
            ),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ];
        for (fen, name, san) in rows {
            let position = Position::from_fen_lenient(fen).unwrap();
            let found = position
                .legal_moves()
                .into_iter()
                .find(|mv| mv.to_string() == name);
            assert_eq!(
                found.map_or(String::new(), |mv| position.san(mv).to_string()),
                san
            );
        }
    }

    #[test]
    fn generous_reading() {
        let start = Position::initial();
        for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!?", "e4+"] {
            assert_eq!(start.parse_san(text).unwrap().to_string(), "e2e4", "{text}");
        }
        for text in ["Nf3", "Ngf3", "Ng1f3", "N1f3", "Ng1-f3"] {
            assert_eq!(start.parse_san(text).unwrap().to_string(), "g1f3", "{text}");
        }
        let promotes = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        for text in ["a8=Q", "a8Q", "a8(Q)", "a8/Q", "a7a8q"] {
            let mv = promotes.parse_san(text).unwrap();
            assert_eq!(mv.to_string(), "a7a8q", "{text}");
        }
        assert_eq!(promotes.parse_san("a8"), Err(SanError::Promotion));
        assert_eq!(promotes.parse_san("a8=K"), Err(SanError::Syntax));
        let passes = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
        for text in ["exd6", "exd6e.p.", "exd6 e.p.", "e5xd6", "ed6"] {
            assert_eq!(
                passes.parse_san(text).unwrap().to_string(),
                "e5d6",
                "{text}"
            );
        }
        for text in ["", "x", "e9", "i4", "Nf33", "O-O-O-O", "--", "\0", "Ñf3"] {
            assert_eq!(start.parse_san(text), Err(SanError::Syntax), "{text:?}");
        }
        for text in ["e5", "Ke2", "O-O", "exd3", "Nd2"] {
            assert_eq!(start.parse_san(text), Err(SanError::Illegal), "{text}");
        }
    }
}
