//! Moves per second of Go boards: `cargo bench -p rules-bench --bench go`.

use std::hint::black_box;

use board_core::{MoveGen, laws::legal_moves};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rules_bench::{GoBoard, GoGameBoard, Goban, Neighbours, Ours, all_moves, playout, real_games};

/// Playouts per measured iteration, the same seeds in each.
const PLAYOUTS: u64 = 32;

fn playouts_of<B: GoBoard>(c: &mut Criterion, name: &str, side: usize) {
    let (start, neighbours, moves) = (B::new(side), Neighbours::new(side), all_moves::<B>(side));
    let all = || -> usize {
        (1..=PLAYOUTS)
            .map(|seed| playout(&start, &neighbours, &moves, seed))
            .sum()
    };
    let mut group = c.benchmark_group(format!("playouts {side}x{side}"));
    group.throughput(Throughput::Elements(all() as u64));
    group.bench_function(BenchmarkId::from_parameter(name), |b| {
        b.iter(|| black_box(all()))
    });
    group.finish();
}

fn replays_of<B: GoBoard>(c: &mut Criterion, name: &str, games: &[Vec<Option<usize>>]) {
    let start = B::new(19);
    let games: Vec<Vec<B::Move>> = games
        .iter()
        .map(|game| game.iter().map(|&point| B::mv(19, point)).collect())
        .collect();
    let moves: usize = games.iter().map(Vec::len).sum();
    if moves == 0 {
        return;
    }
    let mut group = c.benchmark_group("replay 19x19");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function(BenchmarkId::from_parameter(name), |b| {
        b.iter(|| {
            for game in &games {
                let mut board = start.clone();
                for &mv in game {
                    board.replay(mv);
                }
                black_box(&board);
            }
        });
    });
    group.finish();
}

/// Tries every legal move of middlegame positions by undo and by copy, to see which one a search should use.
fn trying_moves(c: &mut Criterion, games: &[Vec<Option<usize>>]) {
    let mut positions = Vec::new();
    for game in games {
        let mut position = go_rules::Position::initial(go_rules::Size::NINETEEN);
        for &point in game.iter().take(120) {
            position.play(Ours::mv(19, point));
        }
        positions.push((legal_moves(&position), position));
    }
    let moves: usize = positions.iter().map(|(moves, _)| moves.len()).sum();
    if moves == 0 {
        return;
    }
    let mut group = c.benchmark_group("every move of a position");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("undo", |b| {
        b.iter(|| {
            for (moves, position) in &mut positions {
                for &mv in &*moves {
                    let undo = position.play(mv);
                    black_box(position.key());
                    position.undo(undo);
                }
            }
        });
    });
    group.bench_function("copy", |b| {
        b.iter(|| {
            for (moves, position) in &positions {
                for &mv in moves {
                    let mut copy = position.clone();
                    copy.play(mv);
                    black_box(&copy);
                }
            }
        });
    });
    group.finish();
}

fn go(c: &mut Criterion) {
    for side in [9, 19] {
        playouts_of::<Ours>(c, "go-rules", side);
        playouts_of::<GoGameBoard>(c, "go_game_board", side);
        playouts_of::<Goban>(c, "goban", side);
    }
    let games = real_games();
    replays_of::<Ours>(c, "go-rules", &games);
    replays_of::<GoGameBoard>(c, "go_game_board", &games);
    replays_of::<Goban>(c, "goban", &games);
    trying_moves(c, &games);
}

criterion_group!(benches, go);
criterion_main!(benches);
