//! Converts readings of an electronic chessboard, FENs with errors, to PGN: the whole game at once, and move by move
//! while it is played.
//!
//! `cargo run -p sequence-search --example dgt` simulates a board; pass a file with a FEN on each line to read that.

use std::error::Error;
use std::io::{Write, stdout};

use board_core::{Board, NoisySensor, Observation, Readings};
use chess_rules::{KindBoard, KindCell, Position, pgn, read_placement, write_placement};
use sequence_search::{Settings, Stream, decode};

const IMMORTAL: &str = "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 \
    Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#";

/// Lines as the board sends them: three for each position, with two errors in a hundred readings.
fn simulate() -> Result<String, Box<dyn Error>> {
    let (mut position, mut moves) = (Position::initial(), Vec::new());
    for san in IMMORTAL.split_whitespace() {
        moves.push(position.parse_san(san)?);
        position.advance(moves[moves.len() - 1]);
    }
    let seen = NoisySensor::default().watch(&KindBoard(Position::initial()), &moves);
    let piece = |frame, point| seen.read(frame, point).and_then(|cell| cell.0);
    let line = |frame| write_placement(&std::array::from_fn(|point| piece(frame, point)));
    Ok((0..seen.frames()).map(|frame| line(frame) + "\n").collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => simulate()?,
    };
    let start = KindBoard(Position::initial());
    let mut readings = Readings::new(start.points(), 0.02);
    for line in text.lines() {
        let squares = line.split(' ').next().unwrap_or(line);
        readings.push(read_placement(squares)?.map(KindCell));
    }

    // The whole game.
    let game = decode(&start, &readings, &Settings::exact())?;
    let record = pgn::Record::of_moves(start.0, game.plies.iter().map(|ply| ply.mv));
    let doubtful = game.doubtful(0.9).count();
    writeln!(stdout(), "{record}{doubtful} doubtful moves")?;

    // The same while the game is played.
    let mut stream = Stream::new(start, Settings::beam(32)).lag(6).every(1);
    for frame in 0..readings.frames() {
        for ply in stream.push_frame(|point, cell| readings.cost(frame, point, cell))? {
            writeln!(stdout(), "reading {frame}: {}", ply.mv)?;
        }
    }
    Ok(())
}
