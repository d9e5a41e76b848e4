//! Lists legal moves one by one, from the sets that the generator delivers.

use core::ops::ControlFlow;

use super::Position;
use crate::{
    Kind, Move, Square,
    bitboard::bits,
    generate::Visitor,
    side::{Side, by_side},
};

impl Position {
    /// Visits the legal moves of the pawns in `from` to a square of `to`.
    #[inline]
    pub(crate) fn visit_pawns<B>(
        &self,
        from: u64,
        to: u64,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut list = List {
            visit,
            castles: false,
        };
        by_side!(self.side, S => {
            self.board.generate_pawns::<S, _>(&self.board.guard::<S>(), from, to, &mut list)
        })
    }

    #[inline]
    pub(crate) fn visit_masked<B>(
        &self,
        from: u64,
        to: u64,
        castles: bool,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut list = List { visit, castles };
        by_side!(self.side, S => self.board.generate::<S, _>(from, to, &mut list))
    }
}

/// Lists moves one by one.
struct List<F> {
    visit: F,
    castles: bool,
}

impl<F> List<F> {
    #[inline(always)]
    fn each<B>(&mut self, step: i32, to: u64, promotion: Option<Kind>) -> ControlFlow<B>
    where
        F: FnMut(Move) -> ControlFlow<B>,
    {
        bits(to).try_for_each(|to| {
            let from = Square::of(to.wrapping_add_signed(-step));
            (self.visit)(Move::new(from, Square::of(to), promotion))
        })
    }
}

impl<S: Side, B, F: FnMut(Move) -> ControlFlow<B>> Visitor<S> for List<F> {
    type Break = B;
    #[inline]
    fn piece<const CODE: u8>(&mut self, from: u32, to: u64) -> ControlFlow<B> {
        let from = Square::of(from);
        bits(to).try_for_each(|to| (self.visit)(Move::new(from, Square::of(to), None)))
    }
    #[inline]
    fn pawns(&mut self, step: i32, to: u64) -> ControlFlow<B> {
        self.each(step, to, None)
    }
    #[inline]
    fn promotions(&mut self, step: i32, to: u64) -> ControlFlow<B> {
        bits(to).try_for_each(|to| {
            let from = Square::of(to.wrapping_add_signed(-step));
            Kind::PROMOTIONS
                .into_iter()
                .try_for_each(|kind| (self.visit)(Move::new(from, Square::of(to), Some(kind))))
        })
    }
    #[inline]
    fn doubles(&mut self, to: u64) -> ControlFlow<B> {
        self.each(2 * S::UP, to, None)
    }
    #[inline]
    fn en_passant(&mut self, from: u32, to: u32) -> ControlFlow<B> {
        (self.visit)(Move::new(Square::of(from), Square::of(to), None))
    }
    #[inline]
    fn castle(&mut self, king: u32, rook: u32) -> ControlFlow<B> {
        if !self.castles {
            return ControlFlow::Continue(());
        }
        (self.visit)(Move::new(Square::of(king), Square::of(rook), None))
    }
}
