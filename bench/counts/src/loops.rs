//! The loops that are counted.

use std::hint::black_box;

use board_core::zobrist::splitmix64;
use board_core::{Board, Cell, Evidence, MoveGen, Occupancy};
use board_geom::{Grid, Tracker, View, ViewLayout};
use board_sim::{Renderer, Scene, TableFrame};
use image::RgbImage;
use sequence_search::{Settings, decode};
use stone_detect::{TemporalMedian, features};

/// Does what comes before the loop, and returns the loop.
type Prepare = fn() -> Box<dyn FnMut()>;

/// All loops by name.
pub(crate) const LOOPS: &[(&str, Prepare)] = &[
    ("follow", || {
        let (photo, grid) = photo();
        let mut tracker = Tracker::new(grid);
        Box::new(move || drop(black_box(tracker.follow(&photo))))
    }),
    ("rectify", || {
        let (photo, grid) = photo();
        Box::new(move || drop(black_box(grid.rectify(&photo, LAYOUT))))
    }),
    ("measure", || {
        let view = view();
        Box::new(move || drop(black_box(features::measure(&view))))
    }),
    ("median", || {
        let view = view();
        let mut median = TemporalMedian::new(3);
        Box::new(move || {
            for _ in 0..4 {
                black_box(median.push(view.clone()));
            }
        })
    }),
    ("perft-chess", || {
        let start = chess_rules::Position::initial();
        Box::new(move || drop(black_box(chess_rules::perft(&start, 3))))
    }),
    ("search-go", || {
        let (start, evidence) = game();
        let settings = Settings::beam(16);
        Box::new(move || drop(black_box(decode(&start, &evidence, &settings))))
    }),
];

const LAYOUT: ViewLayout = ViewLayout {
    cols: 19,
    rows: 19,
    pitch: 24.0,
    margin: 24.0,
};

/// A photo of a crowded Go board, and where the board is in it.
fn photo() -> (RgbImage, Grid) {
    let mut table = TableFrame::bare(19);
    for (point, content) in table.contents.iter_mut().enumerate() {
        *content = match splitmix64(1, point as u64) % 4 {
            0 => Occupancy::Black,
            1 => Occupancy::White,
            _ => Occupancy::Empty,
        };
    }
    let renderer = Renderer::new(&Scene::default(), 1).expect("the usual scene can be");
    let photo = renderer.render(0, &table);
    let grid = Grid::from_corners(photo.corners_px, 19, 19, photo.image.dimensions());
    (photo.image, grid.expect("the corners are a board's"))
}

fn view() -> View {
    let (photo, grid) = photo();
    grid.rectify(&photo, LAYOUT)
}

/// Forty moves of Go on a board of 9 × 9, and evidence of them in which a point in twenty is wrong.
fn game() -> (go_rules::Position, Evidence) {
    let size = go_rules::Size::square(9).expect("boards have nine lines");
    let start = go_rules::Position::new(size);
    let (mut position, mut frames) = (start.clone(), Vec::new());
    for number in 0..40 {
        let moves = position.legal_moves();
        let choice = splitmix64(2, number) as usize % moves.len();
        position.play(moves[choice]);
        frames.push(position.clone());
    }
    let evidence = Evidence::from_fn(frames.len(), 81, |frame, point| {
        let bits = splitmix64(3, (81 * frame + point) as u64);
        let seen = match bits % 20 {
            0 => (bits >> 8) as usize % 3,
            _ => frames[frame].get(point).index(),
        };
        let mut costs = [3.0; 3];
        costs[seen] = 0.0;
        Some(costs)
    });
    (start, evidence)
}
