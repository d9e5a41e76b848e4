//! Finds the multipliers of `src/magic.rs` by random search: `cargo run --release -p chess-rules --example magics`.
//!
//! A multiplier of a square is one that brings the pieces that may block its rays into the top bits so that two
//! occupations get one index only if they leave the same squares attacked. Source: P. Kannan, "Magic Move-Bitboard
//! Generation in Computer Chess", 2007; candidates with few bits after T. Romstad (Chess Programming Wiki, "Looking
//! for Magics").
#![allow(clippy::print_stdout)]

use board_core::zobrist::splitmix64;

const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The squares attacked from `square`. With `inner`, without the last square of each ray.
fn attacked(square: i32, steps: [(i32, i32); 4], occupied: u64, inner: bool) -> u64 {
    let mut set = 0;
    for (r, c) in steps {
        let (mut row, mut col) = (square / 8 + r, square % 8 + c);
        while (0..8).contains(&row) && (0..8).contains(&col) {
            let bit = 1u64 << (row * 8 + col);
            let last = !(0..8).contains(&(row + r)) || !(0..8).contains(&(col + c));
            if !(inner && last) {
                set |= bit;
            }
            if occupied & bit != 0 {
                break;
            }
            (row, col) = (row + r, col + c);
        }
    }
    set
}

fn search(square: i32, steps: [(i32, i32); 4], draws: &mut u64) -> u64 {
    let mask = attacked(square, steps, 0, true);
    let bits = mask.count_ones();
    let mut cases = Vec::new();
    let mut subset = 0u64;
    loop {
        cases.push((subset, attacked(square, steps, subset, false)));
        subset = subset.wrapping_sub(mask) & mask;
        if subset == 0 {
            break;
        }
    }
    loop {
        let mut draw = || {
            *draws += 1;
            splitmix64(0x3A61C, *draws)
        };
        let multiplier = draw() & draw() & draw();
        let mut table = vec![0u64; 1 << bits];
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let entry = &mut table[(occupied.wrapping_mul(multiplier) >> (64 - bits)) as usize];
            let free = *entry == 0 || *entry == attacks;
            *entry = attacks;
            free
        });
        if fits {
            return multiplier;
        }
    }
}

fn main() {
    let mut draws = 0;
    for (name, steps) in [("ROOK", ROOK), ("BISHOP", BISHOP)] {
        println!("const {name}: [u64; 64] = [");
        for square in 0..64 {
            println!("    {:#018x},", search(square, steps, &mut draws));
        }
        println!("];");
    }
}
