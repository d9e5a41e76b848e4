//! Measures search time for a 19×19 position against the number of patterns, in all symmetries and both colours, for
//! the tree, the reference tree and brute force; insert rate and memory.
//!
//! `cargo bench -p patterns-bench --bench tree`; filling the largest tree takes about a minute. With `-- none`,
//! criterion's measurements, which take longest, are left out. Positions and patterns come from random legal games that
//! prefer moves near stones, so that positions are as crowded as real ones. Patterns like those of GNU Go are cut
//! around a stone: 3 to 7 points wide, with 3 to 10 stones; a third of the points at the rim accept anything, a tenth
//! of all points accept two contents.
//!
//! `GNUGO_PATTERNS=FOLDER` also measures GNU Go's own patterns: the folder `patterns` of its sources, which are not
//! part of this repository. `PATTERNS_BOARDS=FILE` writes the searched positions, 19 rows each (`.`, `X`, `O`), for
//! other programs.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use patterns::reference::{ReferenceTree, brute_force};
use patterns::{Content, Field, Group, Pattern, PatternTree};
use random::{Dice, exact, like_gnugo, position};

#[path = "../../../crates/patterns/tests/it/random/mod.rs"]
mod random;

fn filled(patterns: &[Pattern]) -> PatternTree<u32> {
    let mut tree = PatternTree::new(Group::TurnsAndColors);
    for (i, pattern) in patterns.iter().enumerate() {
        tree.insert(pattern, i as u32);
    }
    tree
}

/// Processor time of this thread in seconds, if the system reports it: steadier than wall time on a shared machine.
fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// Processor time of a search in microseconds.
fn cost(fields: &[Field], mut search: impl FnMut(&Field)) -> f64 {
    let rounds = 10;
    let clock = Instant::now();
    let now = || on_processor().unwrap_or_else(|| clock.elapsed().as_secs_f64());
    let start = now();
    for field in (0..rounds).flat_map(|_| fields) {
        search(field);
    }
    (now() - start) * 1e6 / (rounds * fields.len()) as f64
}

/// The databases that GNU Go 3.8 matches anywhere on the board.
const GNUGO: [&str; 13] = [
    "patterns",
    "patterns2",
    "attack",
    "defense",
    "endgame",
    "influence",
    "barriers",
    "conn",
    "owl_attackpats",
    "owl_defendpats",
    "owl_vital_apats",
    "aa_attackpats",
    "oracle",
];

/// Measures the patterns of GNU Go.
fn gnugo(boards: &[Field]) {
    let Some(folder) = std::env::var_os("GNUGO_PATTERNS").map(std::path::PathBuf::from) else {
        println!("GNU Go's own patterns: skipped: no GNUGO_PATTERNS");
        return;
    };
    let mut tree = PatternTree::new(Group::TurnsAndColors);
    let mut read = 0;
    for name in GNUGO {
        let path = folder.join(name).with_extension("db");
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for entry in patterns::gnugo::read(&String::from_utf8_lossy(&bytes)) {
            tree.insert(&entry.unwrap().pattern, ());
            read += 1;
        }
    }
    let found: usize = boards.iter().map(|field| tree.search(field).len()).sum();
    println!(
        "{read} of GNU Go's own: {} different, {} bytes a pattern, {} matches a position, {:.0} µs of processor a position",
        tree.len(),
        tree.memory() / tree.len(),
        found / boards.len(),
        cost(boards, |field| tree.visit(field, |place| {
            black_box(place);
        })),
    );
}

/// Writes positions, the top row first.
fn write(boards: &[Field], path: &std::path::Path) {
    let mut text = String::new();
    for field in boards {
        for y in (0..19).rev() {
            text.extend((0..19).map(|x| match field.at(x, y) {
                Content::Black => 'X',
                Content::White => 'O',
                _ => '.',
            }));
            text.push('\n');
        }
    }
    std::fs::write(path, text).unwrap();
}

fn bench(c: &mut Criterion) {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let sources: Vec<Field> = (0..400).map(|i| position(&mut dice, 20 + i / 2)).collect();
    let asked: Vec<Field> = (0..20).map(|_| position(&mut dice, 120)).collect();
    let boards = asked.clone();
    if let Some(path) = std::env::var_os("PATTERNS_BOARDS") {
        write(&boards, path.as_ref());
    }
    gnugo(&boards);
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
            let clock = Instant::now();
            let now = || on_processor().unwrap_or_else(|| clock.elapsed().as_secs_f64());
            let start = now();
            let tree = filled(&patterns);
            let seconds = now() - start;
            let bytes = tree.freeze(|i, bytes| bytes.extend(i.to_le_bytes()));
            let found = (0..20).map(|_| tree.search(&ask()).len()).sum::<usize>() / 20;
            println!(
                "{count} {kind}: {} different, {:.0} inserts a second of processor, {} bytes a pattern, {} frozen, {found} matches a position, {:.0} µs of processor a position",
                tree.len(),
                count as f64 / seconds,
                tree.memory() / tree.len(),
                bytes.len() / tree.len(),
                cost(&boards, |field| tree.visit(field, |place| {
                    black_box(place);
                })),
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
