//! Perft with bulk counting, as a table: `cargo bench -p rules-bench --bench chess_perft`.
//!
//! The six positions of the Chess Programming Wiki's "Perft Results". Also run with `RUSTFLAGS=-Ctarget-cpu=native` for
//! the machine's own instructions. Every crate must reach the published count.
#![allow(clippy::print_stdout)]

use rules_bench::turns::{Peer, fastest, rounds};
use shakmaty::{CastlingMode, fen::Fen};

/// Name, FEN, depth and count.
const POSITIONS: [(&str, &str, usize, u64); 6] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
        4_865_609,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        4_085_603,
    ),
    (
        "position 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        6,
        11_030_083,
    ),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
        15_833_292,
    ),
    (
        "position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        4,
        2_103_487,
    ),
    (
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
        3_894_594,
    ),
];

fn cozy(board: &cozy_chess::Board, depth: usize) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn main() {
    println!("millions of positions a second (as a multiple of eschac)\n");
    println!("| position | depth | chess-rules | eschac | cozy-chess | chess | shakmaty |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (name, fen, depth, count) in POSITIONS {
        let ours = chess_rules::Position::from_fen(fen).unwrap();
        // Its text records have no move counters.
        let record = fen.rsplitn(3, ' ').last().unwrap();
        let setup = eschac::setup::Setup::from_text_record(record).unwrap();
        let eschac = setup.into_position().unwrap();
        let cozy_board: cozy_chess::Board = fen.parse().unwrap();
        let board: chess::Board = fen.parse().unwrap();
        let fen: Fen = fen.parse().unwrap();
        let shakmaty: shakmaty::Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let peers: [Peer; 5] = [
            ("chess-rules", &|| chess_rules::perft(&ours, depth)),
            ("eschac", &|| eschac.perft(depth) as u64),
            ("cozy-chess", &|| cozy(&cozy_board, depth)),
            ("chess", &|| {
                chess::MoveGen::movegen_perft_test(&board, depth) as u64
            }),
            ("shakmaty", &|| shakmaty::perft(&shakmaty, depth as u32)),
        ];
        let times = fastest(&peers, count, rounds(30));
        print!("| {name} | {depth} |");
        for time in &times {
            let speed = count as f64 / time.as_secs_f64() / 1e6;
            let ratio = times[1].as_secs_f64() / time.as_secs_f64();
            print!(" {speed:.0} ({ratio:.2}) |");
        }
        println!();
    }
}
