//! Reads a chess game from a handwritten score sheet: there are no photos, only the guesses of a handwriting reader for
//! each word.
//!
//! Every frame is a word of the sheet, no point is ever visible, and a move prior rates how well each legal move
//! matches the word. The rules do the rest.
//!
//! `cargo run -p sequence-search --example score_sheet`
#![allow(clippy::print_stdout)]

#[expect(unreachable_pub, reason = "a bench uses it, too")]
mod chess;

use board_core::{Observation, Occupancy};
use chess::Chess;
use cozy_chess::{Board, Move, util::display_san_move};
use sequence_search::{Decoder, Model, Moment, Settings};

/// The words as read, each letter the most likely one: many words are not legal moves.
const SHEET: [&str; 33] = [
    "e4", "e5", "Hf3", "d6", "d4", "8g4", "dxe5", "Bxf8", "Qxf3", "dxc5", "Be4", "Nf6", "Qb8",
    "Qe7", "Ne3", "c6", "Bg5", "b5", "Nxb6", "cxb5", "Bxb5", "Nb07", "O-O-O", "Rd3", "Rxd7",
    "Rxd7", "Rdl", "Oe6", "Bxd7", "Nxd7", "Qb8", "Nxb8", "Rd8",
];

struct Blind;

impl Observation for Blind {
    type Cell = Occupancy;
    fn frames(&self) -> usize {
        SHEET.len()
    }
    fn points(&self) -> usize {
        64
    }
    fn cost(&self, _: usize, _: usize, _: Occupancy) -> Option<f32> {
        None
    }
}

/// −ln P(read | written): two nats for every misread letter, three for every lost or added one.
fn misreading(written: &str, read: &str) -> f32 {
    let (written, read): (Vec<char>, Vec<char>) =
        (written.chars().collect(), read.chars().collect());
    let mut row: Vec<f32> = (0..=read.len()).map(|n| 3.0 * n as f32).collect();
    for (i, w) in written.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], 3.0 * (i + 1) as f32);
        for (j, r) in read.iter().enumerate() {
            let swap = corner + if w == r { 0.0 } else { 2.0 };
            corner = row[j + 1];
            row[j + 1] = swap.min(corner + 3.0).min(row[j] + 3.0);
        }
    }
    row[read.len()]
}

fn main() {
    let reading = |position: &Chess, mv: Move, at: Moment| {
        let written = display_san_move(&position.0, mv).to_string();
        misreading(written.trim_end_matches(['+', '#']), SHEET[at.frame])
    };
    let settings = Settings {
        model: Model {
            // Every word is a move.
            plies_per_frame: 1,
            still: f32::INFINITY,
            pass: f32::INFINITY,
            other_side_first: f32::INFINITY,
            touch: f32::INFINITY,
            // No move is more likely because of its pieces.
            placement: 0.0,
            departure: 0.0,
            ..Model::default()
        },
        ..Settings::beam(200)
    };
    let start = Chess(Board::default());
    let decoder = Decoder::new(&settings).prior(&reading);
    let game = decoder
        .start(start.clone(), 0.0)
        .decode(&Blind)
        .expect("a legal game");
    let mut position = start.0;
    for (i, (ply, read)) in game.plies.iter().zip(SHEET).enumerate() {
        let written = display_san_move(&position, ply.mv).to_string();
        println!("{:>3} {written:<7} read as {read}", i + 1);
        position.play(ply.mv);
    }
}
