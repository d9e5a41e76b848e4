//! Trains the networks that read pieces, on simulated boards, and writes their tables into a folder: `cargo run
//! --release --bin train_pieces -- ../crates/piece-detect/src`, from `training/`. A second argument `pieces`, `men`,
//! `painted` or `painted_men` trains only that network.
//!
//! Scenes are more varied than real boards: random colours of boards and sets, any camera, any lamp, worn boards,
//! pieces anywhere, slightly wrong corners. The result depends only on the seed.
#![allow(clippy::print_stdout)]

mod boards;
mod perceptron;

use std::path::Path;

use board_core::{Cell, Occupancy};
use board_geom::View;
use board_sim::pieces::{Figure, Frame, Photo, Placement, Renderer, Scene, script};
use image::RgbImage;
use piece_detect::fine_features::{
    FINE_FEATURES, FineFeatures, fine_features, mirrored as fine_mirrored,
};
use piece_detect::network::{Network, UNIT};
use piece_detect::painted_features::{
    PAINTED_FEATURES, PaintedFeatures, mirrored as painted_mirrored,
};
use piece_detect::palette::Palette;
use piece_detect::square_features::{SquareFeatures, mirrored, square_features};
use piece_detect::{Patches, SinglePhotoReading};
use rayon::prelude::*;

use boards::{
    Course, Draw, creased, men, mislaid, placement, positions, scene, scene_of_men, view, worn,
};
use perceptron::{Data, train};

/// Number of single photos, and of differently worn views of each.
const PHOTOS: u64 = 1800;
const PHOTOS_OF_MEN: u64 = 2600;
const VIEWS: usize = 2;
/// Number of games, and of photos of each.
const GAMES: u64 = 6000;
const OPENINGS: u64 = 2400;
const SHOWN: usize = 4;
/// Hidden units of the networks.
const PIECES: usize = 80;
const PAINTED: usize = 256;
const PAINTED_MEN: usize = 128;
const MEN: usize = 80;
/// Number of scenes of the simulator for tests, never trained on.
const TEST: u64 = 80;

fn contents(placement: &Placement) -> Vec<Occupancy> {
    placement.iter().map(|&f| Figure::occupancy(f)).collect()
}

fn opened(photo: &Photo) -> RgbImage {
    let image = image::load_from_memory(&photo.to_jpeg());
    image.expect("a photo").to_rgb8()
}

fn photo(scene: &Scene, seed: u64, placement: &Placement) -> (RgbImage, [[f64; 2]; 4]) {
    let renderer = Renderer::new(scene, seed).expect("a valid scene");
    let photo = renderer.render(0, &Frame::of(placement.clone()));
    (opened(&photo), photo.corners_px)
}

/// Squares of single photos.
fn single(seed: u64) -> Vec<(SquareFeatures, usize)> {
    let mut draw = Draw::new(1_000_000 + seed);
    let scene = scene(1_000_000 + seed, &mut draw);
    let placement = placement(&mut draw);
    let (image, corners) = photo(&scene, seed, &placement);
    let mut samples = Vec::new();
    for _ in 0..VIEWS {
        let mut view = view(&image, corners, 0.05, &mut draw);
        mislaid(&mut view, &mut draw);
        worn(&mut view, &mut draw);
        for (features, content) in square_features(&view).into_iter().zip(contents(&placement)) {
            let mirror = draw.below(2) == 0;
            let features = if mirror {
                mirrored(&features)
            } else {
                features
            };
            samples.push((features, content.index()));
        }
    }
    samples
}

/// Squares of single photos of men: of the shade they stand on, and a few of the other, which are empty.
fn single_of_men(seed: u64) -> Vec<(FineFeatures, usize)> {
    /// One in this many squares of the other shade is used.
    const OTHERS: usize = 4;
    let mut draw = Draw::new(3_000_000 + seed);
    let scene = scene_of_men(3_000_000 + seed, &mut draw);
    let (placement, shade) = men(&mut draw);
    let (image, corners) = photo(&scene, seed, &placement);
    let mut samples = Vec::new();
    for _ in 0..VIEWS {
        let mut view = view(&image, corners, 0.03, &mut draw);
        mislaid(&mut view, &mut draw);
        worn(&mut view, &mut draw);
        creased(&mut view, &mut draw);
        let contents = contents(&placement).into_iter().enumerate();
        for (fine, (square, content)) in fine_features(&view).into_iter().zip(contents) {
            if (square / 8 + square % 8) % 2 != shade && draw.below(OTHERS) > 0 {
                continue;
            }
            let mirror = draw.below(2) == 0;
            let fine = if mirror { fine_mirrored(&fine) } else { fine };
            samples.push((fine, content.index()));
        }
    }
    samples
}

