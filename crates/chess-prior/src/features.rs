//! Features of a move.
//!
//! Every feature has a number below [`COUNT`] and a value for each move; most values are 0 or 1.

use board_core::{Color, MoveGen};
use chess_rules::{Bitboard, Kind, Move, Position, Square};

use crate::exchange::{gain, piece_value};

const KINDS: usize = 6;
/// Opening, middlegame, endgame.
const STAGES: usize = 3;
/// Number of files of half a rank: files count from the nearer edge.
const HALF_RANK: usize = 4;
/// Number of classes of material, see [`class`].
const CLASSES: usize = 6;

// The first feature of each group.
/// The kind of the moving piece, in or out of check.
const MOVES: usize = 0;
/// The target square minus the source square.
const PLACE: usize = MOVES + STAGES * KINDS * 2;
/// The capturing and the captured kind.
const TAKES: usize = PLACE + STAGES * KINDS * 8 * HALF_RANK;
/// Material won or lost on the target square, by quiet moves and by captures.
const BALANCE: usize = TAKES + KINDS * KINDS;
/// Material that would have been lost on the source square.
const FLEES: usize = BALANCE + 2 * 2 * CLASSES;
/// The most material that the other side can win elsewhere after the move.
const LEAVES: usize = FLEES + CLASSES;
/// The most material that the mover can win next, from a safe or an unsafe square.
const THREATENS: usize = LEAVES + CLASSES;
/// A check from a safe or an unsafe square.
const CHECKS: usize = THREATENS + 2 * CLASSES;
/// Castling kingside or queenside.
const CASTLES: usize = CHECKS + 2;
/// A promotion.
const PROMOTES: usize = CASTLES + 2;
/// A king or rook move that gives up castling rights.
const STAYS: usize = PROMOTES + 1;
/// A passed pawn, by its rank.
const PASSED: usize = STAYS + 2;
/// Number of features.
pub const COUNT: usize = PASSED + 8;

/// Extracts the features of the moves of a position; holds what is common to all of them.
#[derive(Clone, Debug)]
pub struct MoveFeatures<'a> {
    position: &'a Position,
    stage: usize,
    /// Material that the other side could win on each square.
    hanging: [i32; 64],
}

impl<'a> MoveFeatures<'a> {
    /// Prepares the extraction for a position.
    #[must_use]
    pub fn new(position: &'a Position) -> Self {
        let side = position.to_move();
        let mut hanging = [0; 64];
        for square in position.side(side) {
            hanging[square.index()] = at_stake(position, square, occupied(position));
        }
        MoveFeatures {
            position,
            stage: stage(position),
            hanging,
        }
    }

    /// Calls `visit` with the number and value of every nonzero feature of a legal move. A number may occur twice; the
    /// values then add up.
    ///
    /// # Panics
    /// May panic if the move is not legal.
    pub fn visit(&self, mv: Move, mut visit: impl FnMut(usize, f32)) {
        let (position, side) = (self.position, self.position.to_move());
        let (from, to) = (mv.from(), mv.to());
        let kind = kind_on(position, from);
        let by_kind = self.stage * KINDS + kind as usize;
        let mut after = *position;
        after.advance(mv);
        let all = occupied(&after);
        let castles = position.is_castling(mv);

        visit(MOVES + 2 * by_kind + usize::from(position.is_check()), 1.0);
        let elsewhere = after.side(side).filter(|&square| castles || square != to);
        let left = elsewhere.map(|square| at_stake(&after, square, all)).max();
        visit(LEAVES + class(left.unwrap_or(0)), 1.0);
        if castles {
            visit(CASTLES + usize::from(to.file() < from.file()), 1.0);
            return;
        }

        let places = PLACE + by_kind * 8 * HALF_RANK;
        visit(places + place(to, side), 1.0);
        visit(places + place(from, side), -1.0);
        let taken = match position.is_en_passant(mv) {
            true => Some(Kind::Pawn),
            false => position.piece(to).map(|piece| piece.kind),
        };
        if let Some(taken) = taken {
            visit(TAKES + kind as usize * KINDS + taken as usize, 1.0);
        }
        let stake = at_stake(&after, to, all);
        let balance = taken.map_or(0, piece_value) - stake;
        let loss = if balance < 0 { CLASSES } else { 0 };
        let group = BALANCE + 2 * CLASSES * usize::from(taken.is_some()) + loss;
        visit(group + class(balance.abs()), 1.0);
        visit(FLEES + class(self.hanging[from.index()]), 1.0);

        let safe = usize::from(stake == 0);
        let attacked = after.side(!side);
        let attacked = attacked.filter(|&square| after.attackers(square, all).contains(to));
        let threat = attacked.map(|square| at_stake(&after, square, all)).max();
        visit(THREATENS + safe * CLASSES + class(threat.unwrap_or(0)), 1.0);
        if after.is_check() {
            visit(CHECKS + safe, 1.0);
        }
        if mv.promotion().is_some() {
            visit(PROMOTES, 1.0);
        }
        let castlers = position.castling_rooks();
        if kind == Kind::King && castlers.0 & position.side(side).0 != 0 {
            visit(STAYS, 1.0);
        } else if castlers.contains(from) {
            visit(STAYS + 1, 1.0);
        }
        if kind == Kind::Pawn && is_passed(position, to) {
            visit(PASSED + place(to, side) / HALF_RANK, 1.0);
        }
    }
}

