//! Trains the network that reads a single photo of pieces, on simulated boards, and writes its table:
//! `cargo run --release -p stone-detect --example train_pieces -- crates/stone-detect/src/pieces/network.table`.
//! A second argument is the number of photos.
//!
//! Scenes are drawn wider than real boards are: colours of boards and sets at random, any camera, any
//! lamp, pieces anywhere, corners a little off. Softmax cross-entropy, Adam (Kingma and Ba 2015).
//! Everything follows from the seed.
#![allow(clippy::print_stdout)]

use board_core::{Cell, Color, Occupancy};
use board_geom::{Grid, View, ViewLayout};
use board_sim::pieces::{Figure, Frame, Kind, Placement, Renderer, Scene};
use image::RgbImage;
use ndarray::{Array1, Array2, ArrayView2, Axis, s};
use stone_detect::pieces::Glance;
use stone_detect::pieces::network::{HIDDEN, Network, UNIT, WEIGHTS};
use stone_detect::pieces::sight::{SIGHT, Sight, mirrored, sights};

const PHOTOS: u64 = 1800;
/// Views of each photo, each worn in its own way.
const VIEWS: usize = 2;
/// Photos of the simulator's own scenes, never trained on, to test with.
const TEST: u64 = 80;
const EPOCHS: usize = 12;
const BATCH: usize = 256;
const RATE: f32 = 1.5e-3;
const DECAY: f32 = 1e-4;
const DROP: f32 = 0.2;

/// Numbers from 0 to 1 that follow from a seed.
struct Draw {
    seed: u64,
    count: u64,
}

impl Draw {
    fn new(seed: u64) -> Self {
        Self { seed, count: 0 }
    }

    fn unit(&mut self) -> f32 {
        self.count += 1;
        let bits = board_core::zobrist::splitmix64(self.seed ^ 0x7261_6e64, self.count);
        (bits >> 40) as f32 / (1 << 24) as f32
    }

    fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.unit() * n as f32) as usize).min(n - 1)
    }

    fn normal(&mut self) -> f32 {
        let (u, v) = (self.unit().max(1e-7), self.unit());
        (-2.0 * u.ln()).sqrt() * (std::f32::consts::TAU * v).cos()
    }
}

fn placement(draw: &mut Draw) -> Placement {
    let kinds = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];
    let mut placement = vec![None; 64];
    let whites = match draw.below(8) {
        0 => 0.0,
        1 => 1.0,
        _ => 0.5,
    };
    let pieces = if draw.below(12) == 0 {
        0
    } else {
        1 + draw.below(36)
    };
    let men = draw.below(12) == 0;
    // Scattered, or in two camps.
    let camps = draw.below(3) == 0;
    for _ in 0..pieces {
        let color = if draw.unit() < whites {
            Color::White
        } else {
            Color::Black
        };
        let kind = match (men, draw.below(2)) {
            (true, _) if draw.below(6) == 0 => Kind::Crowned,
            (true, _) => Kind::Man,
            (false, 0) => Kind::Pawn,
            _ => kinds[draw.below(6)],
        };
        let mut row = draw.below(8);
        if camps {
            row = (draw.normal().abs() * 1.5) as usize % 8;
            if color == Color::White {
                row = 7 - row;
            }
        }
        placement[row * 8 + draw.below(8)] = Some(Figure { kind, color });
    }
    placement
}

/// A scene with colours that no shop sells, too.
fn scene(seed: u64, draw: &mut Draw) -> Scene {
    let mut scene = if draw.below(3) == 0 {
        Scene::hard(seed)
    } else {
        Scene::random(seed)
    };
    if draw.below(3) > 0 {
        let mut tint = |color: [u8; 3], low: f32, high: f32| {
            let gain = draw.within(low, high);
            color.map(|v| (f32::from(v) * gain * draw.within(0.9, 1.1)).clamp(4.0, 252.0) as u8)
        };
        let grey = |color: [u8; 3]| color.map(f32::from).iter().sum::<f32>() / 3.0;
        scene.board.light = tint(scene.board.light, 0.75, 1.3);
        scene.board.dark = tint(scene.board.dark, 0.4, 1.2);
        scene.board.frame_color = tint(scene.board.frame_color, 0.5, 1.5);
        scene.pieces.white = tint(scene.pieces.white, 0.5, 1.25);
        scene.pieces.black = tint(scene.pieces.black, 0.4, 1.4);
        if grey(scene.pieces.white) < grey(scene.pieces.black) + 40.0 {
            scene.pieces.black = scene.pieces.black.map(|v| v / 2);
        }
    }
    (scene.photo.width, scene.photo.height) =
        [(480, 360), (640, 480), (640, 480), (960, 720)][draw.below(4)];
    scene.board.grain = draw.within(0.0, 1.0) * draw.unit();
    scene.pieces.girth = draw.within(0.75, 1.15);
    scene.pieces.height = draw.within(0.75, 1.2);
    scene
}

