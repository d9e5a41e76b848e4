//! Keys for Zobrist hashing, computed at compile time.
//!
//! The key of a position is the exclusive or of one key for each point and its content, and one for each further fact
//! (side to move, ko). Source: A. L. Zobrist, "A new hashing method with application for game playing", University of
//! Wisconsin technical report 88, 1970.

/// The `index`-th output of the SplitMix64 generator for `seed` (Steele, Lea, Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014).
#[must_use]
pub const fn splitmix64(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A table of `N` keys. Different seeds give unrelated tables.
///
/// ```
/// static KEYS: [u64; 361] = board_core::zobrist::keys(1);
/// assert_ne!(KEYS[0], KEYS[360]);
/// ```
#[must_use]
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = splitmix64(seed, i as u64);
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_outputs_of_the_published_generator() {
        // Reference outputs of splitmix64.c (S. Vigna, public domain) for seed 1234567.
        let expected = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        assert_eq!(keys::<5>(1234567), expected);
    }
}
