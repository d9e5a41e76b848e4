//! The finder and the tracker on simulated photos, where the truth is exact.
#![allow(clippy::print_stdout)]

use board_core::{Occupancy, zobrist::splitmix64};
use board_geom::{Grid, Locator, Motion, Tracker};
use board_sim::{HandPose, Photo, Renderer, Scene, TableFrame};
use image::RgbImage;

fn crowded(size: usize, seed: u64, share: u64) -> TableFrame {
    let mut table = TableFrame::bare(size);
    for (p, cell) in table.contents.iter_mut().enumerate() {
        *cell = match splitmix64(seed, p as u64) % 200 {
            k if k < share => Occupancy::Black,
            k if k < 2 * share => Occupancy::White,
            _ => Occupancy::Empty,
        };
    }
    table
}

/// Largest distance of a corner from the truth, in grid units, whichever corner comes first.
fn error(grid: &Grid, photo: &Photo) -> f64 {
    (0..4)
        .map(|turn| {
            let corners = grid.turned(turn).corners();
            (0..4)
                .map(|i| {
                    let (a, b) = (corners[i], photo.corners_px[i]);
                    (a[0] - b[0]).hypot(a[1] - b[1])
                })
                .fold(0.0, f64::max)
        })
        .fold(f64::INFINITY, f64::min)
        / grid.pitch().0
}

#[test]
fn boards_of_every_size_are_found_in_random_scenes() {
    let (mut found, mut all) = (0, 0);
    for size in [9, 13, 19] {
        for seed in 0..test_data::how_many(2, 12) {
            let mut scene = Scene::random(100 * size as u64 + seed);
            scene.board.size = size;
            let renderer = Renderer::new(&scene, seed).unwrap();
            let photo = renderer.render(0, &crowded(size, seed, 10 * (seed % 5)));
            all += 1;
            match Locator::default().locate(&photo.image) {
                Ok(l) if l.grid.cols == size && error(&l.grid, &photo) < 0.25 => found += 1,
                Ok(l) => println!(
                    "{size} seed {seed}: {} lines, {:.2} off, confidence {:.2}",
                    l.grid.cols,
                    error(&l.grid, &photo),
                    l.confidence
                ),
                Err(e) => println!("{size} seed {seed}: {e}"),
            }
        }
    }
    println!("{found} of {all}");
    // What is reached is printed; a change that loses more than a few scenes is a fault.
    assert!(found * 100 >= all * 94, "{found} of {all}");
}

#[test]
fn a_bump_is_reported_and_followed_and_a_hand_is_not_taken_for_one() {
    let mut scene = Scene::default();
    scene.camera.nudge = 2.5;
    scene.camera.nudge_at = 6;
    let renderer = Renderer::new(&scene, 5).unwrap();
    let mut table = crowded(19, 5, 25);
    let first = renderer.render(0, &table);
    let mut tracker = Tracker::new(Locator::default().locate(&first.image).unwrap().grid);
    for index in 1..test_data::how_many(8, 10) {
        // A hand over the left edge in two photos before the bump.
        let hand = HandPose {
            tip: [2.0, 11.0],
            from: -1.5,
            person: 1,
        };
        table.hand = (2..4).contains(&index).then_some(hand);
        let photo = renderer.render(index, &table);
        let tracked = tracker.follow(&photo.image);
        let expected = if index == 6 {
            Motion::Jump
        } else {
            Motion::Drift
        };
        assert_eq!(
            tracked.motion, expected,
            "photo {index}: moved {:.2}",
            tracked.moved
        );
        assert!(error(&tracked.grid, &photo) < 0.2, "photo {index}");
    }
}

/// A photo of a camera that was pushed aside: its last columns are repeated.
fn pushed(mut photo: Photo, pixels: u32) -> Photo {
    let (width, height) = photo.image.dimensions();
    photo.image = RgbImage::from_fn(width, height, |x, y| {
        *photo.image.get_pixel((x + pixels).min(width - 1), y)
    });
    for corner in &mut photo.corners_px {
        corner[0] -= f64::from(pixels);
    }
    photo
}

/// Behind the hand the board may seem to be a few lines off.
#[test]
fn a_camera_pushed_aside_behind_a_hand_finds_the_board_again() {
    let mut scene = Scene::default();
    scene.board.size = 9;
    (scene.photo.width, scene.photo.height) = (480, 360);
    let renderer = Renderer::new(&scene, 1).unwrap();
    let mut table = crowded(9, 3, 10);
    let first = renderer.render(0, &table);
    let start = Locator::default().locate(&first.image).unwrap().grid;
    for pixels in [30, 60, 100] {
        for column in 0..5 {
            let mut tracker = Tracker::new(start);
            let hand = HandPose {
                tip: [column as f32, 6.0],
                from: 1.5,
                person: 1,
            };
            table.hand = Some(hand);
            tracker.follow(&pushed(renderer.render(1, &table), pixels).image);
            table.hand = None;
            for index in 2..5 {
                let photo = pushed(renderer.render(index, &table), pixels);
                let off = error(&tracker.follow(&photo.image).grid, &photo);
                assert!(
                    off < 0.2,
                    "{pixels} pixels, hand at {column}: {off:.2} off in photo {index}"
                );
            }
        }
    }
}
