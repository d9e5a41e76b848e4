//! Builds a position from its parts, and reports their faults.

use board_core::{Color, MoveGen};

use crate::{
    Bitboard, Kind, Piece, Position, Square, attacks,
    bitboard::bits,
    quad_bitboard::{CASTLER, QuadBitboard, code_of},
    side::{Side, by_side},
};

/// The parts of a position, which may be invalid; [`position`](Setup::position) checks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each square, by [`Square::index`].
    pub pieces: [Option<Piece>; 64],
    /// The side to move.
    pub to_move: Color,
    /// The rooks of both sides that may still castle.
    pub castling: Bitboard,
    /// The square behind a pawn that has just moved two steps.
    pub en_passant: Option<Square>,
    /// Number of plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the next move.
    pub number: u16,
}

impl Default for Setup {
    /// An empty board, White to move.
    fn default() -> Setup {
        Setup {
            pieces: [None; 64],
            to_move: Color::White,
            castling: Bitboard(0),
            en_passant: None,
            halfmoves: 0,
            number: 1,
        }
    }
}

/// A fault that no legal game leads to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A side has no king, or more than one.
    #[error("{color} has {count} kings instead of one")]
    Kings {
        /// The side.
        color: Color,
        /// Number of kings.
        count: usize,
    },
    /// A side has more than eight pawns.
    #[error("{color} has {count} pawns, more than eight")]
    Pawns {
        /// The side.
        color: Color,
        /// Number of pawns.
        count: usize,
    },
    /// A side has more pieces than promotions allow: each piece beyond the initial number needs a missing pawn.
    #[error("{color} has {promoted} pieces beyond the initial ones, but {pawns} pawns are left")]
    Promoted {
        /// The side.
        color: Color,
        /// Number of pieces beyond the initial number of their kind; bishops are counted by the colour of their
        /// squares.
        promoted: usize,
        /// Pawns still on the board.
        pawns: usize,
    },
    /// A pawn is on the first or last rank.
    #[error("a pawn stands on {0}")]
    PawnRank(Square),
    /// The side that has just moved is in check.
    #[error("{0}, not to move, is in check")]
    OtherInCheck(Color),
    /// The king is attacked by pieces that no single move can have brought into position.
    #[error("{count} pieces give check at once in a way no move can")]
    Checkers {
        /// Number of checking pieces.
        count: usize,
    },
    /// A castling right has no rook on its square, a king off the first rank, or is the second on one side.
    #[error("no castling with {0}")]
    Castling(Square),
    /// No pawn can have passed over the en-passant square with the last move.
    #[error("no pawn can be taken en passant on {0}")]
    EnPassant(Square),
    /// The move number is 0; moves are counted from 1.
    #[error("move number 0")]
    Number,
}

impl Fault {
    /// Whether the rules can still be applied if the fault is ignored.
    ///
    /// [`Setup::lenient_position`] ignores these faults: it drops castling rights and en-passant squares that cannot be
    /// used, and accepts any number of pieces.
    #[must_use]
    pub const fn is_harmless(&self) -> bool {
        !matches!(
            self,
            Fault::Kings { .. } | Fault::PawnRank(_) | Fault::OtherInCheck(_)
        )
    }
}

