//! Sensors that tell kinds of pieces apart, alone and beside those that do not.

use board_core::{Board, MoveGen, NoisySensor, Observation, ObservationExt, Occupancy};
use chess_rules::{KindBoard, KindCell, Move, Position};
use sequence_search::{Settings, decode};

/// A game that ends with a promotion to a rook, which goes on as a queen could.
fn underpromotion() -> (Position, Vec<Move>) {
    let start: Position = "8/P6k/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
    let (mut position, mut moves) = (start, Vec::new());
    for san in ["a8=R", "Kg7", "Ra7+", "Kf6"] {
        moves.push(position.parse_san(san).unwrap());
        position.play(moves[moves.len() - 1]);
    }
    (start, moves)
}

fn found<P, O>(start: &P, evidence: &O) -> Vec<Move>
where
    P: MoveGen<Move = Move>,
    O: Observation<Cell = P::Cell>,
{
    let game = decode(start, evidence, &Settings::exact()).unwrap();
    game.plies.iter().map(|ply| ply.mv).collect()
}

#[test]
fn who_reads_kinds_sees_what_a_pawn_became() {
    let (start, moves) = underpromotion();
    for seed in 1..6 {
        let sensor = NoisySensor {
            error_rate: 0.05,
            frames_per_ply: 5,
            seed,
            ..NoisySensor::default()
        };
        let readings = sensor.watch(&KindBoard(start), &moves);
        assert_eq!(found(&KindBoard(start), &readings), moves, "seed {seed}");
        // Colours alone do not tell.
        let colours = sensor.watch(&start, &moves);
        assert_eq!(found(&start, &colours)[1..], moves[1..], "seed {seed}");
    }
}

#[test]
fn a_camera_helps_a_board_that_reads_kinds_badly() {
    let (start, moves) = underpromotion();
    let sensor = |error_rate, seed| NoisySensor {
        error_rate,
        frames_per_ply: 5,
        seed,
        ..NoisySensor::default()
    };
    let (mut alone, mut together) = (0, 0);
    for seed in 0..8 {
        let kinds = sensor(0.5, seed).watch(&KindBoard(start), &moves);
        let colours = sensor(0.05, seed + 100).watch(&start, &moves);
        let colour = |cell: KindCell| Occupancy::from(cell.0.map(|piece| piece.color));
        let both = (&kinds).and(colours.seen_as(colour));
        assert_eq!(both.points(), start.points());
        alone += usize::from(found(&KindBoard(start), &kinds) == moves);
        together += usize::from(found(&KindBoard(start), &both) == moves);
    }
    assert!(
        together > alone && together >= 6,
        "{together} with it, {alone} without"
    );
}
