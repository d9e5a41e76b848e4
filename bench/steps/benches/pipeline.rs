//! Measures the steps of a recording separately: locating, following, rectifying and reading a 12-megapixel photo, and
//! the search over the evidence of a whole game, for each photo.
//!
//! `cargo bench -p steps-bench --bench pipeline`; compare ratios between steps, not times of different machines.

use std::hint::black_box;

use board_geom::{Locator, Tracker, ViewLayout};
use board_sim::{PhotoFormat, Renderer, Scene, ScriptOptions, script};
use criterion::{Criterion, criterion_group, criterion_main};
use go_rules::record::Record;
use stone_detect::{Detector, Options, TemporalMedian, features, picking, pixels};

fn photo_steps(c: &mut Criterion) {
    let photo = PhotoFormat {
        width: 4000,
        height: 3000,
        quality: 90,
    };
    let scene = Scene {
        photo,
        ..Scene::default()
    };
    let record = demo();
    let table = table(&record, 240);
    let photo = Renderer::new(&scene, 1)
        .expect("a valid scene")
        .render(200, &table[200]);
    let jpeg = photo.to_jpeg();
    let found = Locator::default()
        .locate(&photo.image)
        .expect("a board in view");
    let layout = ViewLayout::new(19, 19, 24.0);
    let view = found.grid.rectify(&photo.image, layout);

    let mut group = c.benchmark_group("12 MP photo");
    group.sample_size(10);
    group.bench_function("decode JPEG", |b| {
        b.iter(|| image::load_from_memory(black_box(&jpeg)))
    });
    group.bench_function("locate", |b| {
        b.iter(|| Locator::default().locate(black_box(&photo.image)))
    });
    group.bench_function("follow", |b| {
        let mut tracker = Tracker::new(found.grid);
        b.iter(|| tracker.follow(black_box(&photo.image)));
    });
    group.bench_function("rectify", |b| {
        b.iter(|| found.grid.rectify(black_box(&photo.image), layout))
    });
    group.bench_function("median of 5 views", |b| {
        b.iter(|| {
            let mut median = TemporalMedian::new(5);
            (0..5).for_each(|_| drop(median.push(view.clone())));
            median.finish()
        });
    });
    group.bench_function("measure", |b| {
        b.iter(|| features::measure(black_box(&view)))
    });
    group.bench_function("pixel classifier and picking", |b| {
        b.iter(|| picking::pick(&view, &pixels::classify(black_box(&view))));
    });
    group.finish();
}

fn search(c: &mut Criterion) {
    let record = demo();
    let table = table(&record, 286);
    let photo = PhotoFormat {
        width: 640,
        height: 480,
        quality: 90,
    };
    let renderer = Renderer::new(
        &Scene {
            photo,
            ..Scene::default()
        },
        1,
    )
    .expect("a valid scene");
    let layout = ViewLayout::new(19, 19, 24.0);
    let mut detector = Detector::new(Options::default()).expect("valid settings");
    for (i, frame) in table.iter().enumerate() {
        let photo = renderer.render(i, frame);
        let size = photo.image.dimensions();
        let grid = board_geom::Grid::from_corners(photo.corners_px, 19, 19, size).expect("a board");
        detector
            .push(grid.rectify(&photo.image, layout))
            .expect("one layout");
    }
    let evidence = detector.finish().expect("views");
    let start = record.start().expect("a start");
    let mut group = c.benchmark_group("search, 178 moves in 286 photos");
    group.sample_size(10);
    let settings = kibitzer::go::Options::default().search;
    group.bench_function("default", |b| {
        b.iter(|| sequence_search::decode(&start, black_box(&evidence), &settings));
    });
    group.finish();
}

fn demo() -> Record {
    Record::read(kibitzer::replay::go::DEMO_GAME)
        .expect("the demo game")
        .remove(0)
}

fn table(record: &Record, photos: usize) -> Vec<board_sim::TableFrame> {
    let moves: Vec<_> = record.moves.iter().map(|play| play.mv).collect();
    let settings = ScriptOptions {
        photos,
        hands: 0.36,
        lag: true,
        seed: 1,
    };
    script(&record.start().expect("a start"), &moves, &settings)
}

criterion_group!(benches, photo_steps, search);
criterion_main!(benches);