/// The view of a photo, its corners off by so many squares.
fn view(image: &RgbImage, corners: [[f64; 2]; 4], off: f32, draw: &mut Draw) -> View {
    let side = (0..4)
        .map(|i| {
            let [a, b] = [corners[i], corners[(i + 1) % 4]];
            (a[0] - b[0]).hypot(a[1] - b[1]) / 8.0
        })
        .fold(f64::INFINITY, f64::min);
    let corners = corners.map(|c| c.map(|v| v + f64::from(off * draw.normal()) * side));
    let grid = Grid::from_corners(corners, 9, 9, image.dimensions())
        .and_then(|g| g.middles())
        .expect("a board in view");
    let layout = ViewLayout {
        cols: 8,
        rows: 8,
        pitch: 32.0,
        margin: 32.0,
    };
    grid.rectify(image, layout)
}

/// Makes a view as worn, as unevenly coloured and as badly processed as real ones are: squares cut
/// from different boards, stains, grain, a camera that sharpens or blurs, a steeper or flatter curve.
fn worn(view: &mut View, draw: &mut Draw) {
    let layout = view.layout;
    let mut squares = Vec::new();
    let strength = draw.unit().powi(2);
    let turned = draw.below(2);
    for square in 0..layout.points() {
        let along = if draw.below(8) == 0 {
            1 - turned
        } else {
            turned
        };
        squares.push(Grain {
            gain: core::array::from_fn(|_| 0.05 * strength * draw.normal()),
            tone: 0.1 * strength * draw.normal(),
            streaks: 0.1 * strength * draw.unit(),
            along,
            scale: draw.within(0.6, 4.0),
            seed: draw.seed + square as u64,
        });
    }
    let stains: Vec<([f32; 2], f32, f32)> = (0..draw.below(6))
        .map(|_| {
            let place = [draw.within(-0.5, 7.5), draw.within(-0.5, 7.5)];
            (place, draw.within(0.1, 1.2), 0.2 * strength * draw.normal())
        })
        .collect();
    let sharp = if draw.below(2) == 0 {
        draw.within(0.0, 2.0)
    } else {
        0.0
    };
    let soft = if draw.below(3) == 0 {
        draw.within(0.3, 1.6)
    } else {
        0.0
    };
    let (gamma, gain) = (draw.within(0.75, 1.35), draw.within(0.8, 1.25));
    for (x, y, pixel) in view.image.enumerate_pixels_mut() {
        let (c, r) = layout.to_board(x as f32, y as f32);
        let (col, row) = (c.round().clamp(0.0, 7.0), r.round().clamp(0.0, 7.0));
        let grain = &squares[row as usize * 8 + col as usize];
        let mut tone = grain.tone + grain.streak(x as f32, y as f32);
        for ([sc, sr], size, dark) in &stains {
            let off = (c - sc).hypot(r - sr) / size;
            tone += dark * (-off * off).exp();
        }
        for k in 0..3 {
            let v = f32::from(pixel.0[k]) * (1.0 + tone + grain.gain[k]);
            let v = 255.0 * (v.clamp(0.0, 255.0) / 255.0).powf(gamma) * gain;
            pixel.0[k] = v.clamp(0.0, 255.0) as u8;
        }
    }
    if soft > 0.0 {
        view.image = image::imageops::blur(&view.image, soft);
    }
    if sharp > 0.0 {
        let smooth = image::imageops::blur(&view.image, 1.5);
        for (pixel, smooth) in view.image.iter_mut().zip(smooth.iter()) {
            let v = f32::from(*pixel) + sharp * (f32::from(*pixel) - f32::from(*smooth));
            *pixel = v.clamp(0.0, 255.0) as u8;
        }
    }
}

/// How one square differs from others of its shade.
struct Grain {
    gain: [f32; 3],
    tone: f32,
    streaks: f32,
    along: usize,
    /// Width of a streak in pixels of the view.
    scale: f32,
    seed: u64,
}

