//! Magic bitboards: the attacks of rooks and bishops by one multiplication and one table look-up.
//!
//! A multiplier for each square gathers the possible blockers of its rays in the top bits, which are the index into
//! that square's part of a common table. Source: P. Kannan, "Magic Move-Bitboard Generation in Computer Chess", 2007
//! ("fancy" magics). `examples/magics.rs` finds the multipliers.

/// Mask, multiplier, shift and part of the table of one square.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares of the rays where a blocker matters: all except the last of each.
    mask: u64,
    multiplier: u64,
    shift: u32,
    offset: u32,
}

/// 102,400 entries for rooks and 5,248 for bishops, rounded up to a power of two: a masked index needs no bounds check.
const SIZE: usize = 1 << 17;

static ROOKS: [Magic; 64] = magics(ROOK, 0, true);
static BISHOPS: [Magic; 64] = magics(BISHOP, 102_400, false);
#[allow(long_running_const_eval)] // the compiler fills a table of a megabyte
static TABLE: [u64; SIZE] = fill(fill([0; SIZE], &ROOKS, true), &BISHOPS, false);

#[inline(always)]
fn attacks(magic: &Magic, occupied: u64) -> u64 {
    let index = (occupied & magic.mask).wrapping_mul(magic.multiplier) >> (magic.shift & 63);
    TABLE[(index as usize).wrapping_add(magic.offset as usize) & (SIZE - 1)]
}

/// The squares a rook attacks, including the first piece of either side on each ray.
#[inline(always)]
pub(crate) fn rook(square: u32, occupied: u64) -> u64 {
    attacks(&ROOKS[square as usize & 63], occupied)
}

