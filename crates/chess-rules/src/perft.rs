//! Perft: counts the lines of a given depth, the standard test and benchmark of move generators.

use board_core::{Color, MoveGen};
use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::{
    Position,
    bitboard::bits,
    generate::Visitor,
    quad_bitboard::{BISHOP, KNIGHT, PAWN, QUEEN, QuadBitboard, ROOK},
    side::{Black, Side, White},
};

/// The number of lines of `depth` plies. The last ply is counted in bulk, not played.
///
/// ```
/// assert_eq!(chess_rules::perft(&chess_rules::Position::initial(), 4), 197_281);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: usize) -> u64 {
    match position.to_move() {
        Color::White => nodes::<White>(position.board(), depth),
        Color::Black => nodes::<Black>(position.board(), depth),
    }
}

fn nodes<S: Side>(board: &QuadBitboard, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => board.count::<S>(),
        _ => {
            let mut walk = Walk {
                board,
                depth: depth - 1,
                nodes: 0,
            };
            let _ = board.generate::<S, _>(!0, !0, &mut walk);
            walk.nodes
        }
    }
}

struct Walk<'a> {
    board: &'a QuadBitboard,
    depth: usize,
    nodes: u64,
}

impl Walk<'_> {
    #[inline(always)]
    fn enter<S: Side>(&mut self, next: QuadBitboard) -> ControlFlow<Infallible> {
        self.nodes += nodes::<S::Other>(&next, self.depth);
        ControlFlow::Continue(())
    }
}

impl<S: Side> Visitor<S> for Walk<'_> {
    type Break = Infallible;
    #[inline(always)]
    fn piece<const CODE: u8>(&mut self, from: u32, to: u64) -> ControlFlow<Infallible> {
        bits(to).try_for_each(|to| self.enter::<S>(self.board.moved::<S>(CODE, from, to)))
    }
    #[inline(always)]
    fn pawns(&mut self, step: i32, to: u64) -> ControlFlow<Infallible> {
        bits(to).try_for_each(|to| {
            let from = to.wrapping_add_signed(-step);
            self.enter::<S>(self.board.moved::<S>(PAWN, from, to))
        })
    }
    #[inline(always)]
    fn promotions(&mut self, step: i32, to: u64) -> ControlFlow<Infallible> {
        bits(to).try_for_each(|to| {
            let from = to.wrapping_add_signed(-step);
            [QUEEN, ROOK, BISHOP, KNIGHT]
                .into_iter()
                .try_for_each(|code| self.enter::<S>(self.board.moved::<S>(code, from, to)))
        })
    }
    #[inline(always)]
    fn doubles(&mut self, to: u64) -> ControlFlow<Infallible> {
        bits(to).try_for_each(|to| self.enter::<S>(self.board.double_step::<S>(to)))
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u32, _: u32) -> ControlFlow<Infallible> {
        self.enter::<S>(self.board.en_passant::<S>(from))
    }
    #[inline(always)]
    fn castle(&mut self, king: u32, rook: u32) -> ControlFlow<Infallible> {
        self.enter::<S>(self.board.castled::<S>(king, rook))
    }
}
