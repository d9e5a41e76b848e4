//! Follows a game of Go photo by photo: `cargo run --release --example follow_folder -- FOLDER`.
#![allow(clippy::print_stdout)]

use std::ops::ControlFlow;

use kibitzer::{Error, Photo, Recorder, RecorderOptions, go, photos};

fn main() -> Result<(), Error> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let lag = Some(20);
    let options = RecorderOptions {
        lag,
        ..RecorderOptions::default()
    };
    let mut recorder = Recorder::new(go::Options::default(), options)?;
    for name in photos::collect(&[folder], photos::Order::Auto)?.paths {
        let image = photos::open(&name, &photos::Limits::default())?;
        for event in recorder.push(Photo { name, image })? {
            println!("{event}");
        }
    }
    let game = recorder.finish(&mut |_, _, _| ControlFlow::Continue(()))?;
    print!("{}", game.record.write());
    Ok(())
}