impl Setup {
    /// Makes the position, if no check finds it impossible in a legal game.
    ///
    /// # Errors
    /// All faults.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let (position, faults) = self.examine();
        match position {
            Some(position) if faults.is_empty() => Ok(position),
            _ => Err(faults),
        }
    }

    /// Makes the position without its harmless faults; see [`Fault::is_harmless`].
    ///
    /// # Errors
    /// All faults, harmless or not, if one of them is not harmless.
    pub fn lenient_position(&self) -> Result<Position, Vec<Fault>> {
        let (position, faults) = self.examine();
        position.ok_or(faults)
    }

    /// The position without its harmless faults, unless it has others; and all faults.
    fn examine(&self) -> (Option<Position>, Vec<Fault>) {
        let mut board = QuadBitboard::default();
        for (i, piece) in self.pieces.iter().enumerate() {
            if let Some(piece) = piece {
                board.put(1 << i, code_of(piece.kind), piece.color == Color::White);
            }
        }
        let mut faults = Vec::new();
        for color in [Color::White, Color::Black] {
            count_faults(&board, color, &mut faults);
        }
        let misplaced = board.pawns() & 0xFF00_0000_0000_00FF;
        faults.extend(Bitboard(misplaced).map(Fault::PawnRank));
        for square in self.castling {
            match self.castling_king(&board, square) {
                true => {
                    let white = board.white & square.bit() != 0;
                    board.clear(square.bit());
                    board.put(square.bit(), CASTLER, white);
                }
                false => faults.push(Fault::Castling(square)),
            }
        }
        if let Some(square) = self.en_passant {
            if by_side!(self.to_move, S => may_have_passed::<S>(&board, square)) {
                board.ep = square.bit();
            } else {
                faults.push(Fault::EnPassant(square));
            }
        }
        if self.number == 0 {
            faults.push(Fault::Number);
        }
        if !faults
            .iter()
            .any(|fault| matches!(fault, Fault::Kings { .. }))
        {
            by_side!(self.to_move, S => check_faults::<S>(&board, &mut faults));
        }
        let sound = faults.iter().all(Fault::is_harmless);
        let number = self.number.max(1);
        let position =
            sound.then(|| Position::assembled(board, self.to_move, self.halfmoves, number));
        (position, faults)
    }

    /// Whether the rook on `square` is on its side's first rank with its king, and is the only one on this side of the
    /// king that may castle.
    fn castling_king(&self, board: &QuadBitboard, square: Square) -> bool {
        let Some(Piece { color, kind }) = self.pieces[square.index()] else {
            return false;
        };
        let rank = if color == Color::White { 0 } else { 7 };
        let own = board.side(color);
        let mut kings = Bitboard(own & board.kings());
        let (Some(king), None) = (kings.next(), kings.next()) else {
            return false;
        };
        let rivals = self.castling.filter(|&other| {
            own & other.bit() != 0
                && other.rank() == rank
                && (other.file() > king.file()) == (square.file() > king.file())
        });
        kind == Kind::Rook && square.rank() == rank && king.rank() == rank && rivals.count() == 1
    }
}

impl Position {
    /// The parts of the position, to change and reassemble.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: core::array::from_fn(|i| self.board().piece(i)),
            to_move: self.to_move(),
            castling: self.castling_rooks(),
            en_passant: self.en_passant(),
            halfmoves: self.halfmoves(),
            number: self.move_number(),
        }
    }
}

fn count_faults(board: &QuadBitboard, color: Color, faults: &mut Vec<Fault>) {
    /// The light squares, which include a8.
    const LIGHT: u64 = 0xAA55_AA55_AA55_AA55;
    let own = board.side(color);
    let count = |set: u64| (own & set).count_ones() as usize;
    let kings = count(board.kings());
    if kings != 1 {
        faults.push(Fault::Kings {
            color,
            count: kings,
        });
    }
    let pawns = count(board.pawns());
    if pawns > 8 {
        faults.push(Fault::Pawns {
            color,
            count: pawns,
        });
    }
    let bishops = board.kind_set(Kind::Bishop);
    let promoted = count(board.kind_set(Kind::Queen)).saturating_sub(1)
        + count(board.kind_set(Kind::Rook)).saturating_sub(2)
        + count(board.knights()).saturating_sub(2)
        + count(bishops & LIGHT).saturating_sub(1)
        + count(bishops & !LIGHT).saturating_sub(1);
    if promoted > 0 && promoted + pawns > 8 {
        faults.push(Fault::Promoted {
            color,
            promoted,
            pawns,
        });
    }
}

/// Whether the last move of the other side can have been a double step over `square`.
fn may_have_passed<S: Side>(board: &QuadBitboard, square: Square) -> bool {
    let bit = square.bit();
    let (pawn, origin) = (S::Other::up(bit), S::up(bit));
    bit & S::Other::THIRD != 0
        && board.occupied() & (bit | origin) == 0
        && board.pawns() & board.own::<S::Other>() & pawn != 0
        && checks_come_with::<S>(board, pawn, origin)
}

/// Whether the double step explains every check: by the pawn itself, or from its source square.
fn checks_come_with<S: Side>(board: &QuadBitboard, pawn: u64, origin: u64) -> bool {
    let king = board.kings() & board.own::<S>();
    let uncovered = |s| attacks::between(king.trailing_zeros(), s) & origin != 0;
    king == 0 || bits(board.checkers::<S>() & !pawn).all(uncovered)
}

fn check_faults<S: Side>(board: &QuadBitboard, faults: &mut Vec<Fault>) {
    if board.checkers::<S::Other>() != 0 {
        faults.push(Fault::OtherInCheck(S::Other::COLOR));
    }
    let checkers = board.checkers::<S>();
    let count = checkers.count_ones() as usize;
    let leapers = (checkers & (board.pawns() | board.knights())).count_ones();
    // The moved piece may give check, and uncover one other; a second knight or pawn cannot be uncovered.
    if count > 2 || leapers > 1 {
        faults.push(Fault::Checkers { count });
    }
}
