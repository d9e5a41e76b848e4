//! Bitboards of the pieces, and their quiet moves. `WHITE` is whether White is to move.

use core::ops::ControlFlow;

use crate::{
    layout::singles,
    variant::{DOWN_LEFT, Rules, UP_LEFT, back, step},
};

/// Consecutive quiet moves of one king of a side, which Frisian rules limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Run {
    /// The bit index of the king.
    pub(crate) square: u8,
    /// Number of moves; 0 if the last move was a capture or not a king's.
    pub(crate) moves: u8,
}

/// The number of moves after which the king must rest.
pub(crate) const LONGEST_RUN: u8 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Bitboards {
    /// The pieces of each side, by [`Color::index`](board_core::Color::index).
    pub(crate) sides: [u64; 2],
    /// The kings of both sides.
    pub(crate) kings: u64,
    /// Used by Frisian rules only.
    pub(crate) runs: [Run; 2],
}

impl Bitboards {
    #[inline(always)]
    pub(crate) const fn own<const WHITE: bool>(&self) -> u64 {
        self.sides[WHITE as usize]
    }

    #[inline(always)]
    pub(crate) const fn other<const WHITE: bool>(&self) -> u64 {
        self.sides[!WHITE as usize]
    }

    #[inline(always)]
    pub(crate) const fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The king that must rest, if any.
    #[inline(always)]
    fn resting<R: Rules, const WHITE: bool>(&self) -> u64 {
        let run = self.runs[WHITE as usize];
        let limited = R::LAWS.orthogonal && run.moves >= LONGEST_RUN;
        if limited && self.own::<WHITE>() & !self.kings != 0 {
            1 << run.square
        } else {
            0
        }
    }

    /// The board after a move. All squares are single-bit sets.
    #[inline(always)]
    pub(crate) fn after<R: Rules, const WHITE: bool>(
        &self,
        from: u64,
        to: u64,
        taken: u64,
        crowned: bool,
    ) -> Bitboards {
        let mut next = *self;
        let king = self.kings & from != 0;
        let side = &mut next.sides[WHITE as usize];
        *side = *side & !from | to;
        next.sides[!WHITE as usize] &= !taken;
        next.kings &= !(from | taken);
        if king || crowned {
            next.kings |= to;
        }
        if R::LAWS.orthogonal {
            let run = &mut next.runs[WHITE as usize];
            let same = run.moves > 0 && 1 << run.square == from;
            *run = if !king || taken != 0 {
                Run::default()
            } else {
                Run {
                    square: to.trailing_zeros() as u8,
                    moves: if same {
                        (run.moves + 1).min(LONGEST_RUN)
                    } else {
                        1
                    },
                }
            };
            // A captured king ends its side's run.
            let other = &mut next.runs[!WHITE as usize];
            if taken >> other.square & 1 != 0 {
                *other = Run::default();
            }
        }
        next
    }

    /// Calls `visit` with source, target and whether a man is crowned, for every quiet move.
    #[inline(always)]
    pub(crate) fn quiet<R: Rules, const WHITE: bool, B>(
        &self,
        mut visit: impl FnMut(u64, u64, bool) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let empty = R::BOARD & !self.occupied();
        let men = self.own::<WHITE>() & !self.kings;
        let forwards = if WHITE { UP_LEFT } else { DOWN_LEFT };
        for direction in [forwards, forwards + 1] {
            for to in singles(step::<R>(men, direction) & empty) {
                let crowned = to & R::CROWN[WHITE as usize] != 0;
                visit(step::<R>(to, back(direction)), to, crowned)?;
            }
        }
        let kings = self.own::<WHITE>() & self.kings & !self.resting::<R, WHITE>();
        for from in singles(kings) {
            for direction in 0..4 {
                let mut to = step::<R>(from, direction) & empty;
                while to != 0 {
                    visit(from, to, false)?;
                    if !R::LAWS.flying {
                        break;
                    }
                    to = step::<R>(to, direction) & empty;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of quiet moves.
    #[inline(always)]
    pub(crate) fn count_quiet<R: Rules, const WHITE: bool>(&self) -> u64 {
        let empty = R::BOARD & !self.occupied();
        let men = self.own::<WHITE>() & !self.kings;
        let forwards = if WHITE { UP_LEFT } else { DOWN_LEFT };
        let mut count = (step::<R>(men, forwards) & empty).count_ones()
            + (step::<R>(men, forwards + 1) & empty).count_ones();
        let kings = self.own::<WHITE>() & self.kings & !self.resting::<R, WHITE>();
        if kings != 0 {
            for direction in 0..4 {
                // All kings at once: in one direction their targets never coincide.
                let mut to = step::<R>(kings, direction) & empty;
                while to != 0 {
                    count += to.count_ones();
                    if !R::LAWS.flying {
                        break;
                    }
                    to = step::<R>(to, direction) & empty;
                }
            }
        }
        count.into()
    }
}
