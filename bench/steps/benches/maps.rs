//! Time of every map of a 19×19 position, and of playouts.

use std::hint::black_box;

use board_core::{Color, MoveGen};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use go_rules::{Move, Position, Size};
use go_territory::{
    Bouzy, ColorMap, DeadStones, Flood, Influence, Nearest, Radiance, Zobrist, clusters, groups,
};

/// A board with walls, corners and a few stones in the open: 112 stones.
fn position() -> Position {
    let mut position = Position::initial(Size::NINETEEN);
    for line in 0..19 {
        for (col, color) in [
            (2, Color::White),
            (6, Color::White),
            (7, Color::Black),
            (11, Color::Black),
            (12, Color::White),
            (16, Color::Black),
        ] {
            if (line + col) % 7 != 3 {
                position.set_to_move(color);
                position.play(Move::place(line * 19 + col));
            }
        }
    }
    position
}

fn maps(criterion: &mut Criterion) {
    let position = position();
    let influences: [(&str, &dyn Influence); 7] = [
        ("bouzy territory", &Bouzy::TERRITORY),
        ("bouzy moyo", &Bouzy::MOYO),
        ("bouzy area", &Bouzy::AREA),
        ("zobrist", &Zobrist),
        ("flood", &Flood),
        (
            "radiance",
            &Radiance {
                reach: 6,
                strength: 1.5,
                reflection: 2.0,
            },
        ),
        ("nearest", &Nearest),
    ];
    let mut group = criterion.benchmark_group("maps");
    group.throughput(Throughput::Elements(1));
    for (name, influence) in influences {
        group.bench_function(name, |b| {
            b.iter(|| influence.of_position(black_box(&position), &[]))
        });
    }
    group.bench_function("colour map", |b| {
        b.iter(|| ColorMap::of(black_box(&position)))
    });
    let map = ColorMap::of(&position);
    group.bench_function("clusters and groups", |b| {
        b.iter(|| groups(&map, &clusters(black_box(&map))))
    });
    group.finish();
    let mut group = criterion.benchmark_group("playouts");
    let finder = DeadStones {
        playouts: 64,
        seed: 1,
    };
    group.throughput(Throughput::Elements(64));
    group.bench_function("64 from 112 stones", |b| {
        b.iter(|| finder.estimate(black_box(&position)))
    });
    group.finish();
}

criterion_group!(benches, maps);
criterion_main!(benches);