impl Grain {
    /// Smooth noise across the grain, hardly any along it.
    fn streak(&self, x: f32, y: f32) -> f32 {
        let [across, along] = if self.along == 0 { [x, y] } else { [y, x] };
        let at = (across + 0.06 * along) / self.scale + 1000.0;
        let value = |k: f32| {
            let bits = board_core::zobrist::splitmix64(self.seed, k as u64);
            (bits >> 40) as f32 / (1 << 23) as f32 - 1.0
        };
        let (low, t) = (at.floor(), at.fract());
        self.streaks * (value(low) + t * (value(low + 1.0) - value(low)))
    }
}

fn contents(placement: &Placement) -> impl Iterator<Item = usize> {
    placement
        .iter()
        .map(|&figure| Figure::occupancy(figure).index())
}

struct Data {
    sights: Array2<f32>,
    contents: Vec<usize>,
}

impl Data {
    fn new(samples: Vec<(Sight, usize)>) -> Self {
        let mut sights = Array2::zeros((samples.len(), SIGHT));
        for (mut row, (sight, _)) in sights.rows_mut().into_iter().zip(&samples) {
            row.assign(&ndarray::aview1(sight));
        }
        Self {
            sights,
            contents: samples.into_iter().map(|s| s.1).collect(),
        }
    }
}

fn photo(scene: &Scene, seed: u64, placement: &Placement) -> (RgbImage, [[f64; 2]; 4]) {
    let renderer = Renderer::new(scene, seed).expect("a valid scene");
    let photo = renderer.render(0, &Frame::of(placement.clone()));
    let image = image::load_from_memory(&photo.to_jpeg())
        .expect("a photo")
        .to_rgb8();
    (image, photo.corners_px)
}

fn training(photos: u64) -> Data {
    let mut samples = Vec::new();
    for seed in 0..photos {
        let mut draw = Draw::new(1_000_000 + seed);
        let scene = scene(1_000_000 + seed, &mut draw);
        let placement = placement(&mut draw);
        let (image, corners) = photo(&scene, seed, &placement);
        for _ in 0..VIEWS {
            let mut view = view(&image, corners, 0.05, &mut draw);
            // The camera's place is not known well, least of all from above.
            if let Some(camera) = &mut view.camera {
                let (x, y, z) = (camera[0] - 3.5, camera[1] - 3.5, camera[2]);
                let far = draw.within(0.85, 1.15);
                *camera = [
                    3.5 + far * x + 0.03 * z * draw.normal(),
                    3.5 + far * y + 0.03 * z * draw.normal(),
                    z * draw.within(0.85, 1.15),
                ];
            }
            worn(&mut view, &mut draw);
            for (sight, content) in sights(&view).into_iter().zip(contents(&placement)) {
                let mirror = draw.below(2) == 0;
                samples.push((if mirror { mirrored(&sight) } else { sight }, content));
            }
        }
    }
    Data::new(samples)
}

/// Views and what their squares hold.
type Tests = Vec<(View, Vec<usize>)>;

/// Photos of the simulator's own scenes, random or hard, and what they show.
fn testing(hard: bool) -> Tests {
    let mut tests = Vec::new();
    for seed in 0..TEST {
        let mut draw = Draw::new(seed);
        let scene = if hard {
            Scene::hard(seed)
        } else {
            Scene::random(seed)
        };
        let placement = placement(&mut draw);
        let (image, corners) = photo(&scene, seed, &placement);
        let view = view(&image, corners, 0.0, &mut draw);
        tests.push((view, contents(&placement).collect()));
    }
    tests
}

/// Share of the squares that are read rightly.
fn right(network: &Network, tests: &Tests) -> f32 {
    let (mut right, mut all) = (0, 0);
    for (view, contents) in tests {
        let glance = Glance::through(network, view).expect("a view");
        for ((read, _), &content) in glance.contents().zip(contents) {
            right += usize::from(read.index() == content);
            all += 1;
        }
    }
    right as f32 / all as f32
}

/// One layer, its gradient's two moments after Adam.
struct Layer {
    weights: Array2<f32>,
    first: Array2<f32>,
    second: Array2<f32>,
}

impl Layer {
    fn new(units: usize, inputs: usize, draw: &mut Draw) -> Self {
        let size = (2.0 / inputs as f32).sqrt();
        let mut weights =
            Array2::from_shape_simple_fn((units, inputs + 1), || size * draw.normal());
        weights.column_mut(inputs).fill(0.0);
        Self {
            first: Array2::zeros(weights.dim()),
            second: Array2::zeros(weights.dim()),
            weights,
        }
    }

