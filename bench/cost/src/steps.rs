//! The steps of a 12-megapixel photo of a Go board, each relative to decoding it.

use std::error::Error;

use board_geom::{Locator, Tracker, ViewLayout};
use board_sim::{PhotoFormat, Renderer, Scene, ScriptOptions, script};

use stone_detect::{features, picking, pixels};

use crate::measure::timed;

pub(crate) const NAME: &str = "steps-12-megapixels";

/// Number of runs of each step; the least time counts.
const TIMES: usize = 5;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let photo = PhotoFormat {
        width: 4000,
        height: 3000,
        quality: 90,
    };
    let scene = Scene {
        photo,
        ..Scene::default()
    };
    let record = go_rules::record::Record::read(kibitzer::replay::go::DEMO_GAME)?.remove(0);
    let moves: Vec<_> = record.moves.iter().map(|play| play.mv).collect();
    let options = ScriptOptions {
        photos: 240,
        hands: 0.0,
        lag: true,
        seed: 1,
    };
    let table = script(&record.start()?, &moves, &options);
    let photo = Renderer::new(&scene, 1)?.render(200, &table[200]);
    let jpeg = photo.to_jpeg();
    let image = image::load_from_memory(&jpeg)?.into_rgb8();
    let found = Locator::default().locate(&image)?;
    let layout = ViewLayout::new(19, 19, 24.0);
    let view = found.grid.rectify(&image, layout);
    let mut tracker = Tracker::new(found.grid);
    tracker.follow(&image);
    let decoding = least(|| image::load_from_memory(&jpeg));
    let rows = [
        ("decode", decoding),
        ("locate", least(|| Locator::default().locate(&image))),
        ("follow", least(|| tracker.follow(&image))),
        ("rectify", least(|| found.grid.rectify(&image, layout))),
        ("measure", least(|| features::measure(&view))),
        (
            "pixel classifier",
            least(|| picking::pick(&view, &pixels::classify(&view))),
        ),
    ];
    for (name, ms) in rows {
        println!(
            "| 12 MP: {name} | 1 | {ms:.1} | {decoding:.1} | {:.2} | | |",
            ms / decoding
        );
    }
    Ok(())
}

fn least<T>(mut work: impl FnMut() -> T) -> f64 {
    let times = (0..TIMES).map(|_| timed(|| std::hint::black_box(work())).1);
    times.fold(f64::INFINITY, f64::min)
}
