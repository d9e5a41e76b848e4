//! Generates legal moves only: checks and pins are computed before the moves of any piece.

use core::ops::ControlFlow;

use crate::{
    attacks,
    bitboard::bits,
    quad_bitboard::{BISHOP, KING, KNIGHT, QUEEN, QuadBitboard, ROOK, castling_targets},
    side::Side,
};

/// Receives the legal moves as sets, so that counting need not list them.
pub(crate) trait Visitor<S: Side> {
    type Break;
    /// The piece with `CODE` (not a pawn) on `from` may move to each square of `to`.
    fn piece<const CODE: u8>(&mut self, from: u32, to: u64) -> ControlFlow<Self::Break>;
    /// Pawns may move to each square of `to`, coming from `to - step`.
    fn pawns(&mut self, step: i32, to: u64) -> ControlFlow<Self::Break>;
    /// Pawns may move to each square of `to` and promote, coming from `to - step`.
    fn promotions(&mut self, step: i32, to: u64) -> ControlFlow<Self::Break>;
    /// Pawns may take a double step to each square of `to`.
    fn doubles(&mut self, to: u64) -> ControlFlow<Self::Break>;
    /// The pawn on `from` may capture en passant, moving to `to`.
    fn en_passant(&mut self, from: u32, to: u32) -> ControlFlow<Self::Break>;
    /// The king may castle with the rook.
    fn castle(&mut self, king: u32, rook: u32) -> ControlFlow<Self::Break>;
}

/// Checks and pins that restrict the moves of one side.
#[derive(Clone, Copy)]
pub(crate) struct Guard {
    /// The pieces that give check.
    pub(crate) checkers: u64,
    /// The squares on which a piece ends a single check: the checker's, and those between it and the king.
    pub(crate) block: u64,
    /// The lines from the king to a rook or queen with one piece in between, which is pinned to its line. Without the
    /// king, with the slider.
    pub(crate) pinned_straight: u64,
    /// The same for a bishop or queen.
    pub(crate) pinned_aslant: u64,
}

impl QuadBitboard {
    /// The checks and pins of `S`, whose king is on the board.
    #[inline(always)]
    pub(crate) fn guard<S: Side>(&self) -> Guard {
        let occupied = self.occupied();
        let own = self.own::<S>();
        let other = occupied ^ own;
        let king_bit = self.kings() & own;
        let king = king_bit.trailing_zeros();
        let pawns = (S::up_west(king_bit) | S::up_east(king_bit)) & self.pawns();
        let mut checkers = other & (pawns | attacks::knight(king) & self.knights());
        let mut block = checkers;
        let mut pinned_by = |snipers: u64| {
            let mut pinned = 0;
            for sniper in bits(snipers & other) {
                let line = attacks::between(king, sniper) | 1 << sniper;
                let blockers = line & occupied & !(1 << sniper);
                if blockers == 0 {
                    checkers |= 1 << sniper;
                    block |= line;
                } else if blockers & (blockers - 1) == 0 {
                    pinned |= line;
                }
            }
            pinned
        };
        let pinned_straight = pinned_by(attacks::rook_rays(king) & self.straight());
        let pinned_aslant = pinned_by(attacks::bishop_rays(king) & self.aslant());
        Guard {
            checkers,
            block,
            pinned_straight,
            pinned_aslant,
        }
    }

    /// The squares that the pieces of `S` attack with the given occupancy.
    #[inline(always)]
    pub(crate) fn attacked_by<S: Side>(&self, occupied: u64) -> u64 {
        let own = self.own::<S>();
        let pawns = self.pawns() & own;
        let mut seen = S::up_west(pawns) | S::up_east(pawns);
        for s in bits(self.knights() & own) {
            seen |= attacks::knight(s);
        }
        seen |= attacks::king((self.kings() & own).trailing_zeros());
        for s in bits(self.straight() & own) {
            seen |= attacks::rook(s, occupied);
        }
        for s in bits(self.aslant() & own) {
            seen |= attacks::bishop(s, occupied);
        }
        seen
    }