/// Squares of photos of a game, in the colours learnt from its first photo, or from all photos with a few misread
/// squares.
fn game(seed: u64, course: Course, test: bool) -> Vec<(PaintedFeatures, usize)> {
    /// One in this many squares is misread.
    const MISREAD: usize = 60;
    /// One in this many squares hidden by a hand is used, since nothing of it is visible.
    const HIDDEN: usize = 3;
    let seed = if test { seed } else { 5_000_000 + seed };
    let mut draw = Draw::new(seed);
    let scene_of = |draw: &mut Draw, men: bool| match (test, men) {
        (true, _) => Scene::hard(seed),
        (false, true) => scene_of_men(seed, draw),
        (false, false) => scene(seed, draw),
    };
    let (mut scene, draughts) = match course {
        Course::Opening => (scene_of(&mut draw, false), draw.below(6) == 0),
        Course::Whole => {
            let draughts = draw.below(5) == 0;
            let men = draughts && draw.below(2) == 0;
            (scene_of(&mut draw, men), draughts)
        }
    };
    (scene.pace.plies, scene.pace.repeat) = ([1, 1], 0.0);
    let renderer = Renderer::new(&scene, seed).expect("a valid scene");
    let positions = positions(&mut draw, draughts, course, SHOWN + 1);
    let frames = script(&positions, &scene, seed).expect("positions");
    let wear = (!test && draw.below(3) > 0).then(|| draw.below(1 << 20) as u64);
    let mut creases = (!test && course == Course::Whole && draw.below(2) == 0)
        .then(|| draw.below(1 << 20) as u64);
    let mut patches = Patches::new();
    let (mut labels, mut visible) = (Vec::new(), Vec::new());
    let mut off = None;
    for (i, frame) in frames.iter().enumerate() {
        let photo = renderer.render(i, frame);
        let jitter = if test { 0.0 } else { 0.03 };
        let mut view = view(&opened(&photo), photo.corners_px, jitter, &mut draw);
        if !test {
            // The assumed camera is off by the same amount in all photos of a game.
            let off = off.get_or_insert_with(|| draw.below(1 << 20) as u64);
            mislaid(&mut view, &mut Draw::new(*off));
        }
        if let Some(wear) = wear {
            worn(&mut view, &mut Draw::new(wear));
        }
        if let Some(creases) = &mut creases {
            // Moving a piece may move the foil.
            *creases += u64::from(draw.below(4) == 0);
            creased(&mut view, &mut Draw::new(*creases));
        }
        patches.push(&view).expect("views of one layout");
        labels.push((i, contents(&frame.placement)));
        visible.push(photo.visible);
    }
    let read = labels.iter().map(|(frame, contents)| {
        let read = contents.iter().map(|&content| {
            Some(match draw.below(MISREAD) {
                0 => Occupancy::ALL[draw.below(3)],
                _ => content,
            })
        });
        (*frame, read.collect::<Vec<_>>())
    });
    let read: Vec<_> = read.collect();
    let known = if draw.below(2) == 0 { 1 } else { read.len() };
    let palette = Palette::learn(&patches, &read[..known]);
    let mut samples = Vec::new();
    for (frame, contents) in labels {
        for (square, content) in contents.into_iter().enumerate() {
            if !visible[frame][square] && (test || draw.below(HIDDEN) > 0) {
                continue;
            }
            let painted = palette.paint(&patches.features(frame, square));
            let mirror = draw.below(2) == 0;
            let painted = if mirror {
                painted_mirrored(&painted)
            } else {
                painted
            };
            samples.push((painted, content.index()));
        }
    }
    samples
}

fn data<const N: usize>(
    count: u64,
    squares: impl Fn(u64) -> Vec<([f32; N], usize)> + Send + Sync,
) -> Data<N> {
    let all: Vec<_> = (0..count).into_par_iter().map(squares).collect();
    let (seen, contents) = all.into_iter().flatten().unzip();
    Data { seen, contents }
}

