//! Records a game of Go with a custom classifier, here by the lightness beside the middle of each point:
//! `cargo run --release --example own_classifier -- FOLDER`.
#![allow(clippy::print_stdout)]

use board_geom::View;
use kibitzer::sensor::Classified;
use kibitzer::{Error, Photo, Recorder, RecorderOptions, go, photos};

/// The cost of wood, black and white at each point in nats: the distance from their usual lightness.
fn by_lightness(view: &View) -> Vec<[f32; 3]> {
    let [wood, black, white] = [130.0, 40.0, 220.0];
    let layout = view.layout;
    let points = 0..layout.points();
    let costs = points.map(|point| {
        let (col, row) = ((point % layout.cols) as f32, (point / layout.cols) as f32);
        // Beside the lines.
        let (x, y) = layout.to_pixel(col + 0.2, row + 0.2);
        let light = f32::from(view.image.get_pixel(x as u32, y as u32).0[2]);
        [wood, black, white].map(|usual: f32| (light - usual).abs() / 15.0)
    });
    costs.collect()
}

fn main() -> Result<(), Error> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let sensor = Classified::lines(None, by_lightness);
    let options = RecorderOptions::default();
    let mut recorder = Recorder::with_sensor(go::Options::default(), sensor, options);
    for name in photos::collect(&[folder], photos::Order::Auto)?.paths {
        recorder.push(Photo::open(name)?)?;
    }
    let game = recorder.finish(&mut kibitzer::quiet)?;
    print!("{}", game.record.write());
    Ok(())
}
