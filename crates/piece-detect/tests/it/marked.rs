//! Simulated photos of the marked board: hands, painted nails, lamps, kings with dots.
#![allow(clippy::print_stdout)]

use board_core::Occupancy;
use board_sim::pieces::{Figure, Frame, Kind, Placement, Renderer, Scene, film, placement};
use image::RgbImage;
use piece_detect::discs::Man;
use piece_detect::marked::{MarkedPhoto, Options, Rim, learn};

const START: &str = ".m.m.m.m m.m.m.m. .m.m.m.m ........ ........ M.M.M.M. .M.M.M.M M.M.M.M.";
const MIDDLE: &str = ".m.m.m.m m.C.m... .m...m.c ..M..... .m...M.. M.c...M. .M.C.M.M M...M.c.";
/// Daylight, a neutral tube, a bulb, in kelvin.
const LAMPS: [f32; 3] = [6500.0, 4000.0, 2700.0];

fn scene(kelvin: f32, tilt: f32) -> Scene {
    let mut scene = Scene::marked();
    (scene.lamp.kelvin, scene.lamp.white_balance) = (kelvin, 0.6);
    (scene.camera.tilt, scene.camera.k1) = (tilt, -0.002 * tilt);
    scene
}

/// As a file would show it.
fn render(renderer: &Renderer, index: usize, frame: &Frame) -> RgbImage {
    let jpeg = renderer.render(index, frame).to_jpeg();
    image::load_from_memory(&jpeg).unwrap().to_rgb8()
}

fn learnt(scene: &Scene, seed: u64) -> Options {
    let renderer = Renderer::new(scene, seed).unwrap();
    let photos = [0, 1].map(|i| render(&renderer, i, &Frame::of(placement(START))));
    learn(&photos, None, &Options::default()).unwrap()
}

fn man(figure: Option<Figure>) -> Option<Man> {
    figure.map(
        |figure| match (Figure::occupancy(Some(figure)), figure.kind) {
            (Occupancy::White, Kind::Man) => Man::WhiteMan,
            (Occupancy::White, _) => Man::WhiteKing,
            (_, Kind::Man) => Man::BlackMan,
            _ => Man::BlackKing,
        },
    )
}

/// Squares read wrong, in the turn of the board in which they are fewest.
fn wrong(look: &MarkedPhoto, truth: &Placement) -> usize {
    let read = look.reading.as_ref().expect("all markers are seen");
    let truth: Vec<_> = truth.iter().map(|f| man(*f)).collect();
    let wrong = |k: usize| {
        let squares = read.turned(k).squares;
        squares.iter().zip(&truth).filter(|(a, b)| a != b).count()
    };
    (0..4).map(wrong).min().unwrap_or(64)
}

#[test]
fn men_and_kings_are_read_under_every_lamp() {
    for kelvin in LAMPS {
        for &(seed, tilt) in &[(3, 30.0), (1, 3.0), (2, 15.0)][..test_data::how_many(1, 3)] {
            let scene = scene(kelvin, tilt);
            let options = learnt(&scene, seed);
            let renderer = Renderer::new(&scene, seed).unwrap();
            let truth = placement(MIDDLE);
            for index in 2..test_data::how_many(3, 5) {
                let photo = render(&renderer, index, &Frame::of(truth.clone()));
                let look = options.read(&photo).unwrap();
                assert_eq!(wrong(&look, &truth), 0, "{kelvin} K, {tilt}°: {options:?}");
            }
        }
    }
}

#[test]
fn no_frame_with_a_hand_is_accepted() {
    let mut placements = vec![placement(START)];
    // Men of both sides go forward and nothing is taken: hands over all parts of the board.
    for (from, to) in [
        (40, 33),
        (17, 24),
        (42, 35),
        (19, 26),
        (46, 39),
        (23, 30),
        (49, 40),
        (12, 19),
    ]
    .into_iter()
    .take(test_data::how_many(3, 8))
    {
        let mut next = placements[placements.len() - 1].clone();
        next.swap(from, to);
        placements.push(next);
    }
    let nails = [None, Some([20, 130, 200]), Some([235, 215, 30])];
    for i in [2, 0, 1].into_iter().take(test_data::how_many(1, 3)) {
        let kelvin = LAMPS[i];
        let mut scene = scene(kelvin, [4.0, 12.0, 25.0][i]);
        scene.hands.nails = nails[i];
        let options = learnt(&scene, 7);
        let frames = film(&placements, &scene, 7).unwrap();
        let renderer = Renderer::new(&scene, 7).unwrap();
        let looks: Vec<Option<MarkedPhoto>> = (0..frames.len())
            .map(|k| options.read(&render(&renderer, k, &frames[k])).ok())
            .collect();
        let whole = |look: &&MarkedPhoto| look.reading.is_some();
        let rims: Vec<Rim> = looks
            .iter()
            .flatten()
            .filter(whole)
            .map(|l| l.rim.clone())
            .collect();
        let usual = Rim::median(&rims);
        let (mut missed, mut by_markers) = (0, 0);
        for (look, frame) in looks.iter().zip(&frames) {
            let look = look.as_ref().filter(whole);
            let clear = look.filter(|l| !l.rim.is_crossed(&usual, &options.rim));
            by_markers += usize::from(look.is_none() && frame.hand.is_some());
            missed += usize::from(clear.is_none() && frame.hand.is_none());
            assert!(
                clear.is_none() || frame.hand.is_none(),
                "{kelvin} K: a hand was not seen"
            );
        }
        let hands = frames.iter().filter(|f| f.hand.is_some()).count();
        println!(
            "{kelvin} K: {} photos, {hands} with hands, {by_markers} of them by the markers alone, \
             {missed} without left out",
            frames.len()
        );
        assert_eq!(missed, 0, "{kelvin} K: photos without a hand were left out");
    }
}