/// Photos of the simulator's own scenes, random or hard, and their contents.
fn testing(hard: bool) -> Vec<(View, Vec<Occupancy>)> {
    let test = |seed| {
        let mut draw = Draw::new(seed);
        let scene = if hard {
            Scene::hard(seed)
        } else {
            Scene::random(seed)
        };
        let placement = placement(&mut draw);
        let (image, corners) = photo(&scene, seed, &placement);
        (view(&image, corners, 0.0, &mut draw), contents(&placement))
    };
    (0..TEST).into_par_iter().map(test).collect()
}

/// The same for men.
fn testing_men() -> Vec<(View, Vec<Occupancy>)> {
    let test = |seed| {
        let mut draw = Draw::new(seed);
        let scene = scene_of_men(seed, &mut draw);
        let (placement, _) = men(&mut draw);
        let (image, corners) = photo(&scene, seed, &placement);
        (view(&image, corners, 0.0, &mut draw), contents(&placement))
    };
    (0..TEST).into_par_iter().map(test).collect()
}

/// Percentage of the squares of views that are read correctly.
fn right(
    read: impl Fn(&View) -> SinglePhotoReading + Sync,
    tests: &[(View, Vec<Occupancy>)],
) -> f32 {
    let rights = tests.par_iter().map(|(view, contents)| {
        let glance = read(view);
        let pairs = glance.contents().zip(contents);
        pairs
            .filter(|((read, _), content)| read == *content)
            .count()
    });
    100.0 * rights.sum::<usize>() as f32 / (64 * tests.len()) as f32
}

/// Percentage of squares that are read correctly.
fn right_of(network: &Network<PAINTED_FEATURES>, data: &Data<PAINTED_FEATURES>) -> f32 {
    let pairs = data.seen.par_iter().zip(&data.contents);
    let right = pairs.filter(|(seen, content)| {
        let costs = network.run(seen);
        (0..3).max_by(|&a, &b| costs[a].total_cmp(&costs[b])) == Some(**content)
    });
    100.0 * right.count() as f32 / data.contents.len() as f32
}

fn write(path: &Path, weights: &[f32]) {
    let whole = weights.iter().map(|w| (w / UNIT).round() as i16);
    let bytes: Vec<u8> = whole.flat_map(i16::to_le_bytes).collect();
    std::fs::write(path, bytes).expect("a writable file");
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("the folder to write to");
    let only = arguments.next();
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let folder = Path::new(&folder);
    for (name, course, games, hidden) in [
        ("painted", Course::Whole, GAMES, PAINTED),
        ("painted_men", Course::Opening, OPENINGS, PAINTED_MEN),
    ] {
        if !wanted(name) {
            continue;
        }
        let test = data(TEST, |seed| game(seed, course, true));
        let squares = data(games, |seed| game(seed, course, false));
        println!("{name}: {} squares", squares.contents.len());
        let weights = train(&squares, hidden, |epoch, loss, weights| {
            let network = Network::new(weights).expect("all weights");
            let hard = right_of(&network, &test);
            println!("epoch {epoch}: loss {loss:.4}, hard {hard:.2} %");
        });
        write(&folder.join(name).with_extension("table"), &weights);
    }
    if wanted("men") {
        let test = testing_men();
        let squares = data(PHOTOS_OF_MEN, single_of_men);
        let there = squares
            .contents
            .iter()
            .filter(|c| **c != Occupancy::Empty.index());
        println!(
            "men: {} squares, {} occupied",
            squares.contents.len(),
            there.count()
        );
        let weights = train(&squares, MEN, |epoch, loss, weights| {
            let network = Network::<FINE_FEATURES>::new(weights).expect("all weights");
            let read =
                |view: &View| SinglePhotoReading::of_men_with(&network, view).expect("a view");
            println!(
                "epoch {epoch}: loss {loss:.4}, test {:.2} %",
                right(read, &test)
            );
        });
        write(&folder.join("men.table"), &weights);
    }
    if wanted("pieces") {
        let (random, hard) = (testing(false), testing(true));
        let squares = data(PHOTOS, single);
        println!("pieces: {} squares", squares.contents.len());
        let weights = train(&squares, PIECES, |epoch, loss, weights| {
            let network = Network::new(weights).expect("all weights");
            let read =
                |view: &View| SinglePhotoReading::of_pieces_with(&network, view).expect("a view");
            let [random, hard] = [&random, &hard].map(|tests| right(read, tests));
            println!("epoch {epoch}: loss {loss:.4}, random {random:.2} %, hard {hard:.2} %");
        });
        write(&folder.join("pieces.table"), &weights);
    }
}
