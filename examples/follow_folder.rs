//! Follows a game of Go photo by photo: `cargo run --release --example follow_folder -- FOLDER`.
#![allow(clippy::print_stdout)]

use kibitzer::{Error, Photo, Recorder, RecorderOptions, go, photos};

fn main() -> Result<(), Error> {
    let folder = std::env::args().nth(1).unwrap_or_default();
    let mut recorder = Recorder::new(go::Options::default(), RecorderOptions::live(20))?;
    for name in photos::collect(&[folder], photos::Order::Auto)?.paths {
        for event in recorder.push(Photo::open(name)?)? {
            println!("{event}");
        }
    }
    let game = recorder.finish(&mut kibitzer::quiet)?;
    print!("{}", game.record.write());
    Ok(())
}
