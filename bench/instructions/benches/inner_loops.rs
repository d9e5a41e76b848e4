//! Counts the instructions of the inner loops with callgrind and fails if one needs more than 5 % more than before.
//! Unlike seconds, instructions are the same on a busy machine.
//!
//! `cargo bench -p instructions-bench --bench inner_loops` in `bench/`, with valgrind and `cargo install --locked
//! gungraun-runner`. Each limit is the count when it was last set, and 5 %. Lower it after an improvement; raise it
//! only with the reason in the commit.
#![allow(missing_docs)]

use std::hint::black_box;

use board_core::zobrist::splitmix64;
use board_core::{Board, Cell, Evidence, MoveGen, Occupancy};
use board_geom::{Grid, Located, Locator, Tracked, Tracker, View, ViewLayout};
use board_sim::{PhotoFormat, Renderer, Scene, TableFrame, pieces};
use checkers_rules::RuleSet;
use go_rules::{Move, Position, Size};
use gungraun::prelude::*;
use gungraun::{Callgrind, EventKind, LibraryBenchmarkConfig};
use piece_detect::{AppearanceModel, Patches, ReadingWeights, Stature};
use sequence_search::Settings;
use stone_detect::features::Measured;

/// A limit in thousands of instructions.
fn at_most(thousands: u64) -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::default();
    callgrind.hard_limits([(EventKind::Ir, 1_000 * thousands)]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

/// The contents of the squares of a photo, given by its number.
type Label = (usize, Vec<Option<Occupancy>>);

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[library_benchmark(setup = chess_rules::Position::from_fen, config = at_most(1_760))]
#[bench::kiwipete(KIWIPETE)]
fn chess_perft_3(position: Result<chess_rules::Position, chess_rules::FenError>) -> u64 {
    chess_rules::perft(black_box(&position.expect("a position")), 3)
}

#[library_benchmark(config = at_most(1_015))]
#[bench::international(checkers_rules::Position::initial(RuleSet::INTERNATIONAL))]
fn draughts_perft_5(position: checkers_rules::Position) -> u64 {
    checkers_rules::perft(black_box(&position), 5)
}

/// The first legal moves of a game on an empty board that come up when points are drawn at random.
fn go_moves(size: Size, number: usize) -> Vec<Move> {
    let mut position = Position::initial(size);
    let points = position.points() as u64;
    let drawn = (0..).map(|i| Move::place((splitmix64(1, i) % points) as usize));
    let legal = drawn.filter(|&mv| {
        let legal = position.is_legal(mv);
        if legal {
            position.play(mv);
        }
        legal
    });
    legal.take(number).collect()
}

#[library_benchmark(setup = go_moves, config = at_most(156))]
#[bench::moves(Size::NINETEEN, 600)]
fn go_play(moves: Vec<Move>) -> Position {
    let mut position = Position::initial(Size::NINETEEN);
    for mv in black_box(moves) {
        position.play(mv);
    }
    position
}

/// One frame for each move of a game, in which one point of twenty is misread.
fn go_readings(number: usize) -> Evidence {
    let mut position = Position::initial(Size::NINETEEN);
    let mut frames = Vec::new();
    for mv in go_moves(Size::NINETEEN, number) {
        position.play(mv);
        frames.push(TableFrame::of(&position).contents);
    }
    let drawn = |frame, point| splitmix64(2, (frame * 361 + point) as u64);
    Evidence::from_fn(frames.len(), 361, |frame, point| {
        let content = match drawn(frame, point) % 20 {
            0 => Occupancy::ALL[(drawn(frame, point) >> 32) as usize % 3],
            _ => frames[frame][point],
        };
        let cost = |seen| if seen == content { 0.0 } else { 4.0 };
        Some([Occupancy::Empty, Occupancy::Black, Occupancy::White].map(cost))
    })
}

#[library_benchmark(setup = go_readings, config = at_most(162_700))]
#[bench::moves(60)]
fn go_search(readings: Evidence) -> usize {
    let start = Position::initial(Size::NINETEEN);
    let game = sequence_search::decode(&start, black_box(&readings), &Settings::default());
    game.expect("a game").plies.len()
}

const SMALL: PhotoFormat = PhotoFormat {
    width: 480,
    height: 360,
    quality: 90,
};

fn nine() -> Size {
    Size::new(9, 9).expect("a size")
}

/// A photo of a Go board with so many stones, and the grid in it.
fn go_photo(stones: usize) -> (image::RgbImage, Grid) {
    let mut scene = Scene {
        photo: SMALL,
        ..Scene::default()
    };
    scene.board.size = 9;
    let mut position = Position::initial(nine());
    for mv in go_moves(nine(), stones) {
        position.play(mv);
    }
    let renderer = Renderer::new(&scene, 1).expect("a valid scene");
    let photo = renderer.render(0, &TableFrame::of(&position));
    let size = photo.image.dimensions();
    let grid = Grid::from_corners(photo.corners_px, 9, 9, size).expect("a board");
    (photo.image, grid)
}

#[library_benchmark(setup = go_photo, config = at_most(360_000))]
#[bench::stones(30)]
fn locate((photo, _): (image::RgbImage, Grid)) -> Located {
    let found = Locator::default().locate(black_box(&photo));
    found.expect("a board in view")
}

#[library_benchmark(setup = go_photo, config = at_most(21_500))]
#[bench::stones(30)]
fn follow((photo, grid): (image::RgbImage, Grid)) -> Tracked {
    Tracker::new(grid).follow(black_box(&photo))
}

#[library_benchmark(setup = go_photo, config = at_most(9_900))]
#[bench::stones(30)]
fn rectify((photo, grid): (image::RgbImage, Grid)) -> View {
    grid.rectify(black_box(&photo), ViewLayout::new(9, 9, 24.0))
}

fn go_view(stones: usize) -> View {
    let (photo, grid) = go_photo(stones);
    grid.rectify(&photo, ViewLayout::new(9, 9, 24.0))
}

#[library_benchmark(setup = go_view, config = at_most(3_994))]
#[bench::stones(30)]
fn measure_stones(view: View) -> Measured {
    stone_detect::features::measure(black_box(&view))
}

/// The squares of a chess board in the initial position.
fn chess_view() -> View {
    let scene = pieces::Scene {
        photo: SMALL,
        ..pieces::Scene::clean()
    };
    let start =
        pieces::placement("rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR");
    let renderer = pieces::Renderer::new(&scene, 1).expect("a valid scene");
    let photo = renderer.render(0, &pieces::Frame::of(start));
    let size = photo.image.dimensions();
    let lines = Grid::from_corners(photo.corners_px, 9, 9, size).expect("a board");
    let squares = lines.middles().expect("squares between lines");
    squares.rectify(&photo.image, ViewLayout::new(8, 8, 32.0))
}

/// Two photos of the initial position, and their labels.
fn chess_start() -> (Patches, Vec<Label>) {
    let view = chess_view();
    let mut patches = Patches::new();
    for _ in 0..2 {
        patches.push(&view).expect("one layout");
    }
    let start = chess_rules::Position::initial();
    let contents: Vec<_> = start.cells().map(Some).collect();
    (patches, vec![(0, contents.clone()), (1, contents)])
}

#[library_benchmark(config = at_most(166_100))]
#[bench::start(chess_start())]
fn learn_and_read_squares((patches, labels): (Patches, Vec<Label>)) -> Evidence {
    let model = AppearanceModel::fit(black_box(&patches), &labels).expect("all contents");
    let weights = ReadingWeights::default();
    let evidence = model.evidence(&patches, 2, Stature::Tall, weights);
    evidence.expect("photos")
}

#[library_benchmark(config = at_most(62_400))]
#[bench::initial(chess_view())]
fn measure_squares(view: View) -> Patches {
    let mut patches = Patches::new();
    patches.push(black_box(&view)).expect("the first view");
    patches
}

library_benchmark_group!(
    name = rules;
    benchmarks = chess_perft_3, draughts_perft_5, go_play
);
library_benchmark_group!(
    name = photos;
    benchmarks =
        locate,
        follow,
        rectify,
        measure_stones,
        measure_squares,
        learn_and_read_squares
);
library_benchmark_group!(name = search; benchmarks = go_search);
main!(library_benchmark_groups = rules, photos, search);