/// The squares a bishop attacks, including the first piece of either side on each ray.
#[inline(always)]
pub(crate) fn bishop(square: u32, occupied: u64) -> u64 {
    attacks(&BISHOPS[square as usize & 63], occupied)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_8: u64 = 0xFF;
const RANK_1: u64 = 0xFF << 56;

/// The two lines of a rook or bishop through a square, without the square.
const fn lines(square: usize, straight: bool) -> [u64; 2] {
    let (row, col) = (square / 8, square % 8);
    let bit = 1 << square;
    if straight {
        return [(FILE_A << col) ^ bit, (RANK_8 << (8 * row)) ^ bit];
    }
    let (mut falling, mut rising, mut i) = (0, 0, 0);
    while i < 64 {
        if i / 8 + col == i % 8 + row {
            falling |= 1 << i;
        }
        if i / 8 + i % 8 == row + col {
            rising |= 1 << i;
        }
        i += 1;
    }
    [falling ^ bit, rising ^ bit]
}

/// Attacks along one line by hyperbola quintessence: a subtraction runs up to the first piece, and a second one on the
/// reversed board. Source: G. Baker and A. Moldenhauer, Chess Programming Wiki.
const fn along(square: usize, occupied: u64, line: u64) -> u64 {
    let bit = 1u64 << square;
    let up = (occupied & line).wrapping_sub(bit << 1);
    let down = (occupied & line)
        .reverse_bits()
        .wrapping_sub(bit.reverse_bits() << 1)
        .reverse_bits();
    (up ^ down) & line
}

const fn magics(multipliers: [u64; 64], first: u32, straight: bool) -> [Magic; 64] {
    let empty = Magic {
        mask: 0,
        multiplier: 0,
        shift: 0,
        offset: 0,
    };
    let (mut magics, mut offset, mut square) = ([empty; 64], first, 0);
    while square < 64 {
        let (row, col) = (square / 8, square % 8);
        let sides = (FILE_A | FILE_H) & !(FILE_A << col);
        let ends = (RANK_1 | RANK_8) & !(RANK_8 << (8 * row));
        let [a, b] = lines(square, straight);
        let mask = (a | b) & !(sides | ends);
        magics[square] = Magic {
            mask,
            multiplier: multipliers[square],
            shift: 64 - mask.count_ones(),
            offset,
        };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    magics
}

/// Fills the table with the attacks of every square for every set of blockers.
///
/// The subsets of each line are solved once and then combined, because the compiler interprets this.
const fn fill(mut table: [u64; SIZE], magics: &[Magic; 64], straight: bool) -> [u64; SIZE] {
    let mut square = 0;
    while square < 64 {
        let magic = magics[square];
        let [a, b] = lines(square, straight);
        let (of_a, count_a) = subsets(square, a, a & magic.mask);
        let (of_b, count_b) = subsets(square, b, b & magic.mask);
        let mut i = 0;
        while i < count_a {
            let mut j = 0;
            while j < count_b {
                let occupied = of_a[i].0 | of_b[j].0;
                let index = occupied.wrapping_mul(magic.multiplier) >> magic.shift;
                table[magic.offset as usize + index as usize] = of_a[i].1 | of_b[j].1;
                j += 1;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// The subsets of the part of a line that is in `mask`, each with its attacks, and their number.
const fn subsets(square: usize, line: u64, mask: u64) -> ([(u64, u64); 64], usize) {
    let (mut list, mut count, mut occupied) = ([(0, 0); 64], 0, 0u64);
    loop {
        list[count] = (occupied, along(square, occupied, line));
        count += 1;
        occupied = occupied.wrapping_sub(mask) & mask;
        if occupied == 0 {
            return (list, count);
        }
    }
}

const ROOK: [u64; 64] = [
    0x8080009480c00820,
    0x004000401000a004,
    0x1080200030028008,
    0x04802c1000080080,
    0x0080080086040080,
    0x0180120024001180,
    0x1080048002000f00,
    0x1080010002604280,
    0x0821800aa0884000,
    0x4014404010002000,
    0x0002004080201204,
    0x3042800800801000,
    0x0304800401806800,
    0x0800800c010a0080,
    0x0201000402000100,
    0x0101000046921100,
    0x0000e08006400180,
    0x6020808040002001,
    0x0030808010042000,
    0x0002020008104420,
    0x2012450031004800,
    0x0004004002004100,
    0x4000040008821001,
    0x0040860010940a51,
    0x00020082002104c0,
    0x1020008080204000,
    0x8110402200308200,
    0x80223001000c2101,
    0x0002080080800400,
    0x0404440080020080,
    0x2000470c00180690,
    0x0000040200008241,
    0x1464400081800020,
    0x1004814001002100,
    0x002a100481802002,
    0x0002821000800800,
    0x2004004008080080,
    0x03020018c2000470,
    0x0000211004000208,
    0x30b2104902000084,
    0x0413842040088000,
    0x0090004920024000,
    0x0840410220050031,
    0x4882004840120020,
    0x0000440008008080,
    0x0884000201004040,
    0x0041010210040048,
    0x4000050488420024,
    0x0000400060800880,
    0x0000201040058080,
    0x0050016000148080,
    0x0042a0104a004200,
    0x0414001418008080,
    0x0002000a800c0080,
    0x0480081002011400,
    0x0403004104109a00,
    0x04828002a10044d1,
    0x200280c00100302b,
    0x0000084460001101,
    0x0060040820100101,
    0x4102000804201002,
    0x0031004400820801,
    0x2882000804a11c22,
    0x0008048041040122,
];
const BISHOP: [u64; 64] = [
    0x0010200101488901,
    0x24a0020081090241,
    0x0010010200200082,
    0x0142208200080a00,
    0x2084042004a02000,
    0x0003011940000001,
    0x0800420804400085,
    0x8024808410010400,
    0x004a202002022140,
    0x00002082140104a4,
    0x4034100482004000,
    0x1400020a0600a406,
    0x0000020610100004,
    0x0000020802082069,
    0x8008d44818645000,
    0xa814021082011004,
    0x4128201042100400,
    0x0008001002868404,
    0x000802b002404048,
    0x0024004804200801,
    0x0009004820080201,
    0x0002000458020808,
    0x802c082111080210,
    0x02020000c2640403,
    0x0013200148202c00,
    0x81101000082a8480,
    0x0004280010084442,
    0x0020080002081010,
    0x400600100a00d008,
    0x0008044492010080,
    0x0008160445422202,
    0x4000428032020908,
    0x00c2284020201222,
    0x0002082010424201,
    0x410a011000810048,
    0x0444268081080200,
    0x0494440400024100,
    0x2010020200442080,
    0x4002140100041080,
    0x0482004050820211,
    0x0008084808000c30,
    0x08208a3050004200,
    0x1010101090000800,
    0x020040a018000308,
    0x4020100202000060,
    0x005400868a002100,
    0x0024440404003848,
    0x0102020041021208,
    0x000c8c1008040020,
    0x0083040a16024184,
    0x1000022402220081,
    0x5204000384040080,
    0x0000004008a21000,
    0x08022082021a0000,
    0x0051300101041901,
    0x0088080082820200,
    0x0941804804842082,
    0x0080412208020800,
    0x0000002200420802,
    0x02080000028c0400,
    0x0080400020120488,
    0x1850101410120a00,
    0x0800204210460480,
    0x41101010348380b0,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: walks from the square to the first piece on each ray.
    fn walked(square: i32, steps: [(i32, i32); 4], occupied: u64) -> u64 {
        let mut set = 0;
        for (r, c) in steps {
            let (mut row, mut col) = (square / 8 + r, square % 8 + c);
            while (0..8).contains(&row) && (0..8).contains(&col) {
                let bit = 1u64 << (row * 8 + col);
                set |= bit;
                if occupied & bit != 0 {
                    break;
                }
                (row, col) = (row + r, col + c);
            }
        }
        set
    }

    #[test]
    fn every_occupation_of_every_ray() {
        for square in 0..64 {
            let s = square as u32;
            let rook_steps = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            let bishop_steps = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
            type Attacks = fn(u32, u64) -> u64;
            for (steps, look_up) in [(rook_steps, rook as Attacks), (bishop_steps, bishop)] {
                let rays = walked(square, steps, 0);
                let mut occupied = 0u64;
                loop {
                    let expected = walked(square, steps, occupied);
                    // Pieces off the rays, or on the square itself, make no difference.
                    for noise in [0, !rays] {
                        assert_eq!(look_up(s, occupied | noise), expected, "{square}");
                    }
                    occupied = occupied.wrapping_sub(rays) & rays;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
    }
}
