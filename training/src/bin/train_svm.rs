//! Trains the pixel classifier on simulated boards and writes its table of probabilities:
//! `cargo run --release --bin train_svm -- ../crates/stone-detect/src/svm.table`, from `training/`.
//!
//! One machine for each content against the others, with a Gaussian kernel and Platt's probabilities. The result
//! depends only on the seed.
#![allow(clippy::print_stdout)]

use board_core::Occupancy;
use board_geom::{Grid, ViewLayout};
use board_sim::{Renderer, Scene, TableFrame};
use linfa::prelude::*;
use linfa_svm::Svm;
use ndarray::{Array1, Array2};
use stone_detect::hsv::{Hsv, of_pixel};
use stone_detect::pixels::{BoardColour, PIXEL_FEATURES, TABLE_RANGE, TABLE_STEPS};

const SCENES: u64 = 60;
const PIXELS_A_SCENE: usize = 24;
const SEED: u64 = 2008;

/// Sampled pixels with the index of their content: 0 empty, 1 black, 2 white.
fn samples() -> (Vec<[f32; PIXEL_FEATURES]>, Vec<usize>) {
    let random = |a: u64, b: u64| board_core::zobrist::splitmix64(SEED ^ a, b);
    let (mut features, mut contents) = (Vec::new(), Vec::new());
    for scene in 0..SCENES {
        let mut look = Scene::random(SEED + scene);
        (look.photo.width, look.photo.height) = (800, 600);
        let mut table = TableFrame::bare(19);
        for p in 0..361 {
            table.contents[p] = match random(scene, p as u64) % 4 {
                0 => Occupancy::Black,
                1 => Occupancy::White,
                _ => Occupancy::Empty,
            };
        }
        let photo = Renderer::new(&look, SEED + scene)
            .expect("a valid scene")
            .render(0, &table);
        let size = photo.image.dimensions();
        let grid = Grid::from_corners(photo.corners_px, 19, 19, size).expect("a board in view");
        let view = grid.rectify(&photo.image, ViewLayout::new(19, 19, 24.0));
        let board = BoardColour::of(&view, &Hsv::of(&view.image));
        for content in 0..3 {
            for k in 0..PIXELS_A_SCENE {
                let draw = |what: u64| random(scene * 1000 + k as u64, what * 10 + content as u64);
                let mut point = (draw(0) % 361) as usize;
                while table.contents[point] as usize != content {
                    point = (point + 1) % 361;
                }
                let (c, r) = ((point % 19) as f32, (point / 19) as f32);
                let lean = if content == 0 {
                    (0.0, 0.0)
                } else {
                    view.lean(c, r, 0.2)
                };
                // Anywhere within a disc slightly smaller than a stone.
                let (angle, out) = (
                    draw(1) as f32,
                    0.4 * ((draw(2) % 1000) as f32 / 1000.0).sqrt(),
                );
                let (x, y) = view.layout.to_pixel(
                    c + lean.0 + out * angle.cos(),
                    r + lean.1 + out * angle.sin(),
                );
                let rgb = view.image.get_pixel(x as u32, y as u32).0;
                features.push(board.features(of_pixel(rgb)));
                contents.push(content);
            }
        }
    }
    (features, contents)
}

fn main() {
    let out = std::env::args().nth(1).expect("the file to write");
    let (features, contents) = samples();
    let scale = TABLE_RANGE.map(|(low, high)| f64::from(high - low));
    let row = |f: &[f32; PIXEL_FEATURES]| -> Vec<f64> {
        f.iter()
            .zip(scale)
            .map(|(v, s)| f64::from(*v) / s)
            .collect()
    };
    let flat: Vec<f64> = features.iter().flat_map(row).collect();
    let records = Array2::from_shape_vec((features.len(), PIXEL_FEATURES), flat).expect("a matrix");
    let machines: Vec<Svm<f64, Pr>> = (0..3)
        .map(|content| {
            let targets: Array1<bool> = contents.iter().map(|&c| c == content).collect();
            let data = Dataset::new(records.clone(), targets);
            Svm::<f64, Pr>::params()
                .pos_neg_weights(2.0, 1.0)
                .gaussian_kernel(0.05)
                .fit(&data)
                .expect("a machine")
        })
        .collect();
    let mut bytes = Vec::new();
    let steps = TABLE_STEPS;
    for i in 0..steps[0] {
        for j in 0..steps[1] {
            for k in 0..steps[2] {
                let at = [i, j, k];
                let place: [f32; PIXEL_FEATURES] = std::array::from_fn(|d| {
                    let (low, high) = TABLE_RANGE[d];
                    low + (high - low) * at[d] as f32 / (steps[d] - 1) as f32
                });
                let sample = Array1::from(row(&place));
                let p: Vec<f32> = machines
                    .iter()
                    .map(|m| {
                        let pr: Pr = m.predict(sample.clone());
                        *pr
                    })
                    .collect();
                let total: f32 = p.iter().sum::<f32>().max(1e-6);
                bytes.extend(p.iter().map(|v| (255.0 * v / total).round() as u8));
            }
        }
    }
    let vectors: Vec<usize> = machines.iter().map(Svm::nsupport).collect();
    println!(
        "{} pixels, support vectors {vectors:?}, table of {} bytes",
        features.len(),
        bytes.len()
    );
    std::fs::write(out, bytes).expect("a writable file");
}
