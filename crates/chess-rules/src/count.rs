//! Counts legal moves without listing them, for the last ply of perft.

use crate::{
    Kind, attacks, bitboard::bits, generate::Guard, quad_bitboard::QuadBitboard, side::Side,
    tally::Tally,
};

impl QuadBitboard {
    /// The number of legal moves of `S`, those that [`generate`](QuadBitboard::generate) visits.
    ///
    /// A queen counts as a rook and a bishop; pinned pieces are counted separately.
    pub(crate) fn count<S: Side>(&self) -> u64 {
        let occupied = self.occupied();
        let own = self.own::<S>();
        let guard = self.guard::<S>();
        let mut tally = Tally::default();
        self.count_king::<S>(&guard, &mut tally);
        let target = self.target::<S>(&guard);
        if target == 0 {
            return tally.total();
        }
        let pinned = guard.pinned_straight | guard.pinned_aslant;
        let movable = own & !pinned;

        for s in bits(self.knights() & movable) {
            tally.add(attacks::knight(s) & target);
        }
        for s in bits(self.aslant() & movable) {
            tally.add(attacks::bishop(s, occupied) & target);
        }
        for s in bits(self.straight() & movable) {
            tally.add(attacks::rook(s, occupied) & target);
        }
        self.count_pawns::<S>(self.pawns() & movable, target, target, &mut tally);
        if own & pinned != 0 {
            self.count_pinned::<S>(&guard, target, &mut tally);
        }
        tally.add(self.en_passant_takers::<S>(!0));
        tally.total()
    }

    #[inline(always)]
    fn count_king<S: Side>(&self, guard: &Guard, tally: &mut Tally) {
        let own = self.own::<S>();
        let king_bit = self.kings() & own;
        let king = king_bit.trailing_zeros();
        let steps = attacks::king(king) & !own & !self.kings();
        let castlers = self.castlers() & own;
        if steps | castlers == 0 {
            return;
        }
        let seen = self.attacked_by::<S::Other>(self.occupied() ^ king_bit);
        tally.add(steps & !seen);
        if castlers != 0 && guard.checkers == 0 {
            for rook in bits(castlers & !guard.pinned_straight) {
                if self.may_castle(king, rook, seen) {
                    tally.add(1 << rook);
                }
            }
        }
    }

    /// Counts pawn moves except en passant: steps to squares of `steps` and captures on squares of `captures`.
    #[inline(always)]
    fn count_pawns<S: Side>(&self, pawns: u64, steps: u64, captures: u64, tally: &mut Tally) {
        let empty = !self.occupied();
        let prey = captures & self.own::<S::Other>();
        let up = S::up(pawns) & empty;
        // No square is counted twice: a pawn behind another one has no step.
        let up = (up | S::up(up & S::THIRD) & empty) & steps;
        let (west, east) = (S::up_west(pawns) & prey, S::up_east(pawns) & prey);
        tally.add(up);
        tally.add(west);
        tally.add(east);
        if pawns & S::SEVENTH != 0 {
            let last = S::up(S::SEVENTH);
            for _ in 1..Kind::PROMOTIONS.len() {
                tally.add(up & last);
                tally.add(west & last);
                tally.add(east & last);
            }
        }
    }

    /// Counts the moves of pinned pieces; a pinned knight has none.
    #[inline(never)]
    fn count_pinned<S: Side>(&self, guard: &Guard, target: u64, tally: &mut Tally) {
        let occupied = self.occupied();
        let own = self.own::<S>();
        let (straight, aslant) = (guard.pinned_straight, guard.pinned_aslant);
        for s in bits(self.straight() & own & straight) {
            tally.add(attacks::rook(s, occupied) & straight & target);
        }
        for s in bits(self.aslant() & own & aslant) {
            tally.add(attacks::bishop(s, occupied) & aslant & target);
        }
        let pawns = self.pawns() & own;
        self.count_pawns::<S>(pawns & straight, straight & target, 0, tally);
        self.count_pawns::<S>(pawns & aslant, 0, aslant & target, tally);
    }
}