    /// The pieces of `S` that attack `square` with the given occupancy.
    #[inline(always)]
    pub(crate) fn attackers<S: Side>(&self, square: u32, occupied: u64) -> u64 {
        let bit = 1u64 << (square & 63);
        let pawns = S::Other::up_west(bit) | S::Other::up_east(bit);
        self.own::<S>()
            & (pawns & self.pawns()
                | attacks::knight(square) & self.knights()
                | attacks::king(square) & self.kings()
                | attacks::rook(square, occupied) & self.straight()
                | attacks::bishop(square, occupied) & self.aslant())
    }

    /// The enemy pieces that give check to the king of `S`.
    #[inline]
    pub(crate) fn checkers<S: Side>(&self) -> u64 {
        let king = (self.kings() & self.own::<S>()).trailing_zeros();
        self.attackers::<S::Other>(king, self.occupied())
    }

    /// Generates all legal moves of `S` from a square of `from` to a square of `to`. Castling is included if the king's
    /// square is in `from`.
    ///
    /// A king is never captured: if the enemy king is in check, its square is not a target.
    #[inline(always)]
    pub(crate) fn generate<S: Side, V: Visitor<S>>(
        &self,
        from: u64,
        to: u64,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let occupied = self.occupied();
        let own = self.own::<S>();
        let king_bit = self.kings() & own;
        let king = king_bit.trailing_zeros();
        let aslant = self.aslant();
        let guard = self.guard::<S>();
        let Guard {
            checkers,
            pinned_straight,
            pinned_aslant,
            ..
        } = guard;

        if from & king_bit != 0 {
            let steps = attacks::king(king) & to & !own & !self.kings();
            let castlers = self.castlers() & own;
            if steps != 0 || castlers != 0 {
                let seen = self.attacked_by::<S::Other>(occupied ^ king_bit);
                visitor.piece::<KING>(king, steps & !seen)?;
                if castlers != 0 && checkers == 0 {
                    for rook in bits(castlers & !pinned_straight) {
                        if self.may_castle(king, rook, seen) {
                            visitor.castle(king, rook)?;
                        }
                    }
                }
            }
        }
        let target = self.target::<S>(&guard);
        if target == 0 {
            return ControlFlow::Continue(());
        }
        let (target, movable) = (target & to, own & from);

        for s in bits(self.knights() & movable & !(pinned_straight | pinned_aslant)) {
            visitor.piece::<KNIGHT>(s, attacks::knight(s) & target)?;
        }
        for s in bits(aslant & !self.o & movable & !pinned_straight) {
            let line = if pinned_aslant >> s & 1 == 1 {
                pinned_aslant
            } else {
                !0
            };
            visitor.piece::<BISHOP>(s, attacks::bishop(s, occupied) & target & line)?;
        }
        for s in bits(self.o & !self.d & movable & !pinned_aslant) {
            let line = if pinned_straight >> s & 1 == 1 {
                pinned_straight
            } else {
                !0
            };
            visitor.piece::<ROOK>(s, attacks::rook(s, occupied) & target & line)?;
        }
        for s in bits(aslant & self.o & movable) {
            let reach = if pinned_straight >> s & 1 == 1 {
                attacks::rook(s, occupied) & pinned_straight
            } else if pinned_aslant >> s & 1 == 1 {
                attacks::bishop(s, occupied) & pinned_aslant
            } else {
                attacks::rook(s, occupied) | attacks::bishop(s, occupied)
            };
            visitor.piece::<QUEEN>(s, reach & target)?;
        }

        self.generate_pawns::<S, V>(&guard, self.pawns() & movable, to, visitor)
    }

    /// The target squares of pieces other than the king: not an own piece nor a king, and so that a check ends.
    #[inline(always)]
    pub(crate) fn target<S: Side>(&self, guard: &Guard) -> u64 {
        let free = !self.own::<S>() & !self.kings();
        match guard.checkers {
            0 => free,
            one if one & (one - 1) == 0 => free & guard.block,
            _ => 0,
        }
    }

