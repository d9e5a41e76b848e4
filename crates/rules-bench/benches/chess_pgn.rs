//! PGN games per second, every move of the main line checked: `cargo bench -p rules-bench --bench chess_pgn`.
//!
//! The games of `../shared/data/chess-pgn` beside the workspace, many times over; nothing is measured without them.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pgn_reader::{SanPlus, Skip};
use shakmaty::{Chess, Position as _};

/// Plays each game with shakmaty; yields the number of its plies.
struct Theirs;

impl pgn_reader::Visitor for Theirs {
    type Tags = ();
    type Movetext = (Chess, usize);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, (Chess, usize)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, game: &mut (Chess, usize), san: SanPlus) -> ControlFlow<usize> {
        let mv = san.san.to_move(&game.0).expect("legal");
        game.0.play_unchecked(mv);
        game.1 += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut (Chess, usize)) -> ControlFlow<usize, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: (Chess, usize)) -> usize {
        game.1
    }
}

fn theirs(text: &[u8]) -> usize {
    let mut reader = pgn_reader::Reader::new(text);
    let mut plies = 0;
    while let Some(game) = reader.read_game(&mut Theirs).expect("readable") {
        plies += game;
    }
    plies
}

#[derive(Default)]
struct Plies(usize);

impl chess_rules::pgn::Visitor for Plies {
    fn mv(&mut self, _: &chess_rules::Position, _: chess_rules::Move) {
        self.0 += 1;
    }
}

fn ours(text: &[u8]) -> usize {
    let mut reader = chess_rules::pgn::Reader::new(text);
    let mut plies = Plies::default();
    while let Some(game) = reader.visit(&mut plies) {
        game.expect("legal");
    }
    plies.0
}

fn records(text: &[u8]) -> usize {
    let games = chess_rules::pgn::Reader::new(text);
    games.map(|game| game.expect("legal").tree.len()).sum()
}

/// Reads a file, and says how many plies it held.
type Read = fn(&[u8]) -> usize;

fn pgn(c: &mut Criterion) {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/chess-pgn/carlsen_dev60.pgn"
    );
    let Ok(text) = std::fs::read(file) else {
        return;
    };
    let text = [text, b"\n".to_vec()].concat().repeat(10);
    let games = chess_rules::pgn::Reader::new(&text[..]).count();
    assert_eq!(ours(&text), theirs(&text));
    let mut group = c.benchmark_group("pgn");
    group.throughput(Throughput::Elements(games as u64));
    let all: [(&str, Read); 3] = [
        ("ours", ours),
        ("ours, whole records", records),
        ("pgn-reader + shakmaty", theirs),
    ];
    for (name, read) in all {
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| black_box(read(&text)));
        });
    }
    group.finish();
}

criterion_group!(benches, pgn);
criterion_main!(benches);
