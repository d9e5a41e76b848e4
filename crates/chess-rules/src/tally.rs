//! Sums the sizes of many sets of squares.

/// The sum of the sizes of sets of target squares, for the moves of one position.
///
/// With a population-count instruction this is a plain sum. Without one (the x86-64 baseline) the usual bit-parallel
/// count is split: each set is reduced to eight counts, one byte for each rank, and these are summed across only once.
/// Source of the count: D. Knuth, The Art of Computer Programming 4A, 7.1.3. No byte overflows: a square is the target
/// of at most 16 moves (eight directions and eight knights), or of 25 if three pawns promote there to four kinds, which
/// makes 200 a rank.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally(u64);

impl Tally {
    #[inline(always)]
    pub(crate) fn add(&mut self, set: u64) {
        self.0 += if cfg!(target_feature = "popcnt") {
            u64::from(set.count_ones())
        } else {
            let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
            let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
            (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
        };
    }

    #[inline(always)]
    pub(crate) fn total(self) -> u64 {
        if cfg!(target_feature = "popcnt") {
            self.0
        } else {
            const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
            let ranks = (self.0 & EVEN) + (self.0 >> 8 & EVEN);
            ranks.wrapping_mul(0x0001_0001_0001_0001) >> 48
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::zobrist::splitmix64;

    #[test]
    fn sums_sizes() {
        for case in 0..1_000 {
            let sets =
                (0..case % 17).map(|i| splitmix64(case, 2 * i) & splitmix64(case, 2 * i + 1));
            let mut tally = Tally::default();
            sets.clone().for_each(|set| tally.add(set));
            let expected: u64 = sets.map(|set| u64::from(set.count_ones())).sum();
            assert_eq!(tally.total(), expected);
        }
    }

    #[test]
    fn sixteen_full_boards_do_not_overflow() {
        let mut tally = Tally::default();
        (0..16).for_each(|_| tally.add(!0));
        assert_eq!(tally.total(), 1024);
    }
}
