//! Why a move is not legal: what a referee says to the player.

use board_core::{Color, MoveGen};

use crate::{Piece, Position, Rank, Square};

/// Why a piece may not go as it did. Points are as in [`board_core::Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Reason {
    /// Fewer than two points, or the piece was put back where it stood.
    #[error("nothing has moved")]
    Nowhere,
    /// Not a point of the board.
    #[error("point {0} is not on the board")]
    OffBoard(usize),
    /// Pieces stand on dark squares only.
    #[error("point {0} is a light square")]
    LightSquare(usize),
    /// No piece stands where the move begins.
    #[error("no piece stands on {0}")]
    NoPiece(Square),
    /// The piece is the other side's.
    #[error("it is {0}'s turn")]
    NotYourTurn(Color),
    /// A piece stands where it should land.
    #[error("{0} is not empty")]
    Occupied(Square),
    /// Neither along a diagonal nor, where the variant allows it, taking along a row or column.
    #[error("pieces do not go from {0} to {1}")]
    NotInLine(Square, Square),
    /// Farther than the piece may step, or land behind what it takes.
    #[error("{0} to {1} is too far")]
    TooFar(Square, Square),
    /// Men go, and in some variants take, forwards only.
    #[error("men do not go backwards")]
    Backwards,
    /// A piece of its own side is in the way.
    #[error("its own piece on {0} is in the way")]
    OwnPiece(Square),
    /// More than one piece is in the way.
    #[error("more than one piece is between {0} and {1}")]
    Blocked(Square, Square),
    /// A piece may be passed over once.
    #[error("the piece on {0} is taken already")]
    Twice(Square),
    /// Italian men do not take kings.
    #[error("a man does not take the king on {0}")]
    KingSafe(Square),
    /// More than one step, or a step with a capture.
    #[error("that is more than one move")]
    NotOneMove,
    /// A man that is crowned has ended its move.
    #[error("the man is crowned and the move is over")]
    Crowned,
    /// A Frisian king that has moved three times in a row while its side has men.
    #[error("the king has moved three times in a row")]
    KingRests,
    /// Something can be taken, so it must be.
    #[error("something can be taken")]
    MustCapture,
    /// More can be taken by going on, perhaps from another square to land on.
    #[error("the capture must go on")]
    MustGoOn,
    /// The variant wants another capture: of more, of more value, or by a king.
    #[error("another capture comes first")]
    BetterCapture,
}

impl Position {
    /// Why the piece on the first of these points may not go over the others to the last: `None` if it may, by a legal
    /// move that ends there and lands or turns on all of them.
    ///
    /// ```
    /// use checkers_rules::{Position, Reason, RuleSet};
    ///
    /// // White is to take 15 from 18, and 8 after it.
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

    /// Whether a man stands where it is crowned.
    fn is_crowning(&self, piece: Piece, square: Square) -> bool {
        let variant = self.rules().variant;
        let row = variant.point(square) / variant.width();
        let last = match piece.color {
            Color::White => 0,
            Color::Black => variant.width() - 1,
        };
        piece.rank == Rank::Man && row == last
    }

    /// What a piece takes between two squares of its way, if the way it goes there is one that such pieces go.
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
