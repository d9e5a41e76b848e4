//! What every photo promises.

use board_core::{Occupancy, zobrist::splitmix64};
use board_sim::{HandPose, Renderer, Scene, TableFrame};
use proptest::prelude::*;

fn small(mut scene: Scene) -> Scene {
    (scene.photo.width, scene.photo.height) = (320, 240);
    scene
}

fn some_stones(seed: u64) -> TableFrame {
    let mut table = TableFrame::bare(19);
    for (p, cell) in table.contents.iter_mut().enumerate() {
        let pick = (splitmix64(seed, p as u64) % 3) as usize;
        *cell = [Occupancy::Empty, Occupancy::Black, Occupancy::White][pick];
    }
    table
}

#[test]
fn the_seed_decides_everything() {
    let table = some_stones(1);
    let render = |seed, index| {
        Renderer::new(&small(Scene::hard()), seed)
            .unwrap()
            .render(index, &table)
            .image
    };
    assert_eq!(render(4, 9), render(4, 9));
    assert_ne!(render(4, 9), render(5, 9));
    assert_ne!(render(4, 9), render(4, 10));
}

#[test]
fn stones_are_where_the_truth_says() {
    let mut scene = Scene::easy();
    scene.lamp.shadow = 0.0;
    for seed in 0..6 {
        let table = some_stones(seed);
        let photo = Renderer::new(&scene, seed).unwrap().render(0, &table);
        for (point, corner) in [(0, 0), (18, 1), (360, 2), (342, 3)] {
            let [x, y] = photo.corners_px[corner];
            let pixel = photo.image.get_pixel(x.round() as u32, y.round() as u32).0;
            let grey = pixel.iter().map(|&v| u32::from(v)).sum::<u32>() / 3;
            match table.contents[point] {
                Occupancy::Black => assert!(grey < 90, "seed {seed}, {point}: {pixel:?}"),
                Occupancy::White => assert!(grey > 165, "seed {seed}, {point}: {pixel:?}"),
                Occupancy::Empty => assert!(grey < 190, "seed {seed}, {point}: {pixel:?}"),
            }
        }
    }
}

#[test]
fn a_hand_covers_what_the_truth_calls_covered() {
    let mut table = TableFrame::bare(19);
    table.hand = Some(HandPose {
        tip: [9.0, 9.0],
        from: 1.5,
        person: 0,
    });
    let renderer = Renderer::new(&small(Scene::default()), 3).unwrap();
    let covered = renderer
        .render(0, &table)
        .visible
        .iter()
        .filter(|v| !**v)
        .count();
    assert!((5..150).contains(&covered), "{covered}");
    table.hand = None;
    assert!(renderer.render(0, &table).visible.iter().all(|v| *v));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_random_scene_shows_its_corners(seed in any::<u64>(), index in 0usize..500) {
        let renderer = Renderer::new(&small(Scene::random(seed)), seed).unwrap();
        let photo = renderer.render(index, &some_stones(seed));
        for [x, y] in photo.corners_px {
            prop_assert!((-8.0..328.0).contains(&x) && (-8.0..248.0).contains(&y), "{:?}", photo.corners_px);
        }
        prop_assert!(!photo.to_jpeg().is_empty());
    }
}