/// The stage of the game: the opening while half of all knights and bishops are on their initial squares, the endgame
/// when little material is left.
fn stage(position: &Position) -> usize {
    /// Material of an endgame, in pawns, both sides together: a queen, a rook and slightly more than a minor piece for
    /// each side.
    const LITTLE: i32 = 26;
    const AT_HOME: usize = 4;
    let pieces =
        |kind| position.pieces(Color::White, kind).0 | position.pieces(Color::Black, kind).0;
    let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen].into_iter();
    let left: i32 = kinds
        .map(|kind| Bitboard(pieces(kind)).len() as i32 * piece_value(kind))
        .sum();
    let at_home = |color: Color| {
        let light = position.pieces(color, Kind::Knight).0 | position.pieces(color, Kind::Bishop).0;
        let rank = if color == Color::White { 0 } else { 7 };
        Bitboard(light).filter(|s| s.rank() == rank).count()
    };
    match at_home(Color::White) + at_home(Color::Black) {
        _ if left <= LITTLE => 2,
        AT_HOME.. => 0,
        _ => 1,
    }
}

/// Material that the other side wins by capturing a piece; 0 for a king, which would be in check.
fn at_stake(position: &Position, square: Square, occupied: Bitboard) -> i32 {
    match position.piece(square) {
        Some(piece) if piece.kind != Kind::King => gain(
            position,
            square,
            piece_value(piece.kind),
            !piece.color,
            occupied,
        ),
        _ => 0,
    }
}

/// Classes of material: nothing, a pawn, a minor piece, a rook, a queen, more.
fn class(pawns: i32) -> usize {
    match pawns {
        ..=0 => 0,
        1 => 1,
        2..=3 => 2,
        4..=5 => 3,
        6..=20 => 4,
        _ => 5,
    }
}

fn occupied(position: &Position) -> Bitboard {
    Bitboard(position.side(Color::White).0 | position.side(Color::Black).0)
}

fn kind_on(position: &Position, square: Square) -> Kind {
    position
        .piece(square)
        .expect("a legal move moves a piece")
        .kind
}

/// The rank as seen by the side, and the file from the nearer edge.
fn place(square: Square, side: Color) -> usize {
    let rank = match side {
        Color::White => square.rank(),
        Color::Black => 7 - square.rank(),
    };
    rank * HALF_RANK + square.file().min(7 - square.file())
}

/// Whether no enemy pawn is ahead of a square of the side to move, on its file or an adjacent one.
fn is_passed(position: &Position, to: Square) -> bool {
    let side = position.to_move();
    let ahead = |s: Square| match side {
        Color::White => s.rank() > to.rank(),
        Color::Black => s.rank() < to.rank(),
    };
    let mut pawns = position.pieces(!side, Kind::Pawn);
    !pawns.any(|s| s.file().abs_diff(to.file()) <= 1 && ahead(s))
}
