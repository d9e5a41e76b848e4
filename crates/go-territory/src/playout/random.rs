//! Random numbers for playouts.

use board_core::zobrist::splitmix64;

/// The xorshift64* generator (S. Vigna, 2016): fast, and good enough to choose moves.
#[derive(Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        // Zero is a fixed point of the generator.
        Random(splitmix64(seed, 1).max(1))
    }

    #[inline]
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    /// A random number below `n`, which must not be 0.
    #[inline]
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.next()) * n as u64) >> 32) as usize
    }

    /// `true` with a probability of `percent` %.
    #[inline]
    pub(super) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
