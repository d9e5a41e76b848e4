//! Explains why a move is not legal, as a referee would.

use board_core::{Color, MoveGen};

use crate::{Piece, Position, Rank, Square};

/// Why a piece may not move along a path. Points are those of [`board_core::Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Reason {
    /// The path has fewer than two points, or ends where it began.
    #[error("nothing has moved")]
    Nowhere,
    /// Not a point of the board.
    #[error("point {0} is not on the board")]
    OffBoard(usize),
    /// The point is a light square; pieces stay on dark squares.
    #[error("point {0} is a light square")]
    LightSquare(usize),
    /// There is no piece at the start of the path.
    #[error("no piece stands on {0}")]
    NoPiece(Square),
    /// The piece belongs to the other side.
    #[error("it is {0}'s turn")]
    NotYourTurn(Color),
    /// A piece is on the landing square.
    #[error("{0} is not empty")]
    Occupied(Square),
    /// The step is neither along a diagonal nor, where the variant allows it, a capture along a row or column.
    #[error("pieces do not go from {0} to {1}")]
    NotInLine(Square, Square),
    /// The piece moves or lands farther than it may.
    #[error("{0} to {1} is too far")]
    TooFar(Square, Square),
    /// A man moves or, in some variants, captures backwards.
    #[error("men do not go backwards")]
    Backwards,
    /// A piece of its own side is in the way.
    #[error("its own piece on {0} is in the way")]
    OwnPiece(Square),
    /// More than one piece is in the way.
    #[error("more than one piece is between {0} and {1}")]
    Blocked(Square, Square),
    /// A piece is jumped twice.
    #[error("the piece on {0} is taken already")]
    Twice(Square),
    /// An Italian man captures a king.
    #[error("a man does not take the king on {0}")]
    KingSafe(Square),
    /// The path has more than one step, or a step and a capture.
    #[error("that is more than one move")]
    NotOneMove,
    /// The move continues after a crowning, which ends it.
    #[error("the man is crowned and the move is over")]
    Crowned,
    /// A Frisian king moves a fourth time in a row while its side has men.
    #[error("the king has moved three times in a row")]
    KingRests,
    /// A capture is possible and therefore mandatory.
    #[error("something can be taken")]
    MustCapture,
    /// The capture must continue, perhaps from another landing square.
    #[error("the capture must go on")]
    MustGoOn,
    /// The variant requires another capture: of more pieces, of higher value, or by a king.
    #[error("another capture comes first")]
    BetterCapture,
}

impl Position {
    /// Why the piece on the first of these points may not move over the others to the last. `None` if a legal move ends
    /// there and lands or turns on all of them.
    ///
    /// ```
    /// use checkers_rules::{Position, Reason, RuleSet};
    ///
    /// // White must capture 15 from 18, and then 8.
    /// let position = Position::from_fen(RuleSet::ENGLISH, "W:W18,32:B15,8").unwrap();
    /// let point = |number| position.rules().variant.point(checkers_rules::Square::new(number).unwrap());
    /// let why_not = |way: &[usize]| position.why_not(&way.iter().map(|&n| point(n)).collect::<Vec<_>>());
    /// assert_eq!(why_not(&[32, 28]), Some(Reason::MustCapture));
    /// assert_eq!(why_not(&[18, 11]), Some(Reason::MustGoOn));
    /// assert_eq!(why_not(&[18, 4]), None);
    /// ```
    #[must_use]
    pub fn why_not(&self, points: &[usize]) -> Option<Reason> {
        self.check(points).err()
    }

