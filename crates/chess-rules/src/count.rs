//! How many legal moves there are, without listing one: the last ply of perft.

use crate::{
    attacks,
    bare::{Bare, Side},
    bitboard::bits,
    generate::Guard,
};

impl Bare {
    /// The number of legal moves of `S`; what [`generate`](Bare::generate) visits.
    ///
    /// A queen is counted as a rook and as a bishop, pinned pieces apart from the others.
    pub(crate) fn count<S: Side>(&self) -> u64 {
        let occupied = self.occupied();
        let own = self.own::<S>();
        let free = !own & !self.kings();
        let guard = self.guard::<S>();
        let king_moves = self.count_king::<S>(&guard, free);
        let checkers = guard.checkers;
        if checkers & checkers.wrapping_sub(1) != 0 {
            return king_moves;
        }
        let target = if checkers == 0 {
            free
        } else {
            free & guard.block
        };
        let pinned = guard.pinned_straight | guard.pinned_aslant;
        let movable = own & !pinned;

        let mut count = king_moves;
        for s in bits(self.knights() & movable) {
            count += size(attacks::knight(s) & target);
        }
        for s in bits(self.aslant() & movable) {
            count += size(attacks::bishop(s, occupied) & target);
        }
        for s in bits(self.straight() & movable) {
            count += size(attacks::rook(s, occupied) & target);
        }
        count += self.count_pawns::<S>(self.pawns() & movable, target, target);
        if own & pinned != 0 {
            count += self.count_pinned::<S>(&guard, target);
        }
        count += size(self.en_passant_takers::<S>(!0));
        count
    }

    /// Moves of pawns, en passant aside, whose steps end in `steps` and whose captures in `captures`.
    #[inline(always)]
    fn count_pawns<S: Side>(&self, pawns: u64, steps: u64, captures: u64) -> u64 {
        let empty = !self.occupied();
        let prey = captures & self.own::<S::Other>();
        let up = S::up(pawns) & empty;
        // No square is reached both ways: where a pawn stands in front of another, that one takes no step.
        let up = (up | S::up(up & S::THIRD) & empty) & steps;
        let (west, east) = (S::up_west(pawns) & prey, S::up_east(pawns) & prey);
        let mut count = size(up) + size(west) + size(east);
        if pawns & S::SEVENTH != 0 {
            let last = S::up(S::SEVENTH);
            count += 3 * (size(up & last) + size(west & last) + size(east & last));
        }
        count
    }

    /// Moves of pinned pieces; a pinned knight has none.
    #[inline(never)]
    fn count_pinned<S: Side>(&self, guard: &Guard, target: u64) -> u64 {
        let occupied = self.occupied();
        let own = self.own::<S>();
        let (straight, aslant) = (guard.pinned_straight, guard.pinned_aslant);
        let mut count = 0;
        for s in bits(self.straight() & own & straight) {
            count += size(attacks::rook(s, occupied) & straight & target);
        }
        for s in bits(self.aslant() & own & aslant) {
            count += size(attacks::bishop(s, occupied) & aslant & target);
        }
        let pawns = self.pawns() & own;
        count += self.count_pawns::<S>(pawns & straight, straight & target, 0);
        count + self.count_pawns::<S>(pawns & aslant, 0, aslant & target)
    }

    #[inline(always)]
    fn count_king<S: Side>(&self, guard: &Guard, free: u64) -> u64 {
        let own = self.own::<S>();
        let king_bit = self.kings() & own;
        let king = king_bit.trailing_zeros();
        let steps = attacks::king(king) & free;
        let castlers = self.castlers() & own;
        if steps | castlers == 0 {
            return 0;
        }
        let occupied = self.occupied();
        let seen = self.attacked_by::<S::Other>(occupied ^ king_bit);
        let mut count = size(steps & !seen);
        if castlers != 0 && guard.checkers == 0 {
            for rook in bits(castlers & !guard.pinned_straight) {
                count += u64::from(self.may_castle(king, rook, seen));
            }
        }
        count
    }
}

#[inline(always)]
fn size(set: u64) -> u64 {
    u64::from(set.count_ones())
}