    fn run(&self, inputs: ArrayView2<f32>) -> Array2<f32> {
        let n = inputs.ncols();
        inputs.dot(&self.weights.slice(s![.., ..n]).t()) + self.weights.column(n)
    }

    /// One step against the gradient of the outputs; the gradient of the inputs comes back.
    fn learn(
        &mut self,
        inputs: ArrayView2<f32>,
        back: &Array2<f32>,
        step: i32,
        rate: f32,
    ) -> Array2<f32> {
        let n = inputs.ncols();
        let out = back.dot(&self.weights.slice(s![.., ..n]));
        let mut gradient = Array2::zeros(self.weights.dim());
        gradient
            .slice_mut(s![.., ..n])
            .assign(&back.t().dot(&inputs));
        gradient.column_mut(n).assign(&back.sum_axis(Axis(0)));
        let (fade, fade2) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
        ndarray::Zip::from(&mut self.weights)
            .and(&mut self.first)
            .and(&mut self.second)
            .and(&gradient)
            .for_each(|w, m, v, &g| {
                *m = 0.9 * *m + 0.1 * g;
                *v = 0.999 * *v + 0.001 * g * g;
                *w -= rate * (*m / fade / ((*v / fade2).sqrt() + 1e-8) + DECAY / RATE * *w);
            });
        out
    }
}

fn train(data: &Data, tests: &[(&str, &Tests)]) -> Vec<f32> {
    let mut draw = Draw::new(3);
    let mut layers = [
        Layer::new(HIDDEN, SIGHT, &mut draw),
        Layer::new(3, HIDDEN, &mut draw),
    ];
    let mut order: Vec<usize> = (0..data.contents.len()).collect();
    let steps = EPOCHS * order.len() / BATCH;
    let mut step = 0;
    for epoch in 0..EPOCHS {
        for i in (1..order.len()).rev() {
            order.swap(i, draw.below(i + 1));
        }
        let mut loss = 0.0;
        for batch in order.chunks_exact(BATCH) {
            step += 1;
            let rate =
                RATE * 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
            let sights = data.sights.select(Axis(0), batch);
            let mut hidden = layers[0].run(sights.view());
            let keep = hidden.mapv_into(|v| if v > 0.0 { v } else { 0.0 });
            let dropped = Array2::from_shape_simple_fn(keep.dim(), || {
                if draw.unit() < DROP {
                    0.0
                } else {
                    1.0 / (1.0 - DROP)
                }
            });
            hidden = keep * &dropped;
            let mut back = layers[1].run(hidden.view());
            for (mut row, &i) in back.rows_mut().into_iter().zip(batch) {
                let most = row.fold(f32::MIN, |a, &b| a.max(b));
                row.mapv_inplace(|v| (v - most).exp());
                let total = row.sum();
                row /= total;
                loss -= row[data.contents[i]].max(1e-9).ln();
                row[data.contents[i]] -= 1.0;
            }
            back /= BATCH as f32;
            let mut back = layers[1].learn(hidden.view(), &back, step, rate);
            back.zip_mut_with(&hidden, |b, &h| {
                if h <= 0.0 {
                    *b = 0.0
                }
            });
            back *= &dropped;
            layers[0].learn(sights.view(), &back, step, rate);
        }
        let weights = weights(&layers);
        let network = Network::new(weights).expect("all weights");
        let rights: Vec<String> = tests
            .iter()
            .map(|(name, views)| format!("{name} {:.2} %", 100.0 * right(&network, views)))
            .collect();
        println!(
            "epoch {epoch}: loss {:.4}, {}",
            loss / order.len() as f32,
            rights.join(", ")
        );
    }
    weights(&layers)
}

fn weights(layers: &[Layer; 2]) -> Vec<f32> {
    let all: Array1<f32> = layers
        .iter()
        .flat_map(|l| l.weights.iter().copied())
        .collect();
    assert_eq!(all.len(), WEIGHTS);
    all.to_vec()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().expect("the file to write");
    let photos = arguments
        .next()
        .map_or(PHOTOS, |n| n.parse().expect("a number"));
    let (random, hard) = (testing(false), testing(true));
    let data = training(photos);
    let pieces = data
        .contents
        .iter()
        .filter(|&&c| c != Occupancy::Empty.index())
        .count();
    println!("{} squares, {pieces} with pieces", data.contents.len());
    let weights = train(&data, &[("random", &random), ("hard", &hard)]);
    let bytes: Vec<u8> = weights
        .iter()
        .flat_map(|w| ((w / UNIT).round() as i16).to_le_bytes())
        .collect();
    std::fs::write(out, bytes).expect("a writable file");
}
