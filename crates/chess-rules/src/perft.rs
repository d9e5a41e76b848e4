//! Counting the positions some plies ahead: the usual test and measure of move generators.

use board_core::{Color, MoveGen};
use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::{
    Position,
    bare::{BISHOP, Bare, Black, KNIGHT, PAWN, QUEEN, ROOK, Side, White},
    bitboard::bits,
    generate::Visitor,
};

/// The number of lines of `depth` plies; the last ply is counted in bulk, not played.
///
/// ```
/// assert_eq!(chess_rules::perft(&chess_rules::Position::initial(), 4), 197_281);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: usize) -> u64 {
    match position.to_move() {
        Color::White => nodes::<White>(position.bare(), depth),
        Color::Black => nodes::<Black>(position.bare(), depth),
    }
}

fn nodes<S: Side>(board: &Bare, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = Count(0);
            let _ = board.generate::<S, _>(!0, !0, &mut count);
            count.0
        }
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

pub(crate) struct Count(pub(crate) u64);

impl Count {
    #[inline(always)]
    fn add(&mut self, set: u64, times: u64) -> ControlFlow<Infallible> {
        self.0 += u64::from(set.count_ones()) * times;
        ControlFlow::Continue(())
    }
}

impl<S: Side> Visitor<S> for Count {
    type Break = Infallible;
    #[inline(always)]
    fn piece<const CODE: u8>(&mut self, _: u32, to: u64) -> ControlFlow<Infallible> {
        self.add(to, 1)
    }
    #[inline(always)]
    fn pawns(&mut self, _: i32, to: u64) -> ControlFlow<Infallible> {
        self.add(to, 1)
    }
    #[inline(always)]
    fn promotions(&mut self, _: i32, to: u64) -> ControlFlow<Infallible> {
        self.add(to, 4)
    }
    #[inline(always)]
    fn doubles(&mut self, to: u64) -> ControlFlow<Infallible> {
        self.add(to, 1)
    }
    #[inline(always)]
    fn en_passant(&mut self, _: u32, _: u32) -> ControlFlow<Infallible> {
        self.add(1, 1)
    }
    #[inline(always)]
    fn castle(&mut self, _: u32, _: u32) -> ControlFlow<Infallible> {
        self.add(1, 1)
    }
}

struct Walk<'a> {
    board: &'a Bare,
    depth: usize,
    nodes: u64,
}

impl Walk<'_> {
    #[inline(always)]
    fn enter<S: Side>(&mut self, next: Bare) -> ControlFlow<Infallible> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The six positions of the Chess Programming Wiki's page "Perft Results".
    #[test]
    fn the_wiki_tables() {
        let rows: [(&str, &[u64]); 6] = [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                &[1, 20, 400, 8_902, 197_281, 4_865_609],
            ),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                &[1, 48, 2_039, 97_862, 4_085_603],
            ),
            (
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                &[1, 14, 191, 2_812, 43_238, 674_624, 11_030_083],
            ),
            (
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                &[1, 6, 264, 9_467, 422_333, 15_833_292],
            ),
            (
                "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
                &[1, 44, 1_486, 62_379, 2_103_487],
            ),
            (
                "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                &[1, 46, 2_079, 89_890, 3_894_594],
            ),
        ];
        for (fen, counts) in rows {
            let position = Position::from_fen(fen).unwrap();
            for (depth, &count) in counts.iter().enumerate() {
                assert_eq!(perft(&position, depth), count, "{fen} depth {depth}");
            }
        }
    }
}
