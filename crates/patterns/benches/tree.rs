//! Patterns known × time per 19×19 position, all symmetries and both colours, beside the reference tree and
//! brute force; insert rate, memory.
//!
//! `cargo bench -p patterns --bench tree`; the largest tree takes about a minute to fill. Positions and patterns come from
//! legal random games, drawn towards stones, so that they are as crowded as real ones; patterns of the kind GNU Go has are cut around a
//! stone, 3 to 8 points wide, a third of their points don't-cares, a tenth of them "this or empty".
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use board_core::MoveGen;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use go_rules::{Position, Size};
use patterns::reference::{ReferenceTree, brute_force};
use patterns::{Content, Demand, Edges, Field, Group, Pattern, PatternTree, Rectangle};

/// A small generator (xorshift64*), so that every run sees the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

/// A position with this many stones played, most of them near others.
fn position(dice: &mut Dice, stones: usize) -> Field {
    use board_core::Board;
    let mut position = Position::new(Size::NINETEEN);
    let mut played = 0;
    let mut last = 180;
    while played < stones {
        let near =
            (last as i64 + [-2, -1, 1, 2, -19, 19, -38, 38, -20, -18][dice.below(10)]) as usize;
        let point = if dice.below(4) == 0 {
            dice.below(361)
        } else {
            near % 361
        };
        let mv = go_rules::Move::place(point);
        if position.get(point) == board_core::Occupancy::Empty && position.is_legal(mv) {
            position.play(mv);
            played += 1;
        }
        last = point;
    }
    Field::from_board(&position, 19)
        .unwrap()
        .with_to_move(position.to_move())
}

/// A pattern of any size of 3 to 9 points, as it stood on some board.
fn exact(dice: &mut Dice, field: &Field) -> Pattern {
    let (cols, rows) = (3 + dice.below(7), 3 + dice.below(7));
    let (x, y) = (dice.below(20 - cols) as i32, dice.below(20 - rows) as i32);
    let from = Rectangle { x, y, cols, rows };
    let kept = if dice.below(2) == 0 {
        Edges::Kept
    } else {
        Edges::Dropped
    };
    Pattern::cut(field, from, kept).unwrap()
}

/// A pattern as a program's pattern base has them.
fn like_gnugo(dice: &mut Dice, field: &Field) -> Pattern {
    loop {
        let (cols, rows) = (3 + dice.below(6), 3 + dice.below(6));
        let (x, y) = (dice.below(20 - cols) as i32, dice.below(20 - rows) as i32);
        let from = Rectangle { x, y, cols, rows };
        let kept = if dice.below(4) == 0 {
            Edges::Kept
        } else {
            Edges::Dropped
        };
        let cut = Pattern::cut(field, from, kept).unwrap();
        let points = (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y)));
        let cells: Vec<Demand> = points
            .map(|(x, y)| match dice.below(30) {
                0..10 => Demand::ANY,
                10..13 => cut.at(x, y) | Demand::EMPTY,
                _ => cut.at(x, y),
            })
            .collect();
        let stones = cells
            .iter()
            .filter(|cell| cell.only().is_some_and(Content::is_hit))
            .count();
        if (2..=8).contains(&stones) {
            return Pattern::new(cols, rows, cells)
                .unwrap()
                .anchored(cut.anchor());
        }
    }
}

fn filled(patterns: &[Pattern]) -> PatternTree<u32> {
    let mut tree = PatternTree::new(Group::TurnsAndColors);
    for (i, pattern) in patterns.iter().enumerate() {
        tree.insert(pattern, i as u32);
    }
    tree
}

fn bench(c: &mut Criterion) {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let sources: Vec<Field> = (0..400).map(|i| position(&mut dice, 20 + i / 2)).collect();
    let asked: Vec<Field> = (0..20).map(|_| position(&mut dice, 120)).collect();
    let mut next = 0;
    let mut ask = move || {
        next = (next + 1) % asked.len();
        asked[next].clone()
    };

    type Make = fn(&mut Dice, &Field) -> Pattern;
    let kinds: [(&str, Make, &[usize]); 2] = [
        ("cut from boards", exact, &[100, 10_000, 1_000_000]),
        (
            "of GNU Go's kind",
            like_gnugo,
            &[100, 2_680, 10_000, 1_000_000],
        ),
    ];
    for (kind, make, counts) in kinds {
        let mut group = c.benchmark_group(kind);
        group.sample_size(20);
        let most = if std::env::var_os("PATTERNS_SMALL").is_some() {
            10_000
        } else {
            usize::MAX
        };
        for &count in counts.iter().filter(|&&count| count <= most) {
            let patterns: Vec<Pattern> = (0..count)
                .map(|_| {
                    let from = dice.below(sources.len());
                    make(&mut dice, &sources[from])
                })
                .collect();
            let start = Instant::now();
            let tree = filled(&patterns);
            let seconds = start.elapsed().as_secs_f64();
            let bytes = tree.freeze(|i, bytes| bytes.extend(i.to_le_bytes()));
            let found = (0..20).map(|_| tree.search(&ask()).len()).sum::<usize>() / 20;
            println!(
                "{count} {kind}: {} different, {:.0} inserts a second, {} bytes a pattern, {} frozen, {found} matches a position",
                tree.len(),
                count as f64 / seconds,
                tree.memory() / tree.len(),
                bytes.len() / tree.len(),
            );
            let frozen = patterns::Frozen::open(bytes).unwrap();
            let sum = |field: &Field| {
                let mut found = 0_u64;
                tree.visit(field, |place| found += u64::from(place.id.0));
                found
            };
            group.bench_function(BenchmarkId::new("tree", count), |b| {
                b.iter_batched(
                    &mut ask,
                    |field| black_box(sum(&field)),
                    criterion::BatchSize::SmallInput,
                );
            });
            group.bench_function(BenchmarkId::new("frozen", count), |b| {
                let sum = |field: &Field| {
                    let mut found = 0_u64;
                    frozen.visit(field, |place| found += u64::from(place.id.0));
                    found
                };
                b.iter_batched(
                    &mut ask,
                    |field| black_box(sum(&field)),
                    criterion::BatchSize::SmallInput,
                );
            });
            if count > 10_000 {
                continue;
            }
            group.sample_size(10);
            let mut reference = ReferenceTree::new(Group::TurnsAndColors);
            for pattern in &patterns {
                reference.insert(pattern);
            }
            group.bench_function(BenchmarkId::new("reference tree", count), |b| {
                b.iter_batched(
                    &mut ask,
                    |field| reference.search(&field),
                    criterion::BatchSize::SmallInput,
                );
            });
            if count <= 100 {
                group.bench_function(BenchmarkId::new("brute force", count), |b| {
                    b.iter_batched(
                        &mut ask,
                        |field| brute_force(&patterns, Group::TurnsAndColors, &field),
                        criterion::BatchSize::SmallInput,
                    );
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
