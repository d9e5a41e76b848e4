//! Published counts of positions some plies ahead.

use chess_rules::{Position, perft};

/// The positions of the Chess Programming Wiki's page "Perft Results", depths from 1 on.
const WIKI: [(&str, &[u64]); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292, 706_045_033],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
];

/// The first positions of the Chess Programming Wiki's page "Chess960 Perft Results", depths from 1 on.
const CHESS960: [(&str, &[u64]); 8] = [
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672, 8_146_062, 227_689_589],
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        &[21, 807, 18_002, 667_366, 16_253_601, 590_751_109],
    ),
    (
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        &[20, 479, 10_471, 273_318, 6_417_013, 177_654_692],
    ),
    (
        "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
        &[22, 593, 13_440, 382_958, 9_183_776, 274_103_539],
    ),
    (
        "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
        &[28, 1_120, 31_058, 1_171_749, 34_030_312],
    ),
    (
        "qnbnr1kr/ppp1b1pp/4p3/3p1p2/8/2NPP3/PPP1BPPP/QNB1R1KR w HEhe - 1 9",
        &[29, 899, 26_578, 824_055, 24_851_983],
    ),
    (
        "bqnr1kr1/pppppp1p/6p1/5n2/4B3/3N2PP/PbPPPP2/BQNR1KR1 w GDgd - 2 9",
        &[31, 1_132, 36_559, 1_261_476, 43_256_823],
    ),
    (
        "rk1qbbrn/p2npppp/1p6/2p4Q/8/4P3/PPPP1PPP/RNK1B1RN w GA - 2 9",
        &[35, 657, 22_359, 495_406],
    ),
];

/// Positions that catch faults, each with its depth and count; most come once for either side.
///
/// Collected by Martin Sedlak (talkchess.com, thread 47318); the last two are known for what they do to lists of
/// moves: the most moves found in any position (218, N. Petrović 1964), and promotions of both sides.
const TRICKY: [(&str, usize, u64); 28] = [
    // En passant would leave the king in check aslant; captures of which uncover a check.
    ("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 6, 824_064),
    ("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", 6, 824_064),
    ("8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", 6, 1_440_467),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467),
    // Castling gives check.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072),
    ("4k2r/8/8/8/8/8/8/5K2 b k - 0 1", 6, 661_072),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711),
    ("r3k3/8/8/8/8/8/8/3K4 b q - 0 1", 6, 803_711),
    // Rooks with rights are captured; castling is prevented.
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206),
    ("r3k2r/7b/8/8/8/8/1B4BQ/R3K2R b KQkq - 0 1", 4, 1_274_206),
    ("r3k2r/8/5Q2/8/8/3q4/8/R3K2R w KQkq - 0 1", 4, 1_720_476),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476),
    // Promotions out of check, to check, to a lesser piece.
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001),
    ("3K4/8/8/8/8/8/4p3/2k2R2 b - - 0 1", 6, 3_821_001),
    ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342),
    ("8/k7/8/8/8/8/1p6/4K3 b - - 0 1", 6, 217_342),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683),
    ("8/8/8/8/8/k7/p1K5/8 b - - 0 1", 6, 92_683),
    // Discovered and double checks.
    ("5K2/8/1Q6/2N5/8/1p2k3/8/8 w - - 0 1", 5, 1_004_658),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658),
    ("8/5k2/8/5N2/5Q2/2K5/8/8 w - - 0 1", 4, 23_527),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527),
    // Stalemate and mate.
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217),
    ("8/8/8/8/8/p7/8/k1K5 b - - 0 1", 6, 2_217),
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584),
    ("8/8/8/8/1k6/8/K1p5/8 b - - 0 1", 7, 567_584),
    (
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        1,
        218,
    ),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3_605_103),
];

/// Counts above this are left to the slow test.
const QUICK: u64 = 20_000_000;

fn check(table: &[(&str, &[u64])], wanted: impl Fn(u64) -> bool) {
    for (fen, counts) in table {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(perft(&position, 0), 1);
        for (i, &count) in counts
            .iter()
            .enumerate()
            .filter(|&(_, &count)| wanted(count))
        {
            assert_eq!(perft(&position, i + 1), count, "{fen} depth {}", i + 1);
        }
    }
}

#[test]
fn the_wiki_tables() {
    check(&WIKI, |count| count <= QUICK);
}

#[test]
fn chess960() {
    check(&CHESS960, |count| count <= QUICK);
}

#[test]
fn tricky_positions() {
    for (fen, depth, count) in TRICKY {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(perft(&position, depth), count, "{fen} depth {depth}");
    }
}

#[test]
#[ignore = "2.8 thousand million positions: a quarter of a minute on one core"]
fn deep_tables() {
    check(&WIKI, |count| count > QUICK);
    check(&CHESS960, |count| count > QUICK);
}
