//! Attack tables of the pieces. Square 0 is a8, so White's pawns move towards lower indices.

pub(crate) use crate::magic::{bishop, rook};

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: u64 = FILE_A << 7;

const fn leaps(square: usize, steps: &[(i32, i32)]) -> u64 {
    let (row, col) = (square as i32 / 8, square as i32 % 8);
    let (mut set, mut i) = (0, 0);
    while i < steps.len() {
        let (r, c) = (row + steps[i].0, col + steps[i].1);
        if r >= 0 && r < 8 && c >= 0 && c < 8 {
            set |= 1 << (r * 8 + c);
        }
        i += 1;
    }
    set
}

const fn ray(square: usize, step: (i32, i32)) -> u64 {
    let (mut row, mut col) = (square as i32 / 8 + step.0, square as i32 % 8 + step.1);
    let mut set = 0;
    while row >= 0 && row < 8 && col >= 0 && col < 8 {
        set |= 1 << (row * 8 + col);
        row += step.0;
        col += step.1;
    }
    set
}

const KNIGHT_STEPS: [(i32, i32); 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];
const KING_STEPS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

const fn table(steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = leaps(square, steps);
        square += 1;
    }
    table
}

/// Both rays of a line through each square, without the square itself.
const fn lines(step: (i32, i32)) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = ray(square, step) | ray(square, (-step.0, -step.1));
        square += 1;
    }
    table
}

const fn between_table() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let (r, c) = KING_STEPS[i];
            let (mut row, mut col) = (from as i32 / 8 + r, from as i32 % 8 + c);
            let mut passed = 0;
            while row >= 0 && row < 8 && col >= 0 && col < 8 {
                let to = (row * 8 + col) as usize;
                table[from][to] = passed;
                passed |= 1 << to;
                row += r;
                col += c;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

static KNIGHT: [u64; 64] = table(&KNIGHT_STEPS);
static KING: [u64; 64] = table(&KING_STEPS);
static FILES: [u64; 64] = lines((1, 0));
static RANKS: [u64; 64] = lines((0, 1));
static DIAGONALS: [u64; 64] = lines((1, 1));
static ANTIDIAGONALS: [u64; 64] = lines((1, -1));
static BETWEEN: [[u64; 64]; 64] = between_table();

#[inline(always)]
pub(crate) fn knight(square: u32) -> u64 {
    KNIGHT[square as usize & 63]
}

#[inline(always)]
pub(crate) fn king(square: u32) -> u64 {
    KING[square as usize & 63]
}

/// The squares strictly between two squares on a line; empty if they share no line.
#[inline(always)]
pub(crate) fn between(a: u32, b: u32) -> u64 {
    BETWEEN[a as usize & 63][b as usize & 63]
}

/// The squares a rook attacks on an empty board.
#[inline(always)]
pub(crate) fn rook_rays(square: u32) -> u64 {
    let s = square as usize & 63;
    FILES[s] | RANKS[s]
}

/// The squares a bishop attacks on an empty board.
#[inline(always)]
pub(crate) fn bishop_rays(square: u32) -> u64 {
    let s = square as usize & 63;
    DIAGONALS[s] | ANTIDIAGONALS[s]
}