    fn check(&self, points: &[usize]) -> Result<(), Reason> {
        let variant = self.rules().variant;
        let size = variant.width() * variant.width();
        let mut way = Vec::with_capacity(points.len());
        for &point in points {
            if point >= size {
                return Err(Reason::OffBoard(point));
            }
            way.push(variant.square_at(point).ok_or(Reason::LightSquare(point))?);
        }
        let [from, .., to] = way[..] else {
            return Err(Reason::Nowhere);
        };
        let piece = self.piece(from).ok_or(Reason::NoPiece(from))?;
        if piece.color != self.to_move() {
            return Err(Reason::NotYourTurn(self.to_move()));
        }
        let moves = self.legal_moves();
        let legal = moves
            .iter()
            .any(|mv| (mv.from, mv.to) == (from, to) && self.follows(*mv, &way));
        if legal {
            return Ok(());
        }
        if way.len() == 2 && from == to {
            return Err(Reason::Nowhere);
        }
        let (mut piece, mut taken, mut steps) = (piece, Vec::new(), 0);
        let laws = variant.laws();
        for leg in way.windows(2) {
            let done = self.is_crowning(piece, leg[0]) && !taken.is_empty();
            if done && laws.crowned_in_passing {
                piece.rank = Rank::King;
            } else if done && !laws.men_take_backwards {
                return Err(Reason::Crowned);
            }
            match self.leg(from, (leg[0], leg[1]), piece, &taken)? {
                Some(over) => taken.push(over),
                None => steps += 1,
            }
        }
        if steps > 1 || steps == 1 && !taken.is_empty() {
            return Err(Reason::NotOneMove);
        }
        if steps == 1 {
            return Err(match self.must_capture() {
                true => Reason::MustCapture,
                false => Reason::KingRests,
            });
        }
        let more = moves.iter().any(|mv| {
            let all = taken.iter().all(|&over| mv.captured.contains(over));
            mv.from == from && mv.captured.len() > taken.len() && all
        });
        let on = (1..=variant.squares()).filter_map(Square::new).any(|next| {
            let leg = self.leg(from, (to, next), piece, &taken);
            next != to && leg.is_ok_and(|over| over.is_some())
        });
        Err(if more || on {
            Reason::MustGoOn
        } else {
            Reason::BetterCapture
        })
    }

    /// Whether a man is crowned on a square.
    fn is_crowning(&self, piece: Piece, square: Square) -> bool {
        let variant = self.rules().variant;
        let row = variant.point(square) / variant.width();
        let last = match piece.color {
            Color::White => 0,
            Color::Black => variant.width() - 1,
        };
        piece.rank == Rank::Man && row == last
    }

    /// The piece captured between two squares of a path, if such a piece may move there that way.
    fn leg(
        &self,
        start: Square,
        (from, to): (Square, Square),
        piece: Piece,
        taken: &[Square],
    ) -> Result<Option<Square>, Reason> {
        let variant = self.rules().variant;
        let laws = variant.laws();
        let width = variant.width() as i32;
        let place = |square| {
            let point = variant.point(square) as i32;
            (point / width, point % width)
        };
        let stands = |square: Square| {
            if square == start {
                None
            } else {
                self.piece(square)
            }
        };
        if stands(to).is_some() {
            return Err(Reason::Occupied(to));
        }
        let ((row, column), (end_row, end_column)) = (place(from), place(to));
        let (down, right) = (end_row - row, end_column - column);
        let length = down.abs().max(right.abs());
        let diagonal = down.abs() == right.abs();
        let straight = laws.orthogonal && (down == 0 || right == 0);
        if length == 0 || !(diagonal || straight) {
            return Err(Reason::NotInLine(from, to));
        }
        let between: Vec<(Square, Piece)> = (1..length)
            .filter_map(|n| {
                let point = (row + n * down.signum()) * width + column + n * right.signum();
                let square = variant.square_at(point as usize)?;
                Some((square, stands(square)?))
            })
            .collect();
        let long = piece.rank == Rank::King && laws.flying;
        let forwards = if piece.color == Color::White { -1 } else { 1 };
        let backwards = piece.rank == Rank::Man && down.signum() == -forwards;
        match between[..] {
            [] if !diagonal => Err(Reason::NotInLine(from, to)),
            [] if length > 1 && !long => Err(Reason::TooFar(from, to)),
            [] if backwards => Err(Reason::Backwards),
            [] => Ok(None),
            [(over, other)] => {
                // Dark squares of a row are two columns apart.
                let jump = if diagonal { 2 } else { 4 };
                if other.color == piece.color {
                    Err(Reason::OwnPiece(over))
                } else if taken.contains(&over) {
                    Err(Reason::Twice(over))
                } else if length != jump && !long {
                    Err(Reason::TooFar(from, to))
                } else if backwards && !laws.men_take_backwards {
                    Err(Reason::Backwards)
                } else if !laws.men_take_kings
                    && (piece.rank, other.rank) == (Rank::Man, Rank::King)
                {
                    Err(Reason::KingSafe(over))
                } else {
                    Ok(Some(over))
                }
            }
            _ => Err(Reason::Blocked(from, to)),
        }
    }
}