    /// Generates all legal moves of the given pawns of `S` to a square of `to`.
    #[inline(always)]
    pub(crate) fn generate_pawns<S: Side, V: Visitor<S>>(
        &self,
        guard: &Guard,
        pawns: u64,
        to: u64,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let Guard {
            pinned_straight,
            pinned_aslant,
            ..
        } = *guard;
        let target = self.target::<S>(guard) & to;
        let empty = !self.occupied();
        let walkers = pawns & !pinned_aslant;
        let up = (S::up(walkers & !pinned_straight)
            | S::up(walkers & pinned_straight) & pinned_straight)
            & empty;
        let doubles = S::up(up & S::THIRD) & empty & target;
        let up = up & target;
        let takers = pawns & !pinned_straight;
        let (loose, bound) = (takers & !pinned_aslant, takers & pinned_aslant);
        let prey = self.own::<S::Other>() & target;
        let west = (S::up_west(loose) | S::up_west(bound) & pinned_aslant) & prey;
        let east = (S::up_east(loose) | S::up_east(bound) & pinned_aslant) & prey;
        let last = S::up(S::SEVENTH);
        visitor.pawns(S::UP, up & !last)?;
        visitor.doubles(doubles)?;
        visitor.pawns(S::UP - 1, west & !last)?;
        visitor.pawns(S::UP + 1, east & !last)?;
        if pawns & S::SEVENTH != 0 {
            visitor.promotions(S::UP, up & last)?;
            visitor.promotions(S::UP - 1, west & last)?;
            visitor.promotions(S::UP + 1, east & last)?;
        }
        for s in bits(self.en_passant_takers::<S>(to) & pawns) {
            visitor.en_passant(s, self.ep.trailing_zeros())?;
        }
        ControlFlow::Continue(())
    }

    /// Of the pieces in `from` (neither pawns nor king) that attack the square `to`, those that may legally move there.
    #[inline(always)]
    pub(crate) fn free_to_go<S: Side>(&self, from: u64, to: u64) -> u64 {
        let guard = self.guard::<S>();
        if self.target::<S>(&guard) & to == 0 {
            return 0;
        }
        let pinned = from & (guard.pinned_straight | guard.pinned_aslant);
        let king = (self.kings() & self.own::<S>()).trailing_zeros();
        let beyond = attacks::between(king, to.trailing_zeros());
        // A pinned piece may move along its line, towards the king or away from it.
        let stuck = bits(pinned)
            .filter(|&s| (attacks::between(king, s) & to | beyond & 1 << s) == 0)
            .fold(0, |set, s| set | 1 << s);
        from & !stuck
    }

    /// Whether the king of `S` may step to the adjacent square `to`.
    #[inline(always)]
    pub(crate) fn is_king_step<S: Side>(&self, to: u64) -> bool {
        let own = self.own::<S>();
        let without = self.occupied() & !(self.kings() & own);
        let square = to.trailing_zeros();
        to & (own | self.kings()) == 0 && self.attackers::<S::Other>(square, without) == 0
    }

    /// Whether the king may castle with the rook. The king must not be in check, and the rook must not shield it from a
    /// checker.
    #[inline(always)]
    pub(crate) fn may_castle(&self, king: u32, rook: u32, seen: u64) -> bool {
        let (king_to, rook_to) = castling_targets(king, rook);
        let path = attacks::between(king, king_to) | 1 << king_to;
        let rooks = attacks::between(rook, rook_to) | 1 << rook_to;
        let others = self.occupied() & !(1 << king | 1 << rook);
        (path | rooks) & others == 0 && path & seen == 0
    }

    /// The pawns of `S` that may legally capture en passant, if the target square is in `to`.
    #[inline(always)]
    pub(crate) fn en_passant_takers<S: Side>(&self, to: u64) -> u64 {
        if self.ep & to == 0 {
            0
        } else {
            self.legal_en_passant_takers::<S>()
        }
    }

    /// Two pieces leave a rank at once, so pins are not sufficient: each capture is tried. It is rare enough.
    #[inline(never)]
    fn legal_en_passant_takers<S: Side>(&self) -> u64 {
        let own = self.own::<S>();
        let king = (self.kings() & own).trailing_zeros();
        let near = S::Other::up_west(self.ep) | S::Other::up_east(self.ep);
        bits(near & self.pawns() & own)
            .filter(|&s| {
                let next = self.en_passant::<S>(s);
                next.attackers::<S::Other>(king, next.occupied()) == 0
            })
            .fold(0, |set, s| set | 1 << s)
    }

    /// Clears the en-passant square if no pawn of `S`, the side to move, can legally capture there.
    pub(crate) fn forget_idle_en_passant<S: Side>(&mut self) {
        if self.en_passant_takers::<S>(!0) == 0 {
            self.ep = 0;
        }
    }
}
